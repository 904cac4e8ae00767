"""BPE training as the course tells it (Hugging Face course, chapter 6.5): the text to read.

Every step counts all pairs again, takes the best and merges it in every word. But: it keeps no
history; `bpe.training` does, and gets the same merges much faster."""

from itertools import pairwise

from bpe.corpus import Corpus
from bpe.history import Merge
from bpe.splitting import token_bytes


def count_pairs(splits: dict[str, list[str]], corpus: Corpus) -> dict[tuple[str, str], int]:
    """How often each pair of neighbours occurs, in the order in which they are met."""
    pairs: dict[tuple[str, str], int] = {}
    for word, tokens in splits.items():
        for pair in pairwise(tokens):
            pairs[pair] = pairs.get(pair, 0) + corpus.counts[word]
    return pairs


def merge_pair(tokens: list[str], left: str, right: str) -> list[str]:
    """The tokens of a word with the pair merged, from left to right: a a a becomes aa a."""
    merged: list[str] = []
    for token in tokens:
        if token == right and merged and merged[-1] == left:
            merged[-1] = left + right
        else:
            merged.append(token)
    return merged


def train(
    corpus: Corpus,
    vocab_size: int | None = None,
    ties: str = "first",
    special_tokens: tuple[str, ...] = (),
    min_count: int = 1,
) -> tuple[Merge, ...]:
    """The merges of `bpe.train`, with the same arguments."""
    splits = {word: list(word) for word in corpus.counts}
    vocab = list(dict.fromkeys([*special_tokens, *corpus.alphabet]))
    merges: list[Merge] = []
    while vocab_size is None or len(vocab) < vocab_size:
        pairs = count_pairs(splits, corpus)
        count = max(pairs.values(), default=0)
        if count < max(1, min_count):
            break
        tied = [pair for pair in pairs if pairs[pair] == count]
        if ties == "first":
            left, right = tied[0]
        elif ties == "lowest":
            left, right = min(tied, key=lambda pair: [vocab.index(token) for token in pair])
        else:
            left, right = max(tied, key=lambda pair: [token_bytes(t, corpus.split) for t in pair])
        splits = {word: merge_pair(tokens, left, right) for word, tokens in splits.items()}
        merges.append(Merge(len(merges) + 1, left, right, left + right, count, len(tied)))
        vocab = list(dict.fromkeys([*vocab, left + right]))
    return tuple(merges)
