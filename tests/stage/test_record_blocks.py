"""A training of many steps. Its records arrive in blocks, in time or late."""

import re

import pytest

from tests.stage.test_play import LATER
from tests.support.waiting import expect

VOCAB = 330
BLOCK = r"\d+"


@pytest.fixture(scope="module")
def book(engine):
    """A link to a training of several hundred steps, and the expected steps."""
    query, run = engine.own(engine.long_text(), VOCAB)
    assert len(run.merges) > 4 * 64
    assert len(run.words) < 200
    return query, engine.expected(run)


def test_jumps_to_end_middle_and_start(tab, book):
    query, expected = book
    tab.open(f"{query}&step=0")
    expected.shown(tab, 0)
    tab.press("End")
    expected.shown(tab, expected.last)
    tab.press("Home")
    expected.shown(tab, 0)
    box = tab.scrubber.bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = tab.target
    assert abs(middle - expected.last / 2) < 10
    expected.shown(tab, middle)
    tab.press("ArrowLeft")
    expected.shown(tab, middle - 1)
    tab.address_has(step=middle - 1)


def test_link_opens_a_step_in_a_middle_block(tab, book):
    query, expected = book
    tab.open(f"{query}&step=200")
    expected.shown(tab, 200)
    tab.press("PageUp")
    expected.shown(tab, 199)


def test_steps_cross_a_block_boundary(tab, book):
    query, expected = book
    border = 128
    tab.open(f"{query}&step={border - 3}")
    expected.shown(tab, border - 3)
    for k in range(border - 2, border + 3):
        tab.press("ArrowRight")
        expected.shown(tab, k)
    for k in range(border + 1, border - 4, -1):
        tab.press("ArrowLeft")
        expected.shown(tab, k)


@pytest.mark.parametrize(("key", "start", "end"), [("ArrowRight", 40, 80), ("PageUp", 210, 170)])
def test_held_key_steps_across_blocks(tab, book, key, start, end):
    query, expected = book
    tab.open(f"{query}&step={start}")
    tab.record()
    for _ in range(40):
        tab.page.keyboard.down(key)
    tab.page.keyboard.up(key)
    expected.shown(tab, end)
    for step, words in tab.recorded():
        assert words == expected.words(step)
    tab.address_has(step=end)


def test_stepping_back_and_forth_through_all_blocks(tab, book):
    query, expected = book
    tab.open(f"{query}&step=0")
    tab.record()
    for _ in range(2):
        tab.press("End", "ArrowLeft", "Home", "ArrowRight", "ArrowRight")
    expected.shown(tab, 2)
    seen = tab.recorded()
    for step, words in seen:
        assert words == expected.words(step)


def test_late_records_never_show_a_wrong_corpus(tab, book):
    query, expected = book
    held = tab.hold(BLOCK)
    tab.open(f"{query}&step=0")
    held.start()
    tab.record()
    tab.press("End")
    held.wait()
    assert (tab.target, tab.step) == (expected.last, 0)
    assert tab.words() == expected.words(0)
    tab.press("ArrowLeft", "ArrowLeft")
    assert (tab.target, tab.step) == (expected.last - 2, 0)
    assert tab.words() == expected.words(0)
    held.release()
    expected.shown(tab, expected.last - 2)
    tab.press("ArrowRight")
    expected.shown(tab, expected.last - 1)
    for step, words in tab.recorded():
        assert words == expected.words(step)


def test_outdated_records_do_not_move_the_page(tab, book):
    query, expected = book
    held = tab.hold(BLOCK)
    tab.open(f"{query}&step=0")
    held.start()
    tab.press("End")
    held.wait()
    tab.press("Home", "ArrowRight")
    expected.shown(tab, 1)
    assert tab.page.evaluate("() => window.recordsInFlight") > 0
    held.release()
    tab.still_at(1)
    assert tab.words() == expected.words(1)
    tab.press("End")
    expected.shown(tab, expected.last)


def test_play_waits_for_late_records(visitor, server, book):
    query, expected = book
    tab = visitor(server)
    tab.page.clock.install(time=0)
    held = tab.hold(BLOCK)
    tab.open(f"{query}&step=30")
    tab.rested()
    held.start()
    tab.page.clock.pause_at(LATER)
    tab.press("Space")
    tab.page.clock.run_for(40_000)
    assert (tab.step, tab.target) == (63, 64)
    assert tab.words() == expected.words(63)
    held.release()
    tab.at(64)
    tab.page.clock.run_for(3_000)
    assert tab.step > 64
    expected.shown(tab, tab.target)
    assert tab.playing


def test_failed_block_is_retried(tab, book):
    query, expected = book
    failures = []

    def fail_once(route) -> None:
        failures.append(route.request.url)
        route.fulfill(status=404)

    tab.page.route(re.compile(r"/records/.*/[1-9]\d*$"), fail_once, times=1)
    tab.open(f"{query}&step=0")
    with tab.watch.expecting("404", "records/.* net::ERR_ABORTED"):
        tab.press("End")
        expected.shown(tab, expected.last)
    assert len(failures) == 1
    tab.address_has(step=expected.last)


def test_missing_records_show_a_message_and_retry_button(visitor, server, book):
    query, expected = book
    tab = visitor(server)
    gone = re.compile(r"/records/.*/[1-9]\d*$")
    tab.page.clock.install()
    tab.page.route(gone, lambda route: route.fulfill(status=404))
    tab.open(f"{query}&step=0")
    with tab.watch.expecting("404", "records/.* net::ERR_ABORTED"):
        tab.press("End")
        lost = tab.page.locator(".load-error")

        def given_up() -> bool:
            tab.page.clock.run_for(5_000)
            tab.rested()
            return lost.count() > 0

        tab.until(given_up)
        expect(lost).to_contain_text("Check your connection")
        tab.page.unroute(gone)
        lost.get_by_role("button").click()
        tab.page.clock.resume()
        expected.becomes(tab, expected.last)
        expect(lost).to_have_count(0)
