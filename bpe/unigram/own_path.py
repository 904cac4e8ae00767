"""Viterbi with somebody else's choices: a candidate is chosen at each position, good or bad."""

from collections.abc import Sequence
from dataclasses import dataclass

from bpe.errors import InputError
from bpe.short_repr import short_repr
from bpe.unigram.lattice import Lattice
from bpe.unigram.records import Candidate, Segmentation


@short_repr
@dataclass(frozen=True, slots=True)
class OwnPath:
    """What was chosen at the first positions of a lattice, and what can be chosen at the next.

    A position where no segmentation ends has no choice and is left out. ends: the other positions,
    in order. winners: the chosen candidate at each of the first of them. candidates: those of the
    next position; empty once all positions have a choice. before and total of a candidate follow
    the choices. best: the segmentation that the choices lead to; None until then.
    """

    ends: tuple[int, ...]
    winners: tuple[Candidate, ...]
    candidates: tuple[Candidate, ...]
    best: Segmentation | None


def choose_path(lattice: Lattice, starts: Sequence[int]) -> OwnPath:
    """The scores that follow from a choice at each of the first positions.

    starts: where the last piece of the chosen segmentation starts, for each position that some
    segmentation reaches, in order. Raises InputError if no piece of the lattice starts and ends
    there, or if there are more choices than positions.

    >>> from bpe.unigram import Model
    >>> lattice = Model.from_counts({"u": 36, "n": 16, "un": 16}).lattice("un")
    >>> own = choose_path(lattice, [0, 1])
    >>> own.best.tokens, lattice.best.tokens
    (('u', 'n'), ('un',))
    """
    ends = tuple(position.end for position in lattice.positions if position.winner)
    if len(starts) > len(ends):
        raise InputError(
            "There are more choices ({starts}) than positions ({ends}).",
            starts=len(starts),
            ends=len(ends),
        )
    chosen: dict[int, Candidate] = {}
    for end, start in zip(ends, starts, strict=False):
        found = [each for each in _candidates(lattice, end, chosen) if each.arc.start == start]
        if not found:
            raise InputError(
                "No piece goes from position {start} to position {end}.", start=start, end=end
            )
        chosen[end] = found[0]
    following = ends[len(starts)] if len(starts) < len(ends) else 0
    candidates = _candidates(lattice, following, chosen)
    best = None if following else _trace_back(lattice, chosen)
    return OwnPath(ends, tuple(chosen.values()), candidates, best)


def _candidates(lattice: Lattice, end: int, chosen: dict[int, Candidate]) -> tuple[Candidate, ...]:
    """The candidates at a position, longest piece first, with the scores of the choices so far."""
    totals = {0: lattice.origin} | {end: each.total for end, each in chosen.items()}
    return tuple(
        Candidate(arc, totals[arc.start], totals[arc.start] + arc.log_probability)
        for arc in lattice.ending[end]
        if arc.start in totals
    )


def _trace_back(lattice: Lattice, chosen: dict[int, Candidate]) -> Segmentation | None:
    """The segmentation of the whole text along the choices; None if no choice ends there."""
    path, end = [], len(lattice.text)
    while end in chosen:
        path.append(chosen[end].arc)
        end = path[-1].start
    return None if end else lattice.along(path[::-1])
