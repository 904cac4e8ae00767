"""Unigram in one file: seeds, Viterbi, pruning by the loss, encoding and decoding.

It follows the Hugging Face course, chapter 6.7: the probability of a piece is its share of all
counts. `unigram_em` trains like SentencePiece instead. This file is short and readable, but slow:
each round segments every word again without each piece. Run it with a text file, or without one on
a small text.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from math import inf, log

import regex

MARK = "▁"  # U+2581: stands for the space before a word
UNKNOWN = "[UNK]"
Costs = dict[str, float]  # piece -> the negative logarithm of its probability


def split(text: str) -> list[str]:
    """The words of a text, split at white space, each with the mark before it."""
    return [MARK + word for word in regex.findall(r"\P{White_Space}+", text)]


def seed_vocabulary(words: Mapping[str, int], size: int) -> dict[str, int]:
    """piece -> count: all characters, then the most frequent longer parts of words, up to size.

    >>> seed_vocabulary({"hug": 10, "pug": 5}, 6)
    {'h': 10, 'u': 15, 'g': 15, 'p': 5, 'ug': 15, 'hu': 10}
    """
    characters: Counter[str] = Counter()
    longer: Counter[str] = Counter()
    for word, count in words.items():
        for start in range(len(word)):
            characters[word[start]] += count
            for end in range(start + 2, len(word) + 1):
                longer[word[start:end]] += count
    return {**characters, **dict(longer.most_common(max(0, size - len(characters))))}


def costs_of(counts: Mapping[str, int]) -> Costs:
    """The cost of each piece. Its probability is its share of all counts."""
    total = sum(counts.values())
    return {piece: -log(count / total) for piece, count in counts.items()}


def viterbi(word: str, costs: Costs) -> tuple[list[str], float]:
    """The segmentation of a word with the lowest cost, and this cost.

    If there is no segmentation, the list is empty and the cost is infinite.

    >>> viterbi("ab", {"a": 1.0, "b": 1.0, "ab": 1.5})
    (['ab'], 1.5)
    """
    best = [0.0] + [inf] * len(word)  # the lowest cost of word[:end]
    last_start = [0] * (len(word) + 1)  # where the last piece of that segmentation starts
    for end in range(1, len(word) + 1):
        for start in range(end):
            cost = best[start] + costs.get(word[start:end], inf)
            if cost < best[end]:
                best[end], last_start[end] = cost, start
    if best[-1] == inf:
        return [], inf
    pieces: list[str] = []
    end = len(word)
    while end > 0:
        pieces.insert(0, word[last_start[end] : end])
        end = last_start[end]
    return pieces, best[-1]


def compute_loss(words: Mapping[str, int], costs: Costs) -> float:
    """The loss of all words: the count of each times its cost."""
    loss = 0.0
    for word, count in words.items():
        loss += count * viterbi(word, costs)[1]
    return loss


def train(
    words: Mapping[str, int], vocab_size: int, seed_size: int = 300, share: float = 0.1
) -> Costs:
    """The costs of at most vocab_size pieces. Characters are never removed.

    Each round removes a share of the pieces: those without which the loss rises least.
    """
    counts = seed_vocabulary(words, seed_size)
    while len(counts) > max(vocab_size, len({each for word in words for each in word})):
        costs = costs_of(counts)
        loss = compute_loss(words, costs)
        rises: dict[str, float] = {}
        for piece in costs:
            if len(piece) > 1:
                others = {other: cost for other, cost in costs.items() if other != piece}
                rises[piece] = compute_loss(words, others) - loss
        for piece in sorted(rises, key=rises.__getitem__)[: max(1, int(len(counts) * share))]:
            del counts[piece]
    return costs_of(counts)


class Tokenizer:
    """Encodes texts to ids, and decodes ids. The unknown token comes first."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.tokens = [UNKNOWN, *costs]
        self.ids = {token: id_ for id_, token in enumerate(self.tokens)}

    def encode(self, text: str) -> list[int]:
        """The ids of a text. A word without a segmentation is unknown."""
        ids: list[int] = []
        for word in split(text):
            pieces, _ = viterbi(word, self.costs)
            ids += [self.ids[piece] for piece in pieces or [UNKNOWN]]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. Each mark becomes a space, the first one nothing."""
        return "".join(self.tokens[id_] for id_ in ids).replace(MARK, " ").removeprefix(" ")


if __name__ == "__main__":
    text = "hug " * 10 + "pug " * 5 + "pun " * 12 + "bun " * 4 + "hugs " * 5
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    learned = train(Counter(split(text)), vocab_size=15)
    tokenizer = Tokenizer(learned)
    for piece, cost in learned.items():
        print(piece, round(cost, 2))
    found = tokenizer.encode("hugs bun")
    print(found, [tokenizer.tokens[id_] for id_ in found], tokenizer.decode(found))
