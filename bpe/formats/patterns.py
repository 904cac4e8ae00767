"""Patterns out of a file: compiled if they mean the same here, matched for a limited time.

Hugging Face tokenizers matches with Oniguruma in Ruby's syntax, we with `regex`. What the two
read differently is refused by name, for the words would be others.
"""

from collections.abc import Iterator
from time import monotonic

import regex

from bpe.added import LATE, check_deadline
from bpe.errors import InputError

LONGEST = 5_000  # characters of a pattern; the longest in use have about 500
# What the two read differently: some escapes; and, outside of escapes and sets, groups and flags,
# fuzzy matching (regex has it) and {1,3}+ (possessive in regex, repeated in Ruby).
PART = regex.compile(r"\\[pPxu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]", regex.DOTALL)
ESCAPES = regex.compile(r"\\[hHRXKGkgyYOoQELmMNZz<>1-9]")
GROUPS = regex.compile(r"\(\?(?![:=!>]|<[=!]|i:)|\(\*|\{(?!\d+,?\d*\}|,\d+\})|\}\+")
OPERATIONS = regex.compile(r"&&|\[[^\]]*(?<!\\)\[(?!:)")  # sets in sets


def compile_pattern(source: str) -> "regex.Pattern[str]":
    r"""A pattern of a file. Raises InputError for one that cannot be used.

    >>> compile_pattern(r"\p{N}{1,3}").findall("12345")
    ['123', '45']
    """
    if len(source) > LONGEST:
        raise InputError(
            "A pattern in the file has {length} characters; at most {most} are allowed.",
            length=len(source),
            most=LONGEST,
        )
    escapes = " ".join(PART.findall(source))
    bare = PART.sub("", source.removeprefix("(?i)"))
    if found := ESCAPES.search(escapes.replace("\\\\", "")) or GROUPS.search(bare):
        raise InputError(
            "A pattern in the file uses {part!r}, which is not supported.", part=found[0]
        )
    version = regex.VERSION1 if OPERATIONS.search(source) else regex.VERSION0
    try:
        return regex.compile(source, flags=regex.MULTILINE | version, cache_pattern=False)
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
        raise InputError(LATE) from None
    except (MemoryError, RecursionError):
        raise InputError("A pattern in the file asks too much of this text.") from None
