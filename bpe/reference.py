"""BPE as in the Hugging Face course (chapter 6.5): short and readable, but slow.

>>> import bpe
>>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> for merge in bpe.reference.train(corpus, vocab_size=10):
...     print(merge.rank, merge.left, "+", merge.right, "=", merge.token, "count", merge.count)
1 u + g = ug count 20
2 u + n = un count 16
3 h + ug = hug count 15

Each step counts all pairs again, chooses the best one and merges it in every word. `bpe.train`
learns the same merges much faster, and keeps the history of the training. `tokenize` applies
them to new text, like `Run.encode`.
"""

from collections.abc import Sequence
from itertools import pairwise

from bpe.byte_characters import token_bytes
from bpe.corpus import Corpus
from bpe.pre_tokenization import pre_tokenize
from bpe.records import Merge


def count_pairs(splits: dict[str, list[str]], corpus: Corpus) -> dict[tuple[str, str], int]:
    """The count of each pair of adjacent tokens, in first-met order.

    >>> count_pairs({"hug": ["h", "ug"]}, Corpus.from_counts({"hug": 10}))
    {('h', 'ug'): 10}
    """
    pairs: dict[tuple[str, str], int] = {}
    for word, tokens in splits.items():
        for pair in pairwise(tokens):
            pairs[pair] = pairs.get(pair, 0) + corpus.counts[word]
    return pairs


def merge_pair(tokens: list[str], left: str, right: str) -> list[str]:
    """The tokens of a word with the pair merged from left to right.

    >>> merge_pair(["a", "a", "a"], "a", "a")
    ['aa', 'a']
    """
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
    alphabet: str = "corpus",
) -> tuple[Merge, ...]:
    """The merges that `bpe.train` learns with the same arguments.

    >>> [merge.token for merge in train(Corpus.from_counts({"hug": 10, "pug": 5}))]
    ['ug', 'hug', 'pug']
    """
    splits = {word: list(word) for word in corpus.counts}
    vocab = list(dict.fromkeys([*special_tokens, *corpus.first_tokens(alphabet)]))
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


def tokenize(
    text: str, merges: Sequence[Merge], split: str = "gpt2", normalization: str = "none"
) -> list[str]:
    """The tokens of a text: each word as characters, then every merge in the order of its rank.

    split, normalization: as in `Corpus.from_texts`. A character that training did not see stays.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
    >>> tokenize("hug mug", train(corpus), split="whitespace")
    ['hug', 'm', 'ug']
    """
    tokens: list[str] = []
    for pre_token in pre_tokenize(text, split, normalization):
        word = list(pre_token.word)
        for merge in merges:
            word = merge_pair(word, merge.left, merge.right)
        tokens += word
    return tokens
