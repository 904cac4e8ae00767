"""Fixtures for every test in a browser: Chromium, and visitors whose pages are watched.

A pytest plugin (see `.pytest.ini`), so that all folders share one Chromium.
"""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.support.expected import Expected, course, long_text, own
from tests.support.network import OURS, PUBLIC, Watch
from tests.support.servers import PATIENCE
from tests.support.tab import Tab

# The headless shell draws no window of its own: opening a page takes half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# The certificates of test servers count as valid. A context that ignores their errors asks again
# for each connection, and sometimes gives up a file (ERR_TOO_MANY_RETRIES).
ARGUMENTS += ["--ignore-certificate-errors"]
# Every other host is unknown, so that what asks for one fails.
ALONE = f"--host-resolver-rules=MAP {PUBLIC} {OURS} , MAP * ~NOTFOUND , EXCLUDE {OURS}"
# A page is open for a second or two: optimizing its JavaScript takes longer than it saves.
UNOPTIMIZED = "--js-flags=--no-maglev,--no-turbofan"
VIEWPORT: ViewportSize = {"width": 1366, "height": 768}
# Somebody who was here before sees neither the first screen nor the tour.
BEEN_HERE = """try { for (const name of ["begun", "tour"])
  localStorage.setItem(`merge-by-merge-${name}`, "1") } catch {}"""


def find_chromium() -> str:
    """The path of the browser. The tests need it."""
    wanted = os.environ.get("CHROMIUM")
    path = next(filter(None, map(shutil.which, [wanted] if wanted else NAMES)), None)
    if not path:
        missing = f"at CHROMIUM={wanted}" if wanted else "; set CHROMIUM to its path"
        pytest.fail(f"No Chromium found {missing}".replace(" ;", ";"), pytrace=False)
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*ARGUMENTS, ALONE, UNOPTIMIZED]
        )
        yield browser
        browser.close()


def clear_storage(page: Page, url: str) -> None:
    """Empty all storage of a server in a page's browser, but sessionStorage of its tabs."""
    session = page.context.new_cdp_session(page)
    stored = {"origin": url, "storageTypes": "local_storage,indexeddb,cache_storage"}
    session.send("Storage.clearDataForOrigin", stored)
    session.detach()


def new_user(chromium: Browser, first_visit: bool, **options) -> tuple[BrowserContext, Watch]:
    """An empty browser, and what watches its pages."""
    options = {"viewport": VIEWPORT, "locale": "en-US", **options}
    context = chromium.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    if not first_visit:
        context.add_init_script(BEEN_HERE)
    return context, Watch(context)


@pytest.fixture(scope="session")
def used_browser(chromium) -> Iterator[tuple[BrowserContext, Watch]]:
    """The browser of all tests that need no empty one."""
    context, watch = new_user(chromium, first_visit=False)
    yield context, watch
    context.close()


@pytest.fixture
def regular(used_browser) -> Iterator[Callable[..., Tab]]:
    """A user who was here before, which saves a quarter of the time to open a page.

    Their browser has our files in its cache. It has no cookies, nothing in its storage, and no
    other page. There may be no errors at the end of the test. What a test sets for the whole
    browser (its clock) stays there, so such a test needs a `visitor`.
    """
    context, watch = used_browser
    watch.seen.clear()

    def arrive(server) -> Tab:
        for other in context.pages:
            other.close()
        page = context.new_page()
        context.clear_cookies()
        clear_storage(page, server.url)
        return getattr(server, "tab", Tab)(page, server.url, watch)

    yield arrive
    complaints = list(watch.seen)
    for page in context.pages:
        page.close()
    assert not complaints


@pytest.fixture
def visitor(chromium) -> Iterator[Callable[..., Tab]]:
    """A user with their own empty browser, which may have no errors at the end of the test."""
    made: list[tuple[BrowserContext, Watch]] = []

    def arrive(server, first_visit: bool = False, **options) -> Tab:
        made.append(new_user(chromium, first_visit, **options))
        context, watch = made[-1]
        return getattr(server, "tab", Tab)(context.new_page(), server.url, watch)

    yield arrive
    complaints = [each for _, watch in made for each in watch.seen]
    for context, _ in made:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def engine():
    """Trainings to compare with: `course(...)`, `own(text, ...)`, `Expected(run)`."""

    class Engine:
        course = staticmethod(course)
        own = staticmethod(own)
        long_text = staticmethod(long_text)
        expected = Expected

    return Engine
