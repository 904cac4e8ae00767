"""The forms in which a short answer is accepted, because a platform compares only characters."""

from collections.abc import Iterable

from pages.practice.typed_tokens import MARKS

SEPARATORS = (" ", "+", " + ", ", ", ",")  # between tokens
SHORTER = (" ", "+")  # for wrong answers, of which there are many


def of_tokens(tokens: tuple[str, ...], separators: Iterable[str] = SEPARATORS) -> tuple[str, ...]:
    """The forms of an answer of tokens. An underscore stands for the mark of a space.

    >>> of_tokens(("un", "hug"), SHORTER), of_tokens(("Ġhug",), SHORTER)
    (('un hug', 'un+hug'), ('Ġhug', '_hug'))
    """
    found: list[str] = []
    for separator in separators:
        text = separator.join(tokens)
        found += [text, text.translate(dict.fromkeys(map(ord, MARKS), "_"))]
    return tuple(dict.fromkeys(found))
