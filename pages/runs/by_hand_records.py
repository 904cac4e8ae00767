"""What the three by-hand modes share: the reader chooses in place of the algorithm, then compares.

The reader merges pairs, fills in a lattice or removes pieces. Each mode has a record that follows
from the choices so far; `pages/stage/parts/by_hand_panel.js` draws it.
"""

from collections.abc import Sequence

from pages.charts.chart import TICKS, Axis, Point, round_axis
from pages.stage.by_hand_types import ByHandChart, ByHandLabels, ByHandOffer, Curve, Range
from pages.stage.chart_types import ChartPoint
from pages.translations.language import Translation


def labels(t: Translation) -> ByHandLabels:
    """The labels of the buttons.

    >>> labels(Translation())["undo"]
    'Undo'
    """
    return {
        "undo": t.gettext("Undo"),
        "restart": t.gettext("Start again"),
        "compare": t.gettext("Compare with the algorithm"),
        "hide": t.gettext("Hide the comparison"),
    }


def offer(start: str, t: Translation) -> ByHandOffer:
    """What the stage needs before the mode is opened. start: the label of the button.

    >>> offer("You are the trainer", Translation())["leave"]
    'Back to the steps'
    """
    return {
        "start": start,
        "leave": t.gettext("Back to the steps"),
        "failed": t.gettext("Couldn't load this step. Check your connection."),
        "retry": t.gettext("Try again"),
    }


def chart(
    title: str, x_title: str, mine: Sequence[Point], theirs: Sequence[Point], t: Translation
) -> ByHandChart:
    """The reader's values next to those of the algorithm, over the choices.

    >>> points = [(0, 113), (1, 98)], [(0, 113), (1, 93)]
    >>> shown = chart("Tokens", "Merge", *points, Translation())
    >>> shown["x"], shown["ticks"]
    (Range(low=0, high=1), [90.0, 95.0, 100.0, 105.0, 110.0, 115.0])
    """
    values = [value for _, value in (*mine, *theirs)]
    axis = round_axis("", values, integers=all(isinstance(value, int) for value in values))
    first, last = mine[0][0], mine[-1][0]
    return {
        "title": title,
        "x_title": x_title,
        "x": Range(first, max(last, first + 1)),
        "y": Range(axis.low, axis.high),
        "ticks": ticks(axis),
        "lines": [
            Curve(t.gettext("Yours"), [ChartPoint(*point) for point in mine]),
            Curve(t.gettext("The algorithm"), [ChartPoint(*point) for point in theirs]),
        ],
    }


def ticks(axis: Axis) -> list[float]:
    """Equally far apart, from the start of an axis to its end, which are round numbers.

    >>> ticks(Axis("Loss", -4, -1)), len(ticks(Axis("Loss", 150, 185)))
    ([-4.0, -3.0, -2.0, -1.0], 8)
    """
    wide = axis.high - axis.low
    steps = [each * 10.0**power for power in range(-4, 9) for each in (1, 2, 5)]
    for most in (TICKS + 1, TICKS + 3):  # an axis of `round_axis` has no more
        for step in steps:
            count = round(wide / step)
            if count <= most and abs(count * step - wide) < 1e-6 * wide:
                return [round(axis.low + i * step, 10) for i in range(count + 1)]
    return [axis.low, axis.high]
