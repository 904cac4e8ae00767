"""Limits for how many parts of the words of a text a tokenizer looks up in its vocabulary."""

from collections.abc import Iterable

import bpe

MAX_LOOKUPS = 300_000  # in one text; 6,000 characters of English under BERT need about 40,000
MAX_OF_LINES = 1_000_000  # in all lines that are compared


def count_lookups(words: Iterable[str], longest: int) -> int:
    """Return how many parts of words could be tokens, about. longest: characters of a token.

    >>> count_lookups(["hug", "pugs"], longest=3)
    21
    """
    return sum(len(word) * min(len(word), longest) for word in words)


def check_matches(words: Iterable[str], longest: int) -> None:
    """Raise bpe.InputError if the longest match takes too many attempts at these words.

    >>> check_matches(["a" * 6_000], longest=1_500)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This text needs too many attempts to find its longest tokens. Shorten \
its long words.
    """
    if count_lookups(words, longest) > MAX_LOOKUPS:
        raise bpe.InputError(
            "This text needs too many attempts to find its longest tokens. Shorten its long words."
        )


def check_pieces(words: Iterable[str], longest: int, most: int = MAX_LOOKUPS) -> int:
    """Return how many lookups Unigram needs for words. Raises bpe.InputError for too many.

    >>> check_pieces(["hug", "pugs"], longest=3)
    21
    >>> check_pieces(["a" * 1_000], longest=400)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Too many pieces of this tokenizer occur in this text. Shorten the text.
    """
    lookups = count_lookups(words, longest)
    if lookups > most:
        raise bpe.InputError(
            "Too many pieces of this tokenizer occur in this text. Shorten the text."
        )
    return lookups
