"""Every page without a network: it works, is accessible, and is never wider than the screen.

test_offline.py runs these tests in a namespace without a route. The stage and the panels, which are
most of each page, are checked in every size in tests/stage.

`Watch` fails a test on external requests of the browser; those of the server are recorded.
"""

import re
from itertools import cycle
from pathlib import Path

import pytest

from pages.hosting import network_address
from tests.support.cases import LONG
from tests.support.page_checks import DESK, OVER, PHONE, broken_rules
from tests.support.servers import Server
from tests.support.waiting import expect

OURS = re.compile(r"'(127\.0\.0\.1|localhost|::1|/[^']*)'")  # this machine alone
# A socket is connected to find its own address: no packet is sent.
ROUTE = f"('{network_address.UNUSED_ADDRESS}', 9)"
# Where links lead, the view to choose there, and what shows that it is drawn. A small corpus: the
# stage has tests of its own. axe checks the first half on a laptop, and the other on a phone.
IN_ENGLISH = (
    ("/", "", ".overview"),
    ("/encode", "", ".text-columns"),
    ("/unigram", "word", ".lattice"),
    ("/unigram", "rounds", ".pieces"),
    ("/unigram", "comparison", ".comparison tr.row"),
)
IN_CHINESE = (
    ("/tokenizers", "", ".tokenizers .token"),
    ("/practice", "", ".practice.question"),
    ("/lesson", "", ".overview .chapter"),
    ("/course", "", ".figures table"),
    ("/algorithm", "", "[data-testid=stCode]"),
)
VIEWS = {"word": "Lattice", "rounds": "Round by round", "comparison": "Corpus"}
TABLET = (820, 1100)  # a laptop's sidebar on a narrow page
BAR, SIDEBAR = "[data-testid=stTopNavLink]", "[data-testid=stSidebarNavLink]"
LINKS = {DESK: BAR, TABLET: BAR, PHONE: SIDEBAR}  # Streamlit moves its links, if need be


@pytest.fixture(scope="module")
def notes(tmp_path_factory) -> Path:
    """The record of the server's outgoing connections."""
    return tmp_path_factory.mktemp("noted") / "notes"


@pytest.fixture(scope="module")
def server(notes):
    """A server that opens a window, and that nobody has visited yet."""
    noting = str(Path(__file__).parent / "noting")
    log = notes.with_name("log")
    server = Server(log, headless=False, PYTHONPATH=noting, NOTES=str(notes))
    yield server
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


def test_first_visitor_follows_a_link_from_another_page_and_downloads(
    regular, server, notes, engine
):
    tab = regular(server)
    tab.open_algorithm("vocab=60&ties=lowest&step=5")
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()
    expect(tab.control("lang")).to_be_visible()
    tab.address_has(vocab=60, ties="lowest", step=5)
    tab.page.locator(f"a[href='{tab.url}/']").click()
    tab.ready()
    expect(tab.control("vocab").locator("input")).to_have_value("60")
    engine.expected(engine.course(60, "lowest")).becomes(tab, 5)
    tab.press("ArrowRight", "End")
    tab.at(tab.last)
    assert strangers(notes) == []
    for name in ("Report", "Merges as CSV"):
        assert saved(tab, name, "link")
    tab.unfold("Export: files for other programs")
    for name in ("tokenizer.json", "merges.txt", "Ranks for tiktoken", "Curves as SVG"):
        assert saved(tab, name)
    for name in ("Before the first merge", "Code for step"):
        tab.page.get_by_text(name).first.click()
        tab.idle()
    tab.page.get_by_role("button", name="Share with a class").click()
    expect(tab.page.get_by_text("Other devices cannot open this page")).to_be_visible()
    assert [line for line in strangers(notes) if ROUTE not in line] == []
    assert ROUTE in notes.read_text()  # the notes are of this server


def test_every_page_is_accessible_and_fits_every_screen(regular, server, notes, subtests):
    """Follows the links of the app. A long run looks at each page in each of three sizes."""
    tab = regular(server)
    narrow = cycle((TABLET, PHONE))
    for lang, pages, checked in (("en", IN_ENGLISH, DESK), ("zh-Hant", IN_CHINESE, PHONE)):
        tab.resize(checked)
        tab.open(f"corpus=hug&step=3&lang={lang}")
        tab.at(3)
        for path, view, drawn in pages:
            if path != "/":
                link = f"{LINKS[checked]}[href='{tab.url}{path}']"
                tab.page.locator(link).dispatch_event("click")
            if view:
                tab.page.get_by_role("radio", name=VIEWS[view]).click()
                tab.address_has(show=view)
            expect(tab.page.locator(drawn).first).to_be_visible()
            tab.idle()
            if path == "/encode" or view in ("word", "rounds"):
                tab.at(0)
                tab.press("ArrowRight")
                tab.at(1)
            others = [next(narrow)] if checked == DESK else []
            if LONG:
                others = [size for size in (DESK, TABLET, PHONE) if size != checked]
            for size in (checked, *others):
                with subtests.test(path, view=view, size=size):
                    tab.resize(size)
                    tab.until(lambda: tab.page.evaluate(OVER) == [])  # a plot follows late
                    expect(tab.page.locator(LINKS[size]).first).to_be_attached()
                    if size == checked:
                        assert broken_rules(tab.page) == []
            tab.resize(checked)
            if path == "/encode":
                assert saved(tab, "Tokens as CSV")
    assert [line for line in strangers(notes) if ROUTE not in line] == []
