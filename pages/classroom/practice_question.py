"""A question of Practice, as a question to a class."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from pages.classroom.asked import Asked, Malformed, Unreadable
from pages.practice import presentation
from pages.practice.expressions import MAX_TYPED
from pages.practice.questions import Exercise
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.record import Record
from pages.stage.tokens import number
from pages.translations.language import Translation


def practice(question: Exercise, lang: str, t: Translation) -> Asked:
    """Return a question of Practice: typed, or with choices."""
    extra: Record = {
        "form": "choice" if question.choices else "typed",
        "record": presentation.question_record(question, lang, t),
        "hint": question.help_text(t, clicks=False),
        "join": question.form.separator,
    }
    if question.choices:
        return Asked(question=question, extra=extra)
    return Typed(question=question, extra=extra, exercise=question, t=t)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Asked):
    """A question whose answer is typed. A group is "right", a known mistake, or "other"."""

    exercise: Exercise
    t: Translation

    def group(self, answer: object) -> str:
        """See `Asked`."""
        if not isinstance(answer, str) or len(answer) > MAX_TYPED:
            raise Malformed
        question, form = self.exercise, self.exercise.form
        given = form.read(answer)
        if given is None:
            raise Unreadable(form.unreadable(answer).text, hint=question.help)
        if question.is_right(given):
            return "right"
        if form.is_rounded_too_much(answer, question.answers):
            raise Unreadable(form.unreadable(answer).text, hint=question.help)
        known = question.mistake_in(given)
        return "other" if known is None else f"known {question.known.index(known)}"

    def has_group(self, group: str) -> bool:
        """See `Asked`."""
        known = (f"known {i}" for i in range(len(self.question.known)))
        return group in ("right", "other", *known)

    def groups(self, counts: Counter[str]) -> list[str]:
        """See `Asked`."""
        known = [each for each, _ in counts.most_common() if each.startswith("known ")]
        return ["right", *known, *(["other"] if counts["other"] else [])]

    def is_right(self, group: str) -> bool:
        """See `Asked`."""
        return group == "right"

    def label(self, group: str) -> str:
        """See `Asked`."""
        if group == "right":
            return self.exercise.shown
        if group == "other":
            return self.t.gettext("Other answers")
        return describe(self.question.known[int(group[6:])].answer)

    def reason(self, group: str) -> str:
        """See `Asked`."""
        if group == "right":
            return self.question.worked
        return "" if group == "other" else self.question.known[int(group[6:])].reason

    def solution(self) -> Record:
        """See `Asked`."""
        return {**Asked.solution(self), "answer": self.exercise.shown}

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        if self.group(answer) == "other" and isinstance(answer, str):
            return {"right": False, "reason": self.question.check(answer).reason}
        return Asked.verdict(self, answer)


def describe(answer: object) -> str:
    """Return a known answer as text.

    >>> describe(("u", "g")).count("u"), describe(20), describe(Fraction(58, 33))
    (1, '20', '58/33 = 1.758')
    """
    if isinstance(answer, tuple):
        return format_tokens(map(str, answer))
    if isinstance(answer, Fraction) and answer.denominator > 1:
        return f"{answer} = {float(answer):.4g}"
    return number(answer) if isinstance(answer, int) else str(answer)
