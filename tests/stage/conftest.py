"""What the tests of the stage on a bare page share."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from pages.hosting.components import files_path
from tests.support.bare import BareServer, BareTab
from tests.support.browser import VIEWPORT, clear_storage
from tests.support.network import Watch
from tests.support.small_course import record
from tests.support.waiting import expect

IMPORT = f"const load = (name) => import(`{files_path()}/${{name}}.js`);"
EMPTY = "<!DOCTYPE html><html lang=en><link rel=icon href=data:,><body></body></html>"
# What a test may call to change a page and the documents after it. It takes the page with it.
LASTING = (
    *("add_init_script", "close", "emulate_media", "expose_function", "on", "once"),
    *("route", "route_web_socket", "set_extra_http_headers"),
)


@pytest.fixture(scope="session")
def server() -> Iterator[BareServer]:
    """The server of the bare page."""
    server = BareServer()
    yield server
    server.stop()


class Kept:
    """The tab that one test after the other has, as long as they leave it as it was."""

    def __init__(self, tab: BareTab) -> None:
        self.tab, self.changed_by = tab, set[str]()
        for name in LASTING:
            self.note(name, getattr(tab.page, name))

    def note(self, name: str, method: Callable[..., object]) -> None:
        """Note from now on that a method of the page is called."""

        def noted(*args: object, **more: object) -> object:
            self.changed_by.add(name)
            return method(*args, **more)

        setattr(self.tab.page, name, noted)

    def is_as_before(self) -> bool:
        """Whether the next test can have the tab."""
        return not self.changed_by and self.tab.page.url.startswith(self.tab.url)

    def leave(self) -> None:
        """Empty the tab."""
        page = self.tab.page
        page.evaluate("() => sessionStorage.clear()")
        page.goto("about:blank")
        page.mouse.move(-1, -1)
        page.set_viewport_size(VIEWPORT)


@pytest.fixture(scope="session")
def keeping() -> list[Kept]:
    """The tab that the next test can have, if there is one."""
    return []


@pytest.fixture
def tab(used_browser, server, keeping) -> Iterator[BareTab]:
    """A tab for the bare page, in a browser with our files in its cache.

    If the test before has left it as it was, it is the same one: to open a page there takes 60 % of
    the time that it takes in a new tab.
    """
    context, watch = used_browser
    watch.seen.clear()
    kept = keeping.pop() if keeping else None
    if not kept or kept.tab.page.is_closed():
        kept = Kept(BareTab(context.new_page(), server.url, watch))
    context.clear_cookies()
    clear_storage(kept.tab.page, server.url)
    yield kept.tab
    complaints = list(watch.seen)
    for page in context.pages:
        if page != kept.tab.page or not kept.is_as_before():
            page.close()
    if kept.is_as_before():
        kept.leave()
        keeping.append(kept)
    assert not complaints


@pytest.fixture(scope="module")
def empty_page(chromium, server) -> Iterator[Page]:
    """An empty page that the tests of a module share; each one loads it again."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    watch = Watch(context)
    page = context.new_page()
    page.route("**/empty", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    yield page
    context.close()
    assert not watch.seen


@pytest.fixture
def run(empty_page, server) -> Callable[..., Any]:
    """Run JavaScript in an empty page, with `load(module)` and the value `given`."""
    empty_page.goto(f"{server.url}/empty")

    def evaluate(script: str, given: object = None) -> Any:
        return empty_page.evaluate(f"async (given) => {{ {IMPORT} {script} }}", given)

    return evaluate


@pytest.fixture
def guide(tab):
    """Open a part of the small course, in place of the app's."""
    context = tab.page.context
    context.route("**/guide/*/course", lambda route: route.fulfill(json=record()))

    def check(route) -> None:
        (word,) = parse_qs(urlsplit(route.request.url).query)["word"]
        route.fulfill(json={"right": word == "mug", "message": "" if word == "mug" else "Known."})

    context.route("**/guide/*/check/*", check)

    def opened(name: str):
        tab.page.goto(f"{tab.url}/?part={name}&lang=en")
        title = tab.page.locator(".guide .part-title")
        expect(title).to_have_text(f"Title of {name}")
        return tab

    yield opened
    context.unroute_all()
