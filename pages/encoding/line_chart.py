"""The tokens of each line of a text as bars."""

from collections.abc import Iterable

from pages.charts.chart import BarChart
from pages.stage.tokens import visible

MOST = 40  # lines; drawing more takes too long
WIDTH = 17  # of a line in its label; Chinese, Japanese and Korean characters count as two


def chart(lines: list[str], tokens: Iterable[int]) -> BarChart:
    """What the chart shows. tokens: how many each line has.

    >>> chart(["hug pugs"], [3]).bars
    (('1 hug␣pugs', 3),)
    """
    labels = (f"{i} {clip(visible(line))}" for i, line in enumerate(lines, 1))
    return BarChart("", tuple(zip(labels, tokens, strict=True)))


def clip(text: str) -> str:
    """The text, cut off where it is wider than WIDTH.

    >>> clip("tokenization is fun"), clip("안녕하세요 안녕하세요")
    ('tokenization is f…', '안녕하세요 안녕하…')
    """
    wide = 0
    for i, character in enumerate(text):
        wide += 2 if character > "\u2e80" else 1
        if wide > WIDTH:
            return text[:i] + "…"
    return text
