"""The top of the pair table at any step, in the order in which the tie rule chooses pairs.

Does not choose merges: training does, and tests check that both agree.
"""

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

from bpe.byte_characters import token_bytes
from bpe.history import History
from bpe.records import Merge, Pair
from bpe.short_repr import short_repr

MANY_TIES = 100  # up to so many tied pairs are looked up one by one


@short_repr
@dataclass(frozen=True, slots=True)
class Leader:
    """A pair near the top of the table.

    word: with the rule "first", the first word that contains the pair; else "".
    """

    left: str
    right: str
    count: int
    word: str


@short_repr
@dataclass(frozen=True, slots=True)
class PairTable:
    """The top of the pair table of step k, from which merge k was chosen.

    merge: None at k = 0. size: the number of distinct pairs in the full table. leaders: the most
    frequent pairs, in the order in which the run's tie rule chooses them.
    """

    k: int
    merge: Merge | None
    size: int
    leaders: list[Leader]


def tables(history: History, a: int, b: int, limit: int) -> Iterator[PairTable]:
    """The tops of the pair tables of the steps a .. b - 1, at most `limit` pairs each.

    At each step, only contenders are sorted. A pair whose count stays the same can rise only past
    pairs whose count changes. So the contenders are the pairs that change in these steps, the
    first (limit + number of those) pairs at the start, and all pairs tied with the last of them.
    Raises InputError for steps that do not exist.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> [(table.k, table.size) for table in tables(run, 1, 4, limit=1)]
    [(1, 3), (2, 2), (3, 1)]
    """
    if a >= b:
        return
    history.check_step(b - 1)
    start = max(a - 1, 0)
    counts = history.pairs(start)
    changing = {pair for j in range(start + 1, b - 1) for pair in history.changes(j)}
    least = min(heapq.nlargest(limit + len(changing), counts.values()), default=0)
    contenders = {p: count for p, count in counts.items() if count >= least or p in changing}
    size = len(counts)
    known: dict[Pair, int] = {}
    for k in range(a, b):
        j = max(k - 1, 0)
        if j > start:
            for pair, (before, after) in history.changes(j).items():
                size += (after > 0) - (before > 0)
                contenders[pair] = after
                known.pop(pair, None)
                if not after:
                    del contenders[pair]
        merge = history.merges[k - 1] if k else None
        yield PairTable(k, merge, size, leaders(history, j, limit, contenders, known))


def positions_of(history: History, pair: Pair, j: int) -> Iterator[int]:
    """The positions of a pair in the corpus after j merges, ascending, as in `merge_rank_at`.

    Searches for the pair's text and keeps each match in which both tokens exist after j merges:
    the boundaries inside the tokens are gone, and those at their ends are not.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> list(positions_of(run, ("u", "g"), 0)), list(positions_of(run, ("u", "g"), 1))
    ([2, 6], [])
    """
    text, left, right = "".join(pair), len(pair[0]), len(pair[1])
    rank_at, find = history.merge_rank_at, history.joined_words.find
    position = find(text)
    while position >= 0:
        after = position + 1
        if rank_at[position] > j:
            middle = position + left
            end = middle + right
            if (
                rank_at[middle] > j
                and rank_at[end] > j
                and (left == 1 or max(rank_at[after:middle]) <= j)
                and (right == 1 or max(rank_at[middle + 1 : end]) <= j)
            ):
                yield position
                after = middle
        while rank_at[after] <= j:  # inside a token
            after += 1
        position = find(text, after)


def occurrences(history: History, pair: Pair, j: int) -> dict[int, int]:
    """How often a pair occurs in each word after j merges: word index -> times.

    The sum of times x the word's count is the pair's count.

    >>> from bpe import Corpus, train
    >>> occurrences(train(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 2})), ("u", "g"), 0)
    {0: 1, 1: 1}
    """
    positions = positions_of(history, pair, j)
    return dict(Counter(bisect_right(history.word_starts, position) - 1 for position in positions))


def leaders(
    history: History,
    j: int,
    limit: int,
    counts: Mapping[Pair, int] | None = None,
    known: dict[Pair, int] | None = None,
) -> list[Leader]:
    """The most frequent pairs after j merges, at most `limit`, in the order of the tie rule.

    Merge j + 1 takes the first of them. counts: `history.pairs(j)`, if the caller has it. known:
    a cache of the first position of each pair, which this function extends.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> [(leader.left, leader.right, leader.count) for leader in leaders(run, 1, limit=1)]
    [('h', 'ug', 10)]
    """
    counts = history.pairs(j) if counts is None else counts
    least = min(heapq.nlargest(limit, counts.values()), default=0)
    pairs = [pair for pair, count in counts.items() if count >= least]
    words: dict[Pair, str] = {}
    if history.ties == "first":
        words = first_words(history, pairs, counts, limit, j, {} if known is None else known)
        pairs = list(words)
    pairs = by_tie_rule(history, pairs, history.ties)
    pairs.sort(key=counts.__getitem__, reverse=True)
    return [Leader(*pair, counts[pair], words.get(pair, "")) for pair in islice(pairs, limit)]


def by_tie_rule(history: History, pairs: list[Pair], ties: str) -> list[Pair]:
    """Tied pairs, given in first-met order, in the order in which a tie rule chooses them.

    ties: one of `training.TIES`.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> by_tie_rule(run, [("h", "ug"), ("p", "ug")], "greatest")
    [('p', 'ug'), ('h', 'ug')]
    """
    if ties == "lowest":
        return sorted(pairs, key=lambda pair: [history.ids[token] for token in pair])
    if ties == "greatest":
        split = history.corpus.split
        return sorted(pairs, key=lambda p: [token_bytes(x, split) for x in p], reverse=True)
    return list(pairs)


def first_words(
    history: History,
    pairs: list[Pair],
    counts: Mapping[Pair, float],
    limit: int,
    j: int,
    known: dict[Pair, int],
    many: int = MANY_TIES,
) -> dict[Pair, str]:
    """Pairs in first-met order after j merges -> the first word that contains the pair.

    Pairs with the lowest count are included only until there are `limit` pairs. If there are more
    than `many` of them, the corpus is read only until enough are found. counts: scores, for
    WordPiece.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "hugs": 5, "pug": 5}))
    >>> first_words(run, [("p", "ug"), ("h", "ug")], run.pairs(1), limit=2, j=1, known={})
    {('h', 'ug'): 'hug', ('p', 'ug'): 'pug'}
    """
    least = min(map(counts.__getitem__, pairs), default=0)
    wanted = [pair for pair in pairs if counts[pair] > least]
    tied = {pair for pair in pairs if counts[pair] == least}
    room = limit - len(wanted)
    met = first_met(history, tied, room, j) if len(tied) > max(many, room) else list(tied)
    positions = {}
    for pair in [*wanted, *met]:
        if pair not in known:
            known[pair] = next(positions_of(history, pair, j))
        positions[pair] = known[pair]
    starts, words = history.word_starts, history.words
    order = sorted(positions, key=positions.__getitem__)
    return {pair: words[bisect_right(starts, positions[pair]) - 1] for pair in order}


def first_met(history: History, wanted: set[Pair], limit: int, j: int) -> list[Pair]:
    """The first `limit` of the wanted pairs, in first-met order after j merges.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> first_met(run, {("p", "u"), ("h", "u")}, limit=1, j=0)
    [('h', 'u')]
    """
    met: dict[Pair, None] = {}
    for word in range(len(history.words)):
        for pair in pairwise(history.tokens(word, j)):
            if pair in wanted:
                met[pair] = None
                if len(met) == limit:
                    return list(met)
    return list(met)
