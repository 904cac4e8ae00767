"""The tour of the first visit, and the list of keys."""

import pytest

from pages.storage.typed import pack
from tests.support.page_checks import overlaps
from tests.support.waiting import expect

SIZES = [(1366, 768), (1920, 1080), (390, 844)]
EXPLAINS = ".merge, .explanation, .main-controls, .more-controls"


def take_the_tour(tab) -> None:
    tab.press("?")
    tab.page.get_by_role("button", name="Take the tour").click()


def test_tour_starts_at_the_first_step_and_can_be_skipped(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=hug")
    note = tab.page.locator(".tour")
    expect(tab.page.locator(".start-course")).to_be_visible()
    expect(note).to_be_hidden()  # one offer at a time: the course
    tab.press("ArrowRight")
    tab.at(1)
    expect(note).to_contain_text("This table decides")
    tab.page.get_by_role("button", name="You are the trainer").click()
    expect(tab.page.locator(".by-hand")).to_be_visible()
    expect(note).to_be_hidden()  # what it is about is not there
    tab.page.get_by_role("button", name="Back to the steps").click()
    expect(note).to_be_visible()
    tab.page.get_by_role("button", name="Leave the tour").click()
    expect(note).to_be_hidden()
    tab.address_has(step=1)
    tab.page.reload()
    tab.ready()
    tab.at(1)
    tab.press("ArrowRight")
    tab.at(2)
    expect(note).to_be_hidden()
    take_the_tour(tab)
    for _ in range(2):
        expect(note).to_be_visible()
        note.get_by_role("button", name="Next").click()
    note.get_by_role("button", name="Done").click()
    expect(note).to_be_hidden()
    take_the_tour(tab)
    expect(note).to_be_visible()
    tab.press("Escape")
    expect(note).to_be_hidden()


def test_enter_goes_on_in_a_tour_that_was_asked_for(visitor, server):
    tab = visitor(server).open("corpus=hug")
    tab.page.get_by_role("button", name="Keyboard shortcuts").click()
    tab.page.get_by_role("button", name="Take the tour").click()
    tab.press("Enter")
    tab.at(1)  # the first stop is about stepping
    expect(tab.page.locator(".tour")).to_contain_text("This table decides")
    expect(tab.page.locator("dialog.shortcuts")).to_be_hidden()


def test_tour_stays_away_once_the_course_was_started(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=hug&lang=en")
    note, close = tab.page.locator(".tour"), tab.page.locator(".guide .close")
    take_the_tour(tab)
    expect(note).to_be_visible()
    tab.page.locator(".start-course").click()
    expect(tab.page.locator(".guide .part-title")).to_be_visible()
    expect(note).to_be_hidden()
    close.click()
    expect(close).to_have_count(0)
    tab.page.evaluate("() => localStorage.removeItem('merge-by-merge-tour')")
    tab.page.goto(f"{tab.url}/?corpus=hug&lang=en")
    tab.ready()
    expect(tab.page.locator(".start-course")).to_have_text("Continue: chapter 1")
    tab.press("ArrowRight")
    tab.at(1)
    expect(note).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_tour_covers_nothing_that_it_explains(visitor, server, size):
    viewport = {"width": size[0], "height": size[1]}
    tab = visitor(server, first_visit=True, viewport=viewport).open("corpus=hug")
    note, pointed = tab.page.locator(".tour"), tab.page.locator(".pointed")
    take_the_tour(tab)
    stops = 0
    while note.is_visible():
        tab.settle()
        stops += 1
        assert ("Tap" in note.inner_text()) == (size[0] < 800)
        box = note.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
        seen = [pointed.bounding_box()]
        assert 0 <= seen[0]["y"] < size[1]
        if tab.step == 0:
            seen += [each.bounding_box() for each in tab.page.locator(EXPLAINS).all()]
        assert not any(overlaps(box, each) for each in seen), stops
        note.locator(".labelled").click()
        tab.settle()
    assert 1 < stops <= 3


@pytest.mark.parametrize("query", ["step=0", f"lesson={pack('/?corpus=hug Look.')}"])
def test_tour_stays_away_from_a_link_that_leads_somewhere(visitor, server, query):
    tab = visitor(server, first_visit=True).open(query)
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)
    expect(tab.page.locator(".tour")).to_be_hidden()


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "ko"])
def test_question_mark_lists_the_keys(tab, lang):
    tab.open(f"corpus=hug&lang={lang}")
    tab.at(0)
    tab.press("?")
    keys = tab.page.locator("dialog.shortcuts")
    expect(keys).to_be_visible()
    tab.press("ArrowRight")
    tab.still_at(0)
    tab.press("Escape")
    expect(keys).to_be_hidden()
    tab.press("ArrowRight")
    tab.at(1)


def test_question_mark_in_a_text_field_opens_nothing(tab):
    tab.open("corpus=hug")
    tab.page.locator(".text-field").click()
    tab.page.keyboard.type("1?")
    expect(tab.page.locator(".text-field")).to_have_value("1?")
    expect(tab.page.locator("dialog.shortcuts")).to_be_hidden()


def test_question_mark_opens_what_is_seen_where_controls_are_hidden(tab):
    tab.open("corpus=hug")
    tab.at(0)
    tab.page.locator(".transport").evaluate("(node) => { node.style.display = 'none'; }")
    tab.page.keyboard.press("?")
    expect(tab.page.locator("dialog.shortcuts")).to_be_visible()


def test_a_hidden_stage_takes_no_keys(tab):
    """A part can hide it. A dialog that it opens, unseen, would keep the page from all clicks."""
    tab.open()
    tab.at(0)
    tab.page.locator(".stage").evaluate(
        "(stage) => { stage.parentNode.host.style.display = 'none' }"
    )
    tab.page.keyboard.press("?")
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.locator("dialog[open]").count() == 0
    assert tab.step == 0
