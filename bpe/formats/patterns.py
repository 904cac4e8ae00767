"""Compiles the patterns of a file within a length limit, and matches them within a time limit."""

from collections.abc import Iterator
from time import monotonic

import regex

from bpe.added_tokens import check_deadline, timeout_error
from bpe.errors import InputError
from bpe.formats import fancy_regex, oniguruma
from bpe.formats.oniguruma import has_nested_sets
from bpe.split_patterns import MAX_EXPANDED, expanded_length

MAX_LENGTH = 5_000  # characters of a pattern; the longest in use have about 500


def compile_pattern(source: str, syntax: str = "oniguruma") -> "regex.Pattern[str]":
    r"""Compile a pattern of a file. Raises InputError if it is invalid, too long or unsupported.

    syntax: "oniguruma" as in Hugging Face tokenizers, or "fancy" as in tiktoken.

    >>> compile_pattern(r"\p{N}{1,3}").findall("12345")
    ['123', '45']
    """
    check_pattern_length(source)
    if expanded_length(source) > MAX_EXPANDED:
        raise InputError(
            "A pattern in the file repeats too much: it has more than {most} characters when "
            "repeated parts are written out. Use another file.",
            most=MAX_EXPANDED,
        )
    version = regex.VERSION1 if has_nested_sets(source) else regex.VERSION0
    if syntax == "fancy":
        flags, translated = version, fancy_regex.translate(source)
    else:
        flags, translated = regex.MULTILINE | version, oniguruma.translate(source)
    try:
        return regex.compile(translated, flags=flags, cache_pattern=False)
    except (regex.error, RecursionError, OverflowError, MemoryError, ValueError, IndexError):
        raise InputError(
            "A pattern in the file is not valid. Use another file. The pattern starts with: "
            "{start}",
            start=source[:80],
        ) from None


def literal_pattern(source: str) -> "regex.Pattern[str]":
    """The pattern that matches exactly this text. Raises InputError if it is too long.

    >>> literal_pattern("a.b").findall("a.b axb")
    ['a.b']
    """
    check_pattern_length(source)
    return regex.compile(regex.escape(source), cache_pattern=False)


def check_pattern_length(source: str) -> None:
    """Raise InputError for a pattern of more than MAX_LENGTH characters.

    >>> check_pattern_length("a" * 5_001)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: A pattern in the file has 5001 characters. The limit is 5000. ...
    """
    if len(source) > MAX_LENGTH:
        raise InputError(
            "A pattern in the file has {length} characters. The limit is {most}. Use another file.",
            length=len(source),
            most=MAX_LENGTH,
        )


def match_spans(
    pattern: "regex.Pattern[str]", text: str, deadline: float
) -> Iterator[tuple[int, int]]:
    """The (start, end) of each match. Raises InputError after the deadline.

    >>> list(match_spans(literal_pattern("g"), "hug pug", monotonic() + 60))
    [(2, 3), (6, 7)]
    """
    try:
        seconds = max(0.001, deadline - monotonic())
        for match in pattern.finditer(text, concurrent=True, timeout=seconds):
            yield match.span()
            check_deadline(deadline)
    except TimeoutError:
        raise timeout_error() from None
    except (MemoryError, RecursionError):
        raise too_complex() from None


def match_texts(pattern: "regex.Pattern[str]", text: str, deadline: float) -> list[str]:
    """The text of each match, faster than `match_spans`. Raises InputError after the deadline.

    >>> match_texts(literal_pattern("g"), "hug pug", monotonic() + 60)
    ['g', 'g']
    """
    if pattern.groups:  # then `findall` gives the groups
        return [text[start:end] for start, end in match_spans(pattern, text, deadline)]
    try:
        seconds = max(0.001, deadline - monotonic())
        return pattern.findall(text, concurrent=True, timeout=seconds)
    except TimeoutError:
        raise timeout_error() from None
    except (MemoryError, RecursionError):
        raise too_complex() from None


def too_complex() -> InputError:
    """The error for a pattern that needs too much memory.

    >>> str(too_complex()).partition(".")[0]
    'A pattern in the file is too complex for this text'
    """
    return InputError("A pattern in the file is too complex for this text. Enter a shorter text.")
