"""A question, wherever it is asked: before a step, in Practice, the course, on paper, in a class.

It has a prompt, and either choices or a form, which reads what is typed or done on the stage. Each
choice says why it is right or wrong. Otherwise there are right answers, known mistakes with their
explanations, and `explain` for mistakes that cannot be listed. `hint` says how to find the answer,
and `worked` has the answer worked out.
`check` judges an answer in Python. `record` has everything for a browser that judges by itself
(`stage/questions/question.js`); `contents` shows choices without saying which one is right.
The places only arrange questions: Predict is `stage/prediction.py`, Practice adds what a question
is about (`practice/questions.py`), the course adds a place (`course/parts.py`), a worksheet asks
for the same on paper, and a class groups the answers (`classroom/asked.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pages.stage.question_types import Choice, QuestionRecord, QuizData
from pages.stage.table_types import Content


class Form:
    """How an answer is given that is not chosen. Only the browser reads it, or a subclass.

    kind: its name in records. tolerance: how far a number may be off, relative.
    """

    kind = ""
    tolerance = 0.0

    def __init__(self, kind: str, tolerance: float = 0.0) -> None:
        self.kind, self.tolerance = kind, tolerance

    def read(self, typed: str) -> object | None:
        """Return the answer, or None if the text is none."""
        return None

    def same(self, one: object, other: object) -> bool:
        """Whether two answers are the same."""
        return one == other

    def is_rounded_too_much(self, typed: str, answers: tuple[object, ...]) -> bool:
        """Whether an answer is right, but has too few digits to tell. It then counts as unread."""
        return False

    def explain(self, given: Any) -> "Mistake | None":
        """Find the mistake in a wrong answer that is not known."""
        return None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known wrong answer. name: one of `mistakes.KNOWN` in Practice; reason: its explanation."""

    name: str
    answer: object
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an answer. read: whether it could be parsed; if not, it does not count.

    reason: the explanation of a known mistake; mistake: its name.
    """

    read: bool
    right: bool = False
    reason: str = ""
    mistake: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. Its sentences are in the language in which it was made.

    answers: the right ones; the first one is shown. explain: finds the mistake in a wrong answer
    that is not known. hint_marks: what the hint highlights on the stage. done: what follows a right
    answer, by default what is worked out. then: what is asked after the right choice.
    """

    prompt: str
    choices: tuple[Choice, ...] = ()
    form: Form | None = None
    answers: tuple[object, ...] = ()
    known: tuple[Mistake, ...] = ()
    explain: Callable[[Any], Mistake | None] | None = field(default=None, compare=False)
    hint: str = ""
    hint_marks: tuple[str, ...] = ()
    worked: str = ""
    done: str | None = None
    then: "Question | None" = None

    @property
    def kind(self) -> str:
        """How it is answered."""
        return self.form.kind if self.form else "choice"

    @property
    def answer(self) -> object:
        """The right answer, or the first one."""
        return self.answers[0] if self.answers else self.contents[self.right[0]]

    @property
    def contents(self) -> list[Content]:
        """The choices, without saying which one is right."""
        return [each.content for each in self.choices]

    @property
    def right(self) -> list[int]:
        """The indices of the right choices."""
        return [i for i, each in enumerate(self.choices) if each.is_right]

    @property
    def mistakes(self) -> dict[str, str]:
        """The explanations of the known mistakes, by the answer as it is typed."""
        return {written(each.answer): each.reason for each in self.known}

    def record(self) -> QuestionRecord:
        """Everything about it, for a browser that judges the answer.

        >>> Question(prompt="Go on?", choices=(Choice("Yes", True, ""),)).record()["choices"]
        [Choice(content='Yes', is_right=True, why='')]
        """
        found: QuestionRecord = {
            "kind": self.kind,
            "prompt": self.prompt,
            "choices": list(self.choices),
            "answers": list(map(written, self.answers)),
            "mistakes": self.mistakes,
            "tolerance": self.form.tolerance if self.form else 0.0,
            "hint": self.hint,
            "hint_marks": list(self.hint_marks),
            "worked": self.worked,
            "done": self.worked if self.done is None else self.done,
        }
        if self.then:
            found["then"] = self.then.record()
        return {name: value for name, value in found.items() if value}  # type: ignore[return-value]

    def check(self, typed: str) -> Verdict:
        """The verdict on a typed answer."""
        assert self.form
        given = self.form.read(typed)
        if given is None:
            return Verdict(read=False)
        if self.is_right(given):
            return Verdict(read=True, right=True)
        if self.form.is_rounded_too_much(typed, self.answers):
            return Verdict(read=False)
        mistake = self.mistake_in(given) or (self.explain(given) if self.explain else None)
        if mistake is None:
            return Verdict(read=True)
        return Verdict(True, False, mistake.reason, mistake.name)

    def is_right(self, given: object) -> bool:
        """Whether an answer is one of the right ones."""
        assert self.form
        return any(self.form.same(given, each) for each in self.answers)

    def mistake_in(self, given: object) -> Mistake | None:
        """The known mistake that led to an answer: the nearest if a rounded number fits several."""
        assert self.form
        found = [each for each in self.known if self.form.same(given, each.answer)]
        return min(found, key=lambda each: distance(given, each.answer), default=None)


def record_of(question: Question | None) -> QuizData:
    """Everything about a question; empty if there is none.

    >>> record_of(None)
    {}
    """
    return question.record() if question else {}


def written(answer: object) -> str:
    """An answer as it is typed.

    >>> written(("un", "hug")), written(Fraction(1, 3)), written(20)
    ('un hug', '1/3', '20')
    """
    return " ".join(answer) if isinstance(answer, tuple) else str(answer)


def distance(one: object, other: object) -> Fraction:
    """How far two answers are apart: 0 if they are not both numbers.

    >>> distance(Fraction(1, 2), Fraction(1, 3)), distance(("h", "ug"), ("hu", "g"))
    (Fraction(1, 6), Fraction(0, 1))
    """
    numbers = [Fraction(each) for each in (one, other) if isinstance(each, int | Fraction)]
    return abs(numbers[0] - numbers[1]) if len(numbers) == 2 else Fraction(0)
