"""Unigram as in sentencepiece, with expectation-maximization (EM): short and readable, but slow.

>>> words = {"hug": 10, "pug": 5, "hugs": 5}
>>> seeds = {"h": 15, "u": 20, "g": 20, "p": 5, "s": 5, "hug": 15, "ug": 20}
>>> sorted(train(words, seeds, vocab_size=6))
['g', 'h', 'hug', 'p', 's', 'u']

A word can have many segmentations. EM counts a piece in all of them, each by its probability, and
computes the probabilities again from these counts. `unigram.train` with the method "em" gives the
same vocabulary much faster, keeps every phase, and reads longer words: here, the probability of a
word must not be below 1e-300.

Source: Kudo 2018 (Subword Regularization), section 3.2; Hugging Face tokenizers.
"""

from collections.abc import Iterable, Mapping
from math import exp, log

from bpe.unigram.em_steps import digamma
from bpe.unigram.reference import encode_word

ITERATIONS = 2  # E and M steps before each pruning
MIN_EXPECTED = 0.5  # a piece with a lower expected count is dropped
UNKNOWN_PENALTY = 10.0  # the cost of a dropped character, above that of every piece
RESTORED_STEP = 0.0001  # the difference between the costs of characters restored in the end


def with_dropped(costs: Mapping[str, float], characters: Iterable[str]) -> dict[str, float]:
    """piece -> cost, also for dropped characters, so that every word has a segmentation.

    >>> with_dropped({"a": 1.0}, ["a", "b"])
    {'a': 1.0, 'b': 11.0}
    """
    most = max(costs.values(), default=0.0)
    return {**costs, **{c: most + UNKNOWN_PENALTY for c in characters if c not in costs}}


def e_step(words: Mapping[str, int], costs: Mapping[str, float]) -> dict[str, float]:
    """piece -> its expected count (forward-backward): how often all words use it.

    The count of a word is shared among its segmentations in proportion to their probabilities.

    >>> costs = {"a": -log(0.5), "b": -log(0.25), "ab": -log(0.25)}
    >>> {piece: round(count, 6) for piece, count in e_step({"ab": 3}, costs).items()}
    {'a': 1.0, 'b': 1.0, 'ab': 2.0}
    """
    expected = dict.fromkeys(costs, 0.0)
    for word, count in words.items():
        size = len(word)
        spans = [(start, end) for start in range(size) for end in range(start + 1, size + 1)]
        arcs = [(start, end) for start, end in spans if word[start:end] in costs]
        # The sum of the probabilities of all segmentations of word[:end], from left to right.
        before = [1.0] + [0.0] * size
        for start, end in arcs:
            before[end] += before[start] * exp(-costs[word[start:end]])
        # The same for word[start:], from right to left, scaled: the whole word gets its count.
        after = [0.0] * size + [count / before[size]]
        for start, end in reversed(arcs):
            share = exp(-costs[word[start:end]]) * after[end]
            after[start] += share
            expected[word[start:end]] += before[start] * share
    return expected


def m_step(expected: Mapping[str, float]) -> dict[str, float]:
    """piece -> its new cost. Pieces that are expected less than half a time are dropped.

    digamma(count) is about log(count - 0.5), so rare pieces lose more than frequent ones.

    >>> {piece: round(cost, 2) for piece, cost in m_step({"a": 1.0, "b": 9.0, "ab": 0.1}).items()}
    {'a': 2.83, 'b': 0.11}
    """
    least = min(MIN_EXPECTED, max(expected.values()))
    kept = {piece: count for piece, count in expected.items() if count >= least}
    total = sum(kept.values())
    return {piece: digamma(total) - digamma(count) for piece, count in kept.items()}


def count_uses(words: Mapping[str, int], costs: Mapping[str, float]) -> dict[str, int]:
    """piece -> how often the best segmentations of all words use it.

    >>> count_uses({"ab": 3, "a": 1}, {"a": 1.0, "b": 1.0, "ab": 1.5})
    {'a': 1, 'b': 0, 'ab': 3}
    """
    uses = dict.fromkeys(costs, 0)
    for word, count in words.items():
        pieces, _ = encode_word(word, costs)
        for piece in pieces:
            uses[piece] += count
    return uses


def estimate_rise(piece: str, uses: Mapping[str, int], costs: Mapping[str, float]) -> float:
    """How much the loss rises if other pieces replace this one everywhere, by an estimate.

    uses: piece -> how often the best segmentations use it. A piece that none of them uses is 0.

    >>> costs = {"a": 1.0, "b": 1.0, "ab": 1.0}
    >>> round(estimate_rise("ab", {"a": 4, "b": 4, "ab": 8}, costs), 6)
    5.545177
    """
    own, total = uses[piece], sum(uses.values())
    if own == 0:
        return 0.0
    instead, _ = encode_word(piece, {other: costs[other] for other in costs if other != piece})
    new_total = total + own * (len(instead) - 1)
    new_cost = sum(log(uses[other] + own) - log(new_total) for other in instead)
    return own * (log(own) - log(total) - new_cost)


def prune(
    words: Mapping[str, int], costs: Mapping[str, float], size: int, characters: Iterable[str]
) -> dict[str, float]:
    """The costs of the `size` pieces without which the loss would rise most, and all characters.

    A piece that no best segmentation uses is always removed. characters: those of the corpus.

    >>> costs = {"a": 1.0, "b": 1.0, "ab": 1.0, "ba": 1.0}
    >>> prune({"ab": 3}, costs, 3, ["a", "b"])
    {'a': 1.0, 'b': 1.0, 'ab': 1.0}
    """
    every = with_dropped(costs, characters)
    uses = count_uses(words, every)
    rises = {piece: estimate_rise(piece, uses, every) for piece in costs if len(piece) > 1}
    kept = [piece for piece in costs if len(piece) == 1]
    ranked = sorted(rises, key=rises.__getitem__, reverse=True)
    kept += [piece for piece in ranked if uses[piece]][: max(0, size - len(kept))]
    return {piece: costs[piece] for piece in kept}


def finalize(costs: Mapping[str, float], size: int, characters: Iterable[str]) -> dict[str, float]:
    """The final costs: all characters, then the most probable other pieces, up to size.

    >>> finalize({"a": 1.0, "ab": 2.0, "ba": 3.0}, 3, ["a", "b"])
    {'a': 1.0, 'b': 3.0, 'ab': 2.0}
    """
    final = {piece: cost for piece, cost in costs.items() if len(piece) == 1}
    most = max(costs.values(), default=0.0)
    dropped = [character for character in characters if character not in final]
    final |= {character: most + n * RESTORED_STEP for n, character in enumerate(dropped)}
    longer = sorted((piece for piece in costs if len(piece) > 1), key=costs.__getitem__)
    return final | {piece: costs[piece] for piece in longer[: max(0, size - len(final))]}


def train(
    words: Mapping[str, int], seeds: Mapping[str, int], vocab_size: int, share: float = 0.25
) -> dict[str, float]:
    """piece -> cost, after training from the seeds (piece -> count).

    share: of the pieces, removed by each pruning. Pruning ends with up to a tenth more pieces than
    wanted, so that the last pieces are chosen by their probability. The size that pruning keeps
    counts the unknown token as a piece.

    >>> sorted(train({"hug": 10}, {"h": 10, "u": 10, "g": 10, "ug": 20}, 4))
    ['g', 'h', 'u', 'ug']
    """
    characters = [piece for piece in seeds if len(piece) == 1]
    target = vocab_size * 11 // 10
    total = sum(seeds.values())
    costs = {piece: log(total) - log(count) for piece, count in seeds.items()}
    while True:
        for _ in range(ITERATIONS):
            expected = e_step(words, with_dropped(costs, characters))
            costs = m_step(expected)
        if len(costs) < target:
            break
        size = max(target, int((len(costs) + 1) * (1 - share))) - 1
        before = len(costs)
        costs = prune(words, costs, size, characters)
        if len(costs) == before:
            break  # only characters are left
    return finalize(costs, vocab_size, characters)
