"""The steps of encoding a text: word by word, merge by merge.

>>> import bpe
>>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
>>> text = Text(run.encoder(), "hug pug")
>>> text.last
3
"""

from dataclasses import dataclass
from functools import cached_property

from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.merging import WordState


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

    @cached_property
    def encoding(self) -> Encoding:
        """The tokens of the text.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.encoding.tokens
        ('hug', 'pug', 'hug')
        """
        return self.encoder.encode(self.text, self.order, self.specials, self.dropout, self.seed)

    @cached_property
    def walks(self) -> tuple[tuple[str, tuple[WordState, ...]], ...]:
        """Each distinct word with all its states; with dropout, each occurrence.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> [(word, len(states)) for word, states in text.walks]
        [('hug', 3), ('pug', 3)]
        """
        occurrences = range(len(self.encoding.words))
        numbers = {self.word_key(i): i for i in reversed(occurrences) if not self.is_added(i)}
        return tuple(
            (word, tuple(self.encoder.walk(word, self.order, self.dropout, self.seed, i)))
            for i in sorted(numbers.values())
            for word in (self.encoding.words[i],)
        )

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
        """For each occurrence of a word, the index of its word in `walks`; None: an added token.

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

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For each step from 1, the index of its word in `walks` and the index of its state.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.steps
        ((0, 0), (0, 1), (1, 0), (1, 1))
        """
        return tuple(
            (i, s)
            for i, (_, states) in enumerate(self.walks)
            for s in range(max(1, len(states) - 1))
        )

    @property
    def last(self) -> int:
        """The last step.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> text = Text(run.encoder(), "hug pug hug")
        >>> text.last
        4
        """
        return len(self.steps)
