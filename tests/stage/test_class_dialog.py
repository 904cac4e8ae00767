"""The dialog of a live class in the lecturer's browser."""

import re
from urllib.parse import urlsplit

import pytest

from tests.support.class_pages import button, start_class
from tests.support.network import Answered, Held
from tests.support.waiting import expect


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_buttons_of_the_dialog_stay_where_they_are_while_addresses_load(tab, size):
    tab.resize(size)
    answers = Held(tab.page, re.compile(r"/(join|reach)\?"))
    answers.start()
    start_class(tab)
    answers.wait(2)
    dialog = tab.page.locator(".class-dialog")
    buttons = dialog.locator("button:visible, input:visible")
    before = [each.bounding_box() for each in buttons.all()]
    assert len(before) > 5
    answers.release()
    expect(dialog.locator(".qr-code")).to_be_visible()
    expect(dialog.get_by_text("Can a phone reach me?")).to_be_visible()
    assert [each.bounding_box() for each in buttons.all()[: len(before)]] == before


def test_problem_is_in_sight_on_a_phone(visitor, server):
    tab = visitor(server, viewport={"width": 390, "height": 844})
    lost = Answered(tab.page, "**/join?**", lambda route: route.fulfill(status=503))
    lost.start()
    with tab.watch.expecting("503"):
        start_class(tab)
        problem = tab.page.locator(".class-dialog .class-problem")
        expect(problem).not_to_be_empty()
        expect(problem).to_be_in_viewport(ratio=1)


def test_title_of_the_dialog_and_its_cross_are_in_one_line_on_a_phone(visitor, server):
    tab = visitor(server, viewport={"width": 390, "height": 844})
    start_class(tab)
    button(tab.page, "What comes next?").click()
    tab.page.locator(".present-bar button.class").click()
    button(tab.page, "End the class").click()
    top = tab.page.locator(".class-dialog .top")
    expect(tab.page.locator(".class-dialog .summary")).to_be_visible()
    title, cross = top.locator("h2"), top.locator("button").last
    assert title.evaluate(
        "(node) => node.scrollHeight < 2 * parseFloat(getComputedStyle(node).fontSize)"
    )
    boxes = [each.bounding_box() for each in (title, cross)]
    assert boxes[0]["y"] < boxes[1]["y"] + boxes[1]["height"]
    assert boxes[1]["y"] < boxes[0]["y"] + boxes[0]["height"]


def test_second_click_of_a_double_click_presses_nothing(visitor, server):
    """It starts no second class, confirms nothing, and does not press what came in its place."""
    lecturer = visitor(server)
    lecturer.open("view=projector")
    page = lecturer.page
    sent = []
    page.on("request", lambda each: sent.append((each.method, urlsplit(each.url).path)))
    button(page, "Class").dblclick()
    expect(page.locator(".class-dialog .qr-code")).to_be_visible()
    assert sent.count(("POST", "/class")) == 1
    button(page, "End the class").click()
    button(page, "End and delete the class").dblclick()
    expect(button(page, "Delete it for everybody?")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("button.class:not(.share)").click()
    expect(page.locator(".class-dialog .qr-code")).to_be_visible()
    button(page, "What comes next?").click()
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    button(page, "Reveal the answer").dblclick()
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    lecturer.quiet()
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()


def test_dialog_says_why_there_is_no_question_about_the_next_step(visitor, server):
    lecturer = visitor(server)
    with lecturer.page.expect_response(lambda response: response.url.endswith("/state")):
        start_class(lecturer, "corpus=hug&step=500&view=projector")  # its last step
    dialog = lecturer.page.locator(".class-dialog")
    problem = dialog.locator(".class-problem")
    with lecturer.watch.expecting("409.*/question"):
        button(lecturer.page, "What comes next?").click()
        expect(problem).to_have_text("There is nothing to predict here.")
    button(lecturer.page, "Give me a word").click()
    expect(dialog).to_be_hidden()
    expect(problem).to_have_text("")


def test_refused_page_down_says_why_until_the_next_step(visitor, server):
    lecturer = visitor(server, viewport={"width": 1280, "height": 720})
    page = lecturer.page
    busy = "The server is busy. Try again in a few seconds."
    refusal = Answered(page, "**/question", lambda route: route.fulfill(status=503, body=busy))
    start_class(lecturer)
    page.get_by_text("Page Down asks before each step").click()
    page.keyboard.press("Escape")
    refusal.start()
    panel = page.locator(".class-question")
    with lecturer.watch.expecting("503"):
        lecturer.press("PageDown")
        expect(panel).to_be_visible()
    expect(panel).to_have_text(f"{busy}Close")
    assert lecturer.step == 2
    lecturer.press("PageUp")
    expect(lecturer.corpus).to_have_attribute("data-step", "1")
    expect(panel).to_be_hidden()
    refusal.stop()
    lecturer.press("PageDown")
    expect(panel).to_contain_text("0 of 0 answered")
    expect(panel).not_to_contain_text(busy)
