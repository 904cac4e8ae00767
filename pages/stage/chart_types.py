"""The records of charts: see `record_types`."""

from collections.abc import Sequence
from typing import NamedTuple, NotRequired, TypedDict


class ChartValue(NamedTuple):
    """What a chart shows at a step: a number, null if it has none there, and its text."""

    value: float | None
    text: str


class ChartHeading(TypedDict):
    """The title of a chart over the steps, and a remark below it."""

    title: str
    note: NotRequired[str]


class AxisData(NamedTuple):
    """The ends of an axis, and whether it is logarithmic."""

    low: float
    high: float
    is_log: bool


class ChartPoint(NamedTuple):
    """A point of a curve: the step and the value."""

    x: float
    y: float


class PlotArea(NamedTuple):
    """Where the plot is, as fractions of the picture."""

    left: float
    top: float
    right: float
    bottom: float


class ChartData(TypedDict):
    """A chart over the steps."""

    svg: str
    plot: PlotArea
    x: AxisData
    y: AxisData
    caption: str  # the curve in words, with {now} for the value at the step
    points: Sequence[ChartPoint]  # that the picture has
    digits: int  # how many decimals a value has


class ChartsRecord(TypedDict):
    """The charts of a run."""

    charts: Sequence[ChartData]


class PictureData(TypedDict):
    """A chart that no step changes."""

    title: str
    svg: str  # empty if it could not be drawn
    notes: Sequence[str]  # it in words
