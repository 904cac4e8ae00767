"""The part of the course or of a lesson that a lecturer presents, for phones: its title and text.

A part of the course is named, so each phone has it in its own language. One of a lesson is sent, in
the language of its author, unless the ready lecture has it in others.
"""

from collections.abc import Sequence
from typing import TypedDict

from pages.runs.pages import find_part, in_language

OF_COURSE = "course"  # begins a part of the course; its name follows
MAX_TEXTS = 20  # the title and the sentences of a part
MAX_PART = 6_000  # characters of all of them
MAX_NAME = 60

PartTexts = tuple[str, ...]  # ("course", name), or ("", title, sentence, ...); () for no part


class ShownPart(TypedDict):
    """A part as phones show it."""

    title: str
    sentences: Sequence[str]


def parse_part(value: object) -> PartTexts:
    """Return a part from outside. Raises ValueError if it is not one.

    >>> parse_part(["course", "count-tokens"]), parse_part(None)
    (('course', 'count-tokens'), ())
    """
    if value is None or value == []:
        return ()
    texts = tuple(value) if isinstance(value, list | tuple) else ()
    if not 2 <= len(texts) <= MAX_TEXTS or not all(isinstance(each, str) for each in texts):
        raise ValueError("no part")
    if texts[0] not in ("", OF_COURSE) or sum(map(len, texts)) > MAX_PART:
        raise ValueError("no part")
    if texts[0] == OF_COURSE and (len(texts) != 2 or len(texts[1]) > MAX_NAME):
        raise ValueError("no part")
    return texts


def shown_part(texts: PartTexts, lang: str) -> ShownPart | None:
    """Return a part in a language; None without one, or if the course has none of this name.

    >>> shown_part(("", "Look", "At the pairs."), "en")
    {'title': 'Look', 'sentences': ['At the pairs.']}
    >>> shown_part(("course", "no such part"), "en")
    """
    if not texts:
        return None
    if texts[0] != OF_COURSE:
        title, *sentences = in_language(texts[1:], lang)
        return {"title": title, "sentences": sentences}
    part = find_part(texts[1], lang)
    return {"title": part.title, "sentences": part.sentences} if part else None
