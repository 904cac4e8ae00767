"""What a chart shows, and where: titles, axes, points and the size of the picture.

A chart has fixed margins, and its axes begin and end at exact values. So a value's place in the
picture is known without reading the picture, and the browser can move a marker over it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

POINTS = 400  # maximum number in a line; longer ones are thinned
TICKS = 4  # about how many the vertical axis has
LONG_NUMBER = 1000  # the end of an axis is a tick if it is smaller
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` to `high`; integers: whether only whole numbers get a tick."""

    title: str
    low: float
    high: float
    log: bool = False
    integers: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points. name: for the legend, if the chart has several lines."""

    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over a horizontal axis.

    shape: "line", "stairs" (a value is kept until the next point) or "dots" (a line with a dot at
    each point). title: drawn above; empty if the page shows it.
    """

    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    shape: str = "line"
    title: str = ""

    @property
    def plot(self) -> "Rectangle":
        """The place of the plot in the picture."""
        top = 32 if self.title or len(self.lines) > 1 else 10
        return Rectangle(46, top, 300, 170 - top, right=14, bottom=40)


@dataclass(frozen=True, slots=True)
class BarChart:
    """A horizontal bar for each (label, value). Labels may be texts of users.

    Values with a fraction are written with two digits.

    colors: how many the bars take, one after the other; at most 4.
    """

    title: str
    bars: tuple[tuple[str, float], ...]
    colors: int = 1

    @property
    def plot(self) -> "Rectangle":
        """The place of the plot in the picture."""
        return Rectangle(150, 4, 196, 26 * len(self.bars), right=38, bottom=40)


Chart = LineChart | BarChart


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A plot in a picture, in pixels: its place, its size, and the margins after it."""

    left: int
    top: int
    width: int
    height: int
    right: int
    bottom: int

    @property
    def fractions(self) -> list[float]:
        """Left, top, right and bottom of the plot as fractions of the picture.

        >>> Rectangle(50, 10, 100, 80, right=50, bottom=10).fractions
        [0.25, 0.1, 0.75, 0.9]
        """
        wide = self.left + self.width + self.right
        high = self.top + self.height + self.bottom
        return [
            round(self.left / wide, 5),
            round(self.top / high, 5),
            round((self.left + self.width) / wide, 5),
            round((self.top + self.height) / high, 5),
        ]


def log_ticks(axis: Axis) -> list[float]:
    """Ticks of a logarithmic axis: powers of ten; also twice and five times those if it is short,
    and its end if no tick is near.

    >>> log_ticks(Axis("Rank", 1, 1000, log=True)), log_ticks(Axis("Count", 4, 20, log=True))
    ([1, 10, 100, 1000], [5, 10, 20])
    >>> log_ticks(Axis("Count", 1, 3, log=True))
    [1, 2, 3]
    """
    powers = range(math.floor(math.log10(axis.low)), math.ceil(math.log10(axis.high)) + 1)
    is_short = axis.high < 100 * axis.low
    steps = (1, 2, 5) if is_short else (1,)
    every = [each * 10**power for power in powers for each in steps]
    ticks = [tick for tick in every if axis.low <= tick <= axis.high]
    if is_short and axis.high < LONG_NUMBER and 1.3 * max(ticks, default=0) <= axis.high:
        ticks.append(axis.high)
    return ticks


def round_axis(title: str, values: Iterable[float], integers: bool = False) -> Axis:
    """An axis that includes all values and begins and ends at a tick.

    >>> axis = round_axis("Loss", [13.2, 48.7])
    >>> axis.low, axis.high
    (10.0, 50.0)
    """
    values = list(values)
    low, high = min(values), max(values)
    high = max(high, low + (1 if integers else 0.1))
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if 2**0.5 * each >= rough / power)  # as Vega
    step = max(step, 1) if integers else step
    low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return Axis(title, round(low, 10), round(high, 10), integers=integers)


def thin(points: Sequence[Point], log: bool = False) -> tuple[Point, ...]:
    """The points that make a visible difference, at most POINTS; log: if both axes are.

    A point is left out if it is less than half a percent of the chart away from the last one that
    is kept. The first and the last point are always kept.

    >>> line = [(float(k), 1 / (k + 1)) for k in range(5001)]
    >>> len(thin(line)) <= POINTS, thin(line)[:2], thin(line)[-1] == line[-1]
    (True, ((0.0, 1.0), (1.0, 0.5)), True)
    """
    if len(points) <= POINTS:
        return tuple(points)
    places = [(math.log(x), math.log(y)) for x, y in points] if log else points
    wide = abs(places[-1][0] - places[0][0]) or 1.0
    heights = [y for _, y in places]
    high = max(heights) - min(heights) or 1.0
    kept = [0]
    for i, (x, y) in enumerate(places):
        last_x, last_y = places[kept[-1]]
        if 200 * abs(x - last_x) >= wide or 200 * abs(y - last_y) >= high:
            kept.append(i)
    stride = -(-len(kept) // (POINTS - 1))
    return tuple(points[i] for i in dict.fromkeys([*kept[::stride], len(points) - 1]))
