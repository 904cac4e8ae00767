"""Presenter keys step after a field was submitted, until the user types again."""

import pytest

from tests.support.waiting import expect

FIELDS = {
    "text area": ("<textarea id=field>a b</textarea>", "Control+Enter"),
    "text area on a Mac": ("<textarea id=field>a b</textarea>", "Meta+Enter"),
    "line": ("<input id=field value='a b'>", "Enter"),
}


@pytest.fixture(params=FIELDS)
def sent(tab, request):
    """A tab at step 5 with the focus in a field, and the key that submits the field."""
    html, key = FIELDS[request.param]
    tab.open("step=5")
    tab.page.evaluate("(html) => document.body.insertAdjacentHTML('afterbegin', html)", html)
    tab.page.locator("#field").click()
    return tab, key


def test_remote_steps_after_the_field_is_submitted_until_typing(sent):
    tab, key = sent
    tab.press("c", "PageDown", "PageUp", "PageDown")
    tab.still_at(5)
    tab.press(key, "PageDown")
    tab.at(6)
    tab.press("PageUp", "PageUp")
    tab.at(4)
    expect(tab.page.locator("#field")).to_be_focused()
    tab.press("c", "PageDown", "PageUp", "PageUp")
    tab.still_at(4)
    tab.press(key, "PageDown")
    tab.at(5)


def test_other_keys_stay_with_a_submitted_field(sent):
    tab, key = sent
    field = tab.page.locator("#field")
    tab.press(key, "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "Space")
    expect(field).to_have_value("a  b")
    tab.press(key, "End")
    tab.still_at(5)
    assert field.evaluate("(field) => field.selectionStart") == 4


def test_enter_in_a_text_area_or_composition_does_not_submit(tab):
    tab.open("step=5")
    fields = "<textarea id=area></textarea><input id=field>"
    tab.page.evaluate("(html) => document.body.insertAdjacentHTML('afterbegin', html)", fields)
    tab.page.locator("#area").click()
    tab.press("Enter", "PageDown")
    tab.still_at(5)
    tab.page.locator("#field").press_sequentially("x")
    tab.page.locator("#field").evaluate(
        """(field) => field.dispatchEvent(new KeyboardEvent(
          'keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true }))"""
    )
    tab.press("PageDown")
    tab.still_at(5)
