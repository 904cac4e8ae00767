"""Unigram with expectation-maximization (EM) in one file: training, encoding and decoding.

SentencePiece and the Hugging Face tokenizers library train Unigram like this. A word can have many
segmentations. EM counts a piece in all of them, each by its probability, and computes the
probabilities again from these counts. This file is readable, but slow, and a word must not have a
probability below 1e-300. Run it with a text file, or without one on a small text.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations, groupby
from math import exp, inf, log

import regex

MARK = "▁"  # U+2581: stands for the space before a word
UNKNOWN = "[UNK]"
MAX_SEED = 16  # characters
MIN_EXPECTED = 0.5  # a piece with a lower expected count is dropped
PENALTY = 10.0  # the cost of an unknown character, above that of every piece
RESTORED_STEP = 0.0001  # the difference between the costs of characters restored in the end
Words = Mapping[str, int]  # word -> how often it occurs
Costs = dict[str, float]  # piece -> the negative logarithm of its probability


def split(text: str) -> list[str]:
    """The words of a text, split at white space, each with the mark before it."""
    return [MARK + word for word in regex.findall(r"\P{White_Space}+", text)]


def seed_vocabulary(words: Words) -> dict[str, int]:
    """piece -> weight: all characters by count, then parts of words by count x length.

    A part must have different followers: otherwise it is always inside the same longer part. The
    end of a word counts as a follower. Each word counts once here.

    >>> seed_vocabulary({"hug": 10, "hugs": 5, "pun": 1})
    {'u': 16, 'h': 15, 'g': 15, 's': 5, 'p': 1, 'n': 1, 'hug': 6, 'ug': 4}
    """
    characters: Counter[str] = Counter()
    weights: Counter[str] = Counter()
    followers: defaultdict[str, set[str]] = defaultdict(set)
    for word, count in words.items():
        for start in range(len(word)):
            characters[word[start]] += count
            for end in range(start + 2, min(start + MAX_SEED, len(word)) + 1):
                weights[word[start:end]] += end - start
                followers[word[start:end]].add(word[end : end + 1])
    longer = {part: each for part, each in weights.items() if len(followers[part]) > 1}
    # The heaviest come first; among equals, the greatest text.
    ordered = [sorted((n, part) for part, n in some.items()) for some in (characters, longer)]
    return {part: weight for some in ordered for weight, part in reversed(some)}


def with_unknown(costs: Costs, characters: Iterable[str]) -> Costs:
    """The costs, also for unknown characters, so that every word has a segmentation."""
    most = max(costs.values(), default=0.0)
    return {**costs, **{each: most + PENALTY for each in characters if each not in costs}}


def viterbi(word: str, costs: Costs) -> list[str]:
    """The segmentation of a word with the lowest cost."""
    best = [0.0] + [inf] * len(word)  # the lowest cost of word[:end]
    last_start = [0] * (len(word) + 1)  # where the last piece of that segmentation starts
    for end in range(1, len(word) + 1):
        for start in range(end):
            cost = best[start] + costs.get(word[start:end], inf)
            if cost < best[end]:
                best[end], last_start[end] = cost, start
    pieces: list[str] = []
    end = len(word)
    while end > 0:
        pieces.insert(0, word[last_start[end] : end])
        end = last_start[end]
    return pieces


def e_step(words: Words, costs: Costs) -> Costs:
    """piece -> its expected count: how often all words use it (forward-backward algorithm)."""
    expected = dict.fromkeys(costs, 0.0)
    for word, count in words.items():
        size = len(word)
        spans = combinations(range(size + 1), 2)
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


def digamma(x: float) -> float:
    """About log(x - 0.5). Source: Abramowitz and Stegun 6.3.5 and 6.3.18."""
    shift = 0.0
    while x < 10:
        shift -= 1 / x
        x += 1
    square = 1 / (x * x)
    series = 1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    return shift + log(x) - 0.5 / x - square * series


def m_step(expected: Mapping[str, float]) -> Costs:
    """The new costs. Pieces that are expected less than half a time are dropped."""
    least = min(MIN_EXPECTED, max(expected.values()))
    kept = {piece: count for piece, count in expected.items() if count >= least}
    total = digamma(sum(kept.values()))
    return {piece: total - digamma(count) for piece, count in kept.items()}


def prune(words: Words, costs: Costs, size: int, characters: list[str]) -> Costs:
    """The characters, and the pieces without which the loss would rise most, up to size.

    The rise is an estimate: other pieces replace the removed one everywhere. A piece that no best
    segmentation uses is always removed.
    """
    every = with_unknown(costs, characters)
    uses: Counter[str] = Counter()
    for word, count in words.items():
        for piece in viterbi(word, every):
            uses[piece] += count
    total = sum(uses.values())
    rises: dict[str, float] = {}
    for piece in costs:
        if len(piece) > 1 and (own := uses[piece]):
            instead = viterbi(piece, {other: every[other] for other in every if other != piece})
            new_total = total + own * (len(instead) - 1)
            new_cost = sum(log(uses[other] + own) - log(new_total) for other in instead)
            rises[piece] = own * (log(own) - log(total) - new_cost)
    kept = [piece for piece in costs if len(piece) == 1]
    ranked = sorted(rises, key=rises.__getitem__, reverse=True)
    return {piece: costs[piece] for piece in kept + ranked[: max(0, size - len(kept))]}


def train(words: Words, vocab_size: int, share: float = 0.25) -> Costs:
    """The costs of vocab_size pieces: all characters, then the most probable other pieces.

    Twice an E step and an M step, then a pruning, until a tenth more pieces than wanted are left.
    """
    seeds = seed_vocabulary(words)
    characters = [piece for piece in seeds if len(piece) == 1]
    target = vocab_size * 11 // 10
    total = sum(seeds.values())
    costs = {piece: log(total) - log(count) for piece, count in seeds.items()}
    while True:
        for _ in range(2):
            costs = m_step(e_step(words, with_unknown(costs, characters)))
        before = len(costs)
        if before < target:
            break
        # The unknown token counts as a piece.
        costs = prune(words, costs, max(target, int((before + 1) * (1 - share))) - 1, characters)
        if len(costs) == before:
            break  # only characters are left
    final = {piece: cost for piece, cost in costs.items() if len(piece) == 1}
    dropped = [character for character in characters if character not in final]
    most = max(costs.values())
    final |= {character: most + n * RESTORED_STEP for n, character in enumerate(dropped)}
    longer = sorted((piece for piece in costs if len(piece) > 1), key=costs.__getitem__)
    return final | {piece: costs[piece] for piece in longer[: max(0, vocab_size - len(final))]}


class Tokenizer:
    """Encodes texts to ids, and decodes ids. The unknown token comes first."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.tokens = [UNKNOWN, *costs]
        self.ids = {token: id_ for id_, token in enumerate(self.tokens)}

    def encode(self, text: str) -> list[int]:
        """The ids of a text. Adjacent unknown characters become one unknown token."""
        ids: list[int] = []
        for word in split(text):
            pieces = viterbi(word, with_unknown(self.costs, word))
            for is_known, some in groupby(pieces, self.ids.__contains__):
                ids += [self.ids[piece] for piece in some] if is_known else [0]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. Each mark becomes a space, the first one nothing."""
        return "".join(self.tokens[id_] for id_ in ids).replace(MARK, " ").removeprefix(" ")


if __name__ == "__main__":
    text = "hug " * 10 + "pug " * 5 + "pun " * 12 + "bun " * 4 + "hugs " * 5
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    tokenizer = Tokenizer(train(Counter(split(text)), vocab_size=12))
    print({piece: round(cost, 2) for piece, cost in tokenizer.costs.items()})
    found = tokenizer.encode("hugs bun")
    print(found, [tokenizer.tokens[id_] for id_ in found], tokenizer.decode(found))
