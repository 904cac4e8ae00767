"""The records of by-hand modes: see `record_types`."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypedDict, TypeVar

from pages.stage.chart_types import ChartPoint
from pages.stage.table_types import Fact, TableData


class ByHandOffer(TypedDict):
    """The texts of a by-hand mode that are there before it is opened."""

    start: str
    leave: str
    failed: str
    retry: str


class ByHandLabels(TypedDict):
    """The labels of the buttons of a by-hand mode."""

    undo: str
    restart: str
    compare: str
    hide: str


class Curve(NamedTuple):
    """A line of a chart."""

    name: str
    points: Sequence[ChartPoint]


class Range(NamedTuple):
    """The ends of an axis."""

    low: float
    high: float


class ByHandChart(TypedDict):
    """The reader's values next to those of the algorithm, over the choices."""

    title: str
    x_title: str
    x: Range
    y: Range
    ticks: Sequence[float]  # of the vertical axis
    lines: Sequence[Curve]


class ByHandComparison(TableData):
    """The reader's choices next to those of the algorithm."""

    said: str
    chart: ByHandChart | None


BoardT = TypeVar("BoardT")


class ByHandRecord(TypedDict, Generic[BoardT]):
    """What follows from the choices so far in a by-hand mode."""

    title: str
    about: str
    facts: Sequence[Fact]
    said: str  # what the last choice did; empty before the first
    chosen: int  # the number of choices
    is_done: bool
    list: TableData
    comparison: ByHandComparison
    labels: ByHandLabels
    board: BoardT
