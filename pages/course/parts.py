"""What the guided course is made of: chapters, parts, and the tasks that the app checks.

A part opens a place in the app and asks for one thing. Right and wrong answers are computed by
the engine; a part never contains a number that somebody typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pages.stage.record import Record
from pages.state.settings import Settings
from pages.state.url import query_of


@dataclass(frozen=True, slots=True)
class Place:
    """A state of the app. page: its path. step: the step of the stage that the page shows.

    >>> from pages.state.defaults import defaults
    >>> Place(defaults("hug"), step=3).query.rpartition("&")[2]
    'step=3'
    """

    settings: Settings
    page: str = ""
    step: int = 0

    @property
    def query(self) -> str:
        """The query of the link to this place."""
        if self.page:
            return query_of(self.settings.replace(position=self.step))
        return query_of(self.settings, self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What every task has.

    prompt: what to do, in one sentence. mistakes: for each wrong answer that is known, why it is
    wrong. hint: shown after two wrong answers, with `hint_marks` highlighted. worked: the answer
    worked out, shown after three. done: what a right answer shows.
    """

    prompt: str
    hint: str
    worked: str
    done: str = ""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    hint_marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachStep(Task):
    """Reach a step of the stage."""

    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Task):
    """Click a pair or a token. target: "pair 3 5" or "token 7", with ids.

    remove: whether the click removes a piece; then `mistakes` has each other piece's cost.
    """

    target: str
    remove: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge(Task):
    """Click two tokens next to each other in the corpus. pair: "3 5", their ids.

    `mistakes` has other pairs, in the same form.
    """

    pair: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Task):
    """Type a number, or an expression such as a fraction or a sum; see `quiz.expressions`.

    answers: those that are accepted. A decimal number is accepted within `tolerance`, relative.
    """

    answers: tuple[str, ...]
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens(Task):
    """Type the tokens of a word; see `quiz.typed_tokens`. answers: those that are accepted."""

    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Task):
    """Type a word of at most 30 characters with a property, which the server checks.

    check: why a word does not have the property; "" if it has it.
    example: a word that has it.
    """

    check: Callable[[str], str]
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Task):
    """Choose one of two to six options, A to F.

    answer: the right option; `mistakes` has the others.
    """

    options: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a chapter.

    name: its id in links and in the browser's storage; it never changes. sentences: two to four.
    marks: what the text talks about, highlighted on the stage: "pairs", "merge", "corpus",
    "transport", "watched", "merges", "pair 3 5", "token 7", "word hug", "text", "lattice",
    "result", "pieces".
    hides: what `guide_marks.js` hides on the stage until the task is answered. "later" are the
    merges after the step, which stay hidden, because they answer the next parts.
    is_question: one of the three at the end.
    after: the step that the answer leads to; None: the stage stays where it is.
    """

    name: str
    title: str
    sentences: tuple[str, ...]
    place: Place
    task: Task
    marks: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    is_question: bool = False
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of about ten minutes. can_do: what a learner can do now, in one sentence."""

    name: str
    title: str
    can_do: str
    parts: tuple[Part, ...]


def record_of(part: Part) -> Record:
    """What the browser gets of a part.

    >>> from pages.state.defaults import defaults
    >>> task = ReachStep(prompt="Go to step 1.", hint="Press Right.", worked="Step 1.", step=1)
    >>> record_of(Part("first", "A step", ("Press.",), Place(defaults("hug")), task))["name"]
    'first'
    """
    task = part.task
    shared = {
        "prompt": task.prompt,
        "hint": task.hint,
        "worked": task.worked,
        "done": task.done,
        "mistakes": dict(task.mistakes),
        "hint_marks": list(task.hint_marks),
    }
    match task:
        case ReachStep():
            own: Record = {"kind": "step", "answers": [str(task.step)]}
        case Pick():
            own = {"kind": "remove" if task.remove else "pick", "answers": [task.target]}
        case Merge():
            own = {"kind": "merge", "answers": [task.pair]}
        case Number():
            own = {
                "kind": "number",
                "answers": list(task.answers),
                "tolerance": task.tolerance,
            }
        case Tokens():
            own = {"kind": "tokens", "answers": list(task.answers)}
        case Word():
            own = {"kind": "word", "answers": [], "example": task.example}
        case Choice():
            own = {"kind": "choice", "answers": [task.answer], "options": list(task.options)}
        case _:
            raise TypeError(f"no such task: {type(task).__name__}")
    return {
        "name": part.name,
        "title": part.title,
        "sentences": list(part.sentences),
        "page": part.place.page,
        "query": part.place.query,
        "step": part.place.step,
        "marks": list(part.marks),
        "hides": list(part.hides),
        "is_question": part.is_question,
        "after": part.place.step if part.after is None else part.after,
        "task": shared | own,
    }
