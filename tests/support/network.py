"""Network traffic of a page: watched, delayed or interrupted."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from tests.support.waiting import wait_until

OURS = "127.0.0.1"  # the only host that a browser of the tests can reach
PUBLIC = "*.test"  # names of this machine, as hosts have them
# Streamlit asks once for the file of each download button that appears. After a quick change of the
# page, that file is gone as its button is.
GONE_FILE = re.compile(r"Download Button source error - 404|status of 404 .* at \S+/media/\S+$")
TOGETHER = "Multiple different fragmentIds"  # a step and a control at once: see test_stepping


def is_ours(host: str) -> bool:
    """Whether a host is this machine."""
    return host == OURS or fnmatch(host, PUBLIC)


class Watch:
    """All errors of a browser, and all requests to other hosts, which fail in it (see browser.py).

    Chromium also says in the console that an answer has a status above 399. Being told about each
    request and response would take a twentieth of the time to open a page.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.seen: list[str] = []
        context.on("console", self.console)
        context.on("weberror", lambda error: self.seen.append(f"error: {error.error}"))
        context.on("requestfailed", self.failed)
        context.on("dialog", self.dialog)

    def console(self, message) -> None:
        if message.type in ("warning", "error") and TOGETHER not in message.text:
            url = message.location.get("url", "")
            seen = f"console: {message.type}: {message.text} at {url}"
            if not GONE_FILE.search(seen):
                self.seen.append(seen)

    def failed(self, request) -> None:
        url = urlsplit(request.url.removeprefix("blob:"))  # a worker that a page has made
        belongs = is_ours(url.hostname or "")
        if "ERR_ABORTED" not in str(request.failure) or not belongs:  # otherwise, the page was left
            self.seen.append(f"failed: {request.url} {request.failure}")

    def dialog(self, dialog) -> None:
        self.seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[list[str]]:
        """Within the block, expect errors that match one of the patterns, and return their list."""
        before, expected = len(self.seen), []
        try:
            yield expected
        finally:
            since = self.seen[before:]
            expected += [each for each in since if any(re.search(p, each) for p in patterns)]
            self.seen[before:] = [each for each in since if each not in expected]


COUNT_RECORDS = """
window.recordsInFlight = 0;
{
  const real = window.fetch;
  const { port1, port2 } = new MessageChannel();  // a paused clock does not stop its messages
  port1.onmessage = () => { window.recordsInFlight -= 1; };
  window.fetch = async (url, ...more) => {
    if (!String(url).includes("/records/")) return real.call(window, url, ...more);
    window.recordsInFlight += 1;
    try {
      const answer = await real.call(window, url, ...more);
      const text = await answer.text();
      answer.json = async () => JSON.parse(text);
      return answer;
    } finally {
      port2.postMessage("done");  // arrives after everything that waits for the answer has run
    }
  };
}
"""


def count_records(page: Page) -> None:
    """Count the pending requests for records, from the next page on."""
    page.add_init_script(COUNT_RECORDS)


class Held:
    """Requests that a test holds from `start` to `release`.

    Create it before the page is opened, because a browser intercepts requests only after a while.
    """

    def __init__(self, page: Page, pattern: re.Pattern[str]) -> None:
        assert page.url == "about:blank"
        self.page, self.routes, self.open = page, [], True
        page.route(pattern, lambda route: self.take(route))

    def start(self) -> None:
        self.open = False

    def take(self, route) -> None:
        if self.open:
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self, count: int = 1) -> None:
        """Wait until this many requests are held."""
        wait_until(self.page, lambda: len(self.routes) >= count)

    def release(self) -> None:
        """Release these requests and all later ones."""
        self.open = True
        for route in self.routes:
            route.continue_()


class Answered:
    """Requests that a test answers itself, from `start` to `stop`.

    Create it before the page is opened, because a browser intercepts requests only after a while.
    """

    def __init__(self, page: Page, pattern: str, answer: Callable[[Route], None]) -> None:
        assert page.url == "about:blank"
        self.answer, self.started = answer, False
        page.route(pattern, lambda route: self.take(route))

    def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        self.started = False

    def take(self, route: Route) -> None:
        if self.started:
            self.answer(route)
        else:
            route.continue_()


class HeldMessages:
    """Messages from a page to the server, held from `start` to `release`.

    Create it before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        assert page.url == "about:blank"
        self.open, self.held = True, []
        page.route_web_socket(re.compile("_stcore/stream"), self.join)

    def join(self, page_side) -> None:
        self.server_side = page_side.connect_to_server()
        page_side.on_message(self.take)

    def take(self, message: bytes) -> None:
        if self.open:
            self.server_side.send(message)
        else:
            self.held.append(message)

    def start(self) -> list[bytes]:
        """Start holding messages in the list."""
        self.open = False
        return self.held

    def release(self) -> None:
        """Send the held messages and all later ones."""
        self.open = True
        for message in self.held:
            self.server_side.send(message)
        self.held.clear()


class Line:
    """The connection between a page and the server. A test can cut, restore or slow it.

    Create it before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        assert page.url == "about:blank"
        self.whole, self.slow = True, False
        self.late: list[tuple[Callable[[bytes], None], bytes]] = []
        page.route_web_socket(re.compile("_stcore/stream"), self.join)

    def join(self, page_side) -> None:
        if not self.whole:
            page_side.close(code=1011)
            return
        server_side = page_side.connect_to_server()
        page_side.on_message(lambda message: self.take(server_side.send, message))
        server_side.on_message(lambda message: self.take(page_side.send, message))
        self.sides = page_side, server_side

    def take(self, send: Callable[[bytes], None], message: bytes) -> None:
        self.late.append((send, message))
        if not self.slow:
            self.deliver(len(self.late))

    def deliver(self, count: int = 1) -> None:
        """Deliver the messages that have waited longest."""
        ripe, self.late = self.late[:count], self.late[count:]
        for send, message in ripe:
            send(message)

    def cut(self) -> None:
        self.whole = False
        for side in self.sides:
            side.close(code=1011)

    def restore(self) -> None:
        self.whole, self.slow = True, False
        self.deliver(len(self.late))
