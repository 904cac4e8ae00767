"""Tests every page without a network. test_offline.py runs it in a namespace without a route.

`Watch` fails a test on external requests of the browser; those of the server are recorded.
"""

import re
from contextlib import contextmanager
from pathlib import Path

from pages.server import network_address
from tests.support.servers import Server
from tests.support.waiting import expect

OURS = re.compile(r"'(127\.0\.0\.1|localhost|::1|/[^']*)'")  # this machine alone
# A socket is connected to find its own address: no packet is sent.
ROUTE = f"('{network_address.UNUSED_ADDRESS}', 9)"


@contextmanager
def noted(folder: Path):
    """A server that opens a window and records its outgoing connections, and the record."""
    notes = folder / "notes"
    noting = str(Path(__file__).parent / "noting")
    server = Server(folder / "log", headless=False, PYTHONPATH=noting, NOTES=str(notes))
    try:
        yield server, notes
    finally:
        server.stop()
    assert not server.complaints()


def strangers(notes: Path) -> list[str]:
    return [line for line in notes.read_text().splitlines() if not OURS.search(line)]


def saved(tab, name: str, role: str = "button") -> int:
    """The size of the file that a button or a link downloads."""
    tab.idle()  # a script that runs would replace the button
    with tab.page.expect_download() as download:
        tab.page.get_by_role(role, name=name).click()
    return Path(download.value.path()).stat().st_size


def test_network_is_unreachable():
    assert network_address.local_address() is None


def test_everything_works_without_external_requests(visitor, tmp_path):
    with noted(tmp_path) as (server, notes):
        tab = visitor(server).open("corpus=course")
        tab.press("ArrowRight", "End")
        tab.at(tab.last)
        assert strangers(notes) == []
        use(tab)
        assert [line for line in strangers(notes) if ROUTE not in line] == []
        assert ROUTE in notes.read_text()  # the notes are of this server


def use(tab):
    """Download every file, and open every page."""
    page = tab.page
    for name in ("Report", "Merges as CSV"):
        assert saved(tab, name, "link")
    tab.unfold("Export: files for other programs")
    for name in ("tokenizer.json", "merges.txt", "Ranks for tiktoken", "Curves as SVG"):
        assert saved(tab, name)
    for name in ("Before the first merge", "Code for step"):
        page.get_by_text(name).first.click()
        tab.idle()
    page.get_by_role("button", name="Share with a class").click()
    expect(page.get_by_text("Other devices cannot open this page")).to_be_visible()
    with tab.watch.expecting("404.*/_stcore/"):
        tab.open("at=1", "/encode")
        tab.press("ArrowRight")
        tab.at(2)
        assert saved(tab, "Tokens as CSV")
        tab.open("show=rounds&at=1", "/unigram")
        tab.press("ArrowRight")
        tab.at(2)
        selectors = {
            "/unigram?show=comparison": ".comparison table",
            "/practice?": ".practice.question",
            "/lesson?": ".overview .chapter",
            "/course?": ".figures table",
            "/algorithm?": "[data-testid=stCode]",
        }
        for address, drawn in selectors.items():
            page.goto(tab.url + address)
            expect(page.locator(drawn).first).to_be_visible()
            tab.idle()
