"""The ready lecture in the language of each phone, with the words of the lecturer's one.

A lecturer may have changed the lecture. The parts and questions that are still as they were are
found by their texts.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pages.course import lesson_text as lessons
from pages.course.lecture.lecture import MINUTES, made, part_lines
from pages.stage.tokens import without_isolates
from pages.translations.language import LANGUAGES, translation


class LecturePart(NamedTuple):
    """A part of the lecture: its name, and the language of its words."""

    name: str
    lang: str


@cache
def part_in(found: LecturePart, lang: str) -> lessons.Part:
    """A part of the lecture: its texts in a language, about the words of another one.

    >>> part_in(LecturePart("vote-1", "en"), "ko").answers
    ('u g', 'u+g', 'u + g')
    """
    t = translation(lang)
    part = made(found.name, found.lang, t)
    (read,) = lessons.read("\n".join(part_lines(found.name, part, (0, 0), t)))
    return read


def plain(*texts: str) -> tuple[str, ...]:
    """Texts as a lecturer's page sends them: without isolates and surplus white space.

    >>> plain("Look  at it.")
    ('Look at it.',)
    """
    return tuple(" ".join(without_isolates(each).split()) for each in texts)


@cache
def parts() -> dict[tuple[str, ...], LecturePart]:
    """The parts by title and sentences."""
    found = {}
    for each in (LecturePart(name, lang) for lang in LANGUAGES for name in MINUTES):
        part = part_in(each, each.lang)
        found[plain(part.title, *part.sentence.split("\n"))] = each
    return found


def question_texts(part: lessons.Part) -> tuple[str, ...]:
    """The question, its explanation and answers, its choices, and why each is right or wrong.

    >>> question_texts(lessons.Part("", "", "", question="Why?", choices=("* un", "nu | Rare.")))
    ('Why?', '', 'un', 'nu', '', 'Rare.')
    """
    choices = [lessons.read_choice(each) for each in part.choices]
    shown = [str(each.content) for each in choices]
    return part.question, part.explanation, *part.answers, *shown, *(each.why for each in choices)


@cache
def questions() -> dict[tuple[str, ...], LecturePart]:
    """The questions by their texts."""
    found = {}
    for each in parts().values():
        part = part_in(each, each.lang)
        if part.question:
            found[plain(*question_texts(part))] = each
    return found


def in_language(texts: Sequence[str], lang: str) -> tuple[str, ...] | None:
    """The texts of a part or of a question of the lecture, in a language; None for other texts.

    texts: the title and the sentences of a part; or those of a question (see `question_texts`).

    >>> part = part_in(LecturePart("vote-2", "en"), "en")
    >>> same = in_language((part.question, part.explanation, *part.answers), "en")
    >>> same[0] == part.question, in_language(("Another lesson", "Look."), "en")
    (True, None)
    """
    key = plain(*texts)
    if found := parts().get(key):
        part = part_in(found, lang)
        return part.title, *part.sentence.split("\n")
    if found := questions().get(key):
        part = part_in(found, lang)
        return question_texts(part)
    return None
