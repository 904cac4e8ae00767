"""BPE training that counts all pairs only once: the fast version of `train`, in one file.

The slow version counts all pairs again after each merge. But a merge changes only the words that
contain its pair, and in them only the pairs next to it. So this version keeps three things:

- the count of each pair,
- for each pair, the words that contain it (or did: an old entry does no harm),
- a heap with the most frequent pair on top. If a count changes, the pair is pushed again with its
  new count. An entry whose count is no longer true is stale: at the top, it is skipped.

`steps` yields what each merge changed, so that a reader can compare it with the slow version.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

Pair = tuple[str, str]
Entry = tuple[int, Pair]  # of the heap: the count of a pair when it was pushed, and the pair


@dataclass(frozen=True)
class Step:
    """What one merge did.

    pair, count: what was merged, and how often it occurred. words: those that were changed, as
    indices. changes: how much the count of each pair changed. stale: the entries of the heap that
    were skipped before this pair. heap: how many entries are left.
    """

    pair: Pair
    count: int
    words: tuple[int, ...]
    changes: Mapping[Pair, int]
    stale: tuple[Entry, ...]
    heap: int


class Greatest:
    """A pair on the heap, in reverse order: Python's heap has the least entry on top."""

    def __init__(self, count: int, pair: Pair) -> None:
        self.count, self.pair = count, pair

    def __lt__(self, other: "Greatest") -> bool:
        return (self.count, self.pair) > (other.count, other.pair)


def merge(tokens: list[str], pair: Pair) -> list[str]:
    """The tokens of a word with a pair merged everywhere, from left to right."""
    merged: list[str] = []
    for token in tokens:
        if merged and (merged[-1], token) == pair:
            merged[-1] += token
        else:
            merged.append(token)
    return merged


def steps(words: Mapping[str, int]) -> Iterator[Step]:
    """Merge the most frequent pair, again and again. words: word -> how often it occurs.

    Among pairs with the same count, the greatest is merged.

    >>> for step in steps({"low": 5, "lower": 2, "widest": 3, "newest": 6}):
    ...     if step.count < 7:
    ...         break
    ...     print(*step.pair, step.count, dict(step.changes))
    s t 9 {('s', 't'): -9, ('e', 's'): -9, ('e', 'st'): 9}
    e st 9 {('e', 'st'): -9, ('d', 'e'): -3, ('d', 'est'): 3, ('w', 'e'): -6, ('w', 'est'): 6}
    o w 7 {('o', 'w'): -7, ('l', 'o'): -7, ('l', 'ow'): 7, ('w', 'e'): -2, ('ow', 'e'): 2}
    l ow 7 {('l', 'ow'): -7, ('ow', 'e'): -2, ('low', 'e'): 2}
    """
    tokens = [list(word) for word in words]
    times = list(words.values())
    counts: Counter[Pair] = Counter()
    places: defaultdict[Pair, set[int]] = defaultdict(set)
    for word, characters in enumerate(tokens):
        for pair in pairwise(characters):
            counts[pair] += times[word]
            places[pair].add(word)
    heap = [Greatest(count, pair) for pair, count in counts.items()]
    heapq.heapify(heap)
    stale: list[Entry] = []
    while heap:
        top = heapq.heappop(heap)
        pair = top.pair
        if top.count != counts[pair]:
            stale.append((top.count, pair))
            continue
        changes: Counter[Pair] = Counter({pair: 0})
        changed: list[int] = []
        for word in sorted(places.pop(pair)):
            after = merge(tokens[word], pair)
            if len(after) == len(tokens[word]):
                continue  # an old entry: an earlier merge took the pair apart
            changed.append(word)
            for old in pairwise(tokens[word]):
                changes[old] -= times[word]
            for new in pairwise(after):
                changes[new] += times[word]
                places[new].add(word)
            tokens[word] = after
        changes = Counter({each: change for each, change in changes.items() if change})
        for each, change in changes.items():
            counts[each] += change
            if counts[each]:
                heapq.heappush(heap, Greatest(counts[each], each))
        yield Step(pair, top.count, tuple(changed), changes, tuple(stale), len(heap))
        stale = []


if __name__ == "__main__":
    for step in steps({"low": 5, "lower": 2, "widest": 3, "newest": 6}):
        skipped = f"{len(step.stale)} stale, {step.heap} left"
        print(*step.pair, step.count, dict(step.changes), skipped)
