"""The loss of a corpus, and how much it rises without each piece.

The loss is the sum, over the words, of count times the negative log probability of the word's best
segmentation. Without a piece only the words that use it change, so only they are segmented anew;
the others need nothing: their best segmentation is still there. Probabilities stay as they are, as
in the course (chapter 6.7).

But: what the loss would be once the other pieces share the probability of the one that left, only
a full count tells: `loss(corpus, model.without(piece))`.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, islice
from operator import add

from bpe.corpus import Corpus
from bpe.unigram.lattice import Lattice
from bpe.unigram.model import Model
from bpe.unigram.records import Segmentation
from bpe.unigram.words import Words, viterbi


@dataclass(frozen=True, slots=True)
class Change:
    """A word whose best segmentation is another one under another model.

    before, after: None where there is none. rise: of the loss, count included.
    """

    word: str
    count: int
    before: Segmentation | None
    after: Segmentation | None
    rise: float

    @classmethod
    def between(cls, word: str, count: int, old: Lattice, new: Lattice) -> "Change":
        """What becomes of a word that had one lattice and has another."""
        return cls(word, count, old.best, new.best, count * (cost_of(new) - cost_of(old)))


def cost(model: Model, word: str) -> float:
    """The negative log probability of a word, infinite where it cannot be segmented.

    >>> round(cost(Model.from_counts({"a": 3, "b": 1}), "ab"), 6)
    1.673976
    """
    return cost_of(model.lattice(word))


def cost_of(lattice: Lattice) -> float:
    """The negative log probability of a word with this lattice."""
    return float("inf") if lattice.score is None else -lattice.score


def loss(corpus: Corpus, model: Model) -> float:
    """The loss of a corpus under a model, added up word by word in first-met order.

    >>> round(loss(Corpus.from_counts({"ab": 2}), Model.from_counts({"a": 3, "b": 1})), 6)
    3.347953
    """
    return added(count * cost(model, word) for word, count in corpus.counts.items())


def added(terms: Iterable[float]) -> float:
    """A sum from left to right, as a loop makes it: `sum` rounds otherwise since Python 3.12."""
    return reduce(add, terms, 0.0)


def rises(
    words: Words,
    scores: Sequence[float],
    totals: Sequence[float],
    users: "Mapping[int, array[int]]",
    removable: Iterable[int],
    origin: float = 0.0,
) -> list[float]:
    """The exact rise of the loss without each of the removable pieces, in their order.

    totals, users: from `Words.segment`. The course subtracts one loss of the whole corpus from
    another; so is it done here, addition by addition, for the same last digit.
    """
    costs = [count * -total for count, total in zip(words.counts, totals, strict=True)]
    until = list(accumulate(costs, initial=0.0))
    found = []
    for piece in removable:
        changed = {}
        for place in sorted(set(users.get(piece, ()))):
            length, arcs = words.lengths[place], words.arcs[place]
            total, _ = viterbi(length, arcs, scores, origin, without=piece)
            if total != totals[place]:
                changed[place] = words.counts[place] * -total
        if not changed:
            found.append(0.0)
            continue
        first = min(changed)
        replaced = islice(costs, first, None)
        terms = (changed.get(place, old) for place, old in enumerate(replaced, first))
        found.append(reduce(add, terms, until[first]) - until[-1])
    return found


def changes(corpus: Corpus, before: Model, after: Model) -> Iterator[Change]:
    """The words that two models segment differently, in first-met order, found one by one.

    Each is segmented under both models, so ask for no more of a large corpus than is shown.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1})
    >>> (change,) = changes(Corpus.from_counts({"ab": 2, "b": 1}), model, model.without("ab"))
    >>> change.before.tokens, change.after.tokens
    (('ab',), ('a', 'b'))
    """
    for word, count in corpus.counts.items():
        change = Change.between(word, count, before.lattice(word), after.lattice(word))
        if (change.before and change.before.tokens) != (change.after and change.after.tokens):
            yield change


def changes_without(corpus: Corpus, model: Model, piece: str) -> Iterator[Change]:
    """The words that use a piece, and how they are segmented without it: the terms of its rise.

    All other probabilities stay as they are.
    """
    for word, count in corpus.counts.items():
        old = model.lattice(word) if piece in word else None
        if old and old.best and piece in old.best.tokens:
            yield Change.between(word, count, old, old.without(piece))
