"""Uploaded texts and tokenizers that are too large for a link, and Python's own source code.

The server stores each in a temporary file, with a name that nobody can compute. The files are
deleted when the server ends. `pages.storage.ledger` decides which are deleted earlier: those that
nobody uses, and no more than the quota of the session or the address that uploads too much.
"""

import logging
import os
import re
import sysconfig
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from uuid import uuid4

import streamlit as st

import bpe
from pages.resources import client
from pages.storage import temporary_folder
from pages.storage.ledger import Full, Ledger, Owner, Quota
from pages.storage.secret import keyed_hash
from pages.storage.shared_texts import shared_texts
from pages.storage.temporary_folder import TemporaryFolder
from pages.storage.typed import COUNTS_HEADER

PYTHON_BYTES = 4_400_000  # of Python's source code are a corpus
PREVIEW_BYTES = 8_000
# Files of the largest size that the folder has room for, and how many of any size.
MAX_FILES, MAX_COUNT = 12, 2_000
MAX_FILES_PER_ADDRESS, MAX_COUNT_PER_ADDRESS = 6, 500
MAX_FILES_PER_SESSION, MAX_COUNT_PER_SESSION = 3, 50
IN_USE = 3_600  # seconds after its last use in which a file is not deleted for others
LIFETIME = 12 * 3_600  # seconds without use after which a file is deleted
NAME = re.compile(r"[0-9a-f]{24}")
LOCK = Lock()
LOG = logging.getLogger(__name__)


def most_bytes() -> int:
    """Return the size in bytes of the largest text that is stored: maxUploadSize in real MB.

    The page states this limit. Streamlit accepts slightly more: see `max_upload_bytes`.

    >>> most_bytes() % 1_000_000
    0
    """
    return int(st.get_option("server.maxUploadSize")) * 1_000_000


@cache
def folder() -> TemporaryFolder:
    """Return the folder of the files. It is deleted when the server ends.

    >>> folder().path.is_dir()
    True
    """
    return TemporaryFolder()


@cache
def ledger() -> Ledger:
    """Return the list of the files in the folder.

    >>> ledger() is ledger()
    True
    """
    session = Quota(MAX_FILES_PER_SESSION * most_bytes(), MAX_COUNT_PER_SESSION)
    address = Quota(MAX_FILES_PER_ADDRESS * most_bytes(), MAX_COUNT_PER_ADDRESS)
    total = Quota(MAX_FILES * most_bytes(), MAX_COUNT)
    return Ledger((session, address, total), IN_USE, LIFETIME)


def sweep() -> None:
    """Delete the files of servers that were killed."""
    temporary_folder.sweep()


def close() -> None:
    """Delete all files, because the server ends."""
    if folder.cache_info().currsize:
        folder().delete()


def path_of(name: str) -> Path | None:
    """Return the path of a stored file, which counts as used now; None if there is no such file.

    >>> path_of("not a name") is None
    True
    """
    if not NAME.fullmatch(name):
        return None
    try:
        path = folder().path / name
        found = path if path.is_file() else None
    except OSError:  # there is no folder for temporary files
        return None
    if found:
        with LOCK:
            ledger().touch(name, client.of_script()[0], time.monotonic())
    return found or _from_others(name)


def parse_upload(value: str, limits: tuple[()]) -> str:
    """Return the name of a stored file in a URL, or an empty one. Raises ValueError for others.

    >>> parse_upload("", ())
    ''
    """
    if value and not path_of(value):
        raise ValueError("not here")
    return value


def _from_others(name: str) -> Path | None:
    """Return the path of a file that another replica has shared; None if there is none."""
    shared = shared_texts(LIFETIME)
    data = shared.get(name) if shared else None
    if data is None:
        return None
    try:
        return _store(name, data)
    except bpe.InputError:  # there is no room
        return None


def name_of(data: bytes) -> str:
    """Return the name under which a content is stored. Nobody can compute it for a guessed content.

    >>> name_of(b"hug") == name_of(b"hug"), name_of(b"hug") == name_of(b"pug")
    (True, False)
    """
    return keyed_hash("file", data)


def keep(data: bytes) -> str:
    """Store a file and return its name. Older files are deleted if there is no room.

    It counts for the session whose script runs, and for its address. Raises bpe.InputError if there
    is no room, or if the file cannot be written.
    """
    name = name_of(data)
    _store(name, data)
    if shared := shared_texts(LIFETIME):
        shared.put(name, data, client.of_script()[1])
    return name


def _store(name: str, data: bytes) -> Path:
    """Store a file under a name, and return its path. Raises the errors of `keep`."""
    try:
        root = folder()
        with LOCK:
            leaving = ledger().add(name, len(data), Owner(*client.of_script()), time.monotonic())
            for each in leaving:
                (root.path / each).unlink(missing_ok=True)
        if shared := shared_texts(LIFETIME):
            for each in leaving:
                shared.delete(each)
        if not (root.path / name).is_file():
            _write(root, name, data)
    except Full as error:
        raise _no_room(error.args[0]) from None
    except OSError as error:
        with LOCK:
            ledger().remove(name)
        LOG.warning("Cannot store a text: %s, errno %s", type(error).__name__, error.errno)
        raise _no_room("all") from None
    return root.path / name


def _no_room(quota: str) -> bpe.InputError:
    """The error if there is no room in a quota of the ledger."""
    if quota == "address":
        return bpe.InputError(
            "This server keeps up to {most} MB and {files} files from one network, and all of "
            "them are in use. Upload a smaller file, or try again in an hour.",
            most=MAX_FILES_PER_ADDRESS * most_bytes() // 1_000_000,
            files=MAX_COUNT_PER_ADDRESS,
        )
    return bpe.InputError(
        "This server cannot store a text of this size right now. Upload a smaller one, or "
        "try again later."
    )


def _write(root: TemporaryFolder, name: str, data: bytes) -> None:
    """Write a file, so that nobody sees an incomplete one."""
    new = root.path / f"{name}.{uuid4().hex}"
    root.ensure()
    try:
        new.write_bytes(data)
        new.replace(root.path / name)
    except OSError:
        with suppress(OSError):
            new.unlink()  # an incomplete file would only take space
        raise


def is_counts(path: Path) -> bool:
    """Whether a stored file contains word counts and not a text.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     _ = Path(name, "hug").write_bytes(COUNTS_HEADER + b"hug 10")
    ...     is_counts(Path(name, "hug"))
    True
    """
    with path.open("rb") as file:
        return file.read(len(COUNTS_HEADER)) == COUNTS_HEADER


def decode_texts(files: list[bytes]) -> str:
    r"""Return uploaded files as one text.

    Raises bpe.InputError if they are not UTF-8 text, or empty, or too large.

    >>> decode_texts([b"hug pug", b"pun"])
    'hug pug\npun'
    """
    data = b"\n".join(file.removeprefix(b"\xef\xbb\xbf") for file in files)
    if len(data) > most_bytes():
        raise bpe.InputError(
            "This upload is {size} MB. The limit is {most} MB. Upload only a part of it.",
            size=-(-len(data) // 1_000_000),
            most=most_bytes() // 1_000_000,
        )
    if b"\0" in data:
        raise bpe.InputError(
            "This file is not plain text. Save it as plain text (.txt, UTF-8), then upload it "
            "again."
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise bpe.InputError(
            "This file is not UTF-8: byte {place} cannot be read. Save it again as UTF-8.",
            place=error.start + 1,
        ) from None
    if not text.strip():
        raise bpe.InputError("This file is empty. Upload a file with at least one word.")
    return text.replace("\r\n", "\n")


def first_lines(paths: tuple[Path, ...]) -> tuple[str, ...]:
    """Return the first lines of a text for a preview; none for word counts.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     _ = Path(name, "hug").write_bytes(b"hug pug")
    ...     first_lines((Path(name, "hug"),))
    ('hug pug',)
    """
    if not paths or not paths[0].is_file() or is_counts(paths[0]):
        return ()
    with paths[0].open("rb") as file:
        return tuple(file.read(PREVIEW_BYTES).decode("utf-8", "ignore").splitlines())


@cache
def python_files() -> tuple[Path, ...]:
    """Return the sorted paths of the standard library's source files, without tests."""
    root = Path(sysconfig.get_paths()["stdlib"])
    found: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = set(folders) - {"site-packages", "dist-packages", "test", "tests"}
        found += (Path(folder, name) for name in names if name.endswith(".py"))
    return tuple(sorted(found))
