"""A trainer as students write it, which can have mistakes, and the texts that it learns from."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import regex

import bpe

END = "<|endoftext|>"
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
TEXTS = [
    "The keeper's cat, the keeper's boat and the keeper's lamp.\nIn 1984 it was 12345 aaaa!\n\n"
    f"haaaaaa haaaa zzzz zzzzzz abababab ababab{END}endless text of the end\n"
    f"  indented: the café, the cafés — été 2024, 20242024!!!!\n{END}"
    "def f(xx):\n        return xx + xx\n        return yy\n\n\n" * 3,
    "low low low low low\nlower lower widest widest widest newest newest newest newest newest "
    "newest\n'Tis the the then, there, these; 100000 times 1000.\n",
    "\n".join(bpe.SAMPLES["english"].texts),
]
RUN = bpe.train(
    bpe.Corpus.from_texts(TEXTS, special_tokens=[END]), 356, "greatest", (END,), alphabet="bytes"
)


@dataclass
class Student:
    """A trainer as a student of CS336 writes it: on bytes, recounting or updating the counts.

    The fields are what can go wrong in it.
    """

    pattern: str = GPT2
    splits_specials: bool = True
    drops_newlines: bool = False
    lowers: bool = False
    on_characters: bool = False
    merges_once: bool = False
    from_right: bool = False
    strips: bool = False
    across_words: bool = False
    tie: str = "greatest"
    update: str = "recount"
    min_count: int = 1
    rarest: int = 1
    reads: Callable[[list[str]], list[str]] = list

    def words(self, texts):
        counts = Counter()
        for text in self.reads(texts):
            for part in text.split(END) if self.splits_specials else [text]:
                lines = part.splitlines() if self.drops_newlines else [part]
                for line in lines:
                    line = line.lower() if self.lowers else line
                    words = regex.findall(self.pattern, line)
                    words = [word.strip(" ") for word in words] if self.strips else words
                    counts.update(["".join(words)] if self.across_words else words)
        counts = {word: n for word, n in counts.items() if n >= self.rarest}
        if self.on_characters:
            return {tuple(c.encode() for c in w): n for w, n in counts.items() if w}
        return {tuple(bytes([b]) for b in w.encode()): n for w, n in counts.items() if w}

    def best(self, counts):
        most = max(counts.values(), default=0)
        if most < self.min_count:
            return None
        tied = [pair for pair, count in counts.items() if count == most]
        if self.tie == "least":
            return min(tied)
        if self.tie in ("dictionary", "last"):
            return tied[0 if self.tie == "dictionary" else -1]
        if self.tie == "ids":
            return max(tied, key=lambda pair: (self.ids[pair[0]], self.ids[pair[1]]))
        if self.tie == "swapped":
            return max(tied, key=lambda pair: pair[::-1])
        return max(tied, key=str if self.tie == "printed" else None)

    @staticmethod
    def count(words):
        counts = Counter()
        for word, n in words.items():
            for pair in pairwise(word):
                counts[pair] += n
        return counts

    @staticmethod
    def count_again(counts, word, i, n):
        """Change the counts of the pairs around a merge at a place of a word."""
        left, right = word[i : i + 2]
        if i:
            counts[word[i - 1], left] -= n
            counts[word[i - 1], left + right] += n
        if i + 2 < len(word):
            counts[right, word[i + 2]] -= n
            counts[left + right, word[i + 2]] += n

    def count_side(self, counts, before, word, n):
        """Change the counts around a merge, but add the new pair only at one side."""
        (left, right), after = word[:2], word[2:3]
        if before:
            counts[before[-1], left] -= n
            counts[before[-1], left + right] += n * (self.update == "left")
        if after:
            counts[right, after[0]] -= n
            counts[left + right, after[0]] += n * (self.update == "right")

    def train(self, texts, merges):
        words, learned = self.words(texts), []
        self.ids = {bytes([byte]): byte for byte in range(256)}
        counts = self.count(words)
        while len(learned) < merges and (pair := self.best(counts)):
            learned.append(pair)
            new = pair[0] + pair[1]
            self.ids[new] = 255 + len(learned)
            updated = Counter()
            for word, n in words.items():
                if self.update == "every place":
                    for i in range(len(word) - 1):
                        if word[i : i + 2] == pair:
                            self.count_again(counts, word, i, n)
                word = word[::-1] if self.from_right else word
                side = pair[::-1] if self.from_right else pair
                merged, i = [], 0
                while i < len(word):
                    if word[i : i + 2] != side or (self.merges_once and len(merged) < i):
                        merged.append(word[i])
                        i += 1
                        continue
                    if self.update in ("left", "right"):
                        self.count_side(counts, merged, word[i:], n)
                    if self.update == "overlaps":
                        self.count_again(counts, word, i, n)
                    merged.append(new)
                    i += 2
                word = word[::-1] if self.from_right else word
                merged = merged[::-1] if self.from_right else merged
                updated[tuple(merged)] += n
                if self.update == "words" and len(merged) < len(word):
                    for change, tokens in ((-n, word), (n, merged)):
                        for changed in pairwise(tokens):
                            counts[changed] += change
                if self.update == "by one":
                    changes = Counter(pairwise(merged))
                    changes.subtract(pairwise(word))
                    for changed, change in changes.items():
                        counts[changed] += change * (1 if change < 0 else n)
            words = updated
            if self.update == "recount":
                counts = self.count(words)
            else:
                del counts[pair]
        return learned


def compared(student, merges=150, **settings):
    learned = student.train(TEXTS, merges)
    return bpe.compare_merges(
        learned, TEXTS, special_tokens=[END], ties="greatest", **settings
    ), learned
