"""WordPiece in one file: training by score, encoding by longest match, and decoding.

It splits a text at white space and punctuation, as BERT does. A token inside a word starts with ##.
It is short and readable, but slow: each step counts all tokens and pairs again. Run it with a text
file, or without one on a small text.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import regex

PREFIX = "##"
UNKNOWN = "[UNK]"
MAX_WORD = 100  # characters: a longer word is unknown, as in BERT
# A punctuation mark, or a word between white space and punctuation marks.
WORDS = r"[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+"
Pair = tuple[str, str]
Splits = dict[str, list[str]]  # word -> its tokens


def count_words(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs."""
    return Counter(word for text in texts for word in regex.findall(WORDS, text))


def join(left: str, right: str) -> str:
    """The token of a merged pair.

    >>> join("h", "##ug"), join("##u", "##g")
    ('hug', '##ug')
    """
    return left + right.removeprefix(PREFIX)


def merge(tokens: list[str], pair: Pair) -> list[str]:
    """The tokens of a word with a pair merged everywhere, from left to right."""
    merged: list[str] = []
    i = 0
    while i < len(tokens):
        if (tokens[i], *tokens[i + 1 : i + 2]) == pair:
            merged.append(join(*pair))
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    return merged


def score_pairs(splits: Splits, words: Counter[str]) -> dict[Pair, float]:
    """The score of each pair: its count, divided by the counts of both its tokens.

    So a pair of rare tokens can have a higher score than a more frequent pair.
    """
    tokens: Counter[str] = Counter()
    pairs: Counter[Pair] = Counter()
    for word, split in splits.items():
        for token in split:
            tokens[token] += words[word]
        for pair in pairwise(split):
            pairs[pair] += words[word]
    return {
        (left, right): count / (tokens[left] * tokens[right])
        for (left, right), count in pairs.items()
    }


def train(words: Counter[str], vocab_size: int) -> list[str]:
    """The vocabulary: the unknown token, the characters, then the merged tokens.

    Merges the pair with the highest score until the vocabulary has this size, or no pair is left.
    Among equal scores, the first pair found is merged.

    >>> train(Counter({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), 11)[-3:]
    ['##gs', 'hu', 'hugs']
    """
    splits = {word: [word[0], *(PREFIX + each for each in word[1:])] for word in words}
    characters = sorted({token for split in splits.values() for token in split})
    vocab = dict.fromkeys([UNKNOWN, *characters])  # a set that keeps the order
    while len(vocab) < vocab_size:
        scores = score_pairs(splits, words)
        if not scores:
            break
        best = max(scores, key=scores.__getitem__)
        splits = {word: merge(split, best) for word, split in splits.items()}
        vocab[join(*best)] = None
    return list(vocab)


class Tokenizer:
    """Encodes texts to ids, and decodes ids. It needs the vocabulary, but no merges."""

    def __init__(self, vocab: list[str]) -> None:
        self.tokens = vocab
        self.ids = {token: id_ for id_, token in enumerate(vocab)}

    def encode_word(self, word: str) -> list[str]:
        """The tokens of a word: the longest at its start, then the longest of the rest, and so on.

        If no token matches somewhere, the whole word is unknown.

        >>> Tokenizer(["[UNK]", "hug", "##s"]).encode_word("hugs")
        ['hug', '##s']
        """
        if len(word) > MAX_WORD:
            return [UNKNOWN]
        tokens: list[str] = []
        start = 0
        while start < len(word):
            prefix = PREFIX if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return [UNKNOWN]
            tokens.append(prefix + word[start:end])
            start = end
        return tokens

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        words = regex.findall(WORDS, text)
        return [self.ids[token] for word in words for token in self.encode_word(word)]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. Each word has one space before it, because white space is not kept."""
        return " ".join(self.tokens[id_] for id_ in ids).replace(" " + PREFIX, "")


if __name__ == "__main__":
    text = "hug " * 10 + "pug " * 5 + "pun " * 12 + "bun " * 4 + "hugs " * 5
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    learned = train(count_words([text]), vocab_size=15)
    tokenizer = Tokenizer(learned)
    print(*learned)
    found = tokenizer.encode("hugs, a bun")
    print(found, [tokenizer.tokens[id_] for id_ in found], tokenizer.decode(found))
