"""The files that the browser gets from us: those of `pages/stage`, and of the pages that have more.

A page can have a folder `stage` with modules and style sheets of its own. In the browser, all files
are in one folder. `pages.runs.renderers` writes two of them, which depend on the pages.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PAGES = Path(__file__).parents[1]
FOLDER = PAGES / "stage"
SHARED = re.compile(r'(from |import\(|@import )"\.\./\.\./stage/')  # from the folder of a page
WRITTEN: dict[str, str] = {}  # the files that are not in a folder


@cache
def files() -> dict[str, Path]:
    """Return all files in folders, by name.

    >>> files()["dom.js"] == FOLDER / "dom.js"
    True
    """
    return {path.name: path for folder in folders() for path in sorted(folder.iterdir())}


def folders() -> Iterator[Path]:
    """Yield the folders with files for the browser."""
    yield FOLDER
    yield from sorted(PAGES.glob("*/stage"))


def names(suffix: str) -> list[str]:
    """Return the names of the files that end like this.

    >>> "dom.js" in names(".js")
    True
    """
    return [each for each in (*files(), *WRITTEN) if each.endswith(suffix)]


def text(name: str) -> str:
    """Return a module or a style sheet, as if all files were in one folder.

    >>> text("dom.js") == (FOLDER / "dom.js").read_text()
    True
    """
    if name in WRITTEN:
        return WRITTEN[name]
    return SHARED.sub(r'\1"./', files()[name].read_text())


def version() -> str:
    """Return a hash of all files. Those that are written follow from the others."""
    content = b"".join(path.read_bytes() for path in files().values())
    return hashlib.sha256(content).hexdigest()[:12]
