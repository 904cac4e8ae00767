"""One word through the merges: which rules fire, in which order, and why.

Two orders, which agree on every list of merges that a training makes, but not on every list:
    "rank"   at each step the lowest rank in the word, leftmost first (Hugging Face tokenizers,
             tiktoken)
    "rules"  each rule over the whole word, from left to right, then the next (the Hugging Face
             course, chapter 6.5): a rule that has had its turn never fires again

Dropout, by rank only: before each merge, candidates are dropped with a probability, from the
lowest rank on, until one is kept; that one fires. Where all are dropped, the word is done.
Source: Provilkov et al. 2020 (BPE-Dropout), algorithm 1; candidates behind the one that fires
need no coin, for nothing depends on theirs.

But: it knows characters only, neither texts nor ids; an unknown character is "", which no rule has.
"""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

ORDERS = ("rank", "rules")

Pair = tuple[str, str]
Coin = Callable[[], bool]
Entry = tuple[int, int, int, int]  # rank, and where the left token starts, the right one, its end


@dataclass(frozen=True, slots=True)
class Fired:
    """A merge rule that fired: its rank, and where in the word the new token starts.

    middle: where its right half started. Both count the word's characters.
    """

    rank: int
    place: int
    middle: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two neighbours that a rule would merge: left is word[place:middle], right word[middle:end].

    state: "open", or why it cannot fire now: "passed" (the rule has had its turn), "dropped".
    """

    rank: int
    place: int
    middle: int
    end: int
    left: str
    right: str
    state: str


@dataclass(frozen=True, slots=True)
class State:
    """A word between two merges, and the choice of the next.

    number: merges so far. places: where the tokens start, in characters; tokens: as spelled in
    the word, unknown characters too. candidates: all of them, from left to right. chosen: the one
    that fires next, None at the end. reason:
        "only"      no other candidate is open
        "lowest"    its rank is the lowest of those that are open
        "leftmost"  another place has the same rank; this one stands further left
        "whole"     the end: the word is in the vocabulary and was taken whole
        "none"      the end: nothing is open
    """

    number: int
    places: tuple[int, ...]
    tokens: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    reason: str


@dataclass(frozen=True, slots=True)
class Rules:
    """Merge rules and how to apply them. ranks: pair -> rank; last: rules beyond it are not used;
    order: one of ORDERS.
    """

    ranks: Mapping[Pair, int]
    last: int
    order: str = "rank"


class _Queue:
    """The tokens of a word, and its candidates by (rank, place).

    A token is known by where it starts. An entry is stale, and is passed over, once one of its
    two tokens has become part of another: then what lies behind them is not what it was.
    """

    def __init__(self, symbols: Sequence[str], rules: Rules) -> None:
        size = len(symbols)
        self.rules = rules
        self.tokens = [*symbols, ""]
        self.after = list(range(1, size + 2))
        self.before = list(range(-1, size))
        self.entries: list[Entry] = []
        for left in range(size):
            self.offer(left, 0)

    def offer(self, left: int, passed: int) -> None:
        """Add the token that starts here and its right neighbour, if an open rule has them."""
        right = self.after[left]
        rank = self.rules.ranks.get((self.tokens[left], self.tokens[right]))
        if rank is not None and passed < rank <= self.rules.last:
            heapq.heappush(self.entries, (rank, left, right, self.after[right]))

    def take(self, drops: Coin | None) -> Entry | None:
        """The candidate that fires next; None at the end."""
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
        """Make one token of the two, and offer it to its neighbours."""
        rank, left, right, end = entry
        self.tokens[left] += self.tokens[right]
        self.after[left], self.after[right] = end, 0
        self.before[end] = left
        passed = rank if self.rules.order == "rules" else 0
        if left:
            self.offer(self.before[left], passed)
        self.offer(left, passed)


def merge(
    symbols: Sequence[str], rules: Rules, drops: Coin | None = None
) -> tuple[list[int], tuple[Fired, ...]]:
    """Where the tokens of a word start, and the rules that fired; time n log n in its length.

    symbols: the word's characters, "" for an unknown one. drops: is asked for each candidate
    whether to drop it.

    >>> merge("hugs", Rules({("u", "g"): 1, ("h", "ug"): 2}, last=2))
    ([0, 3], (Fired(rank=1, place=1, middle=2), Fired(rank=2, place=0, middle=1)))
    """
    queue, fired = _Queue(symbols, rules), []
    while entry := queue.take(drops):
        fired.append(Fired(*entry[:3]))
        queue.merge(entry)
    starts = [start for start in range(len(symbols)) if queue.after[start]]
    return starts, tuple(fired)


def walk(
    word: str, symbols: Sequence[str], rules: Rules, drops: Coin | None = None
) -> Iterator[State]:
    """The same, state by state, with every candidate: the way to read, not the way to run.

    >>> rules = Rules({("u", "g"): 1, ("h", "ug"): 2}, last=2)
    >>> [(s.tokens, s.chosen and s.chosen.rank, s.reason) for s in walk("hug", "hug", rules)]
    [(('h', 'u', 'g'), 1, 'only'), (('h', 'ug'), 2, 'only'), (('hug',), None, 'none')]
    """
    places, number, passed = list(range(len(word))), 0, 0
    while True:
        cuts = [*places, len(word)]
        tokens = tuple(word[a:b] for a, b in pairwise(cuts))
        known = ["".join(symbols[a:b]) if symbols[a] else "" for a, b in pairwise(cuts)]
        found = list(_candidates(known, cuts, rules, passed))
        chosen, candidates = _choose(found, rules, drops)
        reason = _reason(chosen, candidates)
        yield State(number, tuple(places), tokens, candidates, chosen, reason)
        if chosen is None:
            return
        places.remove(chosen.middle)
        number, passed = number + 1, chosen.rank


def _candidates(
    tokens: list[str], cuts: list[int], rules: Rules, passed: int
) -> Iterator[Candidate]:
    """Every pair of neighbours that has a rule, from left to right."""
    for i, (left, right) in enumerate(pairwise(tokens)):
        rank = rules.ranks.get((left, right))
        if rank is not None and rank <= rules.last:
            over = rules.order == "rules" and rank < passed
            place, middle, end = cuts[i : i + 3]
            state = "passed" if over else "open"
            yield Candidate(rank, place, middle, end, left, right, state)


def _choose(
    found: list[Candidate], rules: Rules, drops: Coin | None
) -> tuple[Candidate | None, tuple[Candidate, ...]]:
    """The candidate that fires, and all of them, those that were dropped marked."""
    dropped: set[int] = set()
    chosen = None
    for c in sorted(found, key=lambda c: (c.rank, c.place)):
        if c.state == "open":
            if not (drops and drops()):
                chosen = c
                break
            dropped.add(c.place)
    return chosen, tuple(
        Candidate(c.rank, c.place, c.middle, c.end, c.left, c.right, "dropped")
        if c.place in dropped
        else c
        for c in found
    )


def _reason(chosen: Candidate | None, candidates: tuple[Candidate, ...]) -> str:
    """Why it and no other. See `State`."""
    if chosen is None:
        return "none"
    ranks = [candidate.rank for candidate in candidates if candidate.state == "open"]
    if len(ranks) == 1:
        return "only"
    return "leftmost" if ranks.count(chosen.rank) > 1 else "lowest"
