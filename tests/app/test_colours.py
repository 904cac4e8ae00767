"""The colours of tokens, by computation: eyes of four kinds tell them apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "pages/stage/stage.css").read_text()
TOML = (Path(__file__).parents[2] / ".streamlit/config.toml").read_text()
TINTS = re.findall(r"\.tint[1-8] \{ --tint: light-dark\((#\w{6}), (#\w{6})\); \}", CSS)
NOTICEABLE = 0.02  # the least difference in Oklab that is seen side by side

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


def linear(colour: str) -> list[float]:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def seen(colour: str, eyes: str) -> list[float]:
    rgb = [min(1, max(0, c)) for c in times(EYES[eyes], linear(colour))]
    return times(TO_LAB, [c ** (1 / 3) for c in times(TO_LMS, rgb)])


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio."""
    dark, light = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))
    )
    return (light + 0.05) / (dark + 0.05)


def theme(name: str, colour: str) -> str:
    section = TOML.split(f"[theme.{name}]")[1].split("[")[0]
    return re.search(rf'{colour} = "(#\w{{6}})"', section)[1]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_tokens_differ_in_colour_to_all_eyes(name, eyes):
    colours = [pair[name == "dark"] for pair in TINTS] + [theme(name, "backgroundColor")]
    assert len(colours) == 9
    for one, other in combinations(colours, 2):
        a, b = seen(one, eyes), seen(other, eyes)
        difference = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
        assert difference > 2 * NOTICEABLE, (one, other)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_on_tokens_is_read(name):
    ink = theme(name, "textColor")
    for pair in TINTS:
        assert contrast(pair[name == "dark"], ink) >= 6, pair
