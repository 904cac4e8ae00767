"""WordPiece as in the Hugging Face course (chapter 6.6): short and readable, but slow.

>>> from bpe import Corpus
>>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> vocab, merges = train(corpus, vocab_size=10)
>>> for left, right, token, score in merges:
...     print(left, "+", right, "=", token, "score 1 /", round(1 / score))
##g + ##s = ##gs score 1 / 20
h + ##u = hu score 1 / 36
hu + ##gs = hugs score 1 / 15
>>> encode_word("hugs", vocab), encode_word("hubs", vocab)
(['hugs'], ['[UNK]'])

Each step of the training counts all tokens and pairs again. It merges the pair with the highest
score, which is its count divided by the counts of both tokens: a pair of rare tokens is merged
before a more frequent pair of tokens that also occur elsewhere. Among equal scores, the first pair
met wins. Encoding uses only the vocabulary, not the merges.
"""

from collections.abc import Collection
from itertools import pairwise

from bpe.corpus import Corpus
from bpe.text_encoder import UNKNOWN
from bpe.wordpiece.encoder import PREFIX

Splits = dict[str, list[str]]


def pair_scores(splits: Splits, corpus: Corpus) -> dict[tuple[str, str], float]:
    """The score of each pair of adjacent tokens, in first-met order.

    >>> pair_scores({"hug": ["h", "##ug"]}, Corpus.from_counts({"hug": 10}))
    {('h', '##ug'): 0.1}
    """
    tokens: dict[str, int] = {}
    pairs: dict[tuple[str, str], int] = {}
    for word, split in splits.items():
        for token in split:
            tokens[token] = tokens.get(token, 0) + corpus.counts[word]
        for pair in pairwise(split):
            pairs[pair] = pairs.get(pair, 0) + corpus.counts[word]
    return {pair: count / (tokens[pair[0]] * tokens[pair[1]]) for pair, count in pairs.items()}


def merge_pair(split: list[str], left: str, right: str) -> list[str]:
    """The tokens of a word with the pair merged from left to right.

    >>> merge_pair(["h", "##u", "##g"], "##u", "##g")
    ['h', '##ug']
    """
    merged: list[str] = []
    for token in split:
        if token == right and merged and merged[-1] == left:
            merged[-1] = left + right.removeprefix(PREFIX)
        else:
            merged.append(token)
    return merged


def train(
    corpus: Corpus, vocab_size: int, special_tokens: tuple[str, ...] = ()
) -> tuple[list[str], list[tuple[str, str, str, float]]]:
    """The vocabulary, and each merge as (left, right, token, score).

    >>> train(Corpus.from_counts({"hug": 10}), vocab_size=4)[0]
    ['##g', '##u', 'h', 'hu']
    """
    splits = {w: [c if i == 0 else PREFIX + c for i, c in enumerate(w)] for w in corpus.counts}
    alphabet = sorted({token for split in splits.values() for token in split})
    vocab = list(dict.fromkeys([*special_tokens, *alphabet]))
    merges = []
    while len(vocab) < vocab_size:
        scores = pair_scores(splits, corpus)
        if not scores:
            break
        left, right = max(scores, key=scores.__getitem__)
        splits = {word: merge_pair(split, left, right) for word, split in splits.items()}
        token = left + right.removeprefix(PREFIX)
        merges.append((left, right, token, scores[left, right]))
        vocab = list(dict.fromkeys([*vocab, token]))
    return vocab, merges


def encode_word(word: str, vocab: Collection[str]) -> list[str]:
    """The tokens of a word: the longest one at its start, then at the start of the rest, and so on.

    If no token matches somewhere, the whole word is unknown.

    >>> encode_word("hugs", ["hug", "##s"]), encode_word("hugt", ["hug", "##s"])
    (['hug', '##s'], ['[UNK]'])
    """
    tokens = []
    start = 0
    while start < len(word):
        prefix = PREFIX if start else ""
        end = len(word)
        while end > start and prefix + word[start:end] not in vocab:
            end -= 1
        if end == start:
            return [UNKNOWN]
        tokens.append(prefix + word[start:end])
        start = end
    return tokens
