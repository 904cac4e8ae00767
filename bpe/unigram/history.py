"""A finished training: its rounds, and the model that it ended with.

But: nothing is trained here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from bpe.corpus import Corpus
from bpe.encoding import UNKNOWN
from bpe.errors import InputError
from bpe.splitting import pre_tokenize
from bpe.unigram.losses import Change, changes, loss
from bpe.unigram.model import Model

STAGES = ("seed", "e_step", "m_step", "prune", "finalise")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is: the stage it is in, the share that is done (0 .. 1), pieces left."""

    stage: str
    fraction: float
    pieces: int


@dataclass(frozen=True)
class Round:
    """One round of the course's method, or one stage of EM; all that is not of its kind is empty.

    number: from 1. stage: one of STAGES; the course's method only prunes. cycle: from 1, goes up
    by one behind each pruning; 0 for the seeds.
    model: the vocabulary before, which all numbers are about. result: the vocabulary after.
    loss: of the corpus under `model`: in "prune" by best segmentations (`losses`), in "e_step"
        over all segmentations, so never greater; natural logarithms, counts included.
    expected: "e_step" and "m_step": the expected count of each piece of `model`, in its order.
    removable, rise: "prune": the pieces that may go, in table order, and how much the loss rises
        without each (in EM an estimate, see `em_prune`).
    removed: the pieces that left, in the order in which they went.
    lost: the characters of `result` that were expected too seldom to keep a count of their own;
        they stay at the price of an unknown character.
    """

    number: int
    stage: str
    cycle: int
    model: Model
    result: Model
    loss: float | None = None
    expected: tuple[float, ...] = ()
    removable: tuple[str, ...] = ()
    rise: tuple[float, ...] = ()
    removed: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @cached_property
    def rises(self) -> Mapping[str, float]:
        """piece -> rise of the loss without it, in table order."""
        return MappingProxyType(dict(zip(self.removable, self.rise, strict=True)))

    @cached_property
    def expected_counts(self) -> Mapping[str, float]:
        """piece -> its expected count."""
        pieces = self.model.pieces if self.expected else ()
        return MappingProxyType(dict(zip(pieces, self.expected, strict=True)))

    @cached_property
    def gone(self) -> frozenset[str]:
        """The pieces that left."""
        return frozenset(self.removed)

    @property
    def kept(self) -> tuple[str, ...]:
        """The vocabulary left, in table order."""
        return self.result.pieces


@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as tokens. tokens, ids, offsets and known run in parallel.

    ids: places in the model's table; None for an unknown token. offsets: (start, end) in the text
    as given, in characters. words: the words of the text, in order.
    """

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    known: tuple[bool, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """A finished training.

    method: "course" or "em". rounds: in order. model: what it ended with. stopped: why it ended:
    "vocabulary" (its size is reached), "no_pieces" (EM has no more pieces worth having) or "user".
    """

    corpus: Corpus
    method: str
    rounds: tuple[Round, ...]
    model: Model
    stopped: str

    @property
    def seeds(self) -> Model:
        """The vocabulary that the training started with."""
        return self.rounds[0].model if self.rounds else self.model

    @cached_property
    def loss(self) -> float:
        """The loss of the corpus under the finished model, by best segmentations."""
        return loss(self.corpus, self.model)

    def changes(self, number: int) -> Iterator[Change]:
        """The words whose best segmentation a round (from 1) changed, found one by one.

        Raises InputError for a round that does not exist.
        """
        if not 1 <= number <= len(self.rounds):
            raise InputError(
                "Round {number} does not exist. Choose a round from 1 to {last}.",
                number=number,
                last=len(self.rounds),
            )
        this = self.rounds[number - 1]
        return changes(self.corpus, this.model, this.result)

    def encode(self, text: str, unk: str = UNKNOWN) -> Encoding:
        """A new text through the finished model; each word by its best segmentation.

        unk: stands for neighbouring unknown characters, or for a word without a segmentation.
        Raises InputError for a text that is not valid Unicode.
        """
        tokens: list[str] = []
        offsets: list[tuple[int, int]] = []
        flags: list[bool] = []
        words: list[str] = []
        for piece in pre_tokenize(text, self.corpus.split, self.corpus.normalization):
            best = self.model.encode_word(piece.word)
            start = 0
            for token, known in best.fused() if best else ((piece.word, False),):
                end = start + len(token)
                tokens.append(token if known else unk)
                offsets.append((piece.spans[start][0], piece.spans[end - 1][1]))
                flags.append(known)
                start = end
            words.append(piece.word)
        ids = tuple(
            self.model.ids[token] if known else None
            for token, known in zip(tokens, flags, strict=True)
        )
        return Encoding(tuple(tokens), ids, tuple(offsets), tuple(flags), tuple(words))
