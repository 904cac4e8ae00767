"""The records of a training; those of WordPiece have scores, too. Tokens are ids."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from pages.stage.chart_types import ChartHeading, ChartValue
from pages.stage.record_types import Block, CodeHead, Direction, Option, StageLabels, StepRecord
from pages.stage.table_types import Chip, Column, Fact, StepButton, TokenData


class TourStop(NamedTuple):
    """A stop of the tour."""

    selector: str
    sentence: str
    on_phone: str


class TourLabels(TypedDict):
    """The texts of the tour."""

    tour: str
    next: str
    done: str
    leave: str
    stops_of_tour: Sequence[TourStop]


class PairLabels(TypedDict):
    """The texts of a table of pairs."""

    columns: Sequence[Column]
    marks: Mapping[str, str]  # the texts of the marks "chosen" and "tied"


class TrainingLabels(StageLabels, TourLabels, PairLabels):
    """The texts of the stage of a training."""

    layer: str
    before: str
    after: str
    only: str
    nothing: str
    words: str
    choices: Sequence[Option]
    find: str
    page: str
    earlier: str
    later: str
    watched: str
    sentence: str
    merges: str
    vocabulary: str
    tree: str
    merged: str  # what became of a {pair} (its name, or its sum) after merge {k}
    some_left: str
    none_left: str
    pick: str
    by: str
    none: str
    csv: str  # the link to the pairs of step {k}
    merges_csv: str
    report: str


class WordData(NamedTuple):
    """A word before the first step: the ids of its tokens, its count and its CSS class."""

    tokens: Sequence[int]
    times: str
    class_name: str


class MergeData(NamedTuple):
    """A merge: the ids of its tokens; its count, for WordPiece its score."""

    left: int
    right: int
    token: int
    value: str


class ChosenWords(NamedTuple):
    """Which words of a large corpus are shown; find: a part of the words, for "find"."""

    words: str
    find: str


class TrainingHead(CodeHead[TrainingLabels]):
    """The head of a training."""

    tokens: Sequence[TokenData]  # by id; a class gets those that its blocks show
    words: Sequence[WordData]
    merges: Sequence[MergeData]
    sums_on_request: bool  # whether sums of pairs have to be fetched one by one
    choice: ChosenWords | None  # the choice of words, if not all are shown
    scale: str
    notes: Sequence[str]
    charts: Sequence[ChartHeading]


class CountedPair(NamedTuple):
    """A pair in the table: its ids and its count."""

    left: int
    right: int
    times: int


class GonePair(NamedTuple):
    """With its change and the kind of change."""

    left: int
    right: int
    times: int
    change: str
    class_name: str


class MarkedPair(NamedTuple):
    """With a mark."""

    left: int
    right: int
    times: int
    change: str
    class_name: str
    mark: str


class ScoredPair(NamedTuple):
    """For WordPiece with the score, and the length of its bar in percent."""

    left: int
    right: int
    times: int
    change: str
    class_name: str
    mark: str
    score: str
    length: float


PairRow = CountedPair | GonePair | MarkedPair | ScoredPair


class WordCount(NamedTuple):
    """A word and its count, as texts."""

    word: str
    times: str


class StartData(TypedDict):
    """What step 0 shows instead of a merge: words, and a sentence about them."""

    words: Sequence[WordCount]
    about: str


class ChangedWord(NamedTuple):
    """A word that a merge changed.

    Its tokens before and after, the indices of new tokens, its count and its CSS class.
    """

    before: Sequence[int]
    after: Sequence[int]
    new_tokens: Sequence[int]
    times: str
    class_name: str


class ChangedWords(TypedDict):
    """The words that a merge changed, of a large corpus. hidden: how many more there are."""

    changed: NotRequired[Sequence[ChangedWord]]
    hidden: NotRequired[str]


class TrainingStep(StepRecord, ChangedWords):
    """A step without what depends on the rule that chooses a pair."""

    after: str  # the title of the corpus after the merge
    earlier: str  # and before it
    size: int  # of the vocabulary
    values: Sequence[ChartValue]
    merge: NotRequired[Sequence[int] | None]  # the ids of left, right and new token
    start: NotRequired[StartData]
    more: NotRequired[str]  # which pairs are shown


class TrainingRecord(TrainingStep):
    """A step of a training."""

    before: str
    rows: list[PairRow]
    facts: Sequence[Fact]


class PlainVersion(NamedTuple):
    """A word from a step on: the ids of its tokens, and the indices of new ones."""

    step: int
    tokens: Sequence[int]
    new_tokens: Sequence[int]


class MeasuredVersion(NamedTuple):
    """With the number of characters of each token."""

    step: int
    tokens: Sequence[int]
    new_tokens: Sequence[int]
    lengths: Sequence[int]


WordVersion = PlainVersion | MeasuredVersion


class PairSum(NamedTuple):
    """The count of a pair, written out as a sum, from a step on."""

    step: int
    sum: str


class TrainingBlock(Block[TrainingRecord]):
    """Steps of a training, and the words at each of them."""

    words: Sequence[Sequence[WordVersion]]
    sums: dict[str, list[PairSum]]  # by "left right", the ids of the pair
    tokens: NotRequired[Mapping[str, TokenData]]  # for a class, which has no others


class TieRule(TypedDict):
    """One of two tie rules at a step."""

    name: str
    record: TrainingRecord
    shared: str


class TieRulesData(TypedDict):
    """Two tie rules at the step where they differ."""

    title: str
    lang: str
    labels: PairLabels
    tokens: Sequence[TokenData]
    sides: Sequence[TieRule]


class TieRulesPanel(TieRulesData):
    """Two tie rules, and a button."""

    go: StepButton


class TrainingSecrets(TypedDict):
    """What of the head shows later steps."""

    merges: Sequence[MergeData]


class CorpusBoardData(TypedDict):
    """The corpus in the by-hand mode."""

    title: str
    tokens: Sequence[Chip]
    words: Sequence["BoardWord"]
    scale: str
    dir: Direction
    picked: str  # names the first of two tokens


class BoardWord(NamedTuple):
    """A word: the ids of its tokens, its count, and the indices of new tokens."""

    tokens: Sequence[int]
    times: str
    new_tokens: Sequence[int]
