"""The steps of EM on a Unigram vocabulary: E step, M step, finalise.

Source: Kudo 2018 (Subword Regularization), section 3.2, with what sentencepiece and Hugging Face
tokenizers add: the digamma function in the M step, pieces dropped below half an expected use, and
characters that always come back.

But: pruning has a module of its own, and the order in which they follow is the business of `em`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log

from bpe.unigram.lattice import Lattice
from bpe.unigram.model import UNKNOWN_PENALTY, Model
from bpe.unigram.records import Arc
from bpe.unigram.sums import sum_up
from bpe.unigram.words import PackedArcs, Words

LEAST_EXPECTED = 0.5  # uses; a piece that is expected less often is dropped
STEP_OF_RETURNING = 0.0001  # between the scores of characters that come back in the end
# Below this, products of probabilities may lose digits, and logarithms are taken.
SMALLEST_PRODUCT = 1e-250


@dataclass(frozen=True, slots=True)
class State:
    """A vocabulary in training; pieces go by their ids, which are their places among the seeds.

    seeds: the text of each id. order: the ids that are left, in table order. scores: the log
    probability of each of them. lost: characters that the M step dropped. They stay, each
    UNKNOWN_PENALTY below the least probable piece, so that every word can still be segmented.
    """

    seeds: tuple[str, ...]
    order: tuple[int, ...]
    scores: Mapping[int, float]
    lost: tuple[int, ...] = ()

    @property
    def lowest(self) -> float:
        """The least log probability of a piece; 0 where there is no piece."""
        return min(self.scores.values(), default=0.0)

    def by_id(self) -> list[float]:
        """The log probability of every id: -inf for what is gone."""
        every = [-inf] * len(self.seeds)
        for piece in self.lost:
            every[piece] = self.lowest - UNKNOWN_PENALTY
        for piece, score in self.scores.items():
            every[piece] = score
        return every

    def model(self) -> Model:
        """The vocabulary as a model: what is left, then the lost characters."""
        every = self.by_id()
        ids = (*self.order, *self.lost)
        return Model(tuple(self.seeds[i] for i in ids), tuple(every[i] for i in ids))


def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function, for x > 0.

    Source: Abramowitz and Stegun 6.3.5 and 6.3.18. Good to about 13 digits.

    >>> round(digamma(1.0), 12), round(digamma(0.5), 12)
    (-0.577215664902, -1.963510026021)
    """
    shift = 0.0
    while x < 10:
        shift -= 1 / x
        x += 1
    square = 1 / (x * x)
    series = 1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    return shift + log(x) - 0.5 / x - square * series


def e_step(words: Words, state: State) -> tuple[float, list[float]]:
    """The loss over all segmentations, and the expected count of each id.

    Forward and backward through every word, with products instead of logarithms: a word is short,
    and where a product gets too small the slow and safe way is taken.
    """
    scores = state.by_id()
    weights = list(map(exp, scores))
    expected = [0.0] * len(weights)
    loss = 0.0
    for length, count, arcs in zip(words.lengths, words.counts, words.arcs, strict=True):
        before = [1.0] + [0.0] * length
        for start, end, piece in arcs:
            before[end] += before[start] * weights[piece]
        whole = before[length]
        if not SMALLEST_PRODUCT < whole < inf:
            loss += expect_by_logarithms(length, count, arcs, state, expected)
            continue
        loss -= count * log(whole)
        behind = [0.0] * length + [count / whole]
        for start, end, piece in reversed(arcs):
            share = weights[piece] * behind[end]
            behind[start] += share
            expected[piece] += before[start] * share
    return loss, expected


def m_step(
    state: State,
    expected: Sequence[float],
    lost_stay_lost: bool = False,
    plain: bool = False,
    least: float = LEAST_EXPECTED,
) -> State:
    """Probabilities from expected counts; what is expected less than `least` is dropped.

    Where that would drop everything, what is expected most stays.

    Score: digamma(count) - digamma(sum), which takes more from rare pieces; or, if plain, the
    logarithm of the plain share. lost_stay_lost: a character once dropped does not come back
    before the end, as in the libraries.
    """
    tried = state.order if lost_stay_lost else (*state.order, *state.lost)
    least = min(least, max((expected[i] for i in tried), default=0.0))
    order = tuple(i for i in tried if expected[i] >= least and expected[i])
    total = sum(expected[i] for i in order)
    scale = log if plain else digamma
    scores = {i: scale(expected[i]) - scale(total) for i in order}
    return State(state.seeds, order, scores, lost_characters(state, scores))


def lost_characters(state: State, left: Mapping[int, float]) -> tuple[int, ...]:
    """The ids of the characters that are not among the pieces left, rising."""
    every = (*state.order, *state.lost)
    return tuple(sorted(i for i in every if len(state.seeds[i]) == 1 and i not in left))


def finalise(state: State, size: int, rising: bool = False) -> State:
    """The finished vocabulary: all characters, then the others in table order, up to size.

    A lost character comes back with the least score, each further one a little below the one
    before; or, if rising, above it, as in the libraries, where it may so exceed probability 1.
    """
    characters = {i for i in state.order if len(state.seeds[i]) == 1}
    longer = [i for i in state.order if i not in characters]
    scores = {i: state.scores[i] for i in characters}
    step = STEP_OF_RETURNING if rising else -STEP_OF_RETURNING
    scores.update((piece, state.lowest + n * step) for n, piece in enumerate(state.lost))
    scores.update((i, state.scores[i]) for i in longer[: max(0, size - len(scores))])
    order = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
    return State(state.seeds, tuple(order), scores)


def expect_by_logarithms(
    length: int, count: int, arcs: PackedArcs, state: State, expected: list[float]
) -> float:
    """The E step of one word whose probability is too small for products; returns its loss."""
    scores = state.by_id()
    path = tuple(Arc(start, end, "", scores[piece]) for start, end, piece in arcs)
    sums = sum_up(Lattice(" " * length, path))
    for (_, _, piece), share in zip(arcs, sums.posterior, strict=True):
        expected[piece] += count * share
    return -count * sums.log_sum
