"""Which part of a regular expression made each word of a text."""

from dataclasses import dataclass
from itertools import islice

import regex

from bpe.errors import InputError, check_text
from bpe.pre_tokenization import check_split, own_deadline, word_spans
from bpe.split_patterns import OWN_SECONDS, alternatives, is_byte_level, own_timeout, pattern_source

FLAGS = regex.compile(r"\(\?[a-zA-Z01]+\)")  # at the start of a pattern, for all of its parts


@dataclass(frozen=True, slots=True)
class Chunk:
    """text[start:end], one word of a text. part: the index in `pattern_parts` of the part of the
    pattern that matched it; None for text between the matches of an own pattern.
    """

    start: int
    end: int
    part: int | None


def pattern_parts(split: str) -> list[str]:
    r"""The parts of a byte-level split's regular expression, in the order in which they are tried.

    >>> pattern_parts("gpt2")[1:3]
    [' ?\\p{L}+', ' ?\\p{N}+']
    """
    check_split(split)
    if not is_byte_level(split):
        raise InputError("This pre-tokenization has no regular expression.")
    return alternatives(pattern_source(split))


def chunks(text: str, split: str, limit: int | None = None) -> list[Chunk]:
    """The words of a text, each with the part of the regular expression that matched it.

    limit: stop after this number of words. Raises InputError as `pre_tokenize` does, and for a
    split without a regular expression. Normalization is not applied.

    >>> chunks("it's 7", "gpt2")
    [Chunk(start=0, end=2, part=1), Chunk(start=2, end=4, part=0), Chunk(start=4, end=6, part=2)]
    """
    pattern_parts(split)  # raises the errors
    parts = compiled_parts(pattern_source(split))
    deadline = own_deadline(len(text))
    spans = islice(word_spans(check_text(text), split, deadline), limit)
    try:
        return [Chunk(start, end, first_match(parts, text, start)) for start, end in spans]
    except TimeoutError:
        raise own_timeout() from None


def compiled_parts(source: str, flags: int = 0) -> list["regex.Pattern[str]"]:
    """Each part of a pattern, compiled. flags: of `regex`, with which the pattern was compiled.

    >>> [part.pattern for part in compiled_parts("(?i)a|b")]
    ['(?i)a', '(?i)b']
    """
    found = FLAGS.match(source)
    prefix = found[0] if found else ""
    return [
        regex.compile(part if i == 0 else prefix + part, flags, cache_pattern=False)
        for i, part in enumerate(alternatives(source))
    ]


def first_match(parts: list["regex.Pattern[str]"], text: str, start: int) -> int | None:
    r"""The index of the first part that matches at `start`. It is the one that the pattern takes.

    Raises TimeoutError if it takes too long.

    >>> first_match(compiled_parts(r"\d+|[a-z]+"), "a1", 1)
    0
    """
    for i, part in enumerate(parts):
        if part.match(text, start, concurrent=True, timeout=OWN_SECONDS):
            return i
    return None
