"""A text whose distinct words are stepped through one after the other.

>>> import bpe
>>> from pages.encoding.encoded_text import encode_text
>>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
>>> encode_text(run.encoder(), "hug pug").last
3
"""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from pages.encoding.encoders import TextWithTokens

MAX_BLOCK = 64  # steps in a block of records
BLOCK_TOKENS = 40_000  # tokens in all steps of a block, at most


class SteppedText(TextWithTokens):
    """A text and its tokens. Each distinct word has at least one step."""

    @abstractmethod
    def count_steps(self, occurrence: int) -> int:
        """How many steps a word has, by its place in `encoding.words`."""

    @property
    @abstractmethod
    def size(self) -> int:
        """About how many bytes of memory the text takes."""

    @abstractmethod
    def moments(self, which: int, a: int, b: int) -> Sequence[Any]:
        """What the steps a .. b - 1 of a distinct word start from."""

    def walk(self, first: int, end: int) -> Iterator[tuple[int, int, Any]]:
        """The steps first .. end - 1, from 1: its number, its distinct word, and its moment."""
        k = max(1, first)
        while k < end:
            which = self.word_at(k)
            began, last = self.steps_of(which)
            stop = min(end, last + 1)
            for moment in self.moments(which, k - began, stop - began):
                yield k, which, moment
                k += 1

    @cached_property
    def symbols(self) -> int:
        """The number of characters of all words, repeated words included.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").symbols
        9
        """
        return sum(map(len, self.encoding.words))

    @property
    def block(self) -> int:
        """The number of steps in a block of records: fewer than MAX_BLOCK if the words are long.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").block
        64
        """
        return max(1, min(MAX_BLOCK, BLOCK_TOKENS // max(1, self.symbols)))

    @cached_property
    def occurrences(self) -> tuple[int, ...]:
        """The first occurrence of each distinct word; with dropout, every occurrence.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug hug pug").occurrences
        (0, 2)
        """
        firsts: dict[int, int] = {}
        for occurrence, which in enumerate(self.word_indices):
            if which is not None:
                firsts.setdefault(which, occurrence)
        return tuple(firsts.values())

    def word_key(self, occurrence: int) -> tuple[str, int]:
        """A key that two occurrences of a word share if they are encoded alike.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> text.word_key(0) == text.word_key(2)
        True
        """
        return self.encoding.words[occurrence], 0

    @cached_property
    def word_indices(self) -> tuple[int | None, ...]:
        """For each occurrence of a word, its index in `occurrences`; None: an added token.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> text.word_indices
        (0, 1, 0)
        """
        known: dict[tuple[str, int], int] = {}
        return tuple(
            None if self.is_added(i) else known.setdefault(self.word_key(i), len(known))
            for i in range(len(self.encoding.words))
        )

    def token_range(self, occurrence: int) -> tuple[int, int]:
        """The range of tokens (start, end) that this occurrence of a word became.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder().at(1), "hug pug hug")
        >>> text.encoding.tokens, text.token_range(1)
        (('h', 'ug', 'p', 'ug', 'h', 'ug'), (2, 4))
        """
        ends = self.encoding.word_ends
        return ends[occurrence - 1] if occurrence else 0, ends[occurrence]

    def is_added(self, occurrence: int) -> bool:
        """Whether this occurrence is a special token.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> text.is_added(0)
        False
        """
        return self.encoding.kinds[self.token_range(occurrence)[0]] == "added"

    def word(self, which: int) -> str:
        """A distinct word, by its index in `occurrences`.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").word(1)
        'pug'
        """
        return self.encoding.words[self.occurrences[which]]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each distinct word, its last step.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").ends
        (2, 4)
        """
        return tuple(accumulate(max(1, self.count_steps(i)) for i in self.occurrences))

    def steps_of(self, which: int) -> tuple[int, int]:
        """The first and the last step of a distinct word.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").steps_of(1)
        (3, 4)
        """
        return self.ends[which - 1] + 1 if which else 1, self.ends[which]

    def word_at(self, k: int) -> int:
        """The index of the distinct word that step k, from 1, is in.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").word_at(3)
        1
        """
        return bisect_left(self.ends, k)

    @property
    def last(self) -> int:
        """The last step.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> text.last
        4
        """
        return self.ends[-1] if self.ends else 0
