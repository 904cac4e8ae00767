"""The colors of tokens as drawn: everybody can tell them apart and read the text on them."""

from itertools import combinations

import pytest

NOTICEABLE = 0.02  # the smallest visible difference of adjacent colors in Oklab
KINDS = 9  # of tokens: eight tints, and single characters in the page's color

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
# B. Ottosson, "A perceptual color space for image processing", 2020: Oklab from linear RGB.
TO_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
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
  for (const token of root.querySelectorAll("[class*=tint]:not(.fresh)")) {
    const style = getComputedStyle(token);
    const tint = [...token.classList].find((name) => name.startsWith("tint"));
    found[tint] = { paper: rgb(style.backgroundColor), ink: rgb(style.color) };
  }
  return found;
}"""


@pytest.fixture(params=["light", "dark"])
def drawn(request, visitor, server):
    """The background and the text color of each kind of token."""
    tab = visitor(server, color_scheme=request.param)
    tab.open("corpus=english&step=150")
    tab.at(150)
    return tab.page.evaluate(READ)


def linear(color) -> list[float]:
    parts = [part / 255 for part in color]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def seen(color, eyes: str) -> list[float]:
    rgb = [min(1, max(0, c)) for c in times(EYES[eyes], linear(color))]
    return times(TO_LAB, [c ** (1 / 3) for c in times(TO_LMS, rgb)])


def contrast(one, other) -> float:
    """WCAG 2.2's contrast ratio."""
    dark, light = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))
    )
    return (light + 0.05) / (dark + 0.05)


def test_token_colors_differ_with_color_blindness(drawn):
    colors = [token["paper"] for token in drawn.values()]
    assert len(colors) == KINDS
    for eyes in EYES:
        for one, other in combinations(colors, 2):
            a, b = seen(one, eyes), seen(other, eyes)
            difference = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
            assert difference > 2 * NOTICEABLE, (eyes, one, other)


def test_text_on_tokens_has_enough_contrast(drawn):
    assert len(drawn) == KINDS
    for token in drawn.values():
        assert contrast(token["paper"], token["ink"]) >= 6
