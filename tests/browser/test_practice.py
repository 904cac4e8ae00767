"""Journeys of practice: typed answers, clicked answers, the keyboard alone, the course's boxes."""

import re

import pytest
from playwright.sync_api import expect

from pages.corpora.typed import pack
from pages.quiz import rounds
from pages.quiz.material import material
from pages.quiz.questions import Question
from pages.state.defaults import defaults
from tests.app.quiz_helpers import T


@pytest.fixture
def open_practice(tab):
    """Open the page of practice; Streamlit looks for its server below its path first."""

    def open_it(query: str):
        tab.page.goto(f"{tab.url}/practice?{query}")
        expect(tab.page.locator(".practice.question .prompt")).to_be_visible()
        tab.idle()
        return tab

    with tab.watch.expecting("404.*/practice/_stcore/"):
        yield open_it


def place_of(kind: str, corpus: str = "hug", seed: int = 3) -> tuple[int, Question]:
    """The first question of a kind in a round, and its index."""
    asked = rounds.draw(material(defaults(corpus)), seed, T)
    return next((i, each) for i, each in enumerate(asked) if each.kind == kind)


def check(tab, box) -> None:
    """Check the answer, and wait until the page says that it is right."""
    box.get_by_role("button", name="Check").click()
    expect(box.locator(".practice.verdict .result b")).to_have_text("Correct")


def test_student_answers_with_enter_and_follows_the_link_of_a_verdict(open_practice):
    tab = open_practice("corpus=hug&seed=3")
    field = tab.page.get_by_label("Your answer")
    field.click()
    tab.page.keyboard.type("nothing")
    tab.press("Enter")
    expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
    expect(field).to_be_focused()
    link = tab.page.locator("a.step-link")
    tab.press("Enter")
    tab.address_has(position=1, quiz_seed=3)
    expect(tab.page.locator(".practice.verdict .card")).to_have_count(0)
    expect(tab.page.locator(".dot.here")).to_have_text("2")
    tab.page.get_by_role("button", name="Show the answer").click()
    expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
    step = re.search(r"step=(\d+)$", link.get_attribute("href"))[1]
    with tab.page.expect_popup() as popup:
        link.click()
    expect(popup.value.locator("[data-step]")).to_have_attribute("data-step", step)


def test_student_answers_by_clicking_tokens_and_rows(open_practice):
    at, question = place_of("next", "english")
    tab = open_practice(f"corpus=english&seed=3&at={at}")
    field = tab.page.get_by_label("Your answer")
    tokens = tab.page.locator(".practice.question button.token")
    tokens.first.click()
    tokens.last.click()
    expect(field).to_have_value(re.compile(r"^\S+\+\S+$"))
    for token in question.answer:  # after a whole pair a new one begins
        tab.page.get_by_role("button", name=token, exact=True).first.click()
    expect(field).to_have_value("+".join(question.answer))
    check(tab, tab.page)
    expect(tokens).to_have_count(0)
    at, question = place_of("ties")
    open_practice(f"corpus=hug&seed=3&at={at}")
    right = question.form.options.index(question.answer)
    radios = tab.page.locator(f".st-key-practice_typed_{at} input[type=radio]")
    rows = tab.page.locator(".practice.question tbody tr")
    other = (right + 1) % len(question.form.options)
    rows.nth(other).locator("button.token").first.click()
    expect(radios.nth(other)).to_be_checked()
    rows.nth(right).locator("button.pick").click()
    expect(radios.nth(right)).to_be_checked()
    check(tab, tab.page)
    tab.page.get_by_text("Course exercises").click()
    box = tab.page.locator(".st-key-box_next")
    for token in ("p", "un"):
        box.get_by_role("button", name=token, exact=True).first.click()
    expect(box.get_by_label("Your answer")).to_have_value("p+un")
    values = [each.input_value() for each in tab.page.get_by_label("Your answer").all()]
    assert values.count("") >= 5
    check(tab, box)


def test_student_answers_with_the_keyboard_alone(open_practice):
    at, question = place_of("overlap")
    tab = open_practice(f"corpus=hug&seed=3&at={at}")
    field = tab.page.get_by_label("Your answer")
    tokens = tab.page.locator(".practice.question button.token")
    tokens.first.focus()
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("ArrowRight")
    expect(tokens.nth(1)).to_be_focused()
    tab.page.keyboard.press("Space")
    sign = question.answer[0][0]
    expect(field).to_have_value(f"{sign} {sign}")
    tab.page.keyboard.press("End")
    expect(tokens.last).to_be_focused()
    out_of_tab_order = tab.page.locator(".practice.question button.token[tabindex='-1']")
    expect(out_of_tab_order).to_have_count(tokens.count() - 1)
    tab.page.keyboard.press("Tab")
    expect(field).to_be_focused()
    tab.page.keyboard.press("End")
    tab.page.keyboard.type(" x")
    expect(field).to_have_value(f"{sign} {sign} x")


def test_user_words_are_text_and_fully_visible(open_practice):
    own = pack("<img/src=x> 5\n**b** 4\n$x$ 3\n<b>a</b> 2")
    tab = open_practice(f"corpus=own&counts={own}&split=none&vocab=40&at=4")
    tab.page.get_by_role("button", name="Show the answer").click()
    expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
    assert not tab.page.locator(".practice img, .practice b b, .practice .quote b").count()
    open_practice("seed=3&at=6")
    panel = tab.page.locator(".practice.question")
    for size in ((1366, 768), (390, 844)):
        tab.resize(size)
        tab.until(lambda: panel.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 0)
