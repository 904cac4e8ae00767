"""What hovering, focusing, clicking and tapping show on the stage, and what they leave alone."""

import pytest
from playwright.sync_api import expect

FIVE_WORDS = "corpus=hug&step=1"
FRAMES = """(tokens) => tokens.map((token) => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(token);
  return [outlineStyle, parseFloat(outlineWidth) >= 2, outlineColor];
})"""


def row(tab, pair: str):
    return tab.page.locator(".pairs tr.row").filter(has_text=pair).first


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("pair", "words"), [("h+u", 2), ("p+u", 2), ("u+g", 3), ("u+n", 2)])
def test_hover_frames_both_tokens_of_every_place(visitor, server, scheme, pair, words):
    tab = visitor(server, color_scheme=scheme).open(FIVE_WORDS)
    row(tab, pair).hover()
    lit = tab.page.locator(".layer.before .token.lit")
    expect(lit).to_have_text(pair.split("+") * words)
    frames = lit.evaluate_all(FRAMES)
    assert all(frame == ["solid", True, frames[0][2]] for frame in frames)
