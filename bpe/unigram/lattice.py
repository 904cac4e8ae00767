"""The lattice of a text: every piece in every place, and the best ways through.

Positions lie between characters, 0 .. n; a piece that covers text[start:end] is an arc from start
to end; a way from 0 to n is a segmentation. Viterbi goes through the positions from left to right
and keeps for each the best way there. Among equals the first found stays, and starts are tried in
rising order, so the longest last piece wins: the rule of Hugging Face tokenizers (64-bit sums) and
of sentencepiece (32-bit sums); the Hugging Face course (chapter 6.7) has it too.

But: it never samples and never sums over segmentations; `sums` does.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from math import exp, isclose

from bpe.unigram.records import Arc, Candidate, Position, Segmentation

# Sums of the same logarithms in another order differ by less than this, relatively.
ROUNDING = 1e-12


def equal(one: float, other: float) -> bool:
    """Whether two sums of logarithms are the same but for rounding."""
    return isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING)


@dataclass(frozen=True)
class Lattice:
    """A text and its arcs.

    arcs: by end, then by start: the order in which Viterbi finds them. origin: the log probability
    that a segmentation starts with, 0 but for the course's slip (see `Model.origin`).
    """

    text: str
    arcs: tuple[Arc, ...]
    origin: float = 0.0

    def without(self, piece: str) -> "Lattice":
        """The lattice without the arcs of a piece."""
        return replace(self, arcs=tuple(arc for arc in self.arcs if arc.piece != piece))

    @cached_property
    def ending(self) -> tuple[tuple[Arc, ...], ...]:
        """For each position 0 .. n the arcs that end there, the longest first."""
        found: list[list[Arc]] = [[] for _ in range(len(self.text) + 1)]
        for arc in self.arcs:
            found[arc.end].append(arc)
        return tuple(map(tuple, found))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Viterbi at each position 1 .. n: positions[i] is about the end of character i."""
        totals: dict[int, float] = {0: self.origin}
        seen = []
        for end, arcs in enumerate(self.ending[1:], 1):
            candidates = tuple(
                Candidate(arc, totals[arc.start], totals[arc.start] + arc.log_probability)
                for arc in arcs
                if arc.start in totals
            )
            position = choose(end, candidates)
            if position.winner:
                totals[end] = position.winner.total
            seen.append(position)
        return tuple(seen)

    def trace_back(self, end: int | None = None) -> tuple[Candidate, ...]:
        """From a position (by default the last) back to 0: the winners, from right to left.

        Empty where no segmentation ends at that position.
        """
        end = len(self.text) if end is None else end
        path = []
        while end:
            winner = self.positions[end - 1].winner
            if winner is None:
                return ()
            path.append(winner)
            end = winner.arc.start
        return tuple(path)

    def _best_until(self, end: int) -> Segmentation | None:
        path = self.trace_back(end)
        return self.segmentation([c.arc for c in reversed(path)]) if path or not end else None

    @cached_property
    def best(self) -> Segmentation | None:
        """The most probable segmentation of the text; None where there is none."""
        return self._best_until(len(self.text))

    @cached_property
    def best_at(self) -> tuple[Segmentation | None, ...]:
        """For each character, the best segmentation that ends with it; None where none does."""
        return tuple(self._best_until(end) for end in range(1, len(self.text) + 1))

    @cached_property
    def score(self) -> float | None:
        """The log probability of the best segmentation, the origin included, as Viterbi adds it."""
        if not self.positions:
            return self.origin
        winner = self.positions[-1].winner
        return winner.total if winner else None

    def segmentation(self, path: list[Arc]) -> Segmentation:
        """The segmentation along some arcs, from left to right."""
        total = 0.0
        for arc in path:
            total += arc.log_probability
        known = tuple(arc.known for arc in path)
        return Segmentation(tuple(arc.piece for arc in path), exp(total), total, known)

    @cached_property
    def count(self) -> int:
        """How many segmentations there are."""
        ways = [1] + [0] * len(self.text)
        for arc in self.arcs:
            ways[arc.end] += ways[arc.start]
        return ways[-1]

    def segmentations(self) -> Iterator[Segmentation]:
        """Every segmentation, best first; each is found when it is asked for.

        Among equals the one with the longest last piece comes first, then the longest before it,
        and so on: the first of all is `best`. A search from the end back to 0 that knows from
        Viterbi how much the way to 0 will cost at least, so it never turns back in vain (A*).
        """
        best = self.best
        if best is None:
            return
        yield best
        totals = {p.end: p.winner.total for p in self.positions if p.winner} | {0: self.origin}
        skip = tuple(c.arc.start for c in self.trace_back())
        # Rounded, so that equals stay equal whatever the order in which they were added up.
        queue: list[tuple[float, tuple[int, ...], float, tuple[Arc, ...]]] = [(0.0, (), 0.0, ())]
        while queue:
            _, cuts, behind, path = heapq.heappop(queue)
            here = cuts[-1] if cuts else len(self.text)
            if here == 0:
                if cuts != skip:
                    yield self.segmentation(list(path))
                continue
            for arc in self.ending[here]:
                if arc.start in totals:
                    total = behind + arc.log_probability
                    bound = round(-(totals[arc.start] + total), 10)
                    heapq.heappush(queue, (bound, (*cuts, arc.start), total, (arc, *path)))

    def n_best(self, n: int) -> list[Segmentation]:
        """The n best segmentations, or all when there are fewer."""
        return list(islice(self.segmentations(), n))

    def ties(self) -> Iterator[Segmentation]:
        """All segmentations that are as probable as the best, itself first, rounding aside."""
        best = self.best
        return takewhile(
            lambda s: best is not None and equal(s.log_probability, best.log_probability),
            self.segmentations(),
        )


def choose(end: int, candidates: tuple[Candidate, ...]) -> Position:
    """The choice among the candidates at a position: the greatest total, the first of equals."""
    if not candidates:
        return Position(end, (), None, 0, "none")
    best = max(candidate.total for candidate in candidates)
    totals = [candidate.total for candidate in candidates]
    tied = [i for i, total in enumerate(totals) if equal(total, best)]
    chosen = totals.index(best)
    if len(candidates) == 1:
        reason = "only"
    elif len(tied) == 1:
        reason = "best"
    else:
        reason = "first" if chosen == tied[0] else "rounding"
    return Position(end, candidates, chosen, len(tied), reason)
