"""The HTML of each page: Streamlit's, with our style of the frame, and links for the first paint.

Their URLs are relative, like Streamlit's own: all pages are next to each other.
Without them, the browser learns of a file only when another one asks for it: Streamlit's modules
for the page's elements after the WebSocket has answered, ours after those, the styles after that.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import streamlit

from pages.hosting.components import FILES
from pages.hosting.styles import style_sheet
from pages.hosting.theme import color_styles

STREAMLIT = Path(streamlit.__file__).parent / "static"
COMMON = "main.js"  # the components that nearly every page has
ELEMENTS = ("Selectbox", "NumberInput", "BidiComponent")
# Tells Streamlit's client where its server is: next to the page. Otherwise it first looks below the
# page, and gets an error. A Streamlit that does not know this name would do so too. Then it asks
# for the early stage, so that the answer is there when `early.js` runs.
FIRST_SCRIPT = """
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
if (document.currentScript.dataset.early) {
  const url = new URL(document.currentScript.dataset.early, location.href);
  url.search = location.search;
  url.searchParams.set("locale", navigator.language);
  url.searchParams.set("page", document.currentScript.dataset.page);
  window.earlyStage = fetch(url).catch(() => null);
}
"""
IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"\./([^"/]+\.js)"')


class FirstPaint(NamedTuple):
    """What the HTML of a page loads first.

    path: of the page. files: ours. has_stage: whether keys are noted before the stage is there.
    is_early: whether a stage that is computed already is drawn before Streamlit has started.
    """

    path: str
    files: tuple[str, ...] = ()
    has_stage: bool = False
    is_early: bool = False


def page_html(page: FirstPaint) -> bytes:
    """Return the HTML of a page.

    >>> b'rel="modulepreload"' in page_html(FirstPaint("algorithm"))
    True
    """
    html = (STREAMLIT / "index.html").read_text()
    links = "".join(own_link(name, "high") for name in page.files)
    links += "" if stage_script(page) else own_link(COMMON, "low")
    links += "".join(map(streamlit_link, modules_of_elements()))
    links += f"<style>\n{color_styles(':root')}\n{font_face()}\n</style>\n"
    # In the body, so that its rules overrule those that Streamlit adds to the head.
    frame = f"<style>\n{style_sheet('frame.css')}</style>\n"
    html = html.replace("</head>", f"{links}</head>").replace("</body>", f"{frame}</body>")
    early = f' data-early="./{FILES}/early" data-page="{page.path}"' if page.is_early else ""
    first = f"<script{early}>{FIRST_SCRIPT}</script>\n{stage_script(page)}"
    return html.replace("<head>", f"<head>\n{first}").encode()


def stage_script(page: FirstPaint) -> str:
    """Return the tag that runs our main module before Streamlit; empty for a page without a stage.

    >>> stage_script(FirstPaint("algorithm"))
    ''
    """
    if not page.has_stage:
        return ""
    return f'<script type="module" async fetchpriority="high" src="./{FILES}/{COMMON}"></script>\n'


def font_face() -> str:
    """Return the CSS that makes Streamlit's font known before Streamlit does."""
    (font,) = (STREAMLIT / "static" / "media").glob("SourceSansVF-Upright*.woff2")
    url = f"./static/media/{font.name}"
    return f'@font-face {{ font-family: "Source Sans"; font-weight: 200 900; src: url({url}); }}'


def own_link(name: str, priority: str) -> str:
    """Return the tag that loads one of our files early. priority: "high" or "low".

    A style sheet for no medium is loaded and not applied. Browsers warn of an unused `preload`.
    """
    url = f"./{FILES}/{name}"
    if name.endswith(".css"):
        return f'<link rel="stylesheet" media="not all" href="{url}">\n'
    return f'<link rel="modulepreload" fetchpriority="{priority}" href="{url}">\n'


def streamlit_link(name: str) -> str:
    """Return the tag that preloads one of Streamlit's modules."""
    return f'<link rel="modulepreload" fetchpriority="low" crossorigin href="./static/js/{name}">\n'


@cache
def modules_of_elements() -> tuple[str, ...]:
    """Return the modules of ELEMENTS and all that they import, without those in the HTML."""
    folder = STREAMLIT / "static" / "js"
    html = (STREAMLIT / "index.html").read_text()
    found: dict[str, None] = {}
    waiting = [path.name for each in ELEMENTS for path in sorted(folder.glob(f"{each}.*.js"))]
    while waiting:
        name = waiting.pop(0)
        if name in found or name in html:
            continue
        found[name] = None
        waiting += IMPORT.findall((folder / name).read_text())
    return tuple(found)
