"""The colors of tokens as drawn: everybody can tell them apart and read the text on them."""

from itertools import combinations, product

import pytest

from tests.support.page_checks import PAPERS
from tests.support.waiting import expect

NOTICEABLE = 2.3  # the smallest visible difference of two colors in CIE Lab (Mahy et al., 1994)
KINDS = 21  # of tokens: twenty colors, and single characters in the page's color

# G. M. Machado et al., "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# 2009, severity 1: what is seen, from linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (  # from linear RGB (sRGB, D65)
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


# Paint each drawn color on a canvas, which gives its red, green and blue.
READ = """() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const found = {};
  const root = document.querySelector(".st-key-stage").shadowRoot;
  for (const token of root.querySelectorAll(".vocab .token")) {
    const style = getComputedStyle(token);
    const color = [...token.classList].find((name) => name.startsWith("color-"));
    found[color ?? "none"] = {
      fill: rgb(style.backgroundColor), edge: rgb(style.borderTopColor), ink: rgb(style.color),
    };
  }
  return found;
}"""


@pytest.fixture
def drawn(tab):
    """By color scheme: the fill, the edge and the text color of each kind of token."""
    tab.open("corpus=english&step=150")
    tab.at(150)
    found = {}
    for scheme, paper in PAPERS.items():
        tab.page.emulate_media(color_scheme=scheme)
        expect(tab.page.locator("body")).to_have_css("background-color", paper)
        found[scheme] = tab.page.evaluate(READ)
    assert found["light"] != found["dark"]
    return found


def linear(color) -> list[float]:
    parts = [part / 255 for part in color]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def seen(color, eyes: str) -> list[float]:
    """The color in CIE Lab, as these eyes see it."""
    rgb = [min(1, max(0, c)) for c in times(EYES[eyes], linear(color))]
    white = [sum(row) for row in TO_XYZ]
    xyz = [value / most for value, most in zip(times(TO_XYZ, rgb), white, strict=True)]
    x, y, z = (c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in xyz)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def contrast(one, other) -> float:
    """WCAG 2.2's contrast ratio."""
    dark, light = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))
    )
    return (light + 0.05) / (dark + 0.05)


def test_token_colors_differ_with_color_blindness(drawn):
    for scheme, eyes in product(drawn, EYES):
        colors = [token["fill"] for token in drawn[scheme].values()]
        assert len(colors) == KINDS
        least = (4 if eyes == "usual" else 2.5) * NOTICEABLE
        for one, other in combinations(colors, 2):
            a, b = seen(one, eyes), seen(other, eyes)
            difference = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
            assert difference > least, (scheme, eyes, one, other)


def test_text_and_edges_of_tokens_have_enough_contrast(drawn):
    for scheme, tokens in drawn.items():
        paper = tokens.pop("none")["fill"]
        assert len(tokens) == KINDS - 1
        for token in tokens.values():
            assert contrast(token["fill"], token["ink"]) >= 7, (scheme, token)
            assert contrast(paper, token["edge"]) >= 3, (scheme, token)
