"""Names of Streamlit's own elements that our JavaScript, styles and tests look for.

Streamlit promises none of them. A style sheet cannot import a name, so `named` finds them wherever
they are written, and a test compares. What our JavaScript reads is in `streamlit_page.js`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.support.servers import ROOT

# Values of data-testid that are on the page of an encoding without further ado.
DRAWN = {
    *("stApp", "stHeader", "stMain", "stMainBlockContainer", "stTopNavLink"),
    *("stSidebar", "stSidebarHeader", "stSidebarCollapseButton"),
    *("stVerticalBlock", "stHorizontalBlock", "stColumn", "stLayoutWrapper"),
    *("stMarkdown", "stMarkdownContainer", "stCaptionContainer", "stWidgetLabel"),
    *("stExpander", "stExpanderDetails", "stNumberInputStepUp", "stButtonGroup"),
    *("stSkipToContent", "stMetric", "stSelectbox"),
}
# Those of something that happens, of a narrow screen, of an option, or of no page of ours.
SELDOM = {
    *("stAlert", "stAlertContentError", "stAlertContentWarning", "stProgress", "stForm", "stText"),
    *("stBaseButton-primary", "stFileUploader", "InputInstructions", "stExpandSidebarButton"),
    *("stSidebarNavLink", "stTopNavSection", "stMainMenu", "stToolbarActions", "stAppDeployButton"),
    *("stSliderThumbValue", "stDownloadButton", "stCode", "stDialog"),
    *("stTextArea", "stTextInput"),
    *("stButton", "stFormSubmitButton", "stPopover"),
}
ATTRIBUTES = {"data-test-connection-state", "data-test-script-state"}  # of stApp
NAME = re.compile(
    r"""testid\^?=\\?["']?([A-Za-z][\w-]+)|test_id\(\s*"([\w-]+)"|(data-test-[a-z-]+)|"(st[A-Z]\w+)\""""
)


def named() -> Iterator[tuple[str, Path]]:
    """The names that are written in our files, with the file."""
    for folder in (ROOT / "pages", ROOT / "tests"):
        for path in folder.rglob("*"):
            if path.suffix in (".js", ".css", ".py") and path != Path(__file__):
                for match in NAME.finditer(path.read_text()):
                    yield next(filter(None, match.groups())), path


def unknown(static: Path) -> set[str]:
    """The names that a Streamlit's own JavaScript does not have. static: its folder."""
    code = "".join(path.read_text() for path in sorted(static.glob("static/js/*.js")))
    return {each for each in DRAWN | SELDOM | ATTRIBUTES if not is_in(code, each)}


def is_in(code: str, name: str) -> bool:
    """Whether code has a string, or a template that begins like it.

    >>> is_in('"stApp"', "stApp"), is_in("`stAlert${kind}`", "stAlertError"), is_in('"stA"', "stB")
    (True, True, False)
    """
    if any(f"{quote}{name}{quote}" in code for quote in "\"'`"):
        return True
    return any(f"`{name[:length]}${{" in code for length in range(4, len(name)))


def seen(page: Page) -> set[str]:
    """The names that are on an open page."""
    return set(
        page.evaluate("""() => {
          const all = [...document.querySelectorAll('[data-testid]')];
          const app = document.querySelector('[data-testid=stApp]');
          return [...all.map((node) => node.dataset.testid), ...app.getAttributeNames()];
        }""")
    )
