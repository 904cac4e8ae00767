"""Journeys through a restart of the server, and a server without room."""

import pytest

from pages.hosting import websockets
from tests.support.servers import Server
from tests.support.waiting import expect

# What a browser says by itself while its server is away.
AWAY = (
    "ERR_",
    "WebSocket",
    "disconnected",
    "reaching server endpoint",
    "not responding",
    "/records/",
)


def test_stepping_works_while_the_server_restarts(mortal_server, tab, engine):
    query, run = engine.own(engine.long_text(), 250)
    expected = engine.expected(run)
    tab.open(f"{query}&step=12")
    expected.shown(tab, 12)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=251)
    expected = engine.expected(engine.own(engine.long_text(), 251)[1])
    expected.becomes(tab, 12)
    tab.press("ArrowRight")
    tab.address_has(step=13)
    with tab.watch.expecting(*AWAY):
        before, heard = tab.sockets, len(tab.sent)
        mortal_server.stop()
        tab.press("ArrowRight")
        expected.shown(tab, 14)
        tab.press("End")  # records that only the new server can send
        tab.until(lambda: tab.target == expected.last)
        assert tab.step == 14
        assert tab.words() == expected.words(14)
        tab.address_has(step=expected.last)
        mortal_server.start()  # it has lost its state
        tab.until(lambda: tab.sockets > before and len(tab.sent) > heard)
        expected.shown(tab, expected.last)
        tab.quiet()
    tab.press("ArrowLeft")
    expected.shown(tab, expected.last - 1)
    tab.address_has(step=expected.last - 1, vocab=251)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=252)


def test_page_of_a_former_version_is_loaded_again_once(tab):
    """After an update of the app, old and new files would both draw on an open page."""
    as_before = "() => { window.mergeByMergeFiles = 'stage/before/'; window.isOpen = true; }"
    tab.open("corpus=hug&step=2")
    more = tab.control("vocab").get_by_test_id("stNumberInputStepUp")
    tab.page.evaluate(as_before)
    more.click()
    tab.page.wait_for_function("() => !window.isOpen")
    tab.ready()
    assert tab.step == 2
    tab.page.evaluate(as_before)
    more.click()
    tab.address_has(vocab=21)
    tab.quiet()
    assert tab.page.evaluate("() => window.isOpen")


@pytest.mark.parametrize("page", ["", "algorithm"])
def test_page_that_is_refused_says_why_until_there_is_room(visitor, tmp_path, page):
    server = Server(tmp_path / "log", **{websockets.PER_ADDRESS: "1"})
    try:
        first, second = visitor(server), visitor(server)
        first.page.goto(f"{first.url}/?corpus=course")
        first.ready()
        with second.watch.expecting("WebSocket", "503"):
            second.page.goto(f"{second.url}/{page}?lang=en")
            notice = second.page.locator(".no-room")
            expect(notice).to_contain_text("too many pages of this app are open")
            expect(notice).to_be_in_viewport()
            first.page.close()
            expect(notice).to_have_count(0)
    finally:
        server.stop()
    assert not server.complaints()
