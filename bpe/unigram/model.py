"""A Unigram model: pieces and their probabilities.

Source: Kudo 2018 (Subword Regularization), section 3.1: the probability of a segmentation is the
product of the probabilities of its pieces. But: learning them is the business of `training`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from types import MappingProxyType

from bpe.errors import InputError
from bpe.splitting import check_choice, check_text
from bpe.unigram.lattice import Lattice
from bpe.unigram.records import Arc, Segmentation

UNKNOWN = ("character", "word")
# How much less probable than the least probable piece an unknown character is, as a logarithm.
# Source: Hugging Face tokenizers and sentencepiece.
UNKNOWN_PENALTY = 10.0
MOST = 1e300  # of a count or a score, so that sums of them stay numbers
SLIP = -1.0  # the origin of the course's `encode_word`, which starts its score at 1


@dataclass(frozen=True)
class Model:
    """Pieces and their log probabilities (natural), in table order.

    counts: what the probabilities were made from, where they were; sums to `total`.
    unknown: what becomes of a character that no piece covers alone:
        "character"  an arc of its own, UNKNOWN_PENALTY below the least probable piece
        "word"       no arc: a word that cannot be cut without it has no segmentation
    origin: the log probability every segmentation starts with. 0; the course's code has -1, for
    it starts its score at 1 where the logarithm of 1 was meant.
    """

    pieces: tuple[str, ...]
    log_probabilities: tuple[float, ...]
    counts: tuple[float, ...] | None = None
    unknown: str = "character"
    origin: float = 0.0

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, float], unknown: str = "character", origin: float = 0.0
    ) -> "Model":
        """The model in which a piece is as probable as its share of all counts.

        Raises InputError for no piece at all, an empty one, or a count that is not above 0.

        >>> model = Model.from_counts({"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20})
        >>> round(model.probability("ug"), 4), model.lattice("hug").best.tokens
        (0.1887, ('h', 'ug'))
        """
        for piece, count in counts.items():
            check_piece(piece)
            if type(count) not in (int, float) or not 0 < count < MOST:
                raise InputError(
                    "A piece's count must be a number above 0 and below {most:g}, not {count!r}.",
                    most=MOST,
                    count=count,
                )
        total = sum(counts.values())
        shares = [count / total for count in counts.values()]
        if 0 in shares:
            raise InputError("The counts differ too much: one piece would have a probability of 0.")
        scores = tuple(map(log, shares))
        return cls.checked(tuple(counts), scores, tuple(counts.values()), unknown, origin)

    @classmethod
    def from_log_probabilities(
        cls, scores: Mapping[str, float], unknown: str = "character"
    ) -> "Model":
        """The model of a vocabulary with scores, as a tokenizer's file has it.

        Raises InputError for no piece at all, an empty one, or a score that is not a number.

        >>> Model.from_log_probabilities({"a": -1.0, "aa": -1.5}).lattice("aaa").best.tokens
        ('a', 'aa')
        """
        for piece, score in scores.items():
            check_piece(piece)
            if type(score) not in (int, float) or not -MOST < score < MOST:
                raise InputError(
                    "A piece's log probability must be a number, not {score!r}.", score=score
                )
        return cls.checked(tuple(scores), tuple(scores.values()), None, unknown, 0.0)

    @classmethod
    def checked(
        cls,
        pieces: tuple[str, ...],
        scores: tuple[float, ...],
        counts: tuple[float, ...] | None,
        unknown: str,
        origin: float,
    ) -> "Model":
        """The model, once what it holds as a whole is in order; else InputError."""
        check_choice("The handling of unknown characters", unknown, UNKNOWN)
        if not pieces:
            raise InputError("A vocabulary must have at least one piece.")
        return cls(pieces, scores, counts, unknown, origin)

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """piece -> log probability, in table order."""
        return MappingProxyType(dict(zip(self.pieces, self.log_probabilities, strict=True)))

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """piece -> its place in the table."""
        return MappingProxyType({piece: i for i, piece in enumerate(self.pieces)})

    @cached_property
    def longest(self) -> int:
        """Characters in the longest piece."""
        return max(map(len, self.pieces))

    @cached_property
    def unknown_score(self) -> float:
        """The log probability of an unknown character, under "character"."""
        return min(self.log_probabilities) - UNKNOWN_PENALTY

    @property
    def total(self) -> float | None:
        """The sum of the counts, where the model was made from counts."""
        return None if self.counts is None else sum(self.counts)

    def probability(self, piece: str) -> float:
        """The probability of a piece; 0 for one that the vocabulary does not hold."""
        return exp(self.scores[piece]) if piece in self.scores else 0.0

    def without(self, piece: str) -> "Model":
        """The model without a piece; the others share its probability, as far as counts tell how.

        >>> model = Model.from_counts({"a": 2, "b": 1, "ab": 1}).without("ab")
        >>> model.pieces, round(model.probability("a"), 3)
        (('a', 'b'), 0.667)
        """
        rest = [i for i, other in enumerate(self.pieces) if other != piece]
        if self.counts is not None:
            counts = {self.pieces[i]: self.counts[i] for i in rest}
            return self.from_counts(counts, self.unknown, self.origin)
        pieces = tuple(self.pieces[i] for i in rest)
        scores = tuple(self.log_probabilities[i] for i in rest)
        return replace(self, pieces=pieces, log_probabilities=scores)

    def lattice(self, text: str) -> Lattice:
        """The lattice of a text. Raises InputError for a text that is not valid Unicode.

        >>> model = Model.from_counts({"u": 36, "n": 16, "un": 16})
        >>> [(arc.start, arc.end, arc.piece) for arc in model.lattice("un").arcs]
        [(0, 1, 'u'), (0, 2, 'un'), (1, 2, 'n')]
        """
        check_text(text)
        scores, arcs = self.scores, []
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - self.longest), end):
                piece = text[start:end]
                if piece in scores:
                    arcs.append(Arc(start, end, piece, scores[piece]))
                elif end - start == 1 and self.unknown == "character":
                    arcs.append(Arc(start, end, piece, self.unknown_score, known=False))
        return Lattice(text, tuple(arcs), self.origin)

    def encode_word(self, word: str) -> Segmentation | None:
        """The best segmentation of a word; None where there is none."""
        return self.lattice(word).best


def check_piece(piece: object) -> None:
    """Raise InputError for what cannot be a piece."""
    if not check_text(piece):
        raise InputError("A piece must have at least one character.")
