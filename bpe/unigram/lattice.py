"""The lattice of a text: all segmentations, and the best ones by Viterbi.

Positions 0 .. n are between characters. A piece that covers text[start:end] is an arc from start to
end. A path from 0 to n is a segmentation. Viterbi goes through the positions from left to right and
keeps the best path to each. Among equal paths, it keeps the first one found. Starts are tried in
ascending order, so the path with the longest last piece wins. Hugging Face tokenizers (64-bit
sums), sentencepiece (32-bit sums) and the Hugging Face course (chapter 6.7) have the same rule.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from math import exp, isclose

from bpe.notebook import table, title, token_row
from bpe.short_repr import short_repr
from bpe.unigram.records import Arc, Candidate, Position, Segmentation

# Sums of the same logarithms in different orders differ by less than this, relatively.
ROUNDING = 1e-12


def equal(one: float, other: float) -> bool:
    """Whether two sums of logarithms are equal except for rounding.

    >>> equal(0.1 + 0.2, 0.3), equal(0.1, 0.2)
    (True, False)
    """
    return isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING)


@short_repr
@dataclass(frozen=True)
class Lattice:
    """A text and its arcs. Made by `Model.lattice`.

    arcs: sorted by end, then by start, which is the order in which Viterbi finds them. origin: the
    log probability with which each segmentation starts; see `Model`.

    >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
    >>> [segmentation.tokens for segmentation in lattice.segmentations()]
    [('a', 'b'), ('ab',)]
    """

    text: str
    arcs: tuple[Arc, ...]
    origin: float = 0.0

    def _repr_html_(self) -> str:
        """The best segmentation and the first arcs, for a notebook."""
        best = self.best
        found = token_row(best.tokens) if best else "<p>There is no segmentation.</p>"
        rows = ((a.start, a.end, a.piece, a.log_probability) for a in self.arcs)
        headers = ("start", "end", "piece", "log probability")
        return title("Best segmentation") + found + table(headers, rows, len(self.arcs))

    def without(self, piece: str) -> "Lattice":
        """The lattice without the arcs of a piece.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [arc.piece for arc in lattice.without("ab").arcs]
        ['a', 'b']
        """
        return replace(self, arcs=tuple(arc for arc in self.arcs if arc.piece != piece))

    @cached_property
    def ending(self) -> tuple[tuple[Arc, ...], ...]:
        """For each position 0 .. n, the arcs that end there, longest first.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [[arc.piece for arc in arcs] for arcs in lattice.ending]
        [[], ['a'], ['ab', 'b']]
        """
        found: list[list[Arc]] = [[] for _ in range(len(self.text) + 1)]
        for arc in self.arcs:
            found[arc.end].append(arc)
        return tuple(map(tuple, found))

    @cached_property
    def _bests(self) -> dict[int, tuple[float, Arc | None]]:
        """Viterbi: the total of the best path to each position, and the last arc of that path."""
        bests: dict[int, tuple[float, Arc | None]] = {0: (self.origin, None)}
        for arc in self.arcs:
            if arc.start in bests:
                total = bests[arc.start][0] + arc.log_probability
                if arc.end not in bests or total > bests[arc.end][0]:
                    bests[arc.end] = total, arc
        return bests

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The choices of Viterbi, with their reasons.

        positions[i] is the position i + 1, after character i.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [(p.end, p.winner.arc.piece, p.winner.total) for p in lattice.positions]
        [(1, 'a', -1.0), (2, 'b', -2.0)]
        """
        totals = {end: total for end, (total, _) in self._bests.items()}
        positions = []
        for end, arcs in enumerate(self.ending[1:], 1):
            candidates = tuple(
                Candidate(arc, totals[arc.start], totals[arc.start] + arc.log_probability)
                for arc in arcs
                if arc.start in totals
            )
            positions.append(choose(end, candidates))
        return tuple(positions)

    def trace_back(self, end: int | None = None) -> tuple[Candidate, ...]:
        """The winners on the best path to a position, from right to left.

        end: the position, by default the last. Empty if no segmentation ends there.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [winner.arc.piece for winner in lattice.trace_back()]
        ['b', 'a']
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
        if end not in self._bests:
            return None
        path = []
        while arc := self._bests[end][1]:
            path.append(arc)
            end = arc.start
        return self.along(path[::-1])

    @cached_property
    def best(self) -> Segmentation | None:
        """The most probable segmentation of the text; None if there is none.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> lattice.best.tokens
        ('a', 'b')
        """
        return self._best_until(len(self.text))

    @cached_property
    def best_at(self) -> tuple[Segmentation | None, ...]:
        """For each character, the best segmentation of the text up to it; None if there is none.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [best.tokens for best in lattice.best_at]
        [('a',), ('a', 'b')]
        """
        return tuple(self._best_until(end) for end in range(1, len(self.text) + 1))

    @cached_property
    def score(self) -> float | None:
        """The log probability of the best segmentation with the origin; None if there is none.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(1, 2, "b", -1)), origin=-1.0)
        >>> lattice.score
        -3.0
        """
        total, _ = self._bests.get(len(self.text), (None, None))
        return total

    def segmentation(self, tokens: Sequence[str]) -> Segmentation | None:
        """The segmentation with exactly these tokens; None if the lattice does not have it.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> lattice.segmentation(["ab"]).log_probability, lattice.segmentation(["a"])
        (-3.0, None)
        """
        arcs = {(arc.start, arc.piece): arc for arc in self.arcs}
        path, here = [], 0
        for token in tokens:
            arc = arcs.get((here, token))
            if arc is None:
                return None
            path.append(arc)
            here = arc.end
        return self.along(path) if here == len(self.text) else None

    def rank(self, tokens: Sequence[str], limit: int = 1000) -> int | None:
        """The rank from 1 of the segmentation with these tokens, in the order of `segmentations`.

        None if the lattice does not have it, or if its rank is beyond the limit.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> lattice.rank(["ab"]), lattice.rank(["ab"], limit=1), lattice.rank(["b", "a"])
        (2, None, None)
        """
        if self.segmentation(tokens) is None:
            return None
        wanted = tuple(tokens)
        ranked = enumerate(islice(self.segmentations(), limit), 1)
        return next((rank for rank, found in ranked if found.tokens == wanted), None)

    def along(self, path: list[Arc]) -> Segmentation:
        """The segmentation along a path, given as its arcs from left to right.

        >>> path = [Arc(0, 1, "a", -1), Arc(1, 2, "b", -1)]
        >>> found = Lattice("ab", tuple(path)).along(path)
        >>> found.tokens, found.log_probability
        (('a', 'b'), -2.0)
        """
        total = 0.0
        for arc in path:
            total += arc.log_probability
        known = tuple(arc.known for arc in path)
        return Segmentation(tuple(arc.piece for arc in path), exp(total), total, known)

    @cached_property
    def count(self) -> int:
        """The number of segmentations.

        >>> Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1))).count
        2
        """
        paths = [1] + [0] * len(self.text)
        for arc in self.arcs:
            paths[arc.end] += paths[arc.start]
        return paths[-1]

    def segmentations(self) -> Iterator[Segmentation]:
        """All segmentations, best first, each computed when it is requested.

        Among equals, the one with the longest last piece comes first, then the longest piece before
        it, and so on; the first of all is `best`. This is an A* search from the end to 0: Viterbi
        gives the exact remaining cost, so the search explores no useless path.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [(found.tokens, found.log_probability) for found in lattice.segmentations()]
        [(('a', 'b'), -2.0), (('ab',), -3.0)]
        """
        best = self.best
        if best is None:
            return
        yield best
        skip = tuple(c.arc.start for c in self.trace_back())
        # Bounds are rounded, so that sums of the same logarithms in different orders are equal.
        queue: list[tuple[float, tuple[int, ...], float, tuple[Arc, ...]]] = [(0.0, (), 0.0, ())]
        while queue:
            _, starts, after, path = heapq.heappop(queue)
            here = starts[-1] if starts else len(self.text)
            if here == 0:
                if starts != skip:
                    yield self.along(list(path))
                continue
            for arc in self.ending[here]:
                if arc.start in self._bests:
                    total = after + arc.log_probability
                    bound = round(-(self._bests[arc.start][0] + total), 10)
                    heapq.heappush(queue, (bound, (*starts, arc.start), total, (arc, *path)))

    def n_best(self, n: int) -> list[Segmentation]:
        """The n best segmentations, or all if there are fewer.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -3), Arc(1, 2, "b", -1)))
        >>> [found.tokens for found in lattice.n_best(1)]
        [('a', 'b')]
        """
        return list(islice(self.segmentations(), n))

    def ties(self) -> Iterator[Segmentation]:
        """All segmentations equal to the best except for rounding, `best` first.

        >>> lattice = Lattice("ab", (Arc(0, 1, "a", -1), Arc(0, 2, "ab", -2), Arc(1, 2, "b", -1)))
        >>> [found.tokens for found in lattice.ties()]
        [('ab',), ('a', 'b')]
        """
        best = self.best
        return takewhile(
            lambda s: best is not None and equal(s.log_probability, best.log_probability),
            self.segmentations(),
        )


def choose(end: int, candidates: tuple[Candidate, ...]) -> Position:
    """The choice among the candidates at a position: the highest total, the first of equals.

    >>> worse, better = Candidate(Arc(0, 2, "ab", -3), 0, -3), Candidate(Arc(1, 2, "b", -1), -1, -2)
    >>> position = choose(2, (worse, better))
    >>> position.chosen, position.reason
    (1, 'best')
    """
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
