"""What hovering, focusing, clicking and tapping show on the stage, and what they leave alone."""

import pytest

from tests.support.waiting import expect

FIVE_WORDS = "corpus=hug&step=1"
FRAMES = """(tokens) => tokens.map((token) => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(token);
  return [outlineStyle, parseFloat(outlineWidth) >= 2, outlineColor];
})"""


def row(tab, pair: str):
    return tab.page.locator(".pairs tr.row").filter(has_text=pair).first


def test_hover_outlines_both_tokens_of_every_occurrence(tab):
    tab.open("corpus=hug&step=0")
    highlighted = tab.page.locator(".layer.after .token.highlighted")
    for pair, words in (("h+u", 2), ("p+u", 2), ("u+g", 3), ("u+n", 2)):
        row(tab, pair).hover()
        expect(highlighted).to_have_text(pair.split("+") * words)
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)
            frames = highlighted.evaluate_all(FRAMES)
            assert all(frame == ["solid", True, frames[0][2]] for frame in frames), scheme


def detail(tab):
    return tab.page.locator(".detail")


def explanation(tab):
    return tab.page.locator(".explanation")


def nudge(tab, locator) -> None:
    """Move the mouse onto an element, and by some pixels inside it."""
    locator.hover()
    box = locator.bounding_box()
    tab.page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 + 1)


def answer(tab, choice: int) -> str:
    """Predict step 9 with a choice below which the step draws a pair. Return the explanation."""
    tab.open("step=8&view=projector+predict")
    tab.page.locator(".choice").nth(choice).click()
    tab.at(9)
    expect(tab.page.locator(".pairs .row:hover")).to_have_count(1)
    expect(detail(tab)).to_contain_text("just as often")
    return detail(tab).inner_text()


@pytest.mark.parametrize("choice", [0, 1])
def test_resting_mouse_keeps_the_answer_explanation(tab, choice):
    explained = answer(tab, choice)
    expect(tab.page.locator(".token.same")).to_have_count(0)
    nudge(tab, row(tab, "n+d"))
    nudge(tab, tab.page.locator(".layer.after .token").first)
    expect(detail(tab)).to_have_text(explained)


def test_click_pins_the_explanation_until_the_next_click(tab):
    explained = answer(tab, 0)
    row(tab, "n+d").click()
    expect(detail(tab)).to_contain_text("n+d:")
    nudge(tab, row(tab, "o+u"))
    expect(detail(tab)).to_contain_text("n+d:")
    row(tab, "n+d").click()
    expect(detail(tab)).to_have_text(explained)


def test_focus_and_the_next_step_replace_the_explanation(tab):
    explained = answer(tab, 0)
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown")
    expect(detail(tab)).to_contain_text("o+u:")
    tab.press("Tab")
    expect(detail(tab)).to_have_text(explained)
    tab.act("back")
    tab.at(8)
    expect(explanation(tab)).not_to_contain_class("has-detail")
    nudge(tab, row(tab, "o+u"))
    expect(detail(tab)).to_contain_text("o+u:")


def test_tap_replaces_the_explanation(visitor, server):
    tab = visitor(server, has_touch=True, viewport={"width": 390, "height": 844})
    tab.open("step=8&view=predict")
    tab.page.locator(".choice").first.tap()
    tab.at(9)
    expect(detail(tab)).to_contain_text("just as often")
    row(tab, "n+d").tap()
    expect(detail(tab)).to_contain_text("n+d:")


STAGES = {
    "training": ("/", "step=8", ".pairs .row .token"),
    "encoding": ("/encode", "at=1", ".words .token"),
    "lattice": ("/unigram", "show=word&at=2", ".arc .piece"),
    "rounds": ("/unigram", "show=rounds&at=2", ".pieces .row .token"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_step_ends_hover_until_the_mouse_moves(tab, stage):
    path, query, css = STAGES[stage]
    tab.open(query, path)
    hovered = tab.page.locator(css).first
    hovered.hover()
    expect(explanation(tab)).to_contain_class("has-detail")
    step = tab.step
    tab.press("ArrowRight")
    tab.at(step + 1)
    expect(tab.page.locator(css).first).to_be_visible()
    expect(explanation(tab)).not_to_contain_class("has-detail")
    expect(tab.page.locator(".same, .highlighted")).to_have_count(0)
    nudge(tab, tab.page.locator(css).first)
    expect(explanation(tab)).to_contain_class("has-detail")


def test_keyboard_focus_stays_through_a_step(tab):
    tab.open(FIVE_WORDS)
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown")
    expect(detail(tab)).to_contain_text("u+g:")
    tab.press("ArrowRight")
    tab.at(2)
    expect(detail(tab)).to_contain_text("u+n:")


def test_clicked_merge_in_the_list_is_explained(tab):
    tab.open("step=1")
    tab.page.locator(".merges .merge-entry").nth(4).locator(".token").first.click()
    tab.at(5)
    expect(explanation(tab)).not_to_contain_class("has-detail")
