"""The steps of encoding a text: word by word, merge by merge.

A text keeps its tokens and the merges that made them, but no states: each is computed when a record
needs it. So a text takes at most MAX_SYMBOLS * SYMBOL_BYTES bytes, about 1.5 MB.

>>> import bpe
>>> from pages.encoding.encoded_text import encode_text
>>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
>>> text = encode_text(run.encoder(), "hug pug")
>>> text.last
3
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import ClassVar

from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.merging import WordState
from bpe.records import Pair
from pages.encoding.encoders import MAX_DECODED
from pages.encoding.stepped_text import SteppedText

SYMBOL_BYTES = 250  # of memory for each of them, at most
MERGE_BYTES = 250  # of memory for each of them, at most


@dataclass(frozen=True, eq=False)
class Text(SteppedText):
    """A text, an encoder and the options of `Encoder.encode`.

    Step 0 is the text, split into words and characters. Each later step applies one merge in one
    word, or explains why no merge applies in that word. A word that occurs several times is
    stepped through once.
    """

    has_merges: ClassVar[bool] = True

    encoder: Encoder
    text: str
    encoding: Encoding
    decoded: str
    order: str = "rank"
    specials: bool = False
    dropout: float = 0.0
    seed: int = 0
    merges: tuple[Pair, ...] = ()  # all that are applied, if they can be listed

    @property
    def numbers(self) -> Mapping[str, int]:
        """See `TextWithTokens`. These are the ranks of the merges that make the tokens."""
        return self.encoder.first_ranks

    @cached_property
    def listed_merges(self) -> tuple[tuple[int, Pair], ...]:
        """The merges with their ranks: all that are applied, or those that the text can use.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
        >>> encode_text(run.encoder(), "hug").listed_merges
        ((1, ('u', 'g')), (2, ('h', 'ug')))
        """
        if self.merges:
            return tuple(enumerate(self.merges, 1))
        pairs = ((rank, pair) for pair, rank in self.encoder.ranks.items())
        return tuple(sorted(each for each in pairs if each[0] <= self.encoder.last))

    @property
    def size(self) -> int:
        """About how many bytes of memory the text takes; rather too many than too few.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").size < 25_000
        True
        """
        named = sum(map(len, self.encoder.ids)) + sum(map(len, self.encoding.words))
        texts = SYMBOL_BYTES * (len(self.text) + self.symbols) + 4 * (named + MAX_DECODED)
        return 10_000 + texts + MERGE_BYTES * len(self.merges)

    def word_key(self, occurrence: int) -> tuple[str, int]:
        """A key that two occurrences of a word share if they are encoded alike.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> text.word_key(0) == text.word_key(2)
        True
        """
        return self.encoding.words[occurrence], occurrence if self.dropout else 0

    def count_steps(self, occurrence: int) -> int:
        """How many merges are applied in a word, by its place in `encoding.words`.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").count_steps(1)
        2
        """
        return len(self.encoding.trace[occurrence])

    def states(self, which: int, a: int, b: int) -> tuple[WordState, ...]:
        """The states of a distinct word after a .. b - 1 merges, with all candidates.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = encode_text(run.encoder(), "hug pug hug")
        >>> [state.tokens for state in text.states(1, 1, 9)]
        [('p', 'ug'), ('pug',)]
        """
        number = self.occurrences[which]
        walk = self.encoder.walk(
            self.word(which), self.order, self.dropout, self.seed, number, first=a
        )
        return tuple(islice(walk, b - a))

    def moments(self, which: int, a: int, b: int) -> list[tuple[WordState, ...]]:
        """See `SteppedText`: the state before each step and the one after it, if there is one."""
        states = self.states(which, a, b + 1)
        return [states[i : i + 2] for i in range(b - a)]

    def starts(self, occurrence: int, merges: int) -> list[int]:
        """The starts of a word's tokens after its first merges, in characters of the word.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> encode_text(run.encoder(), "hug pug hug").starts(0, 1)
        [0, 1]
        """
        word = self.encoding.words[occurrence]
        if self.encoder.skips_merges(word):
            return [0]
        merged = {applied.middle for applied in self.encoding.trace[occurrence][:merges]}
        return [i for i in range(len(word)) if i not in merged]
