"""The panel of the course: what follows right and wrong answers to each kind of task."""

import json

import pytest

from tests.support.small_course import CHAPTER, IDS, PARTS, click_pair, option, pair, type_answer
from tests.support.waiting import expect


def row(tab, left: str, right: str) -> None:
    tab.page.locator(f'.pairs .row[data-pair="{pair(left, right)}"] td').first.click()


def token(tab, text: str) -> None:
    tab.page.locator(f'.after [data-id="{IDS[text]}"]').first.click()


# By part: an action with its answers: known mistake (with what is said), two others, the right one.
ACTIONS = {
    "pick": (row, [("h", "u"), ("u", "n"), ("p", "u")], ("u", "g"), "15."),
    "token": (token, [("h",), ("p",), ("n",)], ("ug",), "Not this one."),
    "merge": (click_pair, [("h", "ug"), ("p", "u"), ("b", "u")], ("u", "n"), "Only 15."),
    "number": (type_answer, [("3.0",), ("7",), ("1/3",)], ("0.0952",), "Words occur"),
    "tokens": (type_answer, [("bu  g",), ("b u g",), ("bug",)], (" b  ug",), "Rank 1"),
    "word": (type_answer, [("hug",), ("pug",), ("pun",)], ("mug",), "Known."),
    "choice": (option, [("a",), ("c",)], ("B",), "No."),
}


def finished(tab) -> dict[str, str]:
    stored = tab.page.evaluate("() => localStorage.getItem('merge-by-merge-course')")
    return json.loads(stored or "{}").get("parts", {})


@pytest.mark.parametrize("name", ACTIONS)
def test_wrong_answers_lead_to_the_worked_answer(guide, name):
    tab = guide(name)
    act, wrong, right, explanation = ACTIONS[name]
    said = tab.page.locator(".guide .said")
    hint, worked = tab.page.locator(".guide .hint"), tab.page.locator(".guide .worked")
    tab.ready()
    act(tab, *wrong[0])
    expect(said).to_contain_text(explanation)
    expect(hint).to_have_count(0)
    act(tab, *wrong[1])
    plain = {"number": "Not right yet.", "tokens": "Not right yet.", "word": "Known."}
    expect(said).to_contain_text(plain.get(name, "Not this one."))
    expect(hint).to_have_text("A hint.")
    expect(worked).to_have_count(0)
    assert finished(tab) == {}
    if len(wrong) < 3:
        act(tab, *right)
        expect(said).to_contain_text("Well done.")
        assert finished(tab) == {name: "solved"}
        return
    act(tab, *wrong[2])
    expect(worked).to_contain_text("It is so.")
    assert finished(tab) == {name: "shown"}


def test_steps_wait_for_an_answer_that_they_would_give_away(guide):
    tab = guide("merge")
    tab.ready()
    said = tab.page.locator(".guide .said")
    for way in ("ArrowRight", "End"):
        tab.press(way)
        expect(said).to_contain_text("The steps wait")
        tab.at(1)
    covered = tab.page.locator(".pairs").evaluate(
        "(box) => getComputedStyle(box, '::after').content"
    )
    assert "Covered until you answer" in covered
    click_pair(tab, "u", "n")
    tab.at(2)  # the merge, with the counts that decided it
    expect(tab.page.locator(".pairs .row.chosen")).to_be_visible()
    tab.press("ArrowRight")
    tab.at(3)


def test_numbers_are_read_as_sums_and_products_and_at_full_width(guide):
    tab = guide("number")
    tab.ready()
    said = tab.page.locator(".guide .said")
    type_answer(tab, "1 apple")
    expect(said).to_contain_text("Type a number")
    type_answer(tab, "０．１")  # 0.0952, rounded
    expect(said).to_contain_text("three significant digits")
    type_answer(tab, "1 + 1 + 1")
    expect(said).to_contain_text("Words occur")
    type_answer(tab, "２/3 × 1/7")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()


def test_tokens_that_spell_another_word_are_told_so(guide):
    tab = guide("tokens")
    tab.ready()
    type_answer(tab, "ug")
    expect(tab.page.locator(".guide .said")).to_contain_text("does not spell bug.")


def test_answer_is_shown_on_request_after_the_first_wrong_one(guide):
    tab = guide("number")
    tab.ready()
    show = tab.page.get_by_role("button", name="Show the answer")
    expect(show).to_be_hidden()
    type_answer(tab, "7")
    expect(show).to_be_visible()
    assert finished(tab) == {}
    show.click()
    expect(tab.page.locator(".guide .worked")).to_contain_text("It is so.")
    expect(show).to_be_hidden()
    assert finished(tab) == {"number": "shown"}


def test_answer_says_its_precision(guide):
    tab = guide("number")
    expect(tab.page.get_by_label("3 digits, or 2/7")).to_be_visible()


def test_language_is_changed_in_the_panel(guide):
    tab = guide("choice")
    tab.page.locator(".guide .chapters").click()
    link = tab.page.locator(".guide .languages").get_by_role("link", name="한국어")
    expect(link).to_have_attribute("href", "./?part=choice&lang=ko")


def test_list_of_chapters_shows_the_open_part(guide):
    tab = guide(PARTS[-1].name)
    tab.page.set_viewport_size({"width": 1200, "height": 330})
    tab.page.locator(".guide .chapters").click()
    expect(tab.page.locator(".guide .entry[aria-current]")).to_be_in_viewport(ratio=1)
    expect(tab.page.locator(".guide .entry").first).not_to_be_in_viewport()


def test_right_answers_solve_parts_and_next_does_not(guide):
    tab = guide("step")
    title, next_part = tab.page.locator(".guide .part-title"), tab.page.locator(".guide .next")
    tab.ready()
    for name in [each.name for each in PARTS[:-1]]:
        expect(title).to_have_text(f"Title of {name}")
        next_part.click()
    next_part.click()
    expect(title).to_contain_text("after this chapter")
    assert finished(tab) == {}
    tab.page.locator(".guide .back").click()
    expect(title).to_have_text(f"Title of {PARTS[-1].name}")
    for name in reversed([each.name for each in PARTS[:-1]]):
        tab.page.locator(".guide .back").click()
        expect(title).to_have_text(f"Title of {name}")
    tab.at(0)
    tab.press("End")
    for each in PARTS[1:]:
        praise = "Done." if each is PARTS[1] else "Right."
        expect(tab.page.locator(".guide .said.right")).to_contain_text(praise)
        expect(tab.page.locator(".guide .next.labelled")).to_be_enabled()
        next_part.click()
        expect(title).to_have_text(f"Title of {each.name}")
        if each.name != "choice":
            tab.at(each.place.step)
        act, _, right, _ = ACTIONS[each.name]
        act(tab, *right)
        expect(tab.page.locator(".body.pinned")).to_have_count(0)  # the next part begins afresh
    assert finished(tab) == {each.name: "solved" for each in PARTS}
    tab.page.wait_for_url("**/encode?*part=choice")
    next_part.click()
    expect(title).to_contain_text("finished the course")
    expect(tab.page.locator(".guide .ending")).to_contain_text(CHAPTER.can_do)
    tab.page.locator(".guide .back").click()
    expect(title).to_have_text(f"Title of {PARTS[-1].name}")
    tab.page.locator(".guide .chapters").click()
    expect(tab.page.locator(".guide .state.solved")).to_have_count(len(PARTS))
    # The answers are still there.
    for name, field in (("word", "mug"), ("tokens", "b  ug"), ("number", "0.0952"), ("merge", "")):
        tab.page.locator(".guide .back").click()
        expect(title).to_have_text(f"Title of {name}")
        expect(tab.page.locator(".guide .said.right")).to_contain_text("Well done.")
        if field:
            expect(tab.page.locator(".guide input")).to_have_value(field)
    tab.at(2)  # where the answer had led
    expect(tab.page.locator(".pairs .row.chosen")).to_be_visible()
    tab.page.locator(".guide .again").click()
    expect(tab.page.locator(".guide .said")).to_have_count(0)
    tab.at(1)
    tokens = tab.page.locator(".after .token")
    tokens.first.hover()
    expect(tab.page.locator("[data-pointed]")).to_have_count(1)  # a place, not all equal tokens
    expect(tab.page.locator(".token.same")).to_have_count(0)


def test_first_press_after_a_link_can_reach_the_step(guide):
    tab = guide("step")
    tab.ready()
    tab.press("End")
    expect(tab.page.locator(".guide .said.right")).to_contain_text("Well done.")


def test_part_hides_what_it_asks_until_it_is_answered(guide):
    tab = guide("merge")
    tab.ready()
    hidden = tab.page.locator(".pairs .scroll, .merge .facts, .explanation")
    later = tab.page.locator(".merges .rank").last
    for each in hidden.all():
        expect(each).to_be_hidden()
    expect(tab.corpus).to_be_visible()
    click_pair(tab, "u", "n")
    for each in hidden.all():
        expect(each).to_be_visible()
    expect(later).to_be_hidden()  # the list of merges would answer the next parts
    tab.press("End")
    expect(later).to_be_visible()
    tab.page.locator(".guide .again").click()
    for each in hidden.all():
        expect(each).to_be_hidden()


def test_token_pinned_in_one_part_is_released_in_the_next(guide):
    tab = guide("number")
    tab.ready()
    pinned = tab.page.locator(".body.pinned")
    token(tab, "h")
    expect(pinned).to_have_count(1)
    tab.page.locator(".guide .next").click()
    expect(tab.page.locator(".guide .part-title")).to_have_text("Title of tokens")
    expect(pinned).to_have_count(0)


def test_both_picked_tokens_have_a_frame_also_if_one_is_new(guide):
    tab = guide("merge")
    tab.ready()
    click_pair(tab, "h", "ug")
    picked = tab.page.locator(".after [data-picked]")
    expect(picked).to_have_text(["h", "ug"])
    outlines = picked.evaluate_all("(all) => all.map((e) => getComputedStyle(e).outline)")
    assert outlines[0] == outlines[1]
    assert "3px" in outlines[0]


def test_frame_of_a_part_does_not_look_like_a_new_token(guide):
    tab = guide("step")
    tab.ready()
    tab.page.locator(".main-controls").get_by_role("button").last.click()
    color = "(e) => getComputedStyle(e).outlineColor"
    new = tab.page.locator(".after .fresh").first.evaluate(color)
    assert tab.page.locator(".main-controls").evaluate(color) != new


def test_highlights_of_a_hint_end_with_the_right_answer(guide):
    tab = guide("number")
    tab.ready()
    token = tab.page.locator(f'.corpus [data-id="{IDS["u"]}"]').first
    outline = "getComputedStyle(node).outlineStyle"
    tab.until(lambda: token.evaluate(f"(node) => {outline}") == "none")
    for wrong in ("1", "2"):
        type_answer(tab, wrong)
    tab.until(lambda: token.evaluate(f"(node) => {outline}") == "solid")
    type_answer(tab, "0.0952")
    tab.until(lambda: token.evaluate(f"(node) => {outline}") == "none")


def test_clicks_on_tokens_that_are_not_adjacent_are_no_answer(guide):
    tab = guide("merge")
    tab.ready()
    words = tab.page.locator(".after .word")
    words.nth(0).locator(".token").nth(0).click()
    expect(tab.page.locator(".guide .said.note")).to_contain_text("First token: h.")
    words.nth(1).locator(".token").nth(1).click()
    expect(tab.page.locator(".guide .said.note")).to_contain_text("First token: ug.")
    words.nth(2).locator(".token").nth(1).click()
    expect(tab.page.locator(".guide .said.note")).to_contain_text("First token: u.")
    words.nth(2).locator(".token").nth(2).click()
    expect(tab.page.locator(".guide .said.right")).to_be_visible()


def test_typing_in_the_panel_does_not_step(guide):
    tab = guide("number")
    tab.ready()
    field = tab.page.locator(".guide input")
    field.fill("12")
    for key in ("ArrowRight", "End", " ", "Home"):
        field.press(key)
        tab.still_at(0)
    type_answer(tab, "many")
    expect(tab.page.locator(".guide .said.note")).to_contain_text("Type a number")
    type_answer(tab, "2/21")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    field.press("Enter")  # goes on
    expect(tab.page.locator(".guide .part-title")).to_have_text("Title of tokens")
    expect(tab.page.locator(".guide .part-title")).to_be_focused()


def test_reload_and_back_return_to_the_part(guide):
    tab = guide("tokens")
    title = tab.page.locator(".guide .part-title")
    tab.ready()
    tab.page.locator(".guide .next").click()
    expect(title).to_have_text("Title of word")
    tab.press("ArrowRight")
    tab.address_has(part="word", step=1)
    tab.page.reload()
    expect(title).to_have_text("Title of word")
    tab.at(1)
    tab.page.go_back()
    expect(title).to_have_text("Title of tokens")
    tab.at(0)
    tab.page.locator(".guide .close").click()
    tab.press("ArrowRight")
    expect(title).to_have_count(0)
    tab.at(1)
    tab.address_has(step=1)
    assert "part" not in tab.query()


def test_first_step_leads_to_the_course(guide, tab):
    tab.open("corpus=english&lang=en")
    start = tab.page.locator(".start-course")
    expect(start).to_have_text("Start here")
    start.click()
    expect(tab.page.locator(".guide .part-title")).to_have_text("Title of step")
    tab.address_has(corpus="hug")
    tab.page.locator(".guide .close").click()
    tab.press("ArrowRight")  # counts on the page that is opened
    tab.address_has(corpus="english", step=1)  # what was open before
    tab.at(1)
    expect(start).to_have_count(0)
    tab.press("ArrowLeft")
    expect(start).to_have_text("Continue: chapter 1")


def test_presses_before_a_place_is_there_count_on_its_stage(guide, tab):
    held = tab.hold("head")
    tab.open("corpus=english&lang=en")
    tab.page.locator(".start-course").click()
    tab.address_has(corpus="hug", part="step")
    tab.at(0)
    held.start()
    tab.page.locator(".guide .close").click()
    tab.press("ArrowRight", "ArrowRight")
    held.wait()
    tab.act("forward")
    tab.press("ArrowLeft")
    assert (tab.step, tab.target) == (0, 0)  # of the stage before
    held.release()
    tab.address_has(corpus="english", step=2)
    tab.at(2)
    tab.press("ArrowRight")
    tab.still_at(3)


def test_end_of_a_chapter_stays_in_another_language(guide):
    tab = guide("choice")
    tab.ready()
    title = tab.page.locator(".guide .part-title")
    tab.page.locator(".guide .next").click()
    expect(title).to_contain_text("after this chapter")
    tab.page.evaluate("() => { document.documentElement.lang = 'ko'; }")
    expect(tab.page.locator(".guide .next")).not_to_have_text("Next part")
    expect(tab.page.locator(".guide .ending")).to_be_visible()
