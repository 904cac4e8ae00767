"""Tries the app on an installed Streamlit: python -m tests.streamlit_version PYTHON

PYTHON is that of an environment with another version; `sh tests/run streamlit VERSION` makes it and
calls this. Opens all pages in a browser, steps, changes a setting, page and language. Prints
what failed, which improvements were off, and which names of Streamlit's elements are gone.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import expect, sync_playwright

from pages.registry import PAGES
from pages.translations import streamlit_strings
from tests.support import streamlit_names
from tests.support.browser import ARGUMENTS, find_chromium, new_user
from tests.support.servers import Server
from tests.support.tab import Tab

STATIC = (
    "import streamlit; print(streamlit.__version__, streamlit.__path__[0] + '/static', sep='|')"
)
SECONDS = 30  # until an action counts as failed


class OtherServer(Server):
    """A server with the Python of another environment."""

    python = ""

    @property
    def command(self) -> list[str]:
        """See `Server`."""
        return [self.python, *super().command[1:]]


def open_page(tab: Tab, path: str) -> None:
    """Open a page, until it is drawn and no part of it is replaced by an error."""
    tab.page.goto(f"{tab.url}/{path}?corpus=course&vocab=40")
    tab.idle()
    expect(tab.page.locator("h1, h2, [data-step]").first).to_be_attached()
    if next(each for each in PAGES if each.path == path).stage:
        expect(tab.corpus).to_have_count(1)
    expect(tab.errors).to_have_count(0)


def step(tab: Tab) -> None:
    """Go one step on, from a link to step 3."""
    tab.open("corpus=course&vocab=40&step=3")
    tab.press("ArrowRight")
    tab.at(4)


def change(tab: Tab) -> None:
    """Change the vocabulary size."""
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=41)
    tab.idle()
    expect(tab.errors).to_have_count(0)


def follow(tab: Tab) -> None:
    """Go to another page by Streamlit's own link; the settings stay."""
    tab.page.get_by_test_id("stTopNavLink").nth(1).click()
    expect(tab.page).to_have_url(re.compile("/encode[?].*vocab=41"))
    tab.idle()


def translate(tab: Tab) -> None:
    """Open a page in Korean: also Streamlit's own texts are translated."""
    tab.open("corpus=course&lang=ko", "/encode")
    expect(tab.page.locator("html")).to_have_attribute("lang", "ko")
    translated = streamlit_strings.dictionary("ko")["Increment"]
    expect(tab.page.get_by_label(translated, exact=True).first).to_be_attached()


def is_left(complaint: str) -> bool:
    """Whether a file of Streamlit's own was not loaded because the page was left."""
    return complaint.startswith("failed: blob:") and "ERR_ABORTED" in complaint


def actions() -> Iterator[tuple[str, Callable[[Tab], None]]]:
    """What is tried, with its name."""
    for page in PAGES:
        yield f"open /{page.path}", lambda tab, path=page.path: open_page(tab, path)
    yield from (("step", step), ("change a setting", change), ("follow a link", follow))
    yield "translate", translate


@contextmanager
def visiting(server: Server) -> Iterator[tuple[Tab, list[str]]]:
    """A tab on the server, and the errors that its pages have had so far."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        context, watch = new_user(browser, first_visit=False)
        expect.set_options(timeout=SECONDS * 1000)
        context.set_default_timeout(SECONDS * 1000)
        yield Tab(context.new_page(), server.url, watch), watch.seen
        browser.close()


def main() -> int:
    """Try everything; return how much failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    OtherServer.python = parser.parse_args().python
    found = subprocess.run([OtherServer.python, "-c", STATIC], capture_output=True, text=True)
    version, _, static = found.stdout.strip().partition("|")
    print(f"Streamlit {version}")
    failed = 0
    with TemporaryDirectory() as folder:
        server = OtherServer(Path(folder) / "log")
        try:
            with visiting(server) as (tab, complaints):
                for name, act in actions():
                    complaints.clear()
                    try:
                        act(tab)
                        problem = "; ".join(each for each in complaints if not is_left(each))
                    except (Exception, pytest.fail.Exception) as error:
                        problem = str(error).partition("\n")[0]
                    failed += bool(problem)
                    print(f"  {name}: {problem or 'works'}")
        finally:
            server.stop()
        log, is_bad = server.log.read_text(), server.complaints()
    off = re.findall("off is “(.*?)”.*?\\((.*)\\)$", log, re.MULTILINE)
    print("  off:", "; ".join(f"{what} ({why})" for what, why in off) or "no improvement")
    gone = sorted(streamlit_names.unknown(Path(static)))
    print("  names that are gone:", ", ".join(gone) or "none")
    if is_bad:
        failed += 1
        print(f"  logged:\n{log}")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main()))
