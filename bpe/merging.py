"""Apply merges to one word: which merges are applied, in which order, and why.

Two orders. They agree on all lists of merges that a training can produce, but not on all lists:
    "rank"   apply the merge of lowest rank in the word, leftmost first, and repeat (Hugging Face
             tokenizers, tiktoken)
    "rules"  apply each merge to the whole word from left to right, in rank order (Hugging Face
             course, chapter 6.5); a merge of lower rank is not applied later

Dropout, only with "rank": before each merge, go through the candidates from the lowest rank and
drop each with a given probability; apply the first that is kept. If all are dropped, the word is
finished. Source: Provilkov et al. 2020 (BPE-Dropout), algorithm 1. The candidates after the chosen
one need no random number, because nothing depends on it.

A word is given as symbols: its characters, with "" for an unknown one, which no merge contains.
"""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe.records import Pair
from bpe.short_repr import short_repr

ORDERS = ("rank", "rules")

Coin = Callable[[], bool]
# rank, start of the left token, start of the right token, end of the right token
Entry = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class AppliedMerge:
    """A merge that was applied in a word.

    rank: of the merge. start: where the new token starts; middle: where the right token of the
    pair started; both in characters of the word.
    """

    rank: int
    start: int
    middle: int


@short_repr
@dataclass(frozen=True, slots=True)
class Candidate:
    """Two adjacent tokens that a merge could join: word[start:middle] and word[middle:end].

    state: "open"; or why it cannot be applied: "passed" (order "rules" is already at a higher
    rank) or "dropped" (by dropout).
    """

    rank: int
    start: int
    middle: int
    end: int
    left: str
    right: str
    state: str


@short_repr
@dataclass(frozen=True, slots=True)
class WordState:
    """A word between two merges, and the choice of the next merge.

    number: merges so far. starts: where the tokens start, in characters of the word. tokens: as
    spelled in the word, also unknown characters. candidates: from left to right. chosen: the
    candidate that is applied next; None at the end. reason: why it was chosen.
        "only"      no other candidate is open
        "lowest"    it has the lowest rank of the open candidates
        "leftmost"  it is the leftmost of the open candidates with the lowest rank
        "whole"     end: the word is in the vocabulary, and the encoder ignores merges for it
        "none"      end: no candidate is open
    """

    number: int
    starts: tuple[int, ...]
    tokens: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    reason: str


@short_repr
@dataclass(frozen=True, slots=True)
class MergeRules:
    """Merges and how to apply them.

    ranks: pair -> rank. last: merges above this rank are not applied. order: one of ORDERS.
    """

    ranks: Mapping[Pair, int]
    last: int
    order: str = "rank"


class _Queue:
    """The tokens of a word as a linked list, and a queue of its candidates by (rank, start).

    A token is identified by its start. An entry is stale, and skipped, if one of its two tokens
    was merged meanwhile: the starts after them then differ from those in the entry.
    """

    def __init__(self, symbols: Sequence[str], rules: MergeRules) -> None:
        size = len(symbols)
        self.rules = rules
        self.tokens = [*symbols, ""]
        self.after = list(range(1, size + 2))
        self.before = list(range(-1, size))
        self.entries: list[Entry] = []
        for left in range(size):
            self.offer(left, 0)

    def offer(self, left: int, passed: int) -> None:
        """Queue the token at this start and the next one, if a merge above `passed` has both."""
        right = self.after[left]
        rank = self.rules.ranks.get((self.tokens[left], self.tokens[right]))
        if rank is not None and passed < rank <= self.rules.last:
            heapq.heappush(self.entries, (rank, left, right, self.after[right]))

    def take(self, drops: Coin | None) -> Entry | None:
        """Remove and return the candidate to apply next; None at the end."""
        after, dropped, chosen = self.after, [], None
        while self.entries and chosen is None:
            entry = heapq.heappop(self.entries)
            if after[entry[1]] == entry[2] and after[entry[2]] == entry[3]:
                if drops and drops():
                    dropped.append(entry)
                else:
                    chosen = entry
        for entry in dropped:
            heapq.heappush(self.entries, entry)
        return chosen

    def merge(self, entry: Entry) -> None:
        """Merge the two tokens, and queue the new token with each adjacent one."""
        rank, left, right, end = entry
        self.tokens[left] += self.tokens[right]
        self.after[left], self.after[right] = end, 0
        self.before[end] = left
        passed = rank if self.rules.order == "rules" else 0
        if left:
            self.offer(self.before[left], passed)
        self.offer(left, passed)


def merge(
    symbols: Sequence[str], rules: MergeRules, drops: Coin | None = None, limit: int | None = None
) -> tuple[list[int], tuple[AppliedMerge, ...]]:
    """The starts of a word's tokens after all merges, and the merges applied, in order.

    symbols: the word's characters, "" for an unknown one. drops: called for each candidate, for
    dropout; True drops it. limit: the number of merges after which to stop; None for all of them.
    Takes O(n log n) time for n symbols.

    >>> starts, trace = merge("hugs", MergeRules({("u", "g"): 1, ("h", "ug"): 2}, last=2))
    >>> starts, [(applied.rank, applied.start) for applied in trace]
    ([0, 3], [(1, 1), (2, 0)])
    """
    queue = _Queue(symbols, rules)
    trace: list[AppliedMerge] = []
    while (limit is None or len(trace) < limit) and (entry := queue.take(drops)):
        trace.append(AppliedMerge(*entry[:3]))
        queue.merge(entry)
    starts = [start for start in range(len(symbols)) if queue.after[start]]
    return starts, tuple(trace)


def walk(
    word: str, symbols: Sequence[str], rules: MergeRules, drops: Coin | None = None, first: int = 0
) -> Iterator[WordState]:
    """The states of a word, with all candidates: the merges of `merge`, readable but slower.

    first: the number of the first state. The merges before it are applied in O(n log n) time.

    >>> rules = MergeRules({("u", "g"): 1, ("h", "ug"): 2}, last=2)
    >>> [(s.tokens, s.chosen and s.chosen.rank, s.reason) for s in walk("hug", "hug", rules)]
    [(('h', 'u', 'g'), 1, 'only'), (('h', 'ug'), 2, 'only'), (('hug',), None, 'none')]
    """
    starts, trace = merge(symbols, rules, drops, first)
    number, passed = len(trace), trace[-1].rank if trace else 0
    while number >= first:
        bounds = [*starts, len(word)]
        tokens = tuple(word[a:b] for a, b in pairwise(bounds))
        known = ["".join(symbols[a:b]) if symbols[a] else "" for a, b in pairwise(bounds)]
        found = list(_candidates(known, bounds, rules, passed))
        chosen, candidates = _choose(found, drops)
        reason = _reason(chosen, candidates)
        yield WordState(number, tuple(starts), tokens, candidates, chosen, reason)
        if chosen is None:
            return
        starts.remove(chosen.middle)
        number, passed = number + 1, chosen.rank


def adjacent_pairs(symbols: Sequence[str], trace: Sequence[AppliedMerge]) -> Iterator[Pair]:
    """Every two tokens that are adjacent in some state of a word. Some are repeated.

    trace: the merges that are applied, in order.

    >>> list(adjacent_pairs("hug", [AppliedMerge(1, 1, 2)]))
    [('h', 'u'), ('u', 'g'), ('h', 'ug')]
    """
    yield from pairwise(symbols)
    tokens, before = [*symbols, ""], list(range(-1, len(symbols)))
    after = list(range(1, len(symbols) + 2))
    for applied in trace:
        start, end = applied.start, after[applied.middle]
        tokens[start] += tokens[applied.middle]
        after[start], before[end] = end, start
        if start:
            yield tokens[before[start]], tokens[start]
        if end < len(symbols):
            yield tokens[start], tokens[end]


def _candidates(
    tokens: list[str], bounds: list[int], rules: MergeRules, passed: int
) -> Iterator[Candidate]:
    """The adjacent tokens that a merge contains, from left to right."""
    for i, (left, right) in enumerate(pairwise(tokens)):
        rank = rules.ranks.get((left, right))
        if rank is not None and rank <= rules.last:
            over = rules.order == "rules" and rank < passed
            start, middle, end = bounds[i : i + 3]
            state = "passed" if over else "open"
            yield Candidate(rank, start, middle, end, left, right, state)


def _choose(
    found: list[Candidate], drops: Coin | None
) -> tuple[Candidate | None, tuple[Candidate, ...]]:
    """The candidate to apply, and all candidates with their states after dropout."""
    dropped: set[int] = set()
    chosen = None
    for c in sorted(found, key=lambda c: (c.rank, c.start)):
        if c.state == "open":
            if not (drops and drops()):
                chosen = c
                break
            dropped.add(c.start)
    return chosen, tuple(
        Candidate(c.rank, c.start, c.middle, c.end, c.left, c.right, "dropped")
        if c.start in dropped
        else c
        for c in found
    )


def _reason(chosen: Candidate | None, candidates: tuple[Candidate, ...]) -> str:
    """Why this candidate was chosen. See `WordState`."""
    if chosen is None:
        return "none"
    ranks = [candidate.rank for candidate in candidates if candidate.state == "open"]
    if len(ranks) == 1:
        return "only"
    return "leftmost" if ranks.count(chosen.rank) > 1 else "lowest"
