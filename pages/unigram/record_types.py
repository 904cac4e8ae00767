"""The records of the Unigram page: lattices, words under both methods, trainings, comparisons."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, NotRequired, TypedDict

from pages.stage.chart_types import ChartHeading, ChartValue
from pages.stage.record_types import CodeHead, Head, StageLabels, StepRecord
from pages.stage.table_types import (
    Chip,
    ChipData,
    Column,
    Content,
    Equation,
    Fact,
    HeadlineData,
    Part,
    TableData,
    TableRow,
)


class ArcData(NamedTuple):
    """An arc of a lattice, with the text and the color of its piece and a sentence about it.

    known: whether its piece is in the vocabulary. fraction: its count / the sum of all counts;
    empty if the model has no counts. id: in the vocabulary, in the end.
    """

    start: int
    end: int
    text: str
    number: int
    value: str
    known: bool
    sentence: str
    fraction: str
    id: int | None


class PictureLabels(StageLabels):
    """The texts of a stage with the picture of a lattice."""

    lattice: str
    lines: Mapping[str, str]  # what the line of an arc means, by the arc's state


class Picture(TypedDict):
    """The characters of a word, and the arcs of its lattice."""

    text: Sequence[str]
    arcs: Sequence[ArcData]
    from_file: bool  # whether a file has the pieces: the inspector then shows its tokenizer


class LatticeLabels(PictureLabels):
    """The texts of the stage of a lattice."""

    best: str
    best_columns: Sequence[Column]
    candidate_columns: Sequence[Column]
    all_columns: Sequence[Column]
    sampling: str  # what sampling is; empty if there is nothing to choose from
    why_logs: str


class Segmentations(TypedDict):
    """Every segmentation of a word, as a table whose columns are in the labels."""

    title: str
    rows: Sequence[TableRow]
    note: str


class LatticeHead(CodeHead[LatticeLabels], Picture):
    """The head of the lattice of a word."""

    note: str
    segmentations: Segmentations


class LatticeSecrets(TypedDict):
    """What of the head shows later steps."""

    segmentations: NotRequired[Segmentations]


class PictureRecord(TypedDict):
    """What the picture of a lattice shows in a step. Arcs are given by their index."""

    rows: Sequence[TableRow]
    now: NotRequired[int]  # the position that the step is about; missing on the way back
    chosen: NotRequired[int]
    candidates: Sequence[int]
    won: Sequence[int]
    path: Sequence[int]
    second: NotRequired[bool]  # whether the second path is shown


class LatticeRecord(StepRecord, HeadlineData, PictureRecord):
    """A step of Viterbi."""

    title: str
    heading: NotRequired[str]
    best: Sequence[TableRow]
    are_paths: NotRequired[bool]  # whether the rows are whole segmentations


class PathStep(Equation):
    """What a step before Viterbi adds to the record of step 0."""

    facts: Sequence[Fact]
    why: str
    path: NotRequired[Sequence[int]]
    rows: Sequence[TableRow]
    heading: str


class ComparedLabels(PictureLabels):
    """The texts of the stage of a word under both methods."""

    merges: str
    merge_columns: Sequence[Column]
    picture: str
    verdict: str
    later: str
    result_columns: Sequence[Column]
    second_path: str


class Verdict(TypedDict):
    """How BPE's choice and Unigram's differ."""

    rank: str
    why: str
    rows: Sequence[TableRow]


class ComparedHead(Head[ComparedLabels], Picture):
    """The head of a word under both methods."""

    merges: Sequence[TableRow]
    second: Sequence[int]  # the arcs of BPE's path
    ids: Mapping[str, int]  # of BPE's tokens, by their text
    inspected: Mapping[str, str]  # the settings with which the inspector shows BPE
    verdict: Verdict


class ComparedRecord(StepRecord, HeadlineData, PictureRecord):
    """A step of a word under both methods."""

    joins: int  # how many merges of BPE the word has so far


class ComparedSecrets(TypedDict):
    """What of the head shows later steps."""

    merges: Sequence[TableRow]
    second: NotRequired[Sequence[int]]
    verdict: NotRequired[Verdict]


class ComparedParts(Equation):
    """What one of the kinds of steps of a word under both methods has of its own."""

    facts: NotRequired[Sequence[Fact]]
    rows: NotRequired[Sequence[TableRow]]
    now: NotRequired[int]
    chosen: NotRequired[int]
    candidates: NotRequired[Sequence[int]]
    won: NotRequired[Sequence[int]]
    path: NotRequired[Sequence[int]]


class RoundsLabels(StageLabels):
    """The texts of the stage of a Unigram training."""

    columns: Mapping[str, Sequence[Column]]  # by the kind of a round
    first_columns: Sequence[Column]
    word_columns: Sequence[Column]
    marks: Mapping[str, str]
    nothing: str
    csv: str  # the link to the pieces of step {k}


class RoundsHead(CodeHead[RoundsLabels]):
    """The head of a Unigram training. question_covers: the table in whose place Predict asks."""

    charts: Sequence[ChartHeading]
    question_covers: Literal["pieces", "words"]


class PieceRow(NamedTuple):
    """A row of the table of pieces: cells after the piece, and its mark.

    trained: its id in the trained vocabulary; None if it is removed, or if this is a secret.
    """

    id: int
    chip: Chip
    cells: Sequence[Content]
    mark: str
    trained: int | None = None


class PieceTable(TypedDict):
    """The pieces of a vocabulary. more: how many are not shown."""

    rows: Sequence[PieceRow]
    more: NotRequired[str]


class WordChange(NamedTuple):
    """A word, and its segmentations before and after a round."""

    word: str
    before: Sequence[Part]
    after: Sequence[Part]


class WordChanges(TypedDict):
    """The words whose segmentation a round changed."""

    words: Sequence[WordChange]
    note: str


class NoTable(TypedDict):
    """There is nothing to write out."""


class SharePart(NamedTuple):
    """A part of a bar. share: its width, of 1. is_best: whether Viterbi chooses it."""

    content: Content
    share: float
    amount: str
    is_best: bool


class ShareRow(NamedTuple):
    """A bar of shares: what it is of, its parts, their sum, and the same with Viterbi's choice.

    total: empty if the name says it. hard: the width of Viterbi's bar, of 1. hard_total: empty if
    it is the total. key: what the bar is about if the reader points at it.
    """

    name: Content
    parts: Sequence[SharePart]
    total: str
    hard: float
    hard_total: str
    key: str


class SharesPicture(TypedDict):
    """How a step of EM shares counts, or adds the shares up, as bars."""

    title: str
    about: str
    hard: str
    rows: Sequence[ShareRow]


class RoundRecord(StepRecord, PieceTable, WordChanges):
    """A round of a Unigram training."""

    shares: SharesPicture | NoTable

    values: Sequence[ChartValue]
    kind: str
    title: str
    facts: Sequence[Fact]
    before: str
    after: str
    example: TableData | NoTable  # what the round computes, written out as a table


class StepLinks(NamedTuple):
    """Links to the steps of BPE and of Unigram."""

    bpe: str
    unigram: str


class ComparisonGroup(NamedTuple):
    """Words that differ for the same kind of reason, not at all, or even with the same tokens."""

    kind: str
    title: str
    why: str


class ComparisonRow(TypedDict):
    """A word under BPE and Unigram. kind: that of its group."""

    word: str
    bpe: Content
    unigram: Content
    kind: str
    why: str  # they differ; empty if they are the same
    links: StepLinks


class ComparedText(NamedTuple):
    """A text under a method. starts: the tokens that start a word after a space."""

    name: str
    chips: Sequence[ChipData]
    starts: Sequence[int]


class ComparisonLabels(TypedDict):
    """The texts of a comparison."""

    title: str
    present: str
    columns: Sequence[Column]
    only: str
    steps: str
    bpe_steps: str
    unigram_steps: str
    text: str
    nothing: str


class ComparisonData(ComparisonLabels):
    """The same words under BPE and Unigram."""

    summary: str
    is_text: bool  # whether it is about a text, which comes first
    groups: Sequence[ComparisonGroup]
    rows: Sequence[ComparisonRow]
    texts: Sequence[ComparedText]
    unknown: str


class LatticeCandidate(NamedTuple):
    """A choice at a position: where its last piece starts, and the product to work out."""

    start: int
    segmentation: Sequence[ChipData]
    product: str


class LatticeBoardData(TypedDict):
    """The lattice in the by-hand mode."""

    picture: PictureRecord
    title: str
    candidates: Sequence[LatticeCandidate]


class BoardPiece(NamedTuple):
    """A piece, and its probability. state: "open" if it can be removed, "fixed" or "gone"."""

    id: int
    piece: Chip
    share: str
    state: str


class PiecesBoardData(TypedDict):
    """The vocabulary in the by-hand mode."""

    title: str
    pieces: Sequence[BoardPiece]
    fixed: str  # why {piece} cannot be removed
    words: TableData
