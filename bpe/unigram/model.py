"""A Unigram model: pieces and their probabilities.

The probability of a segmentation is the product of the probabilities of its pieces. Source: Kudo
2018 (Subword Regularization), section 3.1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from types import MappingProxyType

from bpe.errors import InputError, check_choice, check_text
from bpe.short_repr import short_repr
from bpe.unigram.lattice import Lattice
from bpe.unigram.records import Arc, Segmentation

UNKNOWN_MODES = ("character", "word")
# An unknown character has the lowest log probability of a piece minus this penalty.
# Source: Hugging Face tokenizers and sentencepiece.
UNKNOWN_PENALTY = 10.0
MAX_NUMBER = 1e300  # limit for a count or score, so that sums stay finite
COURSE_ORIGIN = -1.0  # the origin in the course's `encode_word`, which starts with a score of 1


@short_repr
@dataclass(frozen=True)
class Model:
    """Pieces and their log probabilities (natural), in table order.

    counts: the counts from which the probabilities were computed, if they were; they sum to
        `total`.
    unknown: how to handle a character that is not a piece:
        "character"  it gets an arc, UNKNOWN_PENALTY below the least probable piece
        "word"       it gets no arc, so a word that needs it has no segmentation
    origin: the log probability with which every segmentation starts: 0, or -1 as in the course's
        code, which starts with a score of 1 instead of the logarithm of 1.
    floor: the lowest log probability of a piece, if that piece was left out of the model.
    """

    pieces: tuple[str, ...]
    log_probabilities: tuple[float, ...]
    counts: tuple[float, ...] | None = None
    unknown: str = "character"
    origin: float = 0.0
    floor: float | None = None

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, float], unknown: str = "character", origin: float = 0.0
    ) -> "Model":
        """The model in which the probability of a piece is its share of all counts.

        Raises InputError if there is no piece, or for an empty piece, a count that is not above 0,
        or an unknown handling of unknown characters.

        >>> model = Model.from_counts({"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20})
        >>> round(model.probability("ug"), 4), model.lattice("hug").best.tokens
        (0.1887, ('h', 'ug'))
        """
        for piece, count in counts.items():
            check_piece(piece)
            if type(count) not in (int, float) or not 0 < count < MAX_NUMBER:
                raise InputError(
                    "A piece's count must be a number above 0 and below {most:g}, not {count!r}.",
                    most=MAX_NUMBER,
                    count=count,
                )
        total = sum(counts.values())
        shares = [count / total for count in counts.values()]
        if 0 in shares:
            raise InputError(
                "The counts differ too much: one piece would have a probability of 0. Use counts "
                "that are closer together."
            )
        scores = tuple(map(log, shares))
        return cls._checked(tuple(counts), scores, tuple(counts.values()), unknown, origin)

    @classmethod
    def from_log_probabilities(
        cls, scores: Mapping[str, float], unknown: str = "character"
    ) -> "Model":
        """The model of a vocabulary with scores (natural logarithms), as in a tokenizer file.

        Raises InputError if there is no piece, or for an empty piece or an invalid score.

        >>> Model.from_log_probabilities({"a": -1.0, "aa": -1.5}).lattice("aaa").best.tokens
        ('a', 'aa')
        """
        for piece, score in scores.items():
            check_piece(piece)
            if type(score) not in (int, float) or not -MAX_NUMBER < score < MAX_NUMBER:
                raise InputError(
                    "A piece's log probability must be a number, not {score!r}.", score=score
                )
        return cls._checked(tuple(scores), tuple(scores.values()), None, unknown, 0.0)

    @classmethod
    def _checked(
        cls,
        pieces: tuple[str, ...],
        scores: tuple[float, ...],
        counts: tuple[float, ...] | None,
        unknown: str,
        origin: float,
    ) -> "Model":
        """The model. Raises InputError without pieces or if `unknown` is not in UNKNOWN_MODES."""
        check_choice("The handling of unknown characters", unknown, UNKNOWN_MODES)
        if not pieces:
            raise InputError("A vocabulary must have at least one piece.")
        return cls(pieces, scores, counts, unknown, origin)

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """piece -> log probability, in table order.

        >>> dict(Model.from_log_probabilities({"u": -1.0, "ug": -1.5}).scores)
        {'u': -1.0, 'ug': -1.5}
        """
        return MappingProxyType(dict(zip(self.pieces, self.log_probabilities, strict=True)))

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """piece -> id, its index in the table.

        >>> dict(Model.from_counts({"h": 15, "u": 36, "ug": 20}).ids)
        {'h': 0, 'u': 1, 'ug': 2}
        """
        return MappingProxyType({piece: i for i, piece in enumerate(self.pieces)})

    @cached_property
    def longest(self) -> int:
        """The length of the longest piece in characters.

        >>> Model.from_counts({"h": 15, "hug": 15}).longest
        3
        """
        return max(map(len, self.pieces))

    @cached_property
    def unknown_score(self) -> float:
        """The log probability of an unknown character, if unknown is "character".

        >>> Model.from_log_probabilities({"u": -1.0, "ug": -1.5}).unknown_score
        -11.5
        """
        return self.lowest - UNKNOWN_PENALTY

    @cached_property
    def lowest(self) -> float:
        """The lowest log probability of a piece.

        >>> Model.from_log_probabilities({"u": -1.0, "ug": -1.5}).lowest
        -1.5
        """
        return min(self.log_probabilities) if self.floor is None else self.floor

    @property
    def total(self) -> float | None:
        """The sum of the counts; None if the model was not made from counts.

        >>> Model.from_counts({"h": 15, "u": 36, "g": 20}).total
        71
        """
        return None if self.counts is None else sum(self.counts)

    def probability(self, piece: str) -> float:
        """The probability of a piece; 0 if it is not in the vocabulary.

        >>> model = Model.from_counts({"h": 1, "ug": 3})
        >>> round(model.probability("ug"), 6), model.probability("x")
        (0.75, 0.0)
        """
        return exp(self.scores[piece]) if piece in self.scores else 0.0

    def without(self, piece: str) -> "Model":
        """The model without a piece.

        If there are counts, the other pieces get its probability; otherwise theirs do not change.

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
        """The best segmentation of a word; None if there is none.

        >>> Model.from_counts({"h": 15, "u": 36, "g": 20, "ug": 20}).encode_word("hug").tokens
        ('h', 'ug')
        """
        return self.lattice(word).best


def check_piece(piece: object) -> None:
    """Raise InputError unless this is a valid text of at least one character.

    >>> check_piece("")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: A piece must have at least one character.
    """
    if not check_text(piece):
        raise InputError("A piece must have at least one character.")
