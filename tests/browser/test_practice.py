"""Practice in a browser: the keyboard alone, the link of a verdict, user text shown as text."""

import re

import pytest
from playwright.sync_api import expect

from pages.own import pack


@pytest.fixture
def open_practice(tab):
    """Open the page of practice; Streamlit looks for its server below its path first."""

    def open_it(query: str):
        with tab.watch.expecting("404.*/practice/_stcore/"):
            tab.page.goto(f"{tab.url}/practice?{query}")
            expect(tab.page.locator(".practice.question .prompt")).to_be_visible()
            tab.idle()
        return tab

    return open_it


def test_enter_checks_and_enter_goes_on(open_practice):
    tab = open_practice("corpus=hug&seed=3")
    field = tab.page.get_by_label("Your answer")
    field.click()
    tab.page.keyboard.type("nothing")
    tab.press("Enter")
    expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
    expect(field).to_be_focused()
    tab.press("Enter")
    tab.address_has(at=1, seed=3)
    expect(tab.page.locator(".practice.verdict .card")).to_have_count(0)
    expect(tab.page.locator(".dot.here")).to_have_text("2")


def test_the_link_of_a_verdict_leads_to_its_step(open_practice):
    tab = open_practice("corpus=hug&seed=3")
    tab.page.get_by_role("button", name="Show the answer").click()
    link = tab.page.locator("a.where")
    step = re.search(r"step=(\d+)$", link.get_attribute("href"))[1]
    with tab.page.expect_popup() as popup:
        link.click()
    expect(popup.value.locator("[data-step]")).to_have_attribute("data-step", step)


def test_what_readers_write_is_text(open_practice):
    own = pack("<img/src=x> 5\n**b** 4\n$x$ 3\n<b>a</b> 2")
    for at in (0, 4, 7):
        tab = open_practice(f"corpus=own&counts={own}&split=none&vocab=40&at={at}")
        tab.page.get_by_role("button", name="Show the answer").click()
        expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
        assert not tab.page.locator(".practice img, .practice b b, .practice .quote b").count()


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_nothing_of_a_question_is_cut_off(open_practice, tab, size):
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    for at in (0, 3, 6, 9):
        open_practice(f"seed=3&at={at}")
        panel = tab.page.locator(".practice.question")
        assert panel.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 0
