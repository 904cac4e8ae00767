"""The records that several features send: tokens, tables, charts, and what every stage has.

`pages/stage/records.d.ts` has the same types for the browser; a test compares both.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar, final

Direction = Literal["ltr", "rtl"]


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


class Plural(NamedTuple):
    """A text for one, and for {n}."""

    one: str
    many: str


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
    step: str
    more_rows: Plural
    more_words: Plural
    more_arcs: Plural
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


class PredictLabels(TypedDict):
    """The texts of the switch "Predict" and of its panel."""

    predict: str
    hold: str
    reveal: str
    check: str
    count: str
    right: str
    wrong: str
    streak: str
    how: str
    next_question: str
    no_choice: str
    nothing_left: str


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


class Choice(NamedTuple):
    """An answer to choose. why: why it is right or wrong."""

    content: Content
    is_right: bool
    why: str


class QuestionRecord(TypedDict):
    """What a browser gets of a question that it judges by itself. Empty fields are left out.

    answers, mistakes: as they are typed. tolerance: of a number, relative. then: what is asked
    after the right choice.
    """

    kind: str
    prompt: str
    choices: NotRequired[list[Choice]]
    answers: NotRequired[list[str]]
    mistakes: NotRequired[dict[str, str]]
    tolerance: NotRequired[float]
    hint: NotRequired[str]
    hint_marks: NotRequired[list[str]]
    worked: NotRequired[str]
    done: NotRequired[str]
    then: NotRequired["QuestionRecord"]


@final
class NoQuestion(TypedDict):
    """In the place of a question where there is none."""


QuizData = QuestionRecord | NoQuestion  # before a step, see `prediction`


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
    {"start": str, "about": str, "continue": str, "done": str, "finished": str, "due": Plural},
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
