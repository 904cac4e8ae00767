"""Sums over all segmentations of a text, by the forward-backward algorithm; and sampling.

The algorithm (Rabiner 1989) works with logarithms here. `em_steps` has a faster version for EM over
a total corpus.

When sampling, a temperature t raises the probability of each segmentation to the power 1 / t
before normalization: 1 keeps the model's probabilities, a higher value evens them out, and near 0
almost only the best segmentation is drawn. The libraries' theta (alpha) is 1 / t.
Source: Kudo 2018 (Subword Regularization), section 3.2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf, log
from random import Random

from bpe.errors import InputError
from bpe.short_repr import short_repr
from bpe.unigram.lattice import Lattice
from bpe.unigram.records import Arc, Segmentation


@short_repr
@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over all segmentations of a text.

    log_sum: logarithm of the sum of their probabilities; -inf if there is none. posterior: for
    each arc of the lattice, in order, the probability that the path of a segmentation contains it.
    This is its expected count in the E step.
    """

    log_sum: float
    posterior: tuple[float, ...]


def log_add(terms: Iterable[float]) -> float:
    """The logarithm of a sum, given the logarithms of its terms; -inf for no terms.

    >>> round(exp(log_add([log(0.25), log(0.5)])), 12), log_add([])
    (0.75, -inf)
    """
    terms = list(terms)
    greatest = max(terms, default=-inf)
    if greatest == -inf:
        return -inf
    return greatest + log(sum(exp(term - greatest) for term in terms))


def forward(lattice: Lattice, temperature: float = 1.0) -> list[float]:
    """For each position 0 .. n, the log sum over all segmentations of the text before it.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> [round(exp(total), 4) for total in forward(Lattice("ab", arcs))]
    [1.0, 0.5, 0.375]
    """
    sums = [0.0]
    for arcs in lattice.ending[1:]:
        sums.append(log_add(sums[arc.start] + arc.log_probability / temperature for arc in arcs))
    return sums


def backward(lattice: Lattice) -> list[float]:
    """For each position 0 .. n, the log sum over all segmentations of the text after it.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> [round(exp(total), 4) for total in backward(Lattice("ab", arcs))]
    [0.375, 0.25, 1.0]
    """
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
    before, after = forward(lattice), backward(lattice)
    total = before[-1]
    if total == -inf:
        return Sums(-inf, (0.0,) * len(lattice.arcs))
    return Sums(
        total,
        tuple(
            exp(before[arc.start] + arc.log_probability + after[arc.end] - total)
            for arc in lattice.arcs
        ),
    )


def sampling_probability(
    lattice: Lattice, segmentation: Segmentation, temperature: float = 1.0
) -> float:
    """The probability that `sample` draws this segmentation of the lattice's text.

    Raises InputError for a temperature that is not above 0.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> lattice = Lattice("ab", arcs)
    >>> [round(sampling_probability(lattice, s), 4) for s in lattice.segmentations()]
    [0.6667, 0.3333]
    >>> colder = [sampling_probability(lattice, s, 0.5) for s in lattice.segmentations()]
    >>> [round(probability, 4) for probability in colder]
    [0.8, 0.2]
    """
    check_temperature(temperature)
    return exp(segmentation.log_probability / temperature - forward(lattice, temperature)[-1])


def check_temperature(temperature: object) -> None:
    """Raise InputError unless the temperature is a number above 0.

    >>> check_temperature(0)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The temperature must be a number above 0, not 0.
    """
    if not isinstance(temperature, int | float) or not temperature > 0:
        raise InputError(
            "The temperature must be a number above 0, not {temperature!r}.",
            temperature=temperature,
        )


def sample(lattice: Lattice, random: Random, temperature: float = 1.0) -> Segmentation | None:
    """A random segmentation; None if there is none.

    Draws arcs from right to left, each with its share of the sum at its end. random: the source of
    randomness. Raises InputError for a temperature that is not above 0.

    >>> arcs = (Arc(0, 1, "a", log(0.5)), Arc(0, 2, "ab", log(0.25)), Arc(1, 2, "b", log(0.25)))
    >>> sample(Lattice("ab", arcs), Random(1)).tokens
    ('ab',)
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
    return lattice.along(path[::-1])
