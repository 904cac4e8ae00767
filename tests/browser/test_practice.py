"""Journeys of practice: typed and clicked answers, the keyboard alone, the ladder of skills."""

import re

import pytest

from pages.practice.draw import draw
from pages.practice.ladder import Rung
from pages.practice.questions import Exercise
from tests.support.waiting import expect


@pytest.fixture
def open_practice(tab):
    """Opens the page of practice."""

    def open_it(query: str):
        tab.page.goto(f"{tab.url}/practice?{query}")
        expect(tab.page.locator(".practice.question .prompt")).to_be_visible()
        expect(tab.page.locator("[class*=st-key-practice_typed] input").first).to_be_attached()
        tab.idle()
        return tab

    return open_it


def asked(skill: str, level: int = 1) -> tuple[str, Exercise]:
    """The query of a question, and the question."""
    at = Rung(skill, level, 0)
    return f"quiz_seed=3&position={at.number}", draw(3, skill, level, 0, "en")


def check(tab, box) -> None:
    """Check the answer, and wait until the page says that it is right."""
    box.get_by_role("button", name="Check").click()
    expect(box.locator(".practice.verdict .result b")).to_have_text("Correct")


def test_student_answers_by_keyboard_and_by_clicking_and_the_ladder_remembers(open_practice):
    tab = open_practice("")
    page, field = tab.page, tab.page.get_by_label("Your answer")
    question = draw(0, "count", 1, 0, "en")
    field.click()
    page.keyboard.type(str(question.answer))
    tab.press("Enter")
    expect(page.locator(".practice.verdict .result b")).to_have_text("Correct")
    expect(field).to_be_focused()
    tab.press("Enter")
    tab.address_has(position=Rung("next", 1, 0).number)
    expect(page.locator(".practice.verdict .card")).to_have_count(0)
    expect(page.locator(".skill[aria-current]")).to_contain_text("The next merge")
    done = page.locator(".skill .rungs .done")
    expect(done).to_have_count(1)

    open_practice("")  # a new session, whose skills come from the browser
    expect(page.locator(".skill[aria-current]")).to_contain_text("The next merge")
    expect(done).to_have_count(1)
    question = draw(0, "next", 1, 0, "en")
    tokens = page.locator(".practice.material button.token")
    tokens.first.click()
    tokens.last.click()
    expect(field).to_have_value(re.compile(r"^\S+\+\S+$"))
    for token in question.answer:  # after a whole pair a new one begins
        page.get_by_role("button", name=token, exact=True).first.click()
    expect(field).to_have_value("+".join(question.answer))
    check(tab, page)
    expect(tokens).to_have_count(0)
    expect(done).to_have_count(2)
    page.get_by_role("button", name="Next question").click()
    expect(page.locator(".practice.verdict .card")).to_have_count(0)
    expect(field).to_have_value("")

    skill = page.get_by_role("button", name="Best segmentation")
    skill.click()
    tab.address_has(position=Rung("segmentation", 1, 0).number)
    expect(page.locator(".practice.question .kind")).to_have_text("Best segmentation, level 1 of 3")
    expect(skill).to_be_focused()
    page.get_by_role("button", name="Encode a word").click()
    question = draw(0, "encode", 1, 0, "en")
    expect(page.locator(".practice.question .kind")).to_have_text("Encode a word, level 1 of 3")
    tokens = page.locator(".practice.material .given").first.locator("button.token")
    tokens.first.focus()
    tab.press("Enter", "ArrowRight")
    expect(tokens.nth(1)).to_be_focused()
    tab.press("Space")
    word = "".join(question.answer)
    expect(field).to_have_value(f"{word[0]} {word[1]}")
    tab.press("End")
    expect(tokens.last).to_be_focused()
    out_of_tab_order = page.locator(
        ".practice.material .given:first-of-type button.token[tabindex='-1']"
    )
    expect(out_of_tab_order).to_have_count(tokens.count() - 1)


def test_student_answers_by_choosing_rows_and_does_exercises_of_the_course(open_practice):
    query, question = asked("ties", 3)
    tab = open_practice(query)
    right = question.form.options.index(question.answer)
    at = Rung("ties", 3, 0).number
    radios = tab.page.locator(f".st-key-practice_typed_{at} input[type=radio]")
    rows = tab.page.locator(".practice.material tbody tr")
    other = (right + 1) % len(question.form.options)
    rows.nth(other).locator("button.token").first.click()
    expect(radios.nth(other)).to_be_checked()
    rows.nth(right).locator("button.pick").click()
    expect(radios.nth(right)).to_be_checked()
    check(tab, tab.page)
    tab.page.get_by_text("Hugging Face chapters", exact=True).click()
    box = tab.page.locator(".st-key-box_next")
    field = box.get_by_label("Your answer")
    for token in ("p", "un"):
        box.get_by_role("button", name=token, exact=True).first.click()
    expect(field).to_have_value("p+un")
    tab.idle()  # all fields are there
    expect(field).to_have_value("p+un")
    values = [each.input_value() for each in tab.page.get_by_label("Your answer").all()]
    assert values.count("") >= 5
    check(tab, box)


def test_tokens_that_are_chosen_before_the_field_is_there_are_put_into_it(tab):
    held = []
    tab.page.route("**/static/js/TextInput.*.js", lambda route: held.append(route))
    tab.page.goto(f"{tab.url}/practice?practice=course")
    box = tab.page.locator(".st-key-box_next")
    for token in ("p", "un"):
        box.get_by_role("button", name=token, exact=True).first.click()
    field = box.get_by_label("Your answer")
    assert held
    assert field.count() == 0
    for each in held:
        each.continue_()
    expect(field).to_have_value("p+un")
    tab.idle()
    check(tab, box)


def test_long_question_fits_on_a_phone_and_links_to_the_course(open_practice):
    query, _ = asked("rise", 3)
    tab = open_practice(f"{query}&lang=ko")
    tab.page.get_by_role("button", name="힌트").click()
    expect(tab.page.locator(".practice.verdict .card")).to_be_visible()
    for part in ("question", "verdict", "ladder"):
        panel = tab.page.locator(f".practice.{part}")
        for size in ((1366, 768), (390, 844)):
            tab.resize(size)
            tab.until(
                lambda panel=panel: (
                    panel.evaluate(
                        "(e) => e.scrollHeight - e.clientHeight + e.scrollWidth - e.clientWidth"
                    )
                    <= 0
                )
            )
    link = tab.page.locator(".practice.verdict a.step-link")
    expect(link).to_have_attribute("href", "./?part=prune-piece&lang=ko")


def test_presented_question_is_on_the_screen_with_what_is_given(tab, open_practice):
    tab.resize((1280, 720))
    open_practice("seed=3&lang=en&view=projector")
    expect(tab.page.locator(".practice.question.projector")).to_be_visible()
    expect(tab.page.locator(".given").first).to_be_in_viewport(ratio=1)
    field = tab.page.locator("[class*=st-key-practice_typed] input").first
    expect(field).to_be_in_viewport(ratio=1)


def test_questions_come_from_the_chapters_that_were_begun(open_practice):
    tab = open_practice("lang=en")
    again = {"count": [2, 0, 1, 0, 0, 0], "next": [2, 0, 1, 0, 0, 0]}  # the easiest is of chapter 3
    keep = "([name, skills]) => localStorage.setItem(name, JSON.stringify({ skills }))"
    tab.page.evaluate(keep, ["merge-by-merge-course", again])
    question, skills = tab.page.locator(".practice.question"), tab.page.locator(".practice.ladder")
    open_practice("lang=en")
    expect(question).to_contain_text("Encode a word")
    tab.page.goto(f"{tab.url}/?part=count-pair&lang=en")
    expect(tab.page.locator(".guide .part-title")).to_be_visible()
    tab.page.goto(f"{tab.url}/practice?lang=en")
    expect(skills).to_contain_text("Questions come from the chapters that you have begun.")
    expect(question).to_contain_text("Count a pair")
