"""Merges that somebody chose, applied to a corpus in order, and what the most frequent pair was.

`train` always merges the most frequent pair. Here any pair can be merged that occurs in the corpus.
The counts are made anew for each merge, so this is for small corpora.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.records import Merge, Pair
from bpe.reference import count_pairs, merge_pair
from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class OwnMerges:
    """A corpus after the merges that somebody chose.

    merges: in order; `tied` is how many pairs had the merge's count. greatest: for each merge, the
    greatest count of any pair before it. words: (tokens, count) for each word, in first-met order.
    pairs: the pairs that are left, with their counts. token_totals: the number of tokens in the
    corpus after 0, 1, .. n merges, word counts included.
    """

    merges: tuple[Merge, ...]
    greatest: tuple[int, ...]
    words: tuple[tuple[tuple[str, ...], int], ...]
    pairs: dict[Pair, int]
    token_totals: tuple[int, ...]


def apply_merges(corpus: Corpus, chosen: Iterable[Pair]) -> OwnMerges:
    """The corpus after merging each chosen pair everywhere, from left to right, in order.

    Raises InputError for a pair that does not occur when it is its turn.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
    >>> own = apply_merges(corpus, [("h", "u"), ("hu", "g")])
    >>> [(merge.token, merge.count) for merge in own.merges], own.greatest, own.token_totals
    ([('hu', 10), ('hug', 10)], (15, 10), (45, 35, 25))
    """
    splits = {word: list(word) for word in corpus.counts}
    pairs = count_pairs(splits, corpus)
    merges: list[Merge] = []
    greatest: list[int] = []
    totals = [_count_tokens(splits, corpus)]
    for left, right in chosen:
        count = pairs.get((left, right), 0)
        if not count:
            raise InputError(
                "{left} and {right} are not next to each other in any word, so they cannot be "
                "merged.",
                left=left,
                right=right,
            )
        tied = sum(other == count for other in pairs.values())
        merges.append(Merge(len(merges) + 1, left, right, left + right, count, tied))
        greatest.append(max(pairs.values()))
        splits = {word: merge_pair(tokens, left, right) for word, tokens in splits.items()}
        pairs = count_pairs(splits, corpus)
        totals.append(_count_tokens(splits, corpus))
    words = tuple((tuple(splits[word]), count) for word, count in corpus.counts.items())
    return OwnMerges(tuple(merges), tuple(greatest), words, pairs, tuple(totals))


def _count_tokens(splits: dict[str, list[str]], corpus: Corpus) -> int:
    """The number of tokens in the corpus, word counts included."""
    return sum(len(tokens) * corpus.counts[word] for word, tokens in splits.items())
