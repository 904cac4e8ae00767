"""Where pairs stand, and the top of their table in the order in which the tie rule takes them.

But: it chooses no merge; training does that, and the tests hold the two together.
"""

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from bpe.splitting import token_bytes

if TYPE_CHECKING:
    from bpe.history import Pair, Run


@dataclass(frozen=True, slots=True)
class Leader:
    """A pair near the top of the table.

    word: under rule "first", the word in which the pair is met first; else "".
    """

    left: str
    right: str
    count: int
    word: str


def places(run: "Run", pair: "Pair", j: int) -> Iterator[int]:
    """Where a pair occurs in the corpus after j merges: places of `run.joined`, rising.

    Looks for the pair's text, and takes each find whose two tokens are whole at that step: the
    places inside them joined by then, the places at their ends not.
    """
    text, left, span = "".join(pair), len(pair[0]), sum(map(len, pair))
    joined = run.joined
    place = run.text.find(text)
    while place >= 0:
        inside = max(
            (rank for i, rank in enumerate(joined[place + 1 : place + span], 1) if i != left),
            default=0,
        )
        if inside <= j < min(joined[place], joined[place + left], joined[place + span]):
            yield place
        place = run.text.find(text, place + 1)


def occurrences(run: "Run", pair: "Pair", j: int) -> dict[int, int]:
    """How often a pair stands in each word after j merges: place of the word -> times in it.

    The sum of times x the word's count is the pair's count.
    """
    return dict(Counter(bisect_right(run.word_starts, place) - 1 for place in places(run, pair, j)))


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
        first = {pair: next(places(run, pair, j)) for pair in pairs}
        pairs.sort(key=first.__getitem__)
        words = {
            pair: run.words[bisect_right(run.word_starts, place) - 1]
            for pair, place in first.items()
        }
    elif run.ties == "lowest":
        pairs.sort(key=lambda pair: (run.ids[pair[0]], run.ids[pair[1]]))
    else:
        split = run.corpus.split
        pairs.sort(key=lambda pair: [token_bytes(token, split) for token in pair], reverse=True)
    pairs.sort(key=counts.__getitem__, reverse=True)
    return [Leader(*pair, counts[pair], words.get(pair, "")) for pair in islice(pairs, limit)]
