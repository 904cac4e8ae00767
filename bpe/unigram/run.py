"""A finished Unigram training: its rounds, and the final model."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from bpe.corpus import Corpus
from bpe.decoding import decoder_of
from bpe.encoder import UNKNOWN
from bpe.errors import InputError
from bpe.notebook import table, title, token_row
from bpe.pre_tokenization import pre_tokenize
from bpe.short_repr import short_repr
from bpe.unigram.losses import Change, changes, loss
from bpe.unigram.model import Model

PHASES = ("seed", "e_step", "m_step", "prune", "finalize")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a training.

    phase: one of PHASES. fraction: the share of the training that is done, 0 .. 1. pieces: the
    current size of the vocabulary.
    """

    phase: str
    fraction: float
    pieces: int


@short_repr
@dataclass(frozen=True)
class Round:
    """One round of the course's method, or one phase of EM. Fields of other phases are empty.

    number: from 1. phase: one of PHASES; the course's method has only "prune". cycle: from 1,
        increased after each pruning; 0 for the seeds.
    model: the vocabulary before the round; all numbers refer to it. result: the one after it.
    loss: the loss of the corpus under `model`, in natural logarithms, word counts included.
        "prune": by best segmentations, see `losses`. "e_step": over all segmentations, so never
        greater.
    expected: "e_step" and "m_step": the expected count of each piece of `model`, in order.
    removable, rise: "prune": the pieces that can be removed, in table order, and how much the loss
        rises without each (with EM an estimate, see `em_prune`).
    removed: the pieces that were removed, in order.
    lost: the characters of `result` whose expected count was too low to keep a probability of
        their own. They stay with the log probability of an unknown character.
    """

    number: int
    phase: str
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
        """piece -> rise of the loss without it, for the removable pieces in table order.

        >>> from bpe import Corpus, unigram
        >>> run = unigram.train(Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> {piece: round(rise, 2) for piece, rise in run.rounds[-1].rises.items()}
        {'hug': 27.73, 'pug': 13.86}
        """
        return MappingProxyType(dict(zip(self.removable, self.rise, strict=True)))

    @cached_property
    def expected_counts(self) -> Mapping[str, float]:
        """piece -> its expected count; empty if the phase has none.

        >>> from bpe import Corpus, unigram
        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
        >>> run = unigram.train(corpus, 6, method="em")
        >>> [(r.phase, len(r.expected_counts)) for r in run.rounds[:3]]
        [('seed', 0), ('e_step', 4), ('m_step', 4)]
        """
        pieces = self.model.pieces if self.expected else ()
        return MappingProxyType(dict(zip(pieces, self.expected, strict=True)))

    @cached_property
    def gone(self) -> frozenset[str]:
        """The pieces that were removed, as a set.

        >>> from bpe import Corpus, unigram
        >>> run = unigram.train(Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> run.rounds[0].gone
        frozenset({'ug'})
        """
        return frozenset(self.removed)


@short_repr
@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as tokens. tokens, ids, offsets and known are parallel.

    ids: None for an unknown token. offsets: (start, end) in the given text, in characters. known:
    whether the token is a piece. words: the words of the text, in order.
    """

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    known: tuple[bool, ...]
    words: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each token, as in `bpe.Encoding`: "token" or "unknown".

        >>> from bpe import Corpus, unigram
        >>> run = unigram.train(Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> run.encode("hug ?").kinds
        ('token', 'unknown')
        """
        return tuple("token" if known else "unknown" for known in self.known)

    def _repr_html_(self) -> str:
        """The tokens, with ids and offsets of the first ones, for a notebook."""
        rows = zip(self.tokens, self.ids, self.offsets, strict=True)
        heading = title(f"{len(self.tokens):,} tokens")
        return (
            heading
            + token_row(self.tokens)
            + table(("token", "id", "offsets"), rows, len(self.tokens))
        )


@short_repr
@dataclass(frozen=True)
class Run:
    """A finished training.

    method: "course" or "em". rounds: in order. model: the final model. stopped: why training
    ended: "vocabulary" (the size is reached), "no_pieces" (EM found fewer useful pieces) or "user".
    seeding: which seeds it started with, one of `seeds.SEEDS`; empty if they are not known.
    """

    corpus: Corpus
    method: str
    rounds: tuple[Round, ...]
    model: Model
    stopped: str
    seeding: str = ""

    def _repr_html_(self) -> str:
        """The first pieces of the model and their log probabilities, for a notebook."""
        pieces = self.model.pieces
        heading = f"Unigram ({self.method}): {len(pieces):,} pieces, {len(self.rounds)} rounds"
        rows = zip(pieces, self.model.log_probabilities, strict=True)
        return title(heading) + table(("piece", "log probability"), rows, len(pieces))

    @property
    def step_count(self) -> int:
        """The number of rounds.

        >>> from bpe import Corpus, unigram
        >>> unigram.train(Corpus.from_counts({"hug": 10}), vocab_size=5).step_count
        1
        """
        return len(self.rounds)

    @property
    def seeds(self) -> Model:
        """The model of the seeds, with which the training started.

        >>> from bpe import Corpus, unigram
        >>> unigram.train(Corpus.from_counts({"hug": 10}), vocab_size=3).seeds.pieces
        ('h', 'u', 'g', 'hu', 'hug', 'ug')
        """
        return self.rounds[0].model if self.rounds else self.model

    @cached_property
    def loss(self) -> float:
        """The loss of the corpus under the final model, by best segmentations.

        >>> from bpe import Corpus, unigram
        >>> round(unigram.train(Corpus.from_counts({"hug": 10}), vocab_size=3).loss, 3)
        42.958
        """
        return loss(self.corpus, self.model)

    def changes(self, number: int) -> Iterator[Change]:
        """The words whose best segmentation was changed by a round, computed one by one.

        number: of the round, from 1. Raises InputError if it does not exist.

        >>> from bpe import Corpus, unigram
        >>> run = unigram.train(Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=7)
        >>> [(x.word, x.before.tokens, x.after.tokens) for x in run.changes(6)]
        [('hugs', ('hugs',), ('hug', 's'))]
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
        """Encode a text with the final model, each word by its best segmentation.

        unk: the token for adjacent unknown characters, or for a word without a segmentation.
        Raises InputError for a text that is not valid Unicode.

        >>> from bpe import Corpus, unigram
        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
        >>> unigram.train(corpus, vocab_size=7).encode("hugs mug").tokens
        ('hug', 's', '[UNK]')
        """
        tokens: list[str] = []
        offsets: list[tuple[int, int]] = []
        flags: list[bool] = []
        words: list[str] = []
        for pre_token in pre_tokenize(text, self.corpus.split, self.corpus.normalization):
            best = self.model.encode_word(pre_token.word)
            start = 0
            for token, known in best.fused() if best else ((pre_token.word, False),):
                end = start + len(token)
                tokens.append(token if known else unk)
                offsets.append((pre_token.spans[start][0], pre_token.spans[end - 1][1]))
                flags.append(known)
                start = end
            words.append(pre_token.word)
        ids = tuple(
            self.model.ids[token] if known else None
            for token, known in zip(tokens, flags, strict=True)
        )
        return Encoding(tuple(tokens), ids, tuple(offsets), tuple(flags), tuple(words))

    def decode(self, ids: Iterable[int | None], unk: str = UNKNOWN) -> str:
        """Decode ids to text. None stands for an unknown token, written as `unk`.

        Raises InputError for an id that no piece has.

        >>> from bpe import Corpus, unigram
        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
        >>> run = unigram.train(corpus, vocab_size=7)
        >>> run.decode(run.encode("hugs").ids)
        'hugs'
        """
        pieces = self.model.pieces
        tokens = []
        for id_ in ids:
            if id_ is not None and not 0 <= id_ < len(pieces):
                raise InputError("No token has the id {id!r}.", id=id_)
            tokens.append(unk if id_ is None else pieces[id_])
        return decoder_of(self.corpus.split).text(tokens, frozenset((unk,)))
