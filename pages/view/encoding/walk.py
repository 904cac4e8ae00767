"""The steps of encoding a text: word by word, merge by merge.

A text keeps its tokens and the merges that made them, but no states: each is computed when a record
needs it. So a text takes at most MAX_SYMBOLS * SYMBOL_BYTES bytes, about 1.5 MB.

>>> import bpe
>>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
>>> text = Text(run.encoder(), "hug pug")
>>> text.last
3
"""

from bisect import bisect_left
from collections.abc import Iterable, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from typing import Protocol

from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.merging import WordState
from bpe.records import Pair

MAX_SYMBOLS = 6_000  # characters of all words after normalization and pre-tokenization
SYMBOL_BYTES = 250  # of memory for each of them, at most
MAX_BLOCK = 64  # steps in a block of records
BLOCK_TOKENS = 40_000  # tokens in all steps of a block, at most
MAX_LISTED = 1_000  # merges that are listed although the text cannot use all of them
MERGE_BYTES = 250  # of memory for each of them, at most
MAX_DECODED = 2_000  # characters of the decoded text


class TextEncoder(Protocol):
    """An `Encoder`, or one that asks another process, where an uploaded tokenizer is."""

    @property
    def ids(self) -> Sized:
        """The tokens."""
        ...

    @property
    def merges(self) -> Sized:
        """The merges, also those that are not applied."""
        ...

    def encode(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        *,
        max_symbols: int | None = None,
    ) -> Encoding:
        """See `Encoder.encode`."""
        ...

    def restricted(self, encoding: Encoding) -> Encoder:
        """See `Encoder.restricted`."""
        ...

    def decode(self, ids: Iterable[int | None]) -> str:
        """See `Encoder.decode`."""
        ...


@dataclass(frozen=True, eq=False)
class Text:
    """A text, an encoder and the options of `Encoder.encode`.

    Step 0 is the text, split into words and characters. Each later step applies one merge in one
    word, or explains why no merge applies in that word. A word that occurs several times is
    stepped through once.
    """

    encoder: Encoder
    text: str
    order: str = "rank"
    specials: bool = False
    dropout: float = 0.0
    seed: int = 0
    known: Encoding | None = None  # the tokens, if they are known; the encoder may be restricted
    merges: tuple[Pair, ...] = ()  # all that are applied, if the encoder is restricted
    known_decoded: str | None = None  # the decoded text, if it is known

    @classmethod
    def of(
        cls,
        encoder: TextEncoder,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
    ) -> "Text":
        """A text without the whole encoder, so that a cache does not keep it in memory.

        Raises bpe.InputError if its words are too long for the steps.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text.of(run.encoder(), "hug")
        >>> text.encoding.tokens, len(text.encoder.ranks)
        (('hug',), 2)
        """
        found = encoder.encode(text, order, specials, dropout, seed, max_symbols=MAX_SYMBOLS)
        small, decoded = encoder.restricted(found), encoder.decode(found.ids)[:MAX_DECODED]
        merges: tuple[Pair, ...] = ()
        if isinstance(encoder, Encoder) and encoder.last <= MAX_LISTED:
            merges = tuple(encoder.merges[: encoder.last])
        return cls(small, text, order, specials, dropout, seed, found, merges, decoded)

    @cached_property
    def encoding(self) -> Encoding:
        """The tokens of the text. Raises bpe.InputError if its words are too long for the steps.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.encoding.tokens
        ('hug', 'pug', 'hug')
        """
        return self.known or self.encoder.encode(
            self.text,
            self.order,
            self.specials,
            self.dropout,
            self.seed,
            max_symbols=MAX_SYMBOLS,
        )

    @property
    def decoded(self) -> str:
        """The text that the ids decode to, at most MAX_DECODED characters of it.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_texts(["hug pug"]))
        >>> Text(run.encoder(), "pug hug").decoded
        'pug hug'
        """
        if self.known_decoded is not None:
            return self.known_decoded
        return self.encoder.decode(self.encoding.ids)[:MAX_DECODED]

    @cached_property
    def listed_merges(self) -> tuple[tuple[int, Pair], ...]:
        """The merges with their ranks: all that are applied, or those that the text can use.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
        >>> Text(run.encoder(), "hug").listed_merges
        ((1, ('u', 'g')), (2, ('h', 'ug')))
        """
        if self.merges:
            return tuple(enumerate(self.merges, 1))
        pairs = ((rank, pair) for pair, rank in self.encoder.ranks.items())
        return tuple(sorted(each for each in pairs if each[0] <= self.encoder.last))

    @property
    def size(self) -> int:
        """About how many bytes of memory a text of `of` takes; rather too many than too few.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text.of(run.encoder(), "hug pug hug").size < 25_000
        True
        """
        named = sum(map(len, self.encoder.ids)) + sum(map(len, self.encoding.words))
        texts = SYMBOL_BYTES * (len(self.text) + self.symbols) + 4 * (named + MAX_DECODED)
        return 10_000 + texts + MERGE_BYTES * len(self.merges)

    @cached_property
    def symbols(self) -> int:
        """The number of characters of all words, repeated words included.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").symbols
        9
        """
        return sum(map(len, self.encoding.words))

    @property
    def block(self) -> int:
        """The number of steps in a block of records: fewer than MAX_BLOCK if the words are long.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").block
        64
        """
        return max(1, min(MAX_BLOCK, BLOCK_TOKENS // max(1, self.symbols)))

    @cached_property
    def occurrences(self) -> tuple[int, ...]:
        """The first occurrence of each distinct word; with dropout, every occurrence.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug hug pug").occurrences
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
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.word_key(0) == text.word_key(2)
        True
        """
        return self.encoding.words[occurrence], occurrence if self.dropout else 0

    @cached_property
    def word_indices(self) -> tuple[int | None, ...]:
        """For each occurrence of a word, its index in `occurrences`; None: an added token.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
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
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder().at(1), "hug pug hug")
        >>> text.encoding.tokens, text.token_range(1)
        (('h', 'ug', 'p', 'ug', 'h', 'ug'), (2, 4))
        """
        ends = self.encoding.word_ends
        return ends[occurrence - 1] if occurrence else 0, ends[occurrence]

    def is_added(self, occurrence: int) -> bool:
        """Whether this occurrence is a special token.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.is_added(0)
        False
        """
        return self.encoding.kinds[self.token_range(occurrence)[0]] == "added"

    def word(self, which: int) -> str:
        """A distinct word, by its index in `occurrences`.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").word(1)
        'pug'
        """
        return self.encoding.words[self.occurrences[which]]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each distinct word, its last step.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").ends
        (2, 4)
        """
        return tuple(accumulate(max(1, len(self.encoding.trace[i])) for i in self.occurrences))

    def steps_of(self, which: int) -> tuple[int, int]:
        """The first and the last step of a distinct word.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").steps_of(1)
        (3, 4)
        """
        return self.ends[which - 1] + 1 if which else 1, self.ends[which]

    def word_at(self, k: int) -> int:
        """The index of the distinct word that step k, from 1, is in.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").word_at(3)
        1
        """
        return bisect_left(self.ends, k)

    @property
    def last(self) -> int:
        """The last step.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.last
        4
        """
        return self.ends[-1] if self.ends else 0

    def states(self, which: int, a: int, b: int) -> tuple[WordState, ...]:
        """The states of a distinct word after a .. b - 1 merges, with all candidates.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> [state.tokens for state in text.states(1, 1, 9)]
        [('p', 'ug'), ('pug',)]
        """
        number = self.occurrences[which]
        walk = self.encoder.walk(
            self.word(which), self.order, self.dropout, self.seed, number, first=a
        )
        return tuple(islice(walk, b - a))

    def starts(self, occurrence: int, merges: int) -> list[int]:
        """The starts of a word's tokens after its first merges, in characters of the word.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Text(run.encoder(), "hug pug hug").starts(0, 1)
        [0, 1]
        """
        word = self.encoding.words[occurrence]
        if self.encoder.skips_merges(word):
            return [0]
        merged = {applied.middle for applied in self.encoding.trace[occurrence][:merges]}
        return [i for i in range(len(word)) if i not in merged]
