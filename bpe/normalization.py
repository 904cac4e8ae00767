"""Normalization of a text, and where each character of the result comes from.

"none"         the text as it is
"nfc", "nfkc"  Unicode normalization forms (Unicode Standard Annex 15)
"lower"        lower case, each character on its own as in Hugging Face tokenizers, so a final
               sigma becomes σ and not ς

If a normal form joins characters, the result covers all of them: e + U+0301 is (0, 2). Hugging Face
tokenizers cover only the first, (0, 1). The tokens and ids are the same.
"""

import unicodedata
from collections.abc import Callable, Iterator

import regex

from bpe.errors import InputError, check_choice

NORMALIZATIONS = ("none", "nfc", "nfkc", "lower")
MAX_MARKS = 200  # combining marks in a row: a normal form sorts them in quadratic time
MARKS = regex.compile(rf"(?<!\p{{M}})\p{{M}}{{{MAX_MARKS + 1}}}")


def check_marks(text: str) -> None:
    """Raise InputError for a text with more than MAX_MARKS combining marks in a row.

    >>> check_marks("e" + "\u0301" * 201)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The text has more than 200 combining marks in a row. Remove some of them.
    """
    if not text.isascii() and MARKS.search(text, concurrent=True):
        raise InputError(
            "The text has more than {most} combining marks in a row. Remove some of them.",
            most=MAX_MARKS,
        )


def normalize(text: str, normalization: str = "none") -> str:
    """Return the text in one of the NORMALIZATIONS.

    Raises InputError for any other name, and before "nfc" and "nfkc" as `check_marks` does.

    >>> normalize("Ａ ﬁ", "nfkc"), normalize("ΟΔΟΣ", "lower")
    ('A fi', 'οδοσ')
    """
    check_choice("The normalization", normalization, NORMALIZATIONS)
    if normalization in ("nfc", "nfkc"):
        check_marks(text)
        return unicodedata.normalize("NFC" if normalization == "nfc" else "NFKC", text)
    if normalization == "lower":
        return text.lower() if text.isascii() else "".join(map(str.lower, text))
    return text


def align(text: str, normalization: str) -> tuple[str, list[tuple[int, int]]]:
    r"""The normalized text and, for each of its characters, its (start, end) in the given text.

    >>> align("e\u0301!", "nfc")
    ('é!', [(0, 2), (2, 3)])
    """
    normalized = normalize(text, normalization)
    if normalized == text:
        return text, [(i, i + 1) for i in range(len(text))]
    composes = normalization != "lower"
    return align_change(text, lambda part: normalize(part, normalization), composes)


def align_change(
    text: str, change: Callable[[str], str], composes: bool
) -> tuple[str, list[tuple[int, int]]]:
    """The changed text and, for each of its characters, its (start, end) in the given text.

    A span covers one character, or several that are changed together. composes: whether adjacent
    characters can become one, as in Unicode's normal forms. An ASCII character never composes with
    the character before it.

    >>> align_change("Straße", str.upper, composes=False)
    ('STRASSE', [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (4, 5), (5, 6)])
    """
    spans: list[tuple[int, int]] = []
    for start, end in _segments(text, change, composes):
        changed, alone = change(text[start:end]), [change(c) for c in text[start:end]]
        if "".join(alone) == changed:
            spans += [(start + i, start + i + 1) for i, part in enumerate(alone) for _ in part]
        else:
            spans += [(start, end)] * len(changed)
    return change(text), spans


def _segments(text: str, change: Callable[[str], str], composes: bool) -> Iterator[tuple[int, int]]:
    """The shortest parts of a text that can be changed independently, as (start, end)."""

    def is_independent(start: int, here: int) -> bool:
        if text[here] < "\x80":
            return True
        before, character = text[start:here], text[here]
        alone = change(character)
        return (
            not unicodedata.combining(alone[0])
            and change(before + character) == change(before) + alone
        )

    start = 0
    for here in range(1, len(text)):
        if not composes or is_independent(start, here):
            yield start, here
            start = here
    if text:
        yield start, len(text)
