"""The records that every stage has: its labels, head, steps and code.

`pages/stage/records.d.ts` has the same types for the browser; a test compares both.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from pages.stage.by_hand_types import ByHandOffer
from pages.stage.question_types import PredictLabels, QuizData

Direction = Literal["ltr", "rtl"]


class Plural(NamedTuple):
    """A text for one, and for {n}."""

    one: str
    many: str


class Due(NamedTuple):
    """How many questions come back: a text for one, for {n}, and why they do."""

    one: str
    many: str
    why: str


class Option(NamedTuple):
    """An option of a list: its value and its label."""

    value: str
    label: str


class Shortcut(NamedTuple):
    """Keys, and what they do."""

    keys: str
    action: str


class PresentLabels(TypedDict):
    """The texts of presenting (`present.js`)."""

    present: str
    leave: str
    full_screen: str
    larger: str
    smaller: str
    blank: str
    bar: str
    page: str
    corpus: str
    word: str
    type_word: str
    step: str
    more_rows: Plural
    more_words: Plural
    more_pieces: Plural
    more_tokens: Plural


class TransportLabels(TypedDict):
    """The labels of the controls that every stage has."""

    stage: str
    transport: str
    first: str
    back: str
    play: str
    pause: str
    forward: str
    last: str
    step: str
    title: str
    present: PresentLabels
    keys: str
    close: str
    shortcuts: Sequence[Shortcut]
    jump: str
    speed: str
    speeds: Sequence[Option]


class StageLabels(TransportLabels, PredictLabels):
    """The texts that every stage has."""

    stop: str  # the button that goes to the next of the head's `stops`


LabelsT = TypeVar("LabelsT", bound=StageLabels)


class Head(TypedDict, Generic[LabelsT]):
    """What holds for every step of what is shown."""

    kind: Literal["training", "encoding", "matching", "comparison", "lattice", "rounds", "fast"]
    lang: str
    last: int  # the last step
    size: int  # how many steps a block contains
    stops: Sequence[int]  # steps that the button "stop" goes to, ascending
    dir: Direction
    labels: LabelsT


class CodeHead(Head[LabelsT], Generic[LabelsT]):
    """A head of a stage with code."""

    # The title of the code of step {k}; empty if there is none: in the stand-alone report, for EM.
    code: str


class StepRecord(TypedDict):
    """One step."""

    announce: str  # what a screen reader says
    why: str  # why this step happens, in a sentence
    quiz: NotRequired[QuizData]


StepT = TypeVar("StepT", bound=StepRecord)


class Block(TypedDict, Generic[StepT]):
    """Consecutive steps."""

    first: int
    steps: list[StepT]


class CodeLine(NamedTuple):
    """A line of code: its number in the file, and its text."""

    number: int
    text: str


class CodeStep(TypedDict):
    """The values of lines at a step, by the index of the line, and a note."""

    values: Mapping[int, str]
    note: str


class CodeBlock(TypedDict):
    """The code of the algorithm, and what consecutive steps show next to it."""

    columns: Sequence[str]
    lines: Sequence[CodeLine]
    first: int
    steps: Sequence[CodeStep]


class NextLink(NamedTuple):
    """A link: its text, the path of its page, and the settings that differ."""

    text: str
    path: str
    settings: Mapping[str, str]


class NextStepsData(TypedDict):
    """What to do after the last step. inspect: the label of the link of a pinned token."""

    title: str
    links: Sequence[NextLink]
    inspect: str


# The link to the course on the first step.
CourseLink = TypedDict(
    "CourseLink",
    {"start": str, "about": str, "continue": str, "done": str, "finished": str, "due": Due},
)


class WatchedVersion(NamedTuple):
    """The watched sentence from a step on.

    A token is its id, or a text if it is not in the vocabulary. starts: the indices of the tokens
    that start another word.
    """

    step: int
    tokens: Sequence[int | str]
    total: str
    starts: Sequence[int]


class WordList(TypedDict):
    """The words that a stage can show, as the options of a list."""

    word: str
    options: Sequence[Option]


class NamedText(NamedTuple):
    """A text, and what is said about it."""

    text: str
    about: str


class BeginningData(TypedDict):
    """What the first visit shows in place of the page."""

    promise: str
    words: Sequence[NamedText]  # each with its count
    about: str
    start: str
    everything: str
    language: str
    languages: Sequence[NamedText]  # each code with its name


class StageData(TypedDict):
    """What the browser needs to mount a stage."""

    files: str
    stage: str  # the name of the stage: its page
    kind: str
    renderer: str  # the module that draws it
    styles: Sequence[str]  # the style sheets that not every stage needs
    has_choice: bool  # whether the reader chooses which words are shown
    run: str
    subject: str  # what it steps through; another one starts at its first step
    step_param: str
    lang: str
    text_lang: str
    corpus: str  # the name of the corpus, for the names of files
    by_hand: ByHandOffer | None  # the by-hand mode, if there is one
    next_steps: NextStepsData
    is_new_session: bool  # whether the session only knows the URL that the page was loaded with
    load_error: str
    retry: str
    opened: NotRequired[int]  # the number of the place opened last; the early stage has none
    course: NotRequired[CourseLink]
    beginning: NotRequired[BeginningData]
    beyond: NotRequired[str]  # says that a link asked for a {step} after the {last}
    watch: NotRequired[Sequence[WatchedVersion]]
    sentence: NotRequired[str]  # the sentence to watch
    words: NotRequired[WordList]
