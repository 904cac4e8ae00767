"""Practice in a browser: the keyboard alone, the link of a verdict, user text shown as text."""

import re

import pytest
from playwright.sync_api import expect

from pages.own import pack
from pages.quiz import rounds
from pages.quiz.questions import Question
from pages.quiz.sources import material
from pages.usual import defaults
from tests.app.quiz_helpers import T


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


def place_of(kind: str, corpus: str = "hug", seed: int = 3) -> tuple[int, Question]:
    """The first question of a kind in a round, with its place."""
    asked = rounds.draw(material(defaults(corpus)), seed, T)
    return next((i, each) for i, each in enumerate(asked) if each.kind == kind)


def is_correct(tab) -> None:
    """Check the answer, and wait until the page says that it is right."""
    tab.page.get_by_role("button", name="Check").click()
    expect(tab.page.locator(".practice.verdict .says b")).to_have_text("Correct")


@pytest.mark.parametrize("corpus", ["hug", "english"])
def test_a_pair_is_answered_by_clicking_its_tokens(open_practice, corpus):
    at, question = place_of("next", corpus)
    tab = open_practice(f"corpus={corpus}&seed=3&at={at}")
    field = tab.page.get_by_label("Your answer")
    tokens = tab.page.locator(".practice.question button.token")
    tokens.first.click()
    tokens.last.click()
    expect(field).to_have_value(re.compile(r"^\S+\+\S+$"))
    for token in question.answer:  # after a whole pair a new one begins
        tab.page.get_by_role("button", name=token, exact=True).first.click()
    expect(field).to_have_value("+".join(question.answer))
    is_correct(tab)
    expect(tokens).to_have_count(0)


def test_tokens_are_answered_by_the_keyboard_alone(open_practice):
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
    expect(tab.page.locator(".practice.question button.token[tabindex='-1']")).to_have_count(
        tokens.count() - 1
    )
    tab.page.keyboard.press("Tab")
    expect(field).to_be_focused()
    tab.page.keyboard.press("End")
    tab.page.keyboard.type(" x")
    expect(field).to_have_value(f"{sign} {sign} x")


@pytest.mark.parametrize("what", ["token", "pick"])
def test_a_row_is_chosen_by_clicking_its_letter_or_a_token(open_practice, what):
    at, question = place_of("ties")
    tab = open_practice(f"corpus=hug&seed=3&at={at}")
    row = question.form.options.index(question.answer)
    table = tab.page.locator(".practice.question tbody tr").nth(row)
    table.locator(f"button.{what}").first.click()
    radios = tab.page.locator(f".st-key-practice_typed_{at} input[type=radio]")
    expect(radios.nth(row)).to_be_checked()
    is_correct(tab)


def test_a_click_goes_into_the_field_of_its_own_box(open_practice):
    tab = open_practice("corpus=hug&seed=3")
    tab.page.get_by_text("The course's exercises").click()
    box = tab.page.locator(".st-key-box_next")
    for token in ("p", "un"):
        box.get_by_role("button", name=token, exact=True).first.click()
    expect(box.get_by_label("Your answer")).to_have_value("p+un")
    assert [field.input_value() for field in tab.page.get_by_label("Your answer").all()].count(
        ""
    ) >= 5
    is_correct_in = box.get_by_role("button", name="Check")
    is_correct_in.click()
    expect(box.locator(".practice.verdict .says b")).to_have_text("Correct")
