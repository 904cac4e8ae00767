"""Patterns out of a file: compiled within limits, and matched for a limited time.

But: what they mean is made sure of in `dialect`.
"""

from collections.abc import Iterator
from time import monotonic

import regex

from bpe.added import check_deadline, late
from bpe.errors import InputError
from bpe.formats.dialect import nested, translate

LONGEST = 5_000  # characters of a pattern; the longest in use have about 500


def compile_pattern(source: str) -> "regex.Pattern[str]":
    r"""A pattern of a file. Raises InputError for one that cannot be used.

    >>> compile_pattern(r"\p{N}{1,3}").findall("12345")
    ['123', '45']
    """
    if len(source) > LONGEST:
        raise InputError(
            "A pattern in the file has {length} characters. The limit is {most}. Use another file.",
            length=len(source),
            most=LONGEST,
        )
    version = regex.VERSION1 if nested(source) else regex.VERSION0
    flags, translated = regex.MULTILINE | version, translate(source)
    try:
        return regex.compile(translated, flags=flags, cache_pattern=False)
    except (regex.error, RecursionError, OverflowError, MemoryError, ValueError, IndexError):
        raise InputError("A pattern in the file is not valid: {start}", start=source[:80]) from None


def literal(source: str) -> "regex.Pattern[str]":
    """The pattern that matches a text as it stands."""
    return regex.compile(regex.escape(source), cache_pattern=False)


def matches(pattern: "regex.Pattern[str]", text: str, deadline: float) -> Iterator[tuple[int, int]]:
    """Where a pattern matches. Raises InputError when it takes longer than the deadline."""
    try:
        left = max(0.001, deadline - monotonic())
        for match in pattern.finditer(text, concurrent=True, timeout=left):
            yield match.span()
            check_deadline(deadline)
    except TimeoutError:
        raise late() from None
    except (MemoryError, RecursionError):
        raise InputError(
            "A pattern in the file is too complex for this text. Enter a shorter text."
        ) from None
