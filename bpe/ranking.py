"""Where pairs stand, and the top of their table in the order in which the tie rule takes them.

But: it chooses no merge; training does that, and the tests hold the two together.
"""

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from bpe.splitting import token_bytes

if TYPE_CHECKING:
    from bpe.history import Merge, Pair, Run


MANY = 100  # tied pairs that are looked up one by one


@dataclass(frozen=True, slots=True)
class Leader:
    """A pair near the top of the table.

    word: under rule "first", the word in which the pair is met first; else "".
    """

    left: str
    right: str
    count: int
    word: str


@dataclass(frozen=True, slots=True)
class Table:
    """The top of the pair table of step k: what merge k was chosen from.

    merge: merge k, None at k = 0. size: how many different pairs the whole table has.
    leaders: the most frequent ones, in the order of the run's rule.
    """

    k: int
    merge: "Merge | None"
    size: int
    leaders: list[Leader]


def tables(run: "Run", a: int, b: int, limit: int) -> Iterator[Table]:
    """The tops of the pair tables of the steps a .. b-1, at most `limit` pairs each.

    Only contenders are ordered at each step. A pair whose count does not change meanwhile can
    rise by no more places than other pairs change theirs; so besides the pairs that do change,
    the first (limit + so many) at the start are enough, with all that equal the last of these.
    Raises InputError for steps that do not exist.
    """
    if a >= b:
        return
    run.check_step(b - 1)
    start = max(a - 1, 0)
    counts = run.pairs(start)
    changing = {pair for j in range(start + 1, b - 1) for pair in run.changes(j)}
    least = min(heapq.nlargest(limit + len(changing), counts.values()), default=0)
    contenders = {p: count for p, count in counts.items() if count >= least or p in changing}
    size = len(counts)
    known: dict[Pair, int] = {}
    for k in range(a, b):
        j = max(k - 1, 0)
        if j > start:
            for pair, (before, after) in run.changes(j).items():
                size += (after > 0) - (before > 0)
                contenders[pair] = after
                known.pop(pair, None)
                if not after:
                    del contenders[pair]
        merge = run.merges[k - 1] if k else None
        yield Table(k, merge, size, leaders(run, j, limit, contenders, known))


def places_of(run: "Run", pair: "Pair", j: int) -> Iterator[int]:
    """Where a pair occurs in the corpus after j merges: places of `run.joined`, rising.

    Looks for the pair's text, and takes each find whose two tokens are whole at that step: the
    places inside them joined by then, the places at their ends not.
    """
    text, left, right = "".join(pair), len(pair[0]), len(pair[1])
    joined, find = run.joined, run.text.find
    place = find(text)
    while place >= 0:
        middle = place + left
        end = middle + right
        if (
            joined[middle] > j
            and joined[place] > j
            and joined[end] > j
            and (left == 1 or max(joined[place + 1 : middle]) <= j)
            and (right == 1 or max(joined[middle + 1 : end]) <= j)
        ):
            yield place
            place = middle - 1
        place = find(text, place + 1)


def occurrences(run: "Run", pair: "Pair", j: int) -> dict[int, int]:
    """How often a pair stands in each word after j merges: place of the word -> times in it.

    The sum of times x the word's count is the pair's count.
    """
    return dict(
        Counter(bisect_right(run.word_starts, place) - 1 for place in places_of(run, pair, j))
    )


def leaders(
    run: "Run",
    j: int,
    limit: int,
    counts: "Mapping[Pair, int] | None" = None,
    known: "dict[Pair, int] | None" = None,
) -> list[Leader]:
    """The most frequent pairs after j merges, at most `limit`, in the order of the run's rule.

    The first of them is the pair that merge j + 1 takes. counts: run.pairs(j), where the caller
    already has it. known: where pairs are first met, as far as the caller knows; more is added.
    """
    counts = run.pairs(j) if counts is None else counts
    least = min(heapq.nlargest(limit, counts.values()), default=0)
    pairs = [pair for pair, count in counts.items() if count >= least]
    words: dict[Pair, str] = {}
    if run.ties == "first":
        words = first_words(run, pairs, counts, limit, j, {} if known is None else known)
        pairs = list(words)
    pairs = by_rule(run, pairs, run.ties)
    pairs.sort(key=counts.__getitem__, reverse=True)
    return [Leader(*pair, counts[pair], words.get(pair, "")) for pair in islice(pairs, limit)]


def by_rule(run: "Run", pairs: "list[Pair]", ties: str) -> "list[Pair]":
    """Pairs of equal count in the order in which a tie rule takes them; given as they are met."""
    if ties == "lowest":
        return sorted(pairs, key=lambda pair: [run.ids[token] for token in pair])
    if ties == "greatest":
        split = run.corpus.split
        return sorted(pairs, key=lambda p: [token_bytes(x, split) for x in p], reverse=True)
    return list(pairs)


def first_words(
    run: "Run",
    pairs: "list[Pair]",
    counts: "Mapping[Pair, int]",
    limit: int,
    j: int,
    known: "dict[Pair, int]",
) -> "dict[Pair, str]":
    """Pairs in the order in which they are first met after j merges -> the word of the meeting.

    Of the pairs with the least count only as many as `limit` has room for. Where these are very
    many, the corpus is read until enough are met: the more there are, the sooner that is.
    """
    least = min(map(counts.__getitem__, pairs), default=0)
    sought = [pair for pair in pairs if counts[pair] > least]
    equal = {pair for pair in pairs if counts[pair] == least}
    room = limit - len(sought)
    met = read_until(run, equal, room, j) if len(equal) > max(MANY, room) else list(equal)
    places = {}
    for pair in [*sought, *met]:
        if pair not in known:
            known[pair] = next(places_of(run, pair, j))
        places[pair] = known[pair]
    order = sorted(places, key=places.__getitem__)
    return {pair: run.words[bisect_right(run.word_starts, places[pair]) - 1] for pair in order}


def read_until(run: "Run", sought: "set[Pair]", many: int, j: int) -> "list[Pair]":
    """The first `many` of some pairs that are met when the corpus after j merges is read."""
    met: dict[Pair, None] = {}
    for word in range(len(run.words)):
        for pair in pairwise(run.tokens(word, j)):
            if pair in sought:
                met[pair] = None
                if len(met) == many:
                    return list(met)
    return list(met)
