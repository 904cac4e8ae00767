"""The records of tokens, lines of tokens, and tables: see `record_types`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from pages.stage.chart_types import PictureData


class Chip(NamedTuple):
    """A token as it is drawn: its text, and the number of its color."""

    text: str
    number: int


class MarkedChip(NamedTuple):
    """With a CSS class."""

    text: str
    number: int
    class_name: str


class DescribedChip(NamedTuple):
    """A token with a CSS class or "", and with a description for the line below the headline."""

    text: str
    number: int
    class_name: str
    description: str


class TokenData(NamedTuple):
    """A token of a vocabulary, by its id: its text, the number of its color and a description."""

    text: str
    number: int
    description: str


ChipData = Chip | MarkedChip
Part = str | ChipData  # of a line; a text marks quotes with U+2068 and U+2069
Content = str | Sequence[Part]


class Column(NamedTuple):
    """A column: its CSS class, which decides its width, and its title."""

    class_name: str
    title: str


class TableRow(NamedTuple):
    """A row of a table: its cells, and the CSS class of the row ("chosen", "tied", ... or "")."""

    cells: Sequence[Content]
    mark: str = ""


class TableData(TypedDict):
    """A table that no step changes."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[TableRow]
    note: str


class Fact(NamedTuple):
    """A short fact next to the headline: its text and its CSS class."""

    text: str
    class_name: str


class Equation(TypedDict):
    """What is large: `parts`, or the sentence `rest` if there is no equation."""

    parts: NotRequired[Sequence[Part]]
    rest: NotRequired[str]


class HeadlineData(Equation):
    """What the headline shows."""

    facts: Sequence[Fact]


class StepButton(NamedTuple):
    """A button that moves the stage to a step."""

    label: str
    step: int


class StaticTablesData(TypedDict):
    """Tables and charts that no step changes. go: a button below the tables."""

    title: NotRequired[str]
    tables: Sequence[TableData]
    charts: NotRequired[Sequence[PictureData]]
    go: NotRequired[StepButton]


class PanelData(TypedDict):
    """What followers of a class see where the projector shows no stage.

    name: what draws the data, one of the `drawers` of a page.
    """

    name: str
    data: Mapping[str, object]
