"""The part of the course or of a lesson that a lecturer presents, for phones: its title and text.

A part of the course is named, so each phone has it in its own language, about the words that the
projector shows. One of a lesson is sent, in the language of its author, unless the ready lecture
has it in others.
"""

from collections.abc import Sequence
from typing import TypedDict

from pages.runs.pages import find_part, in_language
from pages.translations.language import LANGUAGES

OF_COURSE = "course"  # begins a part of the course; its name follows
MAX_TEXTS = 20  # the title and the sentences of a part
MAX_PART = 6_000  # characters of all of them
MAX_NAME = 60

# ("course", name, language of its words), or ("", title, sentence, ...); () for no part
PartTexts = tuple[str, ...]


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
    if texts[0] == OF_COURSE and not is_of_course(*texts[1:]):
        raise ValueError("no part")
    return texts


def is_of_course(name: str, words: str = "en", *more: str) -> bool:
    """Whether these texts can name a part of the course. Older pages do not name the words.

    >>> is_of_course("count-tokens", "ko"), is_of_course("count-tokens", "xx")
    (True, False)
    """
    return len(name) <= MAX_NAME and words in LANGUAGES and not more


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
    name, *words = texts[1:]
    part = find_part(name, lang, *words)
    return {"title": part.title, "sentences": part.sentences} if part else None
