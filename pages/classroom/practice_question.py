"""A question of Practice, as a question to a class."""

from collections import Counter
from dataclasses import dataclass

from pages.classroom.asked import Malformed, Unreadable, one_of
from pages.practice import presentation
from pages.practice.answers import Choice, Number
from pages.practice.expressions import MAX_TYPED, is_unequal
from pages.practice.questions import Question
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.record import Record
from pages.stage.tokens import number
from pages.translations.language import Translation


@dataclass(frozen=True, slots=True)
class Practice:
    """A question of Practice: typed, or with choices."""

    question: Question
    lang: str
    t: Translation

    @property
    def options(self) -> int:
        """The number of choices; 0 if the answer is typed."""
        form = self.question.form
        return len(form.options) if isinstance(form, Choice) else 0

    def public(self) -> Record:
        """See `Asked`."""
        record = presentation.question_record(self.question, self.lang, self.t)
        return {
            "ask": self.question.prompt,
            "form": "choice" if self.options else "typed",
            "record": record,
            "hint": presentation.help_text(self.question, self.t),
            "join": presentation.separator(self.question),
            "choices": [self.label(f"{i}") for i in range(self.options)],
        }

    def group(self, answer: object) -> str:
        """See `Asked`."""
        if self.options:
            return one_of(answer, self.options)
        if not isinstance(answer, str) or len(answer) > MAX_TYPED:
            raise Malformed
        question, given = self.question, self.question.form.read(answer)
        if given is None and isinstance(question.form, Number) and is_unequal(answer):
            raise Unreadable("The two sides of this equation are not equal.")
        if given is None:
            raise Unreadable("This answer can't be read. Expected: {hint}.", hint=question.hint)
        if question.check(answer).right:
            return "right"
        known = question.mistake_in(given)
        return "other" if known is None else f"known {question.known.index(known)}"

    def is_right(self, group: str) -> bool:
        """Whether the answers of a group are right."""
        if not self.options:
            return group == "right"
        return self.question.check(chr(ord("A") + int(group))).right

    def label(self, group: str) -> str:
        """A group in words."""
        question = self.question
        if self.options:
            return presentation.describe_answer(question, chr(ord("A") + int(group)))
        if group == "right":
            return question.shown
        if group.startswith("known "):
            return describe(question.known[int(group[6:])].answer)
        return self.t.gettext("Other answers")

    def reason(self, group: str) -> str:
        """Why the answers of a group are right or wrong."""
        question = self.question
        if self.is_right(group):
            return question.because
        if self.options:
            return question.check(chr(ord("A") + int(group))).reason
        return question.known[int(group[6:])].reason if group.startswith("known ") else ""

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        if self.options:
            groups = [str(i) for i in range(self.options)]
        else:
            known = [each for each, _ in counts.most_common() if each.startswith("known ")]
            groups = ["right", *known, *(["other"] if counts["other"] else [])]
        return {
            "bars": [
                {
                    "label": self.label(each),
                    "votes": counts[each],
                    "right": self.is_right(each),
                    "reason": self.reason(each),
                }
                for each in groups
            ]
        }

    def solution(self) -> Record:
        """See `Asked`."""
        groups = [str(i) for i in range(self.options)]
        return {
            "right": [i for i, each in enumerate(groups) if self.is_right(each)],
            "answer": self.question.shown,
            "explanation": self.question.because,
            "feedback": [self.reason(each) for each in groups],
        }

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        group = self.group(answer)
        if group == "other" and isinstance(answer, str):
            return {"right": False, "reason": self.question.check(answer).reason}
        return {"right": self.is_right(group), "reason": self.reason(group)}


def describe(answer: object) -> str:
    """Return a known answer as text.

    >>> describe(("u", "g")).count("u"), describe(20)
    (1, '20')
    """
    if isinstance(answer, tuple):
        return format_tokens(map(str, answer))
    return number(answer) if isinstance(answer, int) else str(answer)
