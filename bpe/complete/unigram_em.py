"""Unigram with expectation-maximization (EM) in one file: training, encoding and decoding.

SentencePiece and the Hugging Face tokenizers library train Unigram like this. A word can have many
segmentations. EM counts a piece in all of them, each by its probability, and computes the
probabilities again from these counts. It is readable, but slow, and no word may be very long.
"""

from collections import Counter, defaultdict
from itertools import combinations, pairwise
from math import exp, inf, log

import regex

MARK = "▁"  # U+2581: stands for the space before a word
Words = Counter[str]  # how often each word occurs
Costs = dict[str, float]  # piece -> the negative logarithm of its probability


def split(text: str) -> list[str]:
    """The words of a text, split at white space, each with the mark before it."""
    return [MARK + word for word in regex.findall(r"\P{White_Space}+", text)]


def seed_vocabulary(words: Words) -> dict[str, int]:
    """piece -> weight: all characters by count, then parts of words by count x length.

    A part has at most 16 characters, and different followers: otherwise it is always inside the
    same longer part. The end of a word is a follower. Words count once. On ties, the greatest wins.

    >>> seed_vocabulary(Counter({"hug": 10, "hugs": 5, "pun": 1}))
    {'u': 16, 'h': 15, 'g': 15, 's': 5, 'p': 1, 'n': 1, 'hug': 6, 'ug': 4}
    """
    weights: Counter[str] = Counter()
    followers: defaultdict[str, set[str]] = defaultdict(set)
    for word, count in words.items():
        for start, end in combinations(range(len(word) + 1), 2):
            if (size := end - start) <= 16:
                weights[word[start:end]] += count if size == 1 else size
                followers[word[start:end]].add(word[end : end + 1])
    seeds = [part for part in weights if len(part) == 1 or len(followers[part]) > 1]
    seeds.sort(key=lambda part: (len(part) == 1, weights[part], part), reverse=True)
    return {part: weights[part] for part in seeds}


def pieces_in(word: str, costs: Costs) -> list[tuple[int, int, str, float]]:
    """The pieces in a word, from left to right, also unknown characters: start, end, text, cost."""
    costs = dict.fromkeys(word, max(costs.values()) + 10) | costs
    spans = ((start, end, word[start:end]) for start, end in combinations(range(len(word) + 1), 2))
    return [(start, end, piece, costs[piece]) for start, end, piece in spans if piece in costs]


def viterbi(word: str, costs: Costs, without: str = "") -> tuple[str, ...]:
    """The segmentation of a word with the lowest cost, without this piece."""
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ()), *[(inf, ())] * len(word)]
    for start, end, piece, cost in pieces_in(word, costs):
        if piece != without and best[start][0] + cost < best[end][0]:
            best[end] = best[start][0] + cost, (*best[start][1], piece)
    return best[-1][1]


def e_step(words: Words, costs: Costs) -> Costs:
    """piece -> its expected count: how often all words use it (forward-backward algorithm)."""
    expected = defaultdict(float, dict.fromkeys(costs, 0.0))
    for word, count in words.items():
        pieces = pieces_in(word, costs)
        before = [1.0] + [0.0] * len(word)  # the probabilities of word[:end], all ways added up
        for start, end, _, cost in pieces:
            before[end] += before[start] * exp(-cost)
        after = [0.0] * len(word) + [count / before[-1]]  # of word[start:]; scaled to the count
        for start, end, piece, cost in reversed(pieces):
            share = exp(-cost) * after[end]
            after[start] += share
            expected[piece] += before[start] * share
    return expected


def digamma(x: float) -> float:
    """About log(x - 0.5). Source: Abramowitz and Stegun 6.3.5 and 6.3.18."""
    if x < 10:
        return digamma(x + 1) - 1 / x
    square = 1 / (x * x)
    series = 1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    return log(x) - 0.5 / x - square * series


def m_step(expected: Costs) -> Costs:
    """The new costs. Pieces that are expected less than half a time are dropped."""
    least = min(0.5, max(expected.values()))
    kept = {piece: count for piece, count in expected.items() if count >= least}
    total = digamma(sum(kept.values()))
    return {piece: total - digamma(count) for piece, count in kept.items()}


def prune(words: Words, costs: Costs, size: int) -> Costs:
    """The characters, and the used pieces without which the loss would rise most, up to size."""
    uses = Counter(each for word, count in words.items() for each in viterbi(word, costs) * count)
    rises = {piece: inf for piece in costs if len(piece) == 1}
    size = max(size, len(rises))
    for piece in costs:
        if len(piece) > 1 and (own := uses[piece]):
            instead = viterbi(piece, costs, without=piece)  # estimated: they replace it everywhere
            new_total = uses.total() + own * (len(instead) - 1)
            new_cost = sum(log(uses[other] + own) - log(new_total) for other in instead)
            rises[piece] = own * (log(own) - log(uses.total()) - new_cost)
    ranked = sorted(rises, key=rises.__getitem__, reverse=True)
    return {piece: costs[piece] for piece in ranked[:size]}


def train(words: Words, vocab_size: int, share: float = 0.25) -> Costs:
    """The costs of vocab_size pieces: all characters, then the most probable other pieces."""
    seeds = seed_vocabulary(words)
    total = log(sum(seeds.values()))
    costs = {piece: total - log(weight) for piece, weight in seeds.items()}
    # Twice an E and an M step, then a pruning, until a tenth more pieces than wanted are left.
    target, before = vocab_size * 11 // 10, 0
    while len(costs) != before:
        costs = m_step(e_step(words, m_step(e_step(words, costs))))
        before = len(costs)
        if before >= target:  # the unknown token counts as a piece
            costs = prune(words, costs, max(target, int((before + 1) * (1 - share))) - 1)
    dropped = [piece for piece in seeds if len(piece) == 1 and piece not in costs]
    costs |= {piece: max(costs.values()) + n * 0.0001 for n, piece in enumerate(dropped)}
    ranked = sorted(costs, key=lambda piece: (len(piece) > 1, costs[piece]))
    return {piece: costs[piece] for piece in ranked[: max(vocab_size, len({*"".join(words)}))]}


class Tokenizer:
    """Encodes texts to ids, and decodes ids. The unknown token comes first."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.tokens = ["[UNK]", *costs]

    def encode(self, text: str) -> list[int]:
        """The ids of a text. Adjacent unknown characters become one unknown token."""
        ids = {token: id_ for id_, token in enumerate(self.tokens)}
        found = [ids.get(piece, 0) for word in split(text) for piece in viterbi(word, self.costs)]
        return [id_ for before, id_ in pairwise([1, *found]) if id_ or before]

    def decode(self, ids: list[int]) -> str:
        """The text of ids. Each mark becomes a space, the first one nothing."""
        return "".join(self.tokens[id_] for id_ in ids).replace(MARK, " ").removeprefix(" ")


if __name__ == "__main__":
    text = "hug " * 10 + "pug " * 5 + "pun " * 12 + "bun " * 4 + "hugs " * 5
    tokenizer = Tokenizer(train(Counter(split(text)), vocab_size=12))
    print({piece: round(cost, 2) for piece, cost in tokenizer.costs.items()})
    found = tokenizer.encode("hugs bun")
    print(found, [tokenizer.tokens[id_] for id_ in found], tokenizer.decode(found))
