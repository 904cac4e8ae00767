"""The panel of the course: what follows right and wrong answers to each kind of task."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from pages.course.course import chapters, course_record
from pages.course.parts import MERGE, PICK, STEP, TOKENS, Chapter, Part, Place, Word, ask, record_of
from pages.stage.question import Form, Question
from pages.state.defaults import defaults
from tests.support.waiting import expect

HUG = defaults("hug")
LAST = len(HUG.train().merges)
IDS = {text: i for i, text in enumerate(HUG.train().vocab)}
HELP = {"prompt": "Do it.", "hint": "A hint.", "worked": "It is so.", "done": "Well done."}


def pair(left: str, right: str) -> str:
    return f"{IDS[left]} {IDS[right]}"


def part(name: str, task: Question, **more) -> Part:
    place = more.pop("place", Place(HUG))
    text = more.pop("text", "A text that fills the panel of a phone. " * 12)
    return Part(name, f"Title of {name}", text, place, task, **more)


PARTS = (
    part("step", ask(**HELP, form=STEP, answers=(str(LAST),)), marks=("transport",)),
    part(
        "pick",
        ask(
            **HELP,
            form=PICK,
            answers=(f"pair {pair('u', 'g')}",),
            reasons={f"pair {pair('h', 'u')}": "15."},
        ),
        hides=("counts",),
        marks=("pairs", "nonsense"),
    ),
    part(
        "token",
        ask(**HELP, form=PICK, answers=(f"token {IDS['ug']}",)),
        place=Place(HUG, step=1),
    ),
    part(
        "merge",
        ask(**HELP, form=MERGE, answers=(pair("u", "n"),), reasons={pair("h", "ug"): "Only 15."}),
        hides=("pairs", "merge", "later"),
        place=Place(HUG, step=1),
        after=2,
    ),
    part(
        "number",
        ask(
            **HELP,
            form=Form("number", tolerance=0.01),
            answers=("20/210",),
            reasons={"3": "Words occur more often."},
            hint_marks=(f"pair {pair('u', 'g')}",),
        ),
        marks=("corpus",),
    ),
    part(
        "tokens",
        ask(**HELP, form=TOKENS, answers=("b ug",), reasons={"bu g": "Rank 1 is u+g."}),
        text="A short text.",
    ),
    part("word", ask(**HELP, form=Word(lambda word: ""), answers=("mug",))),
    part(
        "choice",
        ask(**HELP, reasons={"one": "No.", "two": "", "three": "Not this one."}),
        is_question=True,
        place=Place(HUG.replace(input="bug"), "encode"),
    ),
)
CHAPTER = Chapter("first", "A chapter", "Now you can test.", PARTS)


def record(lang: str = "en") -> dict:
    chapter = {"name": CHAPTER.name, "title": CHAPTER.title, "can_do": CHAPTER.can_do}
    parts = [record_of(each) for each in PARTS]
    return {**course_record(lang), "chapters": [{**chapter, "parts": parts}]}


@pytest.fixture
def guide(tab):
    """Open a part of the course above, in place of the app's."""
    context = tab.page.context
    context.route("**/guide/*/course", lambda route: route.fulfill(json=record()))

    def check(route) -> None:
        (word,) = parse_qs(urlsplit(route.request.url).query)["word"]
        route.fulfill(json={"right": word == "mug", "message": "" if word == "mug" else "Known."})

    context.route("**/guide/*/check/*", check)

    def opened(name: str):
        tab.page.goto(f"{tab.url}/?part={name}&lang=en")
        title = tab.page.locator(".guide .part-title")
        expect(title).to_have_text(f"Title of {name}")
        return tab

    yield opened
    context.unroute_all()


def click_pair(tab, left: str, right: str) -> None:
    """Click two tokens of the first word in which they are adjacent."""
    found = tab.page.locator(".after .word").all()
    for word in found:
        tokens = word.locator(".token").all_inner_texts()
        for i in range(len(tokens) - 1):
            if tokens[i : i + 2] == [left, right]:
                word.locator(".token").nth(i).click()
                word.locator(".token").nth(i + 1).click()
                return
    raise AssertionError(f"no {left}+{right}")


def type_answer(tab, text: str) -> None:
    tab.page.locator(".guide input").fill(text)
    tab.page.locator(".guide input").press("Enter")


def row(tab, left: str, right: str) -> None:
    tab.page.locator(f'.pairs .row[data-pair="{pair(left, right)}"] td').first.click()


def token(tab, text: str) -> None:
    tab.page.locator(f'.after [data-id="{IDS[text]}"]').first.click()


def option(tab, letter: str) -> None:
    tab.page.keyboard.press(letter)


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


def test_task_and_what_is_said_are_in_sight_on_a_phone(guide, tab):
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab = guide("number")
    tab.ready()
    expect(tab.page.locator(".guide input")).to_be_in_viewport(ratio=1)
    for wrong in ("3", "7", "9"):
        type_answer(tab, wrong)
        expect(tab.page.locator(".guide .said.wrong")).to_be_in_viewport()
    expect(tab.page.locator(".guide .worked")).to_be_in_viewport(ratio=1)


def test_what_is_said_stays_in_sight_while_the_stage_is_drawn_again(guide, tab):
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab = guide("merge")
    tab.ready()
    click_pair(tab, "u", "n")
    said, panel = tab.page.locator(".guide .said.right"), tab.page.locator("aside.guide")
    expect(said).to_be_in_viewport(ratio=1)
    before = panel.bounding_box()
    frame = tab.page.locator(".stage").first
    frame.evaluate("(node) => { node.style.height = '0'; node.style.overflow = 'hidden'; }")
    tab.until(lambda: panel.bounding_box() != before)
    frame.evaluate("(node) => node.removeAttribute('style')")
    tab.until(lambda: panel.bounding_box() == before)
    expect(said).to_be_in_viewport(ratio=1)


def test_choices_stay_in_place_after_a_wrong_answer(guide, tab):
    """Else a second click at the same place would answer again."""
    tab.resize((1366, 1000))
    tab = guide("choice")
    tab.ready()
    choices = tab.page.locator(".guide .option")
    before = [each.bounding_box() for each in choices.all()]
    tab.page.keyboard.press("a")
    expect(tab.page.locator(".guide .said.wrong")).to_be_visible()
    assert [each.bounding_box() for each in choices.all()] == before
    # Nor does a scroll bar move them. The browser of the tests shows none.
    expect(tab.page.locator(".guide .part-box")).to_have_css("scrollbar-gutter", "stable")


@pytest.mark.parametrize("name", ["number", "tokens"])  # a long text, and a short one
def test_field_stays_in_place_after_a_wrong_answer(guide, name):
    tab = guide(name)
    tab.ready()
    field = tab.page.locator(".guide input")
    before = field.bounding_box()
    type_answer(tab, "5")
    expect(tab.page.locator(".guide .said.wrong")).to_be_visible()
    assert field.bounding_box() == before


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_text_is_above_its_task_on_a_phone_and_a_handle_shows_the_rest(guide, tab, size):
    tab.resize(size)
    tab = guide("number")
    tab.ready()
    reading, task = tab.page.locator(".guide .reading"), tab.page.locator(".guide .task")
    text, below = reading.bounding_box(), task.bounding_box()
    assert text["y"] + text["height"] <= below["y"] + 1  # nothing covers it
    assert text["height"] > 70  # three lines
    expect(tab.page.locator(".guide input")).to_be_in_viewport(ratio=1)
    hidden = "(node) => node.scrollHeight - node.clientHeight"
    assert reading.evaluate(hidden) > 2
    tab.page.get_by_role("button", name="Show more of the text").click()
    tab.until(lambda: reading.evaluate(hidden) <= 2)
    expect(tab.page.locator(".guide input")).to_be_in_viewport(ratio=1)
    tab.page.get_by_role("button", name="Show more of the stage").click()
    tab.until(lambda: reading.evaluate(hidden) > 2)


def test_text_gets_more_than_half_of_a_phone_if_it_needs_it(guide, tab):
    tab.resize((390, 844))
    tab = guide("pick")
    tab.ready()
    panel, stage = tab.page.locator("aside.guide"), tab.page.locator("[data-testid=stMain]")
    tab.until(lambda: panel.bounding_box()["height"] > 844 / 2)
    below = stage.bounding_box()
    assert below["y"] + below["height"] <= panel.bounding_box()["y"] + 1
    expect(tab.page.locator(".main-controls")).to_be_hidden()  # the steps wait for the answer


@pytest.mark.parametrize("name", ["characters", "viterbi-start"])
def test_long_question_is_whole_on_a_small_phone(tab, name):
    tab.resize((360, 640))
    tab.page.goto(f"{tab.url}/?part={name}&lang=en")
    tab.ready()
    task = tab.page.locator(".guide .task")
    expect(task).to_be_in_viewport(ratio=1)
    assert tab.page.locator(".guide .reading").bounding_box()["height"] > 100


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/encode", "hidden-letters"),
        ("/encode", "lowest-rank"),
        ("/", "rare-words"),
        ("/unigram", "segmentation-many"),
    ],
)
def test_text_and_first_choice_are_in_sight_on_a_small_phone(tab, path, name):
    tab.resize((360, 640))
    tab.page.goto(f"{tab.url}{path}?{query_of_part(name, 'ko')}&part={name}")
    tab.ready()
    expect(tab.page.locator(".guide .part-title")).to_be_in_viewport(ratio=1)
    choice, below = tab.page.locator(".guide .option").first, tab.page.locator(".guide .bottom")
    end = "(e) => e.getBoundingClientRect().bottom"
    tab.until(lambda: choice.evaluate(end) <= below.bounding_box()["y"])


@pytest.mark.parametrize(
    ("path", "name"), [("/encode", "until-none-fits"), ("/encode", "encode-word")]
)
def test_about_half_of_a_text_is_in_sight_above_its_field_on_a_small_phone(tab, path, name):
    tab.resize((360, 640))
    tab.page.goto(f"{tab.url}{path}?{query_of_part(name, 'ko')}&part={name}")
    tab.ready()
    expect(tab.page.locator(".guide input")).to_be_in_viewport(ratio=1)
    share = "(node) => node.clientHeight / node.scrollHeight"
    tab.until(lambda: tab.page.locator(".guide .reading").evaluate(share) > 0.45)


def test_stage_that_a_part_does_not_need_leaves_its_room_until_the_answer(tab):
    tab.resize((360, 640))
    tab.page.goto(f"{tab.url}/?{query_of_part('question-words', 'ko')}&part=question-words")
    tab.ready()
    height = "(e) => e.offsetHeight / innerHeight"
    panel = tab.page.locator("aside.guide")
    tab.until(lambda: panel.evaluate(height) > 0.75)
    tab.page.keyboard.press("b")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    tab.until(lambda: panel.evaluate(height) < 0.71)


@pytest.mark.parametrize(
    ("path", "name", "needed"),
    [
        ("/encode", "encode-word", ".rules .merge-entry"),
        ("/", "size-tokens", ".watched .line > *"),
    ],
)
def test_presented_part_shows_its_task_and_all_that_it_is_about(tab, path, name, needed):
    tab.resize((1280, 720))
    query = f"{query_of_part(name, 'ko')}&part={name}&view=projector"
    tab.page.goto(f"{tab.url}{path}?{query}")
    tab.ready()
    task = tab.page.locator(".guide .task")
    expect(task).to_be_in_viewport(ratio=1)
    end = "(e) => e.getBoundingClientRect().bottom"
    assert task.evaluate(end) <= tab.page.locator(".guide .bottom").bounding_box()["y"]
    for each in tab.page.locator(needed).all():
        expect(each).to_be_in_viewport(ratio=1)


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


def test_part_shows_only_what_it_needs(tab):
    """With real parts. The table of pairs comes with the sentence that says what a step shows."""
    tab.page.goto(f"{tab.url}/?{query_of_part('first-merge')}&part=first-merge")
    tab.ready()
    page = tab.page
    expect(page.locator(".guide .prompt")).to_be_visible()
    for hidden in (".main-controls", ".pairs", ".merge", ".watched", ".corpus .checkbox"):
        expect(page.locator(hidden).first).to_be_hidden()
    click_pair(tab, "u", "g")
    expect(page.locator(".guide .said.right")).to_be_visible()
    expect(page.locator("[data-picked]")).to_have_text(["u", "g"])
    for hidden in (".main-controls", ".pairs", ".watched", ".corpus .checkbox"):
        expect(page.locator(hidden).first).to_be_hidden()
    tab.page.goto(f"{tab.url}/?{query_of_part('second-merge')}&part=second-merge")
    tab.ready()
    expect(page.locator(".pairs tr.row").first).to_be_hidden()
    click_pair(tab, "u", "n")
    expect(page.locator(".pairs tr.row").first).to_be_visible()


def test_stage_with_other_merges_than_the_task_stays_calm(tab):
    """Its steps would contradict the answer."""
    name = "other-order"
    part = next(each for each in chapters("en")[2].parts if each.name == name)
    tab.page.goto(f"{tab.url}/encode?{query_of_part(name)}&part={name}")
    tab.ready()
    option(tab, "ABCD"[part.task.right[0]])
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    for hidden in (".main-controls", ".merge", ".result"):
        expect(tab.page.locator(hidden).first).to_be_hidden()


def test_lattice_without_its_tables_has_the_whole_width(tab):
    name = "unigram-question-count"
    tab.page.goto(f"{tab.url}/unigram?{query_of_part(name)}&part={name}")
    tab.ready()
    width = "(node) => node.getBoundingClientRect().width"
    frame, picture = tab.page.locator(".viterbi"), tab.page.locator(".picture")
    tab.until(lambda: picture.evaluate(width) > 0.95 * frame.evaluate(width))


def test_all_words_to_count_are_in_sight_on_a_laptop(tab):
    tab.page.set_viewport_size({"width": 1366, "height": 768})
    tab.page.goto(f"{tab.url}/?{query_of_part('space-pairs')}&part=space-pairs")
    tab.ready()
    expect(tab.page.locator(".guide .prompt")).to_be_visible()
    for word in tab.page.locator(".layer.after .word").all():
        expect(word).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("name", "path", "size", "needed", "most"),
    [
        ("encode-word", "/encode", (360, 640), ".rules .merge-entry", 175),
        ("count-pair", "/", (390, 500), ".corpus .word", 90),
    ],
)
def test_all_that_a_part_needs_fits_above_a_low_panel(tab, name, path, size, needed, most):
    tab.resize(size)
    tab.page.goto(f"{tab.url}{path}?{query_of_part(name)}&part={name}")
    tab.ready()
    expect(tab.page.locator(".guide .prompt")).to_be_visible()
    height = """(all) => all.at(-1).getBoundingClientRect().bottom
      - all[0].getBoundingClientRect().top"""
    tab.until(lambda: tab.page.locator(needed).evaluate_all(height) <= most)


def test_end_of_a_chapter_stays_in_another_language(guide):
    tab = guide("choice")
    tab.ready()
    title = tab.page.locator(".guide .part-title")
    tab.page.locator(".guide .next").click()
    expect(title).to_contain_text("after this chapter")
    tab.page.evaluate("() => { document.documentElement.lang = 'ko'; }")
    expect(tab.page.locator(".guide .next")).not_to_have_text("Next part")
    expect(tab.page.locator(".guide .ending")).to_be_visible()


def query_of_part(name: str, lang: str = "en") -> str:
    (found,) = (each for chapter in chapters(lang) for each in chapter.parts if each.name == name)
    return found.place.query
