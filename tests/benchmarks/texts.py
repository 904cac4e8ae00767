"""What is trained on: any text file, or the sources of Python's standard library.

But: no text is repeated to make it larger; where there is less, the largest size is all of it.
"""

import io
import sysconfig
from collections.abc import Iterator
from pathlib import Path

MEGA = 10**6


def standard_library() -> Iterator[bytes]:
    """The standard library's own sources in UTF-8, by path; its tests too, where they are."""
    root = Path(sysconfig.get_path("stdlib"))
    paths = {path.relative_to(root): path for path in root.rglob("*.py")}
    for relative in sorted(paths, key=Path.as_posix):
        if relative.parts[0] in ("site-packages", "dist-packages"):
            continue
        source = paths[relative].read_bytes()
        try:
            source.decode()
        except UnicodeDecodeError:  # some test how another encoding is read
            continue
        yield source


def write_standard_library(path: Path, most: int) -> None:
    """Write its sources one behind the other into a file, to at most so many bytes."""
    left = most
    with path.open("wb") as file:
        for source in standard_library():
            left -= file.write(source[:left])
            if not left:
                break


def lines(path: Path, size: int) -> list[str]:
    """The lines of the first `size` bytes of a file, each with its end."""
    with path.open("rb") as file:
        text = file.read(size)
    whole = text.decode(errors="ignore")  # a character may be cut at the end
    if len(text) - len(whole.encode()) > 3:
        raise SystemExit(f"{path} is not a text in UTF-8")
    return list(io.StringIO(whole))


def megabytes(size: float) -> str:
    """A number of bytes, in MB.

    >>> megabytes(100_000), megabytes(4_400_000), megabytes(20_000_000)
    ('0.1 MB', '4.4 MB', '20 MB')
    """
    return f"{size / MEGA:.3g} MB"
