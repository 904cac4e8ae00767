"""Uploaded texts and tokenizers that are too large for a link, and Python's own source code.

The server stores each in a temporary file, with a hash of its content as the name. The files are
deleted when the server ends, the oldest ones earlier if the folder is full.
"""

import hashlib
import logging
import re
import sysconfig
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock

import streamlit as st

import bpe
from pages.corpora.typed import COUNTS_HEADER

PYTHON_BYTES = 4_400_000  # of Python's source code are a corpus
PREVIEW_BYTES = 8_000
MAX_FILES = 12  # files of the largest size that the folder has room for
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
def folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of the files. It is deleted when the server ends.

    >>> Path(folder().name).is_dir()
    True
    """
    return tempfile.TemporaryDirectory(prefix="merge-by-merge-")


def path_of(name: str) -> Path | None:
    """Return the path of a stored file; None if there is no such file.

    >>> path_of("not a name") is None
    True
    """
    if not NAME.fullmatch(name):
        return None
    try:
        path = Path(folder().name, name)
        return path if path.is_file() else None
    except OSError:  # there is no folder for temporary files
        return None


def keep(data: bytes) -> str:
    """Store a file and return its name. The oldest files are deleted if the folder is full.

    Raises bpe.InputError if the file cannot be written.
    """
    name = hashlib.sha256(data).hexdigest()[:24]
    try:
        with LOCK:
            _write(Path(folder().name, name), data)
            _delete_oldest(Path(folder().name))
    except OSError as error:
        LOG.warning("Cannot store a text: %s, errno %s", type(error).__name__, error.errno)
        raise bpe.InputError(
            "This server cannot store a text of this size right now. Upload a smaller one, or "
            "try again later."
        ) from None
    return name


def _write(path: Path, data: bytes) -> None:
    """Write a file, so that nobody sees an incomplete one."""
    new = path.with_suffix(".new")
    path.parent.mkdir(0o700, exist_ok=True)  # the system may have cleaned up
    try:
        new.write_bytes(data)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()  # an incomplete file would only take space
        raise


def _delete_oldest(folder_path: Path) -> None:
    """Delete the oldest files until the folder is small enough."""
    kept = sorted(folder_path.iterdir(), key=lambda each: each.stat().st_mtime)
    limit = MAX_FILES * most_bytes()
    while len(kept) > 1 and sum(each.stat().st_size for each in kept) > limit:
        kept.pop(0).unlink()


def is_counts(path: Path) -> bool:
    """Whether a stored file contains word counts and not a text.

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
    return tuple(
        path
        for path in sorted(root.rglob("*.py"))
        if not {"site-packages", "dist-packages", "test", "tests"} & set(path.parts)
    )
