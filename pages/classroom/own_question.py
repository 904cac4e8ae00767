"""Questions that are not computed from a stage: a lecturer's own, and those of the course.

An own question is in the language of its author, unless the ready lecture has it in others. A part
of the course is named, so that each phone gets its question in its own language, about the words
that the projector shows.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

import bpe
from pages.classroom.asked import Asked, Malformed, Unreadable
from pages.classroom.word_question import HIDDEN
from pages.practice.answers import Number, Tokens
from pages.practice.expressions import MAX_TYPED, evaluate
from pages.runs.pages import find_part, in_language
from pages.stage.question import Form, Mistake, Question, written
from pages.stage.question_types import Choice
from pages.stage.record import Record
from pages.stage.table_types import Content
from pages.stage.tokens import isolated
from pages.translations.language import Translation

FORMS = ("choice", "number", "text")
MAX_PROMPT = 600  # characters
MAX_CHOICES = 8
MAX_CHOICE = 200  # characters of a choice, and of what is said about it
MAX_ANSWERS = 40  # accepted answers
MAX_WHY = 1_000  # characters of an explanation
MAX_BARS = 8  # different numbers that get a bar
MAX_NUMBER = 30  # characters of a number that gets a bar
OTHER, RIGHT, KNOWN, VALUE = "other", "right", "known ", "= "


class Text(Form):
    """A text that is compared without case, width and surplus spaces."""

    def read(self, typed: str) -> str | None:
        """Return the text as it is compared; None if it is empty.

        >>> Text("text").read("  Byte  Pair ")
        'byte pair'
        """
        return " ".join(unicodedata.normalize("NFKC", typed).casefold().split()) or None


def own_spec(wanted: Record) -> Record:
    """Return the complete specification of a lecturer's own question. Raises Malformed.

    A choice question may have no right answer, like a typed one: then nobody is told to be wrong.

    >>> own_spec({"form": "number", "prompt": " How many? ", "answers": ["3"]})["prompt"]
    'How many?'
    """
    form, right = wanted.get("form"), wanted.get("right", [])
    choices, reasons = texts(wanted, "choices", MAX_CHOICES), texts(wanted, "reasons", MAX_CHOICES)
    answers = texts(wanted, "answers", MAX_ANSWERS)
    prompt, why = text(wanted.get("prompt"), MAX_PROMPT), text(wanted.get("why", ""), MAX_WHY)
    is_choice = form == "choice"
    if form not in FORMS or not prompt or is_choice == (len(choices) < 2):
        raise Malformed
    if not isinstance(right, list) or not all(type(i) is int for i in right):
        raise Malformed
    if not set(right) <= set(range(len(choices))) or len(reasons) not in (0, len(choices)):
        raise Malformed
    if "" in choices or "" in answers or (is_choice and answers):
        raise Malformed
    if form == "number" and any(evaluate(each) is None for each in answers):
        raise bpe.InputError("The right answer of this question must be a number.")
    return {
        "kind": "own",
        "form": form,
        "prompt": prompt,
        "choices": choices,
        "right": sorted(set(right)),
        "reasons": reasons,
        "answers": answers,
        "why": why,
    }


def texts(wanted: Record, name: str, most: int) -> list[str]:
    """Return a list of texts of an object. Raises Malformed."""
    found = wanted.get(name, [])
    if not isinstance(found, list) or len(found) > most:
        raise Malformed
    return [text(each, MAX_CHOICE) for each in found]


def text(value: object, most: int) -> str:
    """Return a text without surplus white space. Raises Malformed.

    >>> text(" a   b ", 3)
    'a b'
    """
    found = " ".join(value.split()) if isinstance(value, str) else None
    if found is None or len(found) > most or HIDDEN.search(found):
        raise Malformed
    return found


def own(spec: Record, lang: str, t: Translation) -> Asked:
    """Return a lecturer's own question."""
    prompt, why, form = str(spec["prompt"]), str(spec["why"]), str(spec["form"])
    answers, choices = as_list(spec["answers"]), as_list(spec["choices"])
    reasons = as_list(spec["reasons"])
    prompt, why, *shown = in_language((prompt, why, *answers, *choices, *reasons), lang)
    if form == "choice":
        choices, reasons, right = shown[: len(choices)], shown[len(choices) :], spec["right"]
        assert isinstance(right, list)
        made = [
            Choice(each, i in right, reasons[i] if reasons and reasons[i] else why * (i in right))
            for i, each in enumerate(choices)
        ]
        question = Question(prompt=prompt, choices=tuple(made), worked=why)
        return Asked(question=question, extra={"form": "choice"})
    reader: Form = Number() if form == "number" else Text(form)
    question = Question(
        prompt=prompt, form=reader, answers=tuple(map(reader.read, shown)), worked=why
    )
    return Typed(question=question, extra={"form": form}, shown=", ".join(shown[:1]), t=t)


def as_list(value: object) -> list[str]:
    """Return a value of a specification as the list of texts that it is."""
    assert isinstance(value, list)
    return value


def of_part(name: str, words: str, lang: str, t: Translation) -> Asked:
    """Return the question of a part of the course. Raises bpe.InputError if phones can't answer it.

    words: the language of the words that it is about.

    >>> of_part("count-tokens", "en", "en", Translation()).public()["form"]
    'number'
    """
    part = find_part(name, lang, words)
    task = (part.in_class or part.task) if part else None
    if task and task.choices:
        return Asked(question=task, extra={"form": "choice"})
    reader = reader_of(task) if task else None
    if task is None or reader is None:
        raise bpe.InputError("The class cannot answer this task: it is done on the stage.")
    shown = [written(each) for each in task.answers]
    label = chips if task.kind == "tokens" else str
    known = [
        (Mistake(each.name, found, each.reason), label(written(each.answer)))
        for each in task.known
        if (found := reader.read(written(each.answer))) is not None
    ]
    answers = tuple(map(reader.read, shown))
    question = replace(task, form=reader, answers=answers, known=tuple(each for each, _ in known))
    return Typed(
        question=question,
        extra={"form": task.kind},
        shown=label(shown[0]),
        mistakes=tuple(label for _, label in known),
        t=t,
    )


def chips(tokens: str) -> str:
    r"""Tokens as a text that is drawn as chips.

    >>> chips("un hug")
    '\u2068un\u2069 \u2068hug\u2069'
    """
    return " ".join(map(isolated, tokens.split()))


def reader_of(task: Question) -> Form | None:
    """Return what reads the answers to a task of the course here; None if only a stage can."""
    assert task.form
    if task.kind == "number":
        return Number(task.form.tolerance)
    if task.kind == "tokens":
        typed = [written(each) for each in (*task.answers, *(each.answer for each in task.known))]
        word = "".join(written(task.answer).split())
        return Tokens(frozenset("".join(typed)) - {" "}, word)
    return task.form if task.kind in ("word", "text") else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Asked):
    """A typed answer. A group is "right", "known 0", "= 12" for a number, or "other".

    shown: the right answer as everybody sees it; empty if the question has none. mistakes: the same
    for the known mistakes. No group has the words of students.
    """

    shown: str
    mistakes: tuple[str, ...] = ()
    t: Translation

    def group(self, answer: object) -> str:
        """See `Asked`."""
        if not isinstance(answer, str) or len(answer) > MAX_TYPED:
            raise Malformed
        question = self.question
        assert question.form
        given = question.form.read(answer)
        if given is None:
            if question.form.kind == "number":
                raise Unreadable("Type a number, such as 12, 0.5 or 1/4.")
            raise Unreadable("Type your answer first.")
        if question.is_right(given):
            return RIGHT
        mistake = question.mistake_in(given)
        if mistake is not None:
            return f"{KNOWN}{question.known.index(mistake)}"
        if isinstance(given, Fraction) and len(written(given)) <= MAX_NUMBER:
            return VALUE + written(given)
        return OTHER

    def has_group(self, group: str) -> bool:
        """See `Asked`."""
        known = [f"{KNOWN}{i}" for i in range(len(self.question.known))]
        if group in (RIGHT, OTHER, *known):
            return True
        value = evaluate(group.removeprefix(VALUE)) if group.startswith(VALUE) else None
        return value is not None and group == VALUE + written(value)

    def groups(self, counts: Counter[str]) -> list[str]:
        """See `Asked`."""
        chosen = [each for each, _ in counts.most_common() if each not in (RIGHT, OTHER)]
        right = [RIGHT] if self.question.answers else []
        return [*right, *chosen[:MAX_BARS], *([OTHER] if counts[OTHER] else [])]

    def is_right(self, group: str) -> bool:
        """See `Asked`."""
        return group == RIGHT

    def label(self, group: str) -> Content:
        """See `Asked`."""
        if group == RIGHT:
            return self.shown or self.t.gettext("Right answers")
        if group == OTHER:
            return self.t.gettext("Other answers")
        if group.startswith(VALUE):
            return group.removeprefix(VALUE)
        return self.mistakes[int(group.removeprefix(KNOWN))]

    def reason(self, group: str) -> str:
        """See `Asked`."""
        if group == RIGHT:
            return self.question.worked
        known = group.startswith(KNOWN)
        return self.question.known[int(group.removeprefix(KNOWN))].reason if known else ""

    def solution(self) -> Record:
        """See `Asked`."""
        return {**Asked.solution(self), "answer": self.shown}

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        group = self.group(answer)
        if not self.question.answers:
            return {"right": None, "reason": ""}
        reason = self.reason(group)
        if group == OTHER and self.question.explain:
            reason = self.question.check(str(answer)).reason
        return {"right": group == RIGHT, "reason": reason}
