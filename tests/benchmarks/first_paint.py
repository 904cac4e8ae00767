"""Measures the time from a link to the first painted step, next to a plain Streamlit page.

    python -m tests.benchmarks.first_paint [--visits 7] [--quick]

The plain page has one button and one slider and is served by `streamlit run`. Both servers run at
the same time, and the visits alternate. One visitor has opened the link before, so the server has
trained the run, as in a class. Each visit is a new browser context (cold cache), or the second page
of one (warm cache). The slow phone has 1.6 Mbit/s, 150 ms latency and a quarter of the CPU, through
DevTools. Times are from the start of the navigation to the frame after the one that paints the
corpus (the button and the slider on the plain page). Requests and bytes are those until the network
is idle: HTTP with headers, without the WebSocket.
"""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.support.browser import ARGUMENTS, find_chromium
from tests.support.servers import PATIENCE, Server, one_button_app, serving

BUTTON_AND_SLIDER = "import streamlit as st\n\nst.button('Next')\nst.slider('Step', 0, 100)\n"
STEP = "[data-step]"
CONTROLS = "[data-testid=stSliderThumbValue]"
LINK = "?corpus=course&vocab=60&step=7"
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,  # ms
    "downloadThroughput": 1_600_000 / 8,  # bytes per second
    "uploadThroughput": 1_600_000 / 8,
}
SLOW_CPU = {"rate": 4}

# Looks for an element in the document and in all shadow roots, once in a frame.
WATCH = """
const roots = [document];
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attachShadow.call(this, options);
  roots.push(root);
  return root;
};
const isPainted = (root) => root.querySelector("%s")?.getBoundingClientRect().height > 0;
const look = () => {
  const next = roots.some(isPainted) ? () => { window.paintedAt = performance.now(); } : look;
  requestAnimationFrame(next);
};
look();
"""


@dataclass(frozen=True)
class Page:
    """A page to measure: its server, its path with query, and the element that must be painted."""

    name: str
    server: Server
    link: str
    element: str


@dataclass(frozen=True)
class Visit:
    """The measurements of a visit: seconds to the first paint, URLs requested, bytes received."""

    painted: float
    urls: list[str]
    received: int

    @property
    def requests(self) -> int:
        """The number of requests."""
        return len(self.urls)


def open_page(context: BrowserContext, page: Page, slow: bool = False) -> Visit:
    """Open a page in a new tab, and wait until it is painted and the network is idle."""
    tab = context.new_page()
    devtools = context.new_cdp_session(tab)
    requests: list[str] = []
    received: list[int] = []
    devtools.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    devtools.on(
        "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
    )
    devtools.send("Network.enable")
    if slow:
        devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        devtools.send("Emulation.setCPUThrottlingRate", SLOW_CPU)
    tab.add_init_script(WATCH % page.element)
    tab.goto(page.server.url + "/" + page.link, wait_until="commit")
    painted = tab.wait_for_function("() => window.paintedAt").json_value() / 1000
    tab.wait_for_load_state("networkidle")
    fetched = [url for url in requests if url.startswith("http")]
    tab.close()
    return Visit(painted, fetched, int(sum(received)))


def visit(browser: Browser, page: Page, warm: bool = False, slow: bool = False) -> Visit:
    """Open a page in a new browser context. warm: measure the second page of that context."""
    context = browser.new_context(**(PHONE if slow else LAPTOP))
    context.set_default_timeout(2 * PATIENCE * 1000)
    try:
        if warm:
            open_page(context, page)
        return open_page(context, page, slow)
    finally:
        context.close()


def show(times: list[float]) -> str:
    """Return the median of times in seconds, and the fastest and slowest.

    >>> show([1.0, 3.0, 2.0])
    '2.00 s (1.00 to 3.00)'
    """
    return f"{median(times):.2f} s ({min(times):.2f} to {max(times):.2f})"


def measure(
    browser: Browser, ours: Page, plain: Page, visits: int, firsts: list[Visit] | None = None
) -> None:
    """Measure all cases, and print a table.

    firsts: a visit of each page with a cold cache. If it is there, nothing more is measured.
    """
    print("| case | Merge by Merge | plain page | ratio | requests | received |")
    print("|---|--:|--:|--:|--:|--:|")
    cases: dict[str, dict[str, bool]] = {"cold cache": {}}
    if not firsts:
        cases |= {"warm cache": {"warm": True}, "slow phone, cold cache": {"slow": True}}
    for name, options in cases.items():
        mine, other = ([each] for each in firsts) if firsts else ([], [])
        for _ in range(0 if firsts else visits):
            mine.append(visit(browser, ours, **options))
            other.append(visit(browser, plain, **options))
        times = [[each.painted for each in visits] for visits in (mine, other)]
        ratio = median(times[0]) / median(times[1])
        requests = [median(each.requests for each in visits) for visits in (mine, other)]
        received = [median(each.received for each in visits) / 1e6 for visits in (mine, other)]
        print(
            f"| {name} | {show(times[0])} | {show(times[1])} | {ratio:.2f} | "
            f"{requests[0]:.0f}, {requests[1]:.0f} | {received[0]:.2f}, {received[1]:.2f} MB |",
            flush=True,
        )


def server_costs(page: Page, started: tuple[float, float]) -> str:
    """Return the memory and CPU time of a server: after its start, and after its first page."""
    memory, cpu = started
    return (
        f"{page.name}: {memory:.0f} MB and {cpu:.2f} s of CPU time after the start, "
        f"{page.server.memory():.0f} MB and {page.server.cpu_time():.2f} s after the first page"
    )


def main() -> int:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visits", type=int, default=7, help="of each page in each case")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the first visits, to check that it works",
    )
    asked = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        empty = one_button_app(Path(folder) / "plain")
        (empty / "app.py").write_text(BUTTON_AND_SLIDER)
        with (
            serving(Path(folder) / "log") as mine,
            serving(Path(folder) / "other.log", empty) as other,
        ):
            pages = (
                Page("Merge by Merge", mine, LINK, STEP),
                Page("plain page", other, "", CONTROLS),
            )
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
            print(f"load average {os.getloadavg()[0]:.1f} before the run\n")
            firsts = []
            for page in pages:
                started = page.server.memory(), page.server.cpu_time()
                firsts.append(visit(browser, page))
                painted = firsts[-1].painted
                print(f"{server_costs(page, started)}; painted after {painted:.2f} s\n")
            measure(browser, *pages, asked.visits, firsts if asked.quick else None)
            browser.close()
            complaints = mine.complaints() + other.complaints()
    print(complaints, end="")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
