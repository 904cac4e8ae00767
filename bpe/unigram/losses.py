"""The loss of a corpus, and how much it rises without each piece.

The loss is the sum over all words of count x negative log probability of the best segmentation.
Without a piece, only the words that use it change, so only they are segmented again.

The other probabilities stay the same here, as in the course (chapter 6.7). For the loss after the
other pieces get the probability of the removed one, use `loss(corpus, model.without(piece))`.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, islice
from operator import add

from bpe.corpus import Corpus
from bpe.short_repr import short_repr
from bpe.unigram.lattice import Lattice
from bpe.unigram.model import Model
from bpe.unigram.packed_words import PackedWords, viterbi
from bpe.unigram.records import Segmentation


@short_repr
@dataclass(frozen=True, slots=True)
class Change:
    """A word whose best segmentation differs between two models.

    before, after: its best segmentations; None if there is none. rise: of the loss, times count.
    """

    word: str
    count: int
    before: Segmentation | None
    after: Segmentation | None
    rise: float

    @classmethod
    def between(cls, word: str, count: int, old: Lattice, new: Lattice) -> "Change":
        """The change of a word from an old to a new lattice.

        >>> model = Model.from_log_probabilities({"a": -1, "b": -1, "ab": -1})
        >>> lattice = model.lattice("ab")
        >>> Change.between("ab", 2, lattice, lattice.without("ab")).rise
        2.0
        """
        return cls(word, count, old.best, new.best, count * (cost_of(new) - cost_of(old)))


def cost(model: Model, word: str) -> float:
    """The negative log probability of a word; infinite if it has no segmentation.

    >>> round(cost(Model.from_counts({"a": 3, "b": 1}), "ab"), 6)
    1.673976
    """
    return cost_of(model.lattice(word))


def cost_of(lattice: Lattice) -> float:
    """The negative log probability of the best segmentation; infinite if there is none.

    >>> model = Model.from_counts({"a": 3, "b": 1}, unknown="word")
    >>> round(cost_of(model.lattice("ab")), 6), cost_of(model.lattice("abc"))
    (1.673976, inf)
    """
    return float("inf") if lattice.score is None else -lattice.score


def loss(corpus: Corpus, model: Model) -> float:
    """The loss of a corpus under a model, in natural logarithms, added up in first-met order.

    >>> round(loss(Corpus.from_counts({"ab": 2}), Model.from_counts({"a": 3, "b": 1})), 6)
    3.347953
    """
    return add_up(count * cost(model, word) for word, count in corpus.counts.items())


def add_up(terms: Iterable[float]) -> float:
    """The sum from left to right, rounded as in a loop; `sum` rounds less since Python 3.12.

    >>> add_up([0.1, 0.2, 0.3])
    0.6000000000000001
    """
    return reduce(add, terms, 0.0)


def rises(
    words: PackedWords,
    scores: Sequence[float],
    totals: Sequence[float],
    users: "Mapping[int, array[int]]",
    removable: Iterable[int],
    origin: float = 0.0,
) -> list[float]:
    """The exact rise of the loss without each removable piece, in the given order.

    scores: log probabilities by id. totals, users: from `words.segment`. The additions are done in
    the order of the course, which subtracts two losses of the whole corpus, so that even the last
    digits agree.

    >>> words, scores = PackedWords({"ab": 2}, ["a", "b", "ab"]), [-1.0, -1.0, -1.5]
    >>> rises(words, scores, *words.segment(scores), removable=[2])
    [1.0]
    """
    costs = [count * -total for count, total in zip(words.counts, totals, strict=True)]
    cumulative = list(accumulate(costs, initial=0.0))
    found = []
    for piece in removable:
        changed = {}
        for word in sorted(set(users.get(piece, ()))):
            length, arcs = words.lengths[word], words.arcs[word]
            total, _ = viterbi(length, arcs, scores, origin, without=piece)
            if total != totals[word]:
                changed[word] = words.counts[word] * -total
        if not changed:
            found.append(0.0)
            continue
        first = min(changed)
        following = islice(costs, first, None)
        terms = (changed.get(word, old) for word, old in enumerate(following, first))
        found.append(reduce(add, terms, cumulative[first]) - cumulative[-1])
    return found


def changes(corpus: Corpus, before: Model, after: Model) -> Iterator[Change]:
    """The words that two models segment differently, in first-met order, computed one by one.

    Each word is segmented twice, so take only as many as needed from a large corpus.

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
    """The words that use a piece, and their segmentations without it: the terms of its rise.

    The other probabilities stay the same.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 1})
    >>> [change.word for change in changes_without(Corpus.from_counts({"ab": 2}), model, "ab")]
    ['ab']
    """
    for word, count in corpus.counts.items():
        old = model.lattice(word) if piece in word else None
        if old and old.best and piece in old.best.tokens:
            yield Change.between(word, count, old, old.without(piece))
