"""Files too large for a link: texts and tokenizers that readers brought; Python's own source code.

Each lies in a file of this server's own, under a name made from its content, while it runs and
there is room. What has been kept is never read back as a whole here. But: nothing here decides
how a text is trained on.
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
from pages.corpora.typed import KEPT_COUNTS

PYTHON_BYTES = 4_400_000  # of Python's source code: so much of it is one corpus
BEGINNING = 8_000  # bytes of a text that are shown as they are
ROOM = 12  # texts of the greatest size that are kept
NAME = re.compile(r"[0-9a-f]{24}")
LOCK = Lock()
LOG = logging.getLogger(__name__)


def most_bytes() -> int:
    """The greatest text that is let in, in bytes: the server's option maxUploadSize."""
    return int(st.get_option("server.maxUploadSize")) * 1_000_000


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    """The folder of the texts; it goes when the server does."""
    return tempfile.TemporaryDirectory(prefix="merge-by-merge-")


def path_of(name: str) -> Path | None:
    """The file of a text; None for a name that is none, or is not (or no longer) known."""
    if not NAME.fullmatch(name):
        return None
    try:
        path = Path(folder().name, name)
        return path if path.is_file() else None
    except OSError:  # there is no folder for temporary files
        return None


def keep(data: bytes) -> str:
    """Keep a text, UTF-8; the oldest make room for it. Returns its name.

    Raises bpe.InputError where the server's disk does not take it.
    """
    name = hashlib.sha256(data).hexdigest()[:24]
    try:
        with LOCK:
            write(Path(folder().name, name), data)
            make_room(Path(folder().name))
    except OSError as error:
        LOG.warning("A text cannot be kept: %s, errno %s", type(error).__name__, error.errno)
        raise bpe.InputError(
            "This server cannot store a text of this size right now. Upload a smaller one, or "
            "try again later."
        ) from None
    return name


def write(path: Path, data: bytes) -> None:
    """Write a file that nobody sees half written."""
    new = path.with_suffix(".new")
    path.parent.mkdir(0o700, exist_ok=True)  # what looks after temporary files may have removed it
    try:
        new.write_bytes(data)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()  # a part of it would take the room of others
        raise


def make_room(kept_in: Path) -> None:
    """Let the oldest texts go until the others fit."""
    kept = sorted(kept_in.iterdir(), key=lambda each: each.stat().st_mtime)
    room = ROOM * most_bytes()
    while len(kept) > 1 and sum(each.stat().st_size for each in kept) > room:
        kept.pop(0).unlink()


def is_counts(path: Path) -> bool:
    """Whether a file that is kept holds word counts, as they are typed, not a text."""
    with path.open("rb") as file:
        return file.read(len(KEPT_COUNTS)) == KEPT_COUNTS


def checked(files: list[bytes]) -> str:
    """Files as one text. Raises bpe.InputError for what is no text, empty or too large."""
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


def beginning(paths: tuple[Path, ...]) -> tuple[str, ...]:
    """The first lines of some files, so many as are shown; none of word counts."""
    if not paths or not paths[0].is_file() or is_counts(paths[0]):
        return ()
    with paths[0].open("rb") as file:
        return tuple(file.read(BEGINNING).decode("utf-8", "ignore").splitlines())


@cache
def python_files() -> tuple[Path, ...]:
    """The paths of the standard library's source files, in order; tests are left out."""
    root = Path(sysconfig.get_paths()["stdlib"])
    return tuple(
        path
        for path in sorted(root.rglob("*.py"))
        if not {"site-packages", "dist-packages", "test", "tests"} & set(path.parts)
    )
