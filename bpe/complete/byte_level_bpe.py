"""Byte-level BPE in one file: training, encoding and decoding, with special tokens.

It splits a text as GPT-2 does, and merges bytes. It is short and readable, but slow: each step
counts all pairs again. Run it with a text file, or without one on a small text.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import regex

# Contractions; a word, a number or other signs, each with one space before it; white space.
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
Pair = tuple[bytes, bytes]
Words = Counter[tuple[bytes, ...]]  # the tokens of each word -> how often it occurs


def split_at(text: str, special: Iterable[str]) -> list[str]:
    """The parts of a text: every second one is a special token. The longest token wins."""
    if not special:
        return [text]
    longest_first = sorted(special, key=len, reverse=True)
    return regex.split("(" + "|".join(map(regex.escape, longest_first)) + ")", text)


def count_words(texts: Iterable[str], special: Iterable[str] = (), pattern: str = GPT2) -> Words:
    """How often each word occurs, as its UTF-8 bytes. No word contains a special token."""
    words: Words = Counter()
    for text in texts:
        for part in split_at(text, special)[::2]:
            for word in regex.findall(pattern, part):
                words[tuple(bytes([byte]) for byte in word.encode())] += 1
    return words


def merge(tokens: tuple[bytes, ...], pair: Pair) -> tuple[bytes, ...]:
    """The tokens of a word with a pair merged everywhere, from left to right."""
    merged: list[bytes] = []
    i = 0
    while i < len(tokens):
        if tokens[i : i + 2] == pair:
            merged.append(pair[0] + pair[1])
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    return tuple(merged)


def train(words: Words, vocab_size: int, special: Iterable[str] = ()) -> list[Pair]:
    """Learn merges until the vocabulary has this size, or no pair is left.

    The vocabulary is the special tokens, the 256 bytes and the merged tokens. The most frequent
    pair is merged. Among pairs with the same count, the one with the greatest bytes is.
    """
    vocab = {token.encode() for token in special} | {bytes([byte]) for byte in range(256)}
    merges: list[Pair] = []
    while len(vocab) < vocab_size:
        counts: Counter[Pair] = Counter()
        for tokens, count in words.items():
            for pair in pairwise(tokens):
                counts[pair] += count
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        vocab.add(best[0] + best[1])
        after: Words = Counter()
        for tokens, count in words.items():
            after[merge(tokens, best)] += count
        words = after
    return merges


class Tokenizer:
    """Encodes texts to ids, and decodes ids. Special tokens come first, then bytes, then merges."""

    def __init__(
        self, merges: list[Pair], special: Iterable[str] = (), pattern: str = GPT2
    ) -> None:
        self.special = list(special)
        self.pattern = pattern
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}
        tokens = [token.encode() for token in self.special]
        tokens += [bytes([byte]) for byte in range(256)]
        tokens += [left + right for left, right in merges]
        self.tokens = list(dict.fromkeys(tokens))
        self.ids = {token: id_ for id_, token in enumerate(self.tokens)}

    def encode_word(self, word: str) -> tuple[bytes, ...]:
        """The tokens of a word: again and again, the pair that was learned first is merged."""
        tokens = tuple(bytes([byte]) for byte in word.encode())
        while len(tokens) > 1:
            pair = min(pairwise(tokens), key=lambda pair: self.ranks.get(pair, len(self.ranks)))
            if pair not in self.ranks:
                break
            tokens = merge(tokens, pair)
        return tokens

    def encode(self, text: str) -> list[int]:
        """The ids of a text. A special token in it becomes its own id."""
        ids: list[int] = []
        for i, part in enumerate(split_at(text, self.special)):
            if i % 2:
                ids.append(self.ids[part.encode()])
                continue
            for word in regex.findall(self.pattern, part):
                ids += [self.ids[token] for token in self.encode_word(word)]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. Bytes that are only part of a character become �."""
        return b"".join(self.tokens[id_] for id_ in ids).decode("utf-8", errors="replace")


if __name__ == "__main__":
    END = "<|endoftext|>"
    text = "low low low low low lower lower widest widest widest" + " newest" * 6
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    learned = train(count_words([text], [END]), vocab_size=270, special=[END])
    tokenizer = Tokenizer(learned, [END])
    for left, right in learned:
        print(left, "+", right)
    found = tokenizer.encode("the newest low" + END)
    print(found, [tokenizer.decode([id_]) for id_ in found])
