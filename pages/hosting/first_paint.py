"""The HTML of each page: Streamlit's, with our style of the frame, and links for the first paint.

Their URLs are relative, like Streamlit's own: all pages are next to each other.
Without them, the browser learns of a file only when another one asks for it: Streamlit's modules
for the page's elements after the WebSocket has answered, ours after those, the styles after that.
"""

from typing import NamedTuple

from pages.hosting.components import FILES
from pages.hosting.streamlit_patches import index_html
from pages.hosting.styles import style_sheet
from pages.hosting.theme import color_styles

COMMON = "main.js"  # the components that nearly every page has
# Tells Streamlit's client where its server is: next to the page. Otherwise it first looks below the
# page, and gets an error. A Streamlit that does not know this name would do so too. Then it asks
# for the early stage, so that the answer is there when `early.js` runs. On a first visit to the
# first page it says so before anything is painted (see `beginning.js`). A page that does not
# connect in time loads what looks for the reason.
FIRST_SCRIPT = """
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
if (document.currentScript.dataset.page === "" && /^([?]lang=[\\w-]*)?$/.test(location.search)) {
  let been = false;
  try {
    been = ["begun", "tour"].some((name) => localStorage[`merge-by-merge-${name}`] === "1");
    been ||= Boolean(JSON.parse(localStorage["merge-by-merge-course"]).place);
  } catch {}
  document.documentElement.toggleAttribute("data-begin", !been && window === top);
}
if (document.currentScript.dataset.early) {
  const url = new URL(document.currentScript.dataset.early, location.href);
  url.search = location.search;
  url.searchParams.set("locale", navigator.language);
  url.searchParams.set("page", document.currentScript.dataset.page);
  window.earlyStage = fetch(url).catch(() => null);
}
const noRoom = new URL(document.currentScript.dataset.late, location.href).href;
const late = setInterval(() => {
  if (document.querySelector("[data-test-connection-state=CONNECTED]")) return;
  clearInterval(late);
  import(noRoom).catch(() => null);
}, 5000);
"""


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
    """Return the HTML of a page, where Streamlit's has a place for our tags.

    >>> b'rel="modulepreload"' in page_html(FirstPaint("algorithm"))
    True
    """
    urls = f' data-late="./{FILES}/no_room.js"'
    urls += f' data-early="./{FILES}/early" data-page="{page.path}"' if page.is_early else ""
    first = f"<script{urls}>{FIRST_SCRIPT}</script>\n{stage_script(page)}"
    head = "".join(own_link(name, "high") for name in page.files)
    head += "" if stage_script(page) else own_link(COMMON, "low")
    head += index_html.module_links()
    head += f"<style>\n{color_styles(':root')}\n</style>\n"
    # In the body, so that its rules overrule those that Streamlit adds to the head.
    body = f"<style>\n{style_sheet('frame.css')}</style>\n"
    return index_html.html_with(first, head, body).encode()


def stage_script(page: FirstPaint) -> str:
    """Return the tag that runs our main module before Streamlit; empty for a page without a stage.

    >>> stage_script(FirstPaint("algorithm"))
    ''
    """
    if not page.has_stage:
        return ""
    return f'<script type="module" async fetchpriority="high" src="./{FILES}/{COMMON}"></script>\n'


def own_link(name: str, priority: str) -> str:
    """Return the tag that loads one of our files early. priority: "high" or "low".

    A style sheet for no medium is loaded and not applied. Browsers warn of an unused `preload`.
    """
    url = f"./{FILES}/{name}"
    if name.endswith(".css"):
        return f'<link rel="stylesheet" media="not all" href="{url}">\n'
    return f'<link rel="modulepreload" fetchpriority="{priority}" href="{url}">\n'
