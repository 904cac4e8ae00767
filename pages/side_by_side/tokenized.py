"""What a tokenizer makes of a text, in the same form for every kind of tokenizer."""

from collections.abc import Iterable
from dataclasses import dataclass

import bpe
from bpe import unigram

TOKEN_BYTES = 250  # of memory for each token, at most


@dataclass(frozen=True, slots=True)
class Tokenized:
    """A text as tokens. tokens, ids, offsets and kinds are parallel, as in `bpe.Encoding`."""

    text: str
    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, text: str, encoding: "bpe.Encoding | unigram.Encoding") -> "Tokenized":
        """The tokens of an encoded text.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Tokenized.of("hugs", run.encode("hugs")).kinds
        ('token', 'unknown')
        """
        return cls(text, encoding.tokens, encoding.ids, encoding.offsets, encoding.kinds)

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes, at most.

        >>> Tokenized("", (), (), (), ()).size < 1_000
        True
        """
        return 500 + TOKEN_BYTES * len(self.tokens)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tokens some texts have, and how many of these are unknown."""

    characters: int
    bytes: int
    tokens: int
    unknown: int

    @classmethod
    def of(cls, texts: Iterable[Tokenized]) -> "Counts":
        """The counts of all texts together.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> Counts.of([Tokenized.of("hugs", run.encode("hugs"))])
        Counts(characters=4, bytes=4, tokens=2, unknown=1)
        """
        listed = list(texts)
        return cls(
            sum(len(each.text) for each in listed),
            sum(len(each.text.encode()) for each in listed),
            sum(len(each.tokens) for each in listed),
            sum(each.kinds.count("unknown") for each in listed),
        )

    @property
    def characters_per_token(self) -> float:
        """Characters per token; 0 without tokens.

        >>> Counts(12, 14, 4, 0).characters_per_token
        3.0
        """
        return self.characters / self.tokens if self.tokens else 0.0

    @property
    def bytes_per_token(self) -> float:
        """Bytes of the text in UTF-8 per token; 0 without tokens.

        >>> Counts(12, 14, 4, 0).bytes_per_token
        3.5
        """
        return self.bytes / self.tokens if self.tokens else 0.0
