"""Pruning with somebody else's choices: pieces are removed one by one, useful or not.

As in the course, the rise of the loss is computed with unchanged probabilities. After the removal,
the other pieces get the probability of the removed one, so the loss can then be lower than before.
Everything is segmented anew for each piece, so this is for small corpora and vocabularies.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.short_repr import short_repr
from bpe.unigram import course
from bpe.unigram.losses import changes_without, loss
from bpe.unigram.model import Model

ONE_PIECE = 1e-9  # a share of the vocabulary so small that a round removes one piece


@short_repr
@dataclass(frozen=True, slots=True)
class Removal:
    """A piece that was removed.

    rise: of the loss without it, if the other probabilities stay the same. model, loss: after the
    removal, with new probabilities.
    """

    piece: str
    rise: float
    model: Model
    loss: float


def rise_without(corpus: Corpus, model: Model, piece: str) -> float:
    """How much the loss rises without a piece, if the other probabilities stay the same.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1})
    >>> round(rise_without(Corpus.from_counts({"ab": 2}), model, "ab"), 6)
    2.197225
    """
    return sum(change.rise for change in changes_without(corpus, model, piece))


def removable(model: Model) -> tuple[str, ...]:
    """The pieces that can be removed, in table order: those with several characters.

    >>> removable(Model.from_counts({"a": 1, "b": 1, "ab": 1}))
    ('ab',)
    """
    return tuple(piece for piece in model.pieces if len(piece) > 1)


def remove_pieces(corpus: Corpus, model: Model, chosen: Iterable[str]) -> tuple[Removal, ...]:
    """The removal of each chosen piece, in order.

    Raises InputError for a piece that is not in the vocabulary or no longer, and for a single
    character, without which some words could not be segmented.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1})
    >>> [each.piece for each in remove_pieces(Corpus.from_counts({"ab": 2}), model, ["ab"])]
    ['ab']
    """
    removals: list[Removal] = []
    for piece in chosen:
        if piece not in removable(model):
            raise InputError("{piece} is not a piece that can be removed.", piece=piece)
        rise = rise_without(corpus, model, piece)
        model = model.without(piece)
        removals.append(Removal(piece, rise, model, loss(corpus, model)))
    return tuple(removals)


def remove_cheapest(corpus: Corpus, model: Model, number: int) -> tuple[Removal, ...]:
    """What the course's method removes, one piece per round: that with the smallest rise.

    model: made from counts. number: of pieces to remove; fewer if no others can be removed.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1, "ba": 1})
    >>> [each.piece for each in remove_cheapest(Corpus.from_counts({"ab": 2}), model, 1)]
    ['ba']
    """
    assert model.counts is not None
    counts = dict(zip(model.pieces, model.counts, strict=True))
    size = len(counts) - min(number, len(removable(model)))
    run = course.train(corpus, counts, size, ONE_PIECE, model.origin, lambda now: True)
    return remove_pieces(corpus, model, [round.removed[0] for round in run.rounds])
