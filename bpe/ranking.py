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
    from bpe.history import Pair, Run


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


def places_of(run: "Run", pair: "Pair", j: int) -> Iterator[int]:
    """Where a pair occurs in the corpus after j merges: places of `run.joined`, rising.

    Looks for the pair's text, and takes each find whose two tokens are whole at that step: the
    places inside them joined by then, the places at their ends not.
    """
    text, left, span = "".join(pair), len(pair[0]), sum(map(len, pair))
    joined = run.joined
    place = run.text.find(text)
    while place >= 0:
        middle, end = place + left, place + span
        if (
            j < min(joined[place], joined[middle], joined[end])
            and max(joined[place + 1 : middle], default=0) <= j
            and max(joined[middle + 1 : end], default=0) <= j
        ):
            yield place
            place += left - 1
        place = run.text.find(text, place + 1)


def occurrences(run: "Run", pair: "Pair", j: int) -> dict[int, int]:
    """How often a pair stands in each word after j merges: place of the word -> times in it.

    The sum of times x the word's count is the pair's count.
    """
    return dict(
        Counter(bisect_right(run.word_starts, place) - 1 for place in places_of(run, pair, j))
    )


def leaders(
    run: "Run", j: int, limit: int, counts: "Mapping[Pair, int] | None" = None
) -> list[Leader]:
    """The most frequent pairs after j merges, at most `limit`, in the order of the run's rule.

    The first of them is the pair that merge j + 1 takes. counts: run.pairs(j), where the caller
    already has it.
    """
    counts = run.pairs(j) if counts is None else counts
    least = min(heapq.nlargest(limit, counts.values()), default=0)
    pairs = [pair for pair, count in counts.items() if count >= least]
    words: dict[Pair, str] = {}
    if run.ties == "first":
        words = first_words(run, pairs, counts, limit, j)
        pairs = list(words)
    elif run.ties == "lowest":
        pairs.sort(key=lambda pair: (run.ids[pair[0]], run.ids[pair[1]]))
    else:
        split = run.corpus.split
        pairs.sort(key=lambda pair: [token_bytes(token, split) for token in pair], reverse=True)
    pairs.sort(key=counts.__getitem__, reverse=True)
    return [Leader(*pair, counts[pair], words.get(pair, "")) for pair in islice(pairs, limit)]


def first_words(
    run: "Run", pairs: "list[Pair]", counts: "Mapping[Pair, int]", limit: int, j: int
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
    places = {pair: next(places_of(run, pair, j)) for pair in [*sought, *met]}
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
