"""The panel of the course: what is in sight next to it on phones, laptops and projectors."""

import pytest

from pages.course.course import chapters
from tests.support.small_course import click_pair, option, query_of_part, type_answer
from tests.support.waiting import expect


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
    tab.page.set_viewport_size({"width": 360, "height": 500})
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
    tab.until(lambda: panel.bounding_box() == pytest.approx(before, abs=1))
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
    ("path", "name"),
    [("/encode", "why-it-costs"), ("/", "why-count-falls"), ("/", "why-tie-rule")],
)
def test_all_choices_are_in_sight_on_a_small_phone(tab, path, name):
    tab.resize((360, 640))
    tab.page.goto(f"{tab.url}{path}?{query_of_part(name, 'ko')}&part={name}")
    tab.ready()
    choice, below = tab.page.locator(".guide .option").last, tab.page.locator(".guide .bottom")
    end = "(e) => e.getBoundingClientRect().bottom"
    tab.until(lambda: choice.evaluate(end) <= below.bounding_box()["y"])


def test_segmentation_and_formula_are_not_broken_over_two_lines(tab):
    name = "loss-log"
    tab.page.goto(f"{tab.url}/unigram?{query_of_part(name)}&part={name}")
    tab.ready()
    together = tab.page.locator(".guide .prompt .unbroken")
    expect(together.filter(has_text="a nt")).to_have_css("white-space", "nowrap")
    expect(together.filter(has_text="1/32 =")).to_have_css("white-space", "nowrap")
    text = tab.page.locator(".guide .prompt").text_content() or ""
    assert "1/32 = 1/4 × 1/8" in text  # a copy has plain spaces


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
    tab.resize((360, 560))
    tab.page.goto(f"{tab.url}/?{query_of_part('question-words', 'ko')}&part=question-words")
    tab.ready()
    height = "(e) => e.offsetHeight / innerHeight"
    panel = tab.page.locator("aside.guide")
    tab.until(lambda: panel.evaluate(height) > 0.75)
    tab.page.keyboard.press("b")
    expect(tab.page.locator(".guide .said.right")).to_be_visible()
    tab.until(lambda: panel.evaluate(height) < 0.74)


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
