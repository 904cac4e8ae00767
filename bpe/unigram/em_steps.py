"""The steps of EM on a Unigram vocabulary: E step, M step, finalize. Pruning is in `em_prune`.

Source: Kudo 2018 (Subword Regularization), section 3.2, with three additions of sentencepiece and
Hugging Face tokenizers: the M step uses the digamma function, pieces with an expected count below
0.5 are dropped, and all characters are restored in the end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log

from bpe.unigram.lattice import Lattice
from bpe.unigram.model import UNKNOWN_PENALTY, Model
from bpe.unigram.packed_words import PackedArcs, PackedWords
from bpe.unigram.records import Arc
from bpe.unigram.sums import sum_up

MIN_EXPECTED = 0.5  # a piece with a lower expected count is dropped
RESTORED_STEP = 0.0001  # difference between the scores of characters restored in the end
# Products of probabilities below this may lose digits, so logarithms are used instead.
MIN_PRODUCT = 1e-250


@dataclass(frozen=True, slots=True)
class State:
    """A vocabulary in training. The id of a piece is its index in the seeds.

    seeds: the pieces by id. order: the remaining ids, in table order. scores: the log probability
    of each of them. lost: characters that the M step dropped. They stay, each UNKNOWN_PENALTY below
    the least probable piece, so that every word still has a segmentation.
    """

    seeds: tuple[str, ...]
    order: tuple[int, ...]
    scores: Mapping[int, float]
    lost: tuple[int, ...] = ()

    @property
    def lowest(self) -> float:
        """The lowest log probability of a piece; 0 if there is no piece.

        >>> State(("a", "b"), (0, 1), {0: -0.5, 1: -1.0}).lowest
        -1.0
        """
        return min(self.scores.values(), default=0.0)

    def by_id(self) -> list[float]:
        """The log probability of each id; -inf for removed pieces.

        >>> State(("a", "b", "ab"), (0, 2), {0: -0.5, 2: -1.0}, lost=(1,)).by_id()
        [-0.5, -11.0, -1.0]
        """
        every = [-inf] * len(self.seeds)
        for piece in self.lost:
            every[piece] = self.lowest - UNKNOWN_PENALTY
        for piece, score in self.scores.items():
            every[piece] = score
        return every

    def model(self) -> Model:
        """The vocabulary as a model: the remaining pieces, then the lost characters.

        >>> State(("a", "b", "ab"), (2, 0), {0: -1.0, 2: -0.5}, lost=(1,)).model().pieces
        ('ab', 'a', 'b')
        """
        every = self.by_id()
        ids = (*self.order, *self.lost)
        return Model(tuple(self.seeds[i] for i in ids), tuple(every[i] for i in ids))


def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function, for x > 0, to about 13 digits.

    Source: Abramowitz and Stegun 6.3.5 and 6.3.18.

    >>> round(digamma(1.0), 12), round(digamma(0.5), 12)
    (-0.577215664902, -1.963510026021)
    """
    if x < 10:
        return digamma(x + 1) - 1 / x
    square = 1 / (x * x)
    series = 1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    return log(x) - 0.5 / x - square * series


def e_step(words: PackedWords, state: State) -> tuple[float, list[float]]:
    """The loss over all segmentations, and the expected count of each id.

    Runs the forward-backward algorithm on each word. It multiplies probabilities, which is fast and
    precise enough for short words; if the product is too small, it adds logarithms instead.

    >>> state = State(("a", "b", "ab"), (0, 1, 2), {0: log(0.5), 1: log(0.25), 2: log(0.25)})
    >>> _, expected = e_step(PackedWords({"ab": 3}, state.seeds), state)
    >>> [round(count, 6) for count in expected]
    [1.0, 1.0, 2.0]
    """
    scores = state.by_id()
    weights = list(map(exp, scores))
    expected = [0.0] * len(weights)
    loss = 0.0
    for length, count, arcs in zip(words.lengths, words.counts, words.arcs, strict=True):
        before = [1.0] + [0.0] * length
        for start, end, piece in arcs:
            before[end] += before[start] * weights[piece]
        total = before[length]
        if not MIN_PRODUCT < total < inf:
            loss += expect_by_logarithms(length, count, arcs, state, expected)
            continue
        loss -= count * log(total)
        after = [0.0] * length + [count / total]
        for start, end, piece in reversed(arcs):
            share = weights[piece] * after[end]
            after[start] += share
            expected[piece] += before[start] * share
    return loss, expected


def m_step(
    state: State,
    expected: Sequence[float],
    lost_stay_lost: bool = False,
    plain: bool = False,
    least: float = MIN_EXPECTED,
) -> State:
    """The vocabulary with scores computed from expected counts.

    The score is digamma(count) - digamma(sum), which is lower for rare pieces; or, if plain, the
    logarithm of count / sum. Drops pieces with an expected count below `least`; if that would drop
    all, keeps those with the highest. lost_stay_lost: whether dropped characters stay out until the
    end, as in the libraries.

    >>> state = State(("a", "b", "ab"), (0, 1, 2), {0: -1.0, 1: -1.0, 2: -1.0})
    >>> new = m_step(state, [1.0, 1.0, 2.0], plain=True)
    >>> [round(exp(score), 6) for score in new.scores.values()]
    [0.25, 0.25, 0.5]
    """
    tried = state.order if lost_stay_lost else (*state.order, *state.lost)
    least = min(least, max((expected[i] for i in tried), default=0.0))
    order = tuple(i for i in tried if expected[i] >= least and expected[i])
    total = sum(expected[i] for i in order)
    scale = log if plain else digamma
    scores = {i: scale(expected[i]) - scale(total) for i in order}
    return State(state.seeds, order, scores, lost_characters(state, scores))


def lost_characters(state: State, left: Mapping[int, float]) -> tuple[int, ...]:
    """The ids of the characters that are not among the remaining pieces, ascending.

    >>> state = State(("a", "b", "ab"), (0, 1, 2), {0: -1.0, 1: -1.0, 2: -1.0})
    >>> lost_characters(state, {0: -1.0, 2: -1.0})
    (1,)
    """
    every = (*state.order, *state.lost)
    return tuple(sorted(i for i in every if len(state.seeds[i]) == 1 and i not in left))


def finalize(state: State, size: int, rising: bool = False, in_table_order: bool = False) -> State:
    """The final vocabulary: all characters, then the most probable other pieces, up to size.

    The first lost character gets the lowest score, and each further one a score slightly below the
    one before; or, if rising, above it, as in the libraries, where it can exceed probability 1.
    in_table_order: whether the first pieces of the table stay instead of the most probable ones.
    Source: sentencepiece; Hugging Face tokenizers keep the first pieces of the table.

    >>> state = State(("a", "ab", "ba", "b"), (0, 1, 2), {0: -2.0, 1: -3.0, 2: -1.0}, lost=(3,))
    >>> [state.seeds[i] for i in finalize(state, size=3).order]
    ['ba', 'a', 'b']
    """
    characters = {i for i in state.order if len(state.seeds[i]) == 1}
    longer = [i for i in state.order if i not in characters]
    if not in_table_order:
        longer.sort(key=state.scores.__getitem__, reverse=True)
    scores = {i: state.scores[i] for i in characters}
    step = RESTORED_STEP if rising else -RESTORED_STEP
    scores.update((piece, state.lowest + n * step) for n, piece in enumerate(state.lost))
    scores.update((i, state.scores[i]) for i in longer[: max(0, size - len(scores))])
    order = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
    return State(state.seeds, tuple(order), scores)


def expect_by_logarithms(
    length: int, count: int, arcs: PackedArcs, state: State, expected: list[float]
) -> float:
    """The loss of one word whose probability is too small for products.

    Adds its expected counts to `expected`.

    >>> state, expected = State(("a",), (0,), {0: -1.0}), [0.0]
    >>> expect_by_logarithms(1, 2, [(0, 1, 0)], state, expected), expected
    (2.0, [2.0])
    """
    scores = state.by_id()
    path = tuple(Arc(start, end, "", scores[piece]) for start, end, piece in arcs)
    sums = sum_up(Lattice(" " * length, path))
    for (_, _, piece), share in zip(arcs, sums.posterior, strict=True):
        expected[piece] += count * share
    return -count * sums.log_sum
