"""What must be seen at each step of a training, computed slowly and plainly from its merges."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import bpe

Words = list[tuple[tuple[str, ...], int]]


def merged(tokens, left, right):
    """Tokens (texts or bytes) with a pair merged, from left to right."""
    result, i = [], 0
    while i < len(tokens):
        together = tokens[i : i + 2] == (left, right)
        result.append(left + right if together else tokens[i])
        i += 1 + together
    return tuple(result)


def replay(run: bpe.Run) -> Iterator[Words]:
    """The words after 0, 1, .. n merges, each merge done by hand in every word."""
    words = [(tuple(word), count) for word, count in run.corpus.counts.items()]
    yield words
    for merge in run.merges:
        words = [(merged(tokens, merge.left, merge.right), count) for tokens, count in words]
        yield words


def recount(words: Words) -> dict[tuple[str, str], int]:
    """How often each pair occurs, in the order in which they are met."""
    counts: dict[tuple[str, str], int] = {}
    for tokens, count in words:
        for pair in pairwise(tokens):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def spans(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Where each token of a word starts and ends, in characters."""
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return list(pairwise(ends))


def fresh(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The places of a word's tokens that a merge has just made."""
    kept = set(spans(before))
    return [i for i, span in enumerate(spans(after)) if span not in kept]
