"""What the tests in the browser share: a server, a browser, and a page that is watched."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.expected import Expected, course, long_text, own
from tests.browser.tab import Tab
from tests.browser.watching import Watch
from tests.support.servers import PATIENCE, Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
expect.set_options(timeout=PATIENCE * 1000)


def find_chromium() -> str:
    """The path of the browser; without one the tests fail."""
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
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()


@pytest.fixture
def server(shared_server) -> Iterator[Server]:
    """The server that all tests share; it may log no error meanwhile."""
    before = shared_server.log.stat().st_size
    yield shared_server
    assert not shared_server.complaints(before)


@pytest.fixture
def fresh_server(tmp_path) -> Iterator[Server]:
    """A server that nobody has visited yet."""
    server = Server(tmp_path / "log")
    yield server
    server.stop()
    assert not server.complaints()


@pytest.fixture
def visitor(chromium) -> Iterator[Callable[[Server], Tab]]:
    """Somebody with a browser of their own; at the end, nothing may have gone wrong in it."""
    made: list[tuple[BrowserContext, Watch]] = []

    def arrive(server: Server, first_visit: bool = False, **options) -> Tab:
        options = {"viewport": {"width": 1366, "height": 768}, "locale": "en-US", **options}
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        if not first_visit:
            context.add_init_script(
                "try { localStorage.setItem('merge-by-merge-tour', '1') } catch {}"
            )
        watch = Watch(context)
        made.append((context, watch))
        return Tab(context.new_page(), server.url, watch)

    yield arrive
    complaints = [each for _, watch in made for each in watch.seen]
    for context, _ in made:
        context.close()
    assert not complaints


@pytest.fixture
def tab(visitor, server) -> Tab:
    """A visitor of the shared server."""
    return visitor(server)


@pytest.fixture(scope="session")
def engine():
    """Trainings made here, to compare with: `course(...)`, `own(text, ...)`, `Expected(run)`."""

    class Engine:
        course = staticmethod(course)
        own = staticmethod(own)
        long_text = staticmethod(long_text)
        expected = Expected

    return Engine
