"""Unigram as in the Hugging Face course (chapter 6.7): short and readable, but slow.

>>> import bpe
>>> words = bpe.SAMPLES["course"].corpus("metaspace", "none").counts
>>> seeds = seed_vocabulary(words, 300)
>>> model = costs_of(train(words, seeds, vocab_size=100))
>>> print(*tokenize("This is the Hugging Face course.", model))
▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e .

Each round segments every word again for every piece. `unigram.train` with the method "course" and
without quirks gives the same vocabulary much faster, and keeps every round.
"""

from collections.abc import Mapping
from math import inf, log

from bpe.pre_tokenization import pre_tokenize


def frequencies(words: Mapping[str, int]) -> dict[str, int]:
    """piece -> how often it occurs in all words, for each part of a longer word.

    >>> frequencies({"hug": 10, "hugs": 5})["hug"]
    15
    """
    counts: dict[str, int] = {}
    parts = set()
    for word, count in words.items():
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                piece = word[start:end]
                counts[piece] = counts.get(piece, 0) + count
                if len(piece) < len(word) or len(piece) == 1:
                    parts.add(piece)
    return {piece: count for piece, count in counts.items() if piece in parts}


def seed_vocabulary(words: Mapping[str, int], size: int) -> dict[str, int]:
    """piece -> its count: all characters, then the most frequent longer pieces, up to size.

    words: word -> count. If pieces are equally frequent, the one that is found first is kept.

    >>> seed_vocabulary({"hug": 10, "pug": 5}, 6)
    {'h': 10, 'u': 15, 'g': 15, 'p': 5, 'ug': 15, 'hu': 10}
    """
    characters: dict[str, int] = {}
    longer: dict[str, int] = {}
    for word, count in words.items():
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                counts = longer if end > start + 1 else characters
                counts[word[start:end]] = counts.get(word[start:end], 0) + count
    ranked = sorted(longer, key=longer.__getitem__, reverse=True)
    kept = ranked[: max(0, size - len(characters))]
    return characters | {piece: longer[piece] for piece in kept}


def costs_of(counts: Mapping[str, float]) -> dict[str, float]:
    """piece -> its cost, the negative logarithm of its probability: its share of all counts.

    >>> costs_of({"a": 1, "b": 1})
    {'a': 0.6931471805599453, 'b': 0.6931471805599453}
    """
    total = sum(counts.values())
    return {piece: -log(count / total) for piece, count in counts.items()}


def encode_word(word: str, costs: Mapping[str, float]) -> tuple[list[str], float]:
    """The segmentation of a word with the lowest cost (Viterbi), and its cost.

    If there is no segmentation, the list is empty and the cost is infinite.

    >>> encode_word("ab", {"a": 1.0, "b": 1.0, "ab": 1.5})
    (['ab'], 1.5)
    """
    best = [0.0] + [inf] * len(word)  # the lowest cost of word[:end]
    last_start = [0] * (len(word) + 1)  # where the last piece of that segmentation starts
    for end in range(1, len(word) + 1):
        for start in range(end):
            cost = best[start] + costs.get(word[start:end], inf)
            if cost < best[end]:
                best[end] = cost
                last_start[end] = start
    if best[-1] == inf:
        return [], inf
    pieces: list[str] = []
    end = len(word)
    while end > 0:
        pieces.insert(0, word[last_start[end] : end])
        end = last_start[end]
    return pieces, best[-1]


def compute_loss(words: Mapping[str, int], costs: Mapping[str, float]) -> float:
    """The loss of a corpus: each word's count times its cost, added up.

    words: word -> count.

    >>> compute_loss({"ab": 2}, {"a": 1.0, "b": 1.0})
    4.0
    """
    loss = 0.0
    for word, count in words.items():
        _, cost = encode_word(word, costs)
        loss += count * cost
    return loss


def compute_scores(words: Mapping[str, int], costs: Mapping[str, float]) -> dict[str, float]:
    """piece -> how much the loss rises without it, for each piece of several characters.

    The costs of the other pieces stay the same.

    >>> compute_scores({"ab": 2}, {"a": 1.0, "b": 1.0, "ab": 1.5})
    {'ab': 1.0}
    """
    loss = compute_loss(words, costs)
    scores = {}
    for piece in costs:
        if len(piece) > 1:
            others = {other: cost for other, cost in costs.items() if other != piece}
            scores[piece] = compute_loss(words, others) - loss
    return scores


def prune(
    words: Mapping[str, int], counts: Mapping[str, float], share: float = 0.1
) -> dict[str, float]:
    """One round: the counts without the pieces whose removal costs least.

    share: the share of the vocabulary that is removed, at least one piece.

    >>> prune({"hug": 10, "pug": 5}, {"h": 10, "u": 15, "g": 15, "p": 5, "ug": 15, "hu": 10})
    {'h': 10, 'u': 15, 'g': 15, 'p': 5, 'ug': 15}
    """
    scores = compute_scores(words, costs_of(counts))
    removed = sorted(scores, key=scores.__getitem__)[: max(1, int(len(counts) * share))]
    return {piece: count for piece, count in counts.items() if piece not in removed}


def train(
    words: Mapping[str, int], seeds: Mapping[str, float], vocab_size: int, share: float = 0.1
) -> dict[str, float]:
    """Prune the seeds (piece -> count) until at most vocab_size pieces are left.

    vocab_size: at least the number of different characters, which are never removed.

    >>> train({"hug": 10}, {"h": 10, "u": 10, "g": 10, "ug": 10}, 3)
    {'h': 10, 'u': 10, 'g': 10}
    """
    counts = dict(seeds)
    while len(counts) > vocab_size:
        counts = prune(words, counts, share)
    return counts


def tokenize(
    text: str,
    model: Mapping[str, float],
    split: str = "metaspace",
    normalization: str = "none",
    unk: str = "[UNK]",
) -> list[str]:
    """The tokens of a text: the segmentation of each word with the lowest cost.

    model: piece -> its cost. split, normalization: as in `Corpus.from_texts`. unk: stands for a
    word without a segmentation.

    >>> model = costs_of({"▁": 2, "h": 1, "u": 1, "g": 1, "▁hug": 1})
    >>> tokenize("hug gu mug", model)
    ['▁hug', '▁', 'g', 'u', '[UNK]']
    """
    tokens: list[str] = []
    for pre_token in pre_tokenize(text, split, normalization):
        pieces, _ = encode_word(pre_token.word, model)
        tokens += pieces or [unk]
    return tokens
