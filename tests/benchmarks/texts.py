"""Training texts: any text file, or the sources of Python's standard library.

No text is repeated. If the text is too short for a size, all of it is used.
"""

import io
import os
import sysconfig
from collections.abc import Iterator
from pathlib import Path

MEGA = 10**6


def standard_library() -> Iterator[bytes]:
    """The UTF-8 sources of the standard library in path order, including its tests if installed."""
    root = Path(sysconfig.get_path("stdlib"))
    paths = []
    for folder, folders, names in os.walk(root):
        folders[:] = [each for each in folders if each not in ("site-packages", "dist-packages")]
        paths += [Path(folder, name) for name in names if name.endswith(".py")]
    for path in sorted(paths, key=Path.as_posix):
        source = path.read_bytes()
        try:
            source.decode()
        except UnicodeDecodeError:  # test files in other encodings
            continue
        yield source


def write_standard_library(path: Path, most: int) -> None:
    """Write the concatenated sources to a file, at most `most` bytes."""
    left = most
    with path.open("wb") as file:
        for source in standard_library():
            left -= file.write(source[:left])
            if not left:
                break


def lines(path: Path, size: int) -> list[str]:
    """The lines of the first `size` bytes of a file, with their line ends."""
    with path.open("rb") as file:
        text = file.read(size)
    whole = text.decode(errors="ignore")  # the last character may be incomplete
    if len(text) - len(whole.encode()) > 3:
        raise SystemExit(f"{path} is not a text in UTF-8")
    return list(io.StringIO(whole))


def megabytes(size: float) -> str:
    """A number of bytes as MB.

    >>> megabytes(100_000), megabytes(4_400_000), megabytes(20_000_000)
    ('0.1 MB', '4.4 MB', '20 MB')
    """
    return f"{size / MEGA:.3g} MB"
