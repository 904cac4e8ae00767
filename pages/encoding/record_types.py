"""The records of a text that is encoded: by merges, or by the longest match."""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypedDict

from pages.stage.record_types import Block, CodeHead, LabelsT, StageLabels, StepRecord, StepT
from pages.stage.table_types import Chip, ChipData, Column, DescribedChip, HeadlineData, TableRow


class ResultToken(NamedTuple):
    """A token of the result, and its id as a text."""

    chip: ChipData
    id: str


class EncodingResultData(TypedDict):
    """What the last step shows."""

    title: str
    total: str
    tokens: Sequence[ResultToken]
    more: str  # how many tokens are not shown
    token_ids: Mapping[str, int]  # of the tokens of every step, by the text of their chips
    ids: str
    label: str
    decoded: str
    note: str  # what decoding cannot restore
    later: str


class TextLine(NamedTuple):
    """A line of a text with several: its first word, its text, and how many tokens it becomes."""

    word: int
    text: str
    total: str


class TextHead(CodeHead[LabelsT], Generic[LabelsT]):
    """What the text of an encoding stage needs."""

    lines: Sequence[TextLine]  # empty: the text has only one

    scale: str
    result: EncodingResultData
    # For each word the texts that its tokens can have: their widest sets its width.
    reserved_texts: Sequence[Sequence[Sequence[str]]]


class TextVersion(NamedTuple):
    """The tokens of a word from a step on."""

    step: int
    chips: Sequence[DescribedChip]


class TextRecord(StepRecord, HeadlineData):
    """A step of an encoding."""

    after: str
    current: Sequence[int]  # the indices in the text of the word that the step is about
    before: str
    rows: list[TableRow]


class TextBlock(Block[StepT], Generic[StepT]):
    """Steps of an encoding, and the words at each of them."""

    words: Sequence[Sequence[TextVersion]]


class PagedLabels(StageLabels):
    """The labels of a stage with a list of which one page is drawn at a time."""

    columns: Sequence[Column]
    positions: str
    page: str
    earlier: str
    later: str


class EncodingLabels(PagedLabels):
    """The texts of the stage of a text that is encoded by merges."""

    nothing: str
    merges: str
    waiting: str


class MergeRule(NamedTuple):
    """A merge by its rank."""

    rank: int
    left: Chip
    right: Chip
    token: Chip


class MergeList(TypedDict):
    """The merges in the list next to the text."""

    merges: Sequence[MergeRule]
    merges_note: str


class EncodingHead(TextHead[EncodingLabels], MergeList):
    """The head of a text that is encoded by merges."""


class MergeMarks(TypedDict):
    """The ranks that a step marks in the list: of the merge that is applied, and of the others."""

    rank: int  # 0 if none is applied
    waiting: Sequence[int]


class Candidates(MergeMarks):
    """The candidates before a step."""

    before: str
    rows: list[TableRow]
    more: str


class EncodingRecord(TextRecord, MergeMarks):
    """A step of an encoding by merges."""

    more: str


class MatchingLabels(PagedLabels):
    """The texts of the stage of a text that is encoded by the longest match."""

    vocabulary: str


class MatchingHead(TextHead[MatchingLabels]):
    """The head of a text that is encoded by the longest match."""

    vocabulary: Sequence[ResultToken]  # the tokens that occur in the text
    vocabulary_note: str


class MatchingRecord(TextRecord):
    """A step of an encoding by the longest match."""

    found: int  # the place of the found token in the vocabulary; -1 if none is found
