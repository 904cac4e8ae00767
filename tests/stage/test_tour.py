"""The tour of the first visit, and the list of keys."""

import pytest
from playwright.sync_api import expect


def test_tour_appears_once_and_can_be_skipped(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=hug")
    note = tab.page.locator(".tour")
    expect(note).to_contain_text("Right arrow key")
    tab.press("ArrowRight")
    tab.at(1)
    expect(note).to_contain_text("This is the merge")
    tab.page.get_by_role("button", name="Leave the tour").click()
    expect(note).to_be_hidden()
    tab.address_has(step=1)
    tab.page.reload()
    tab.ready()
    tab.at(1)
    expect(note).to_be_hidden()
    tab.press("?")
    tab.page.get_by_role("button", name="Take the tour").click()
    for _ in range(4):
        expect(note).to_be_visible()
        note.get_by_role("button", name="Next").click()
    note.get_by_role("button", name="Done").click()
    expect(note).to_be_hidden()


def test_tour_covers_no_control_and_ends_on_escape(visitor, server):
    tab = visitor(server, first_visit=True).open("corpus=course")
    expect(tab.page.locator(".tour")).to_be_visible()
    note = tab.page.locator(".tour").bounding_box()
    for name in ("first", "back", "play", "forward", "last", "stop", "predict"):
        box = tab.page.locator(f".button.{name}").bounding_box()
        assert box["y"] + box["height"] <= note["y"]
    tab.press("Escape")
    expect(tab.page.locator(".tour")).to_be_hidden()
    tab.press("ArrowRight")
    tab.at(1)


def test_every_stop_of_the_tour_fits_a_phone(visitor, server):
    size = {"width": 360, "height": 740}
    tab = visitor(server, first_visit=True, viewport=size, has_touch=True).open("corpus=course")
    note = tab.page.locator(".tour")
    for _ in range(5):
        expect(note).to_be_visible()
        tab.settle()
        box, pointed = note.bounding_box(), tab.page.locator(".pointed").bounding_box()
        steps = tab.page.locator(".main-controls").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= steps["y"]
        assert 0 <= pointed["y"] < box["y"] or pointed["y"] >= steps["y"]
        note.locator(".labelled").tap()
    expect(note).to_be_hidden()


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
