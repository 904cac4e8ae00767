"""The files that the browser gets from us: those of `pages/stage`, and of the features.

A feature has its modules and style sheets in a folder `stage`. In the browser, all files are in one
folder, so their names differ. `pages.runs.renderers` writes two of them, which depend on the pages.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

PAGES = Path(__file__).parents[1]
FOLDER = PAGES / "stage"
SUFFIXES = (".js", ".css", ".html", ".svg")
RELATIVE = re.compile(r'(from |import\(|@import )"\.{1,2}/(?:[\w.]+/)*([\w.]+)"')  # a file of ours
WRITTEN: dict[str, str] = {}  # the files that are not in a folder


@cache
def files() -> dict[str, Path]:
    """Return all files in folders, by name.

    >>> files()["icon.svg"] == FOLDER / "icon.svg"
    True
    """
    found: dict[str, Path] = {}
    for path in sorted(PAGES.glob("**/stage/**/*")):
        if path.suffix in SUFFIXES:
            assert path.name not in found, f"two files have the name {path.name}"
            found[path.name] = path
    return found


def names(suffix: str) -> list[str]:
    """Return the names of the files that end like this.

    >>> "dom.js" in names(".js")
    True
    """
    return [each for each in (*files(), *WRITTEN) if each.endswith(suffix)]


def serve_picture(request: Request) -> Response:
    """Answer GET {name} with a file, or a range of it; 404 for modules and style sheets."""
    path = files().get(request.path_params["name"])
    if path is None or path.suffix in (".js", ".css"):
        return Response(status_code=404)
    return FileResponse(path)


def text(name: str) -> str:
    """Return a module or a style sheet, as if all files were in one folder.

    >>> 'from "./mount.js"' in text("main.js"), "../" in text("main.js")
    (True, False)
    """
    if name in WRITTEN:
        return WRITTEN[name]
    return RELATIVE.sub(r'\1"./\2"', files()[name].read_text())


def version() -> str:
    """Return a hash of all files. Those that are written follow from the others."""
    content = b"".join(path.read_bytes() for path in files().values())
    return hashlib.sha256(content).hexdigest()[:12]
