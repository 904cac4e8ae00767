"""Sums over all segmentations of a text: how probable it is, each arc's share, and sampling.

Forward and backward (Rabiner 1989), in logarithms. Temperature t takes each segmentation's
probability to the power 1 / t before they are made to sum to 1: 1 samples as probable as the model
says, above 1 more evenly, near 0 the best one. The libraries' theta (alpha) is 1 / t.
Source: Kudo 2018 (Subword Regularization), section 3.2.

But: EM over a whole corpus has a faster twin of this in `em_steps`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf, log
from random import Random

from bpe.errors import InputError
from bpe.unigram.lattice import Lattice
from bpe.unigram.records import Arc, Segmentation


@dataclass(frozen=True, slots=True)
class Sums:
    """log_sum: of the probabilities of all segmentations; -inf where there is none.

    posterior: for each arc of the lattice, in its order, the probability that a segmentation of
    this text goes through it: the expected count of E steps.
    """

    log_sum: float
    posterior: tuple[float, ...]


def log_add(terms: Iterable[float]) -> float:
    """The logarithm of a sum, from the logarithms of its terms.

    >>> round(exp(log_add([log(0.25), log(0.5)])), 12), log_add([])
    (0.75, -inf)
    """
    terms = list(terms)
    greatest = max(terms, default=-inf)
    if greatest == -inf:
        return -inf
    return greatest + log(sum(exp(term - greatest) for term in terms))


def forward(lattice: Lattice, temperature: float = 1.0) -> list[float]:
    """For each position 0 .. n the log sum over the segmentations of the text before it."""
    sums = [0.0]
    for arcs in lattice.ending[1:]:
        sums.append(log_add(sums[arc.start] + arc.log_probability / temperature for arc in arcs))
    return sums


def backward(lattice: Lattice) -> list[float]:
    """For each position 0 .. n the log sum over the segmentations of the text behind it."""
    starting: list[list[Arc]] = [[] for _ in range(len(lattice.text) + 1)]
    for arc in lattice.arcs:
        starting[arc.start].append(arc)
    sums = [-inf] * len(lattice.text) + [0.0]
    for start in reversed(range(len(lattice.text))):
        sums[start] = log_add(sums[arc.end] + arc.log_probability for arc in starting[start])
    return sums


def sum_up(lattice: Lattice) -> Sums:
    """The sums over all segmentations of a lattice.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> sums = sum_up(Lattice("ab", arcs))
    >>> round(exp(sums.log_sum), 12), [round(share, 4) for share in sums.posterior]
    (0.375, [0.3333, 0.6667, 0.3333])
    """
    before, behind = forward(lattice), backward(lattice)
    whole = before[-1]
    if whole == -inf:
        return Sums(-inf, (0.0,) * len(lattice.arcs))
    return Sums(
        whole,
        tuple(
            exp(before[arc.start] + arc.log_probability + behind[arc.end] - whole)
            for arc in lattice.arcs
        ),
    )


def share(lattice: Lattice, segmentation: Segmentation, temperature: float = 1.0) -> float:
    """How probable it is that `sample` draws this segmentation of the lattice's text.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> lattice = Lattice("ab", arcs)
    >>> [round(share(lattice, s), 4) for s in lattice.segmentations()]
    [0.6667, 0.3333]
    >>> [round(share(lattice, s, temperature=0.5), 4) for s in lattice.segmentations()]
    [0.8, 0.2]
    """
    check_temperature(temperature)
    return exp(segmentation.log_probability / temperature - forward(lattice, temperature)[-1])


def check_temperature(temperature: object) -> None:
    """Raise InputError unless the temperature is a number above 0."""
    if not isinstance(temperature, int | float) or not temperature > 0:
        raise InputError(
            "The temperature must be a number above 0, not {temperature!r}.",
            temperature=temperature,
        )


def sample(lattice: Lattice, random: Random, temperature: float = 1.0) -> Segmentation | None:
    """A segmentation by chance; None where there is none.

    Draws from right to left, each arc with its share of the sum at its end. Raises InputError for
    a temperature that is not above 0.
    """
    check_temperature(temperature)
    sums = forward(lattice, temperature)
    end = len(lattice.text)
    if sums[end] == -inf:
        return None
    path: list[Arc] = []
    while end:
        arcs = lattice.ending[end]
        weights = [
            exp(sums[arc.start] + arc.log_probability / temperature - sums[end]) for arc in arcs
        ]
        path.append(random.choices(arcs, weights)[0])
        end = path[-1].start
    return lattice.segmentation(path[::-1])
