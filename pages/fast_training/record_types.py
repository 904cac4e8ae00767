"""The records of the page of the fast training."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from pages.stage.record_types import CodeHead, StageLabels, StepRecord
from pages.stage.table_types import Column, HeadlineData, TableRow


class FastLabels(StageLabels):
    """The texts of the stage. columns: of each table, before the first merge and after one.

    note: which tie rule the page uses.
    """

    note: str
    columns: Mapping[str, Sequence[Column]]


class FastHead(CodeHead[FastLabels]):
    """The head of a fast training."""


class TitledRows(TypedDict):
    """The rows of a table, with its title and a note below it."""

    title: str
    rows: Sequence[TableRow]
    note: str


class FastRecord(StepRecord, HeadlineData):
    """A merge of a fast training."""

    heap: TitledRows
    changed_words: TitledRows
    changed_counts: TitledRows
