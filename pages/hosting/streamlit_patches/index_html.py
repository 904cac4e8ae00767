"""Streamlit's own HTML and files, as far as our first paint builds on them.

Each function returns nothing where this Streamlit is not as expected: the page then loads what it
needs later, when Streamlit's own script asks for it.
"""

import re
from functools import cache
from pathlib import Path

import streamlit

from pages.hosting.streamlit_patches.improvements import OFF, expect, improvement

STATIC = Path(streamlit.__file__).parent / "static"
ELEMENTS = ("Selectbox", "NumberInput", "BidiComponent")
OWN_HTML = "our own parts in the HTML of a page"
EARLY_MODULES = "Streamlit's modules for controls loaded early"
EARLY_FONT = "Streamlit's font known early"
KNOWN_SERVER = "no request to a wrong address of the server"
IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"\./([^"/]+\.js)"')
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)


@improvement(OWN_HTML, written_for="1.67")
def check_html() -> None:
    """Check that there is one place for our tags at the start, in the head and in the body."""
    html = (STATIC / "index.html").read_text()
    for tag in ("<head>", "</head>", "</body>"):
        expect(html.count(tag) == 1, f"index.html has one {tag}")


def has_place() -> bool:
    """Whether the HTML has a place for our tags.

    >>> has_place()
    True
    """
    return OWN_HTML not in OFF


def html_with(first: str, head: str, body: str) -> str:
    r"""Return the HTML with our tags, where `has_place`.

    first: in front of all others. head: at the end of the head. body: at the end of the body.

    >>> html_with("<script></script>", "", "").count("<head>\n<script></script>")
    1
    """
    html = (STATIC / "index.html").read_text()
    html = html.replace("</head>", f"{head}</head>").replace("</body>", f"{body}</body>")
    return html.replace("<head>", f"<head>\n{first}")


def inline_scripts() -> list[str]:
    """Return the texts of the scripts in the HTML."""
    try:
        return INLINE_SCRIPT.findall((STATIC / "index.html").read_text())
    except OSError:
        return []


@improvement(EARLY_FONT, written_for="1.67")
def check_font() -> None:
    """Check that there is one file of the font."""
    expect(len(font_files()) == 1, "one file of the font Source Sans")


@cache
def font_files() -> list[str]:
    """Return the URLs of the upright font, relative to a page."""
    fonts = (STATIC / "static" / "media").glob("SourceSansVF-Upright*.woff2")
    return [f"./static/media/{font.name}" for font in fonts]


def font_face() -> str:
    """Return the CSS that makes Streamlit's font known before Streamlit does; empty if unknown."""
    if EARLY_FONT in OFF:
        return ""
    source = f"src: url({font_files()[0]});"
    return f'@font-face {{ font-family: "Source Sans"; font-weight: 200 900; {source} }}'


@improvement(EARLY_MODULES, written_for="1.67")
def check_modules() -> None:
    """Check that each element has one module, and that all it imports is there."""
    for name in ELEMENTS:
        found = list((STATIC / "static" / "js").glob(f"{name}.*.js"))
        expect(len(found) == 1, f"one module of {name}")
    modules_of_elements()


@cache
def modules_of_elements() -> tuple[str, ...]:
    """Return the modules of ELEMENTS and all that they import, without those in the HTML."""
    folder = STATIC / "static" / "js"
    html = (STATIC / "index.html").read_text()
    found: dict[str, None] = {}
    waiting = [path.name for each in ELEMENTS for path in sorted(folder.glob(f"{each}.*.js"))]
    while waiting:
        name = waiting.pop(0)
        if name in found or name in html:
            continue
        found[name] = None
        waiting += IMPORT.findall((folder / name).read_text())
    return tuple(found)


def module_links() -> str:
    """Return the tags that load the modules of ELEMENTS early."""
    tag = '<link rel="modulepreload" fetchpriority="low" crossorigin href="./static/js/{}">\n'
    return "" if EARLY_MODULES in OFF else "".join(map(tag.format, modules_of_elements()))


@improvement(KNOWN_SERVER, written_for="1.67")
def check_server_name() -> None:
    """Check that Streamlit's client reads the name by which our first script names its server."""
    scripts = (STATIC / "static" / "js").glob("index.*.js")
    expect(any(b"BACKEND_BASE_URL" in each.read_bytes() for each in scripts), "BACKEND_BASE_URL")
