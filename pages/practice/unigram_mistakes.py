"""Known wrong answers to the questions about Unigram, each with an explanation.

`mistakes` lists all kinds.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import log, prod

import bpe
from bpe.unigram import Model
from pages.practice.encoding_mistakes import longest_first, splits
from pages.practice.mistakes import Known
from pages.stage.question import Mistake
from pages.stage.tokens import probability, quoted
from pages.training.pair_sums import write_sum
from pages.translations.language import Translation

MAX_SEGMENTATIONS = 60  # maximum number of segmentations of a word


def format_tokens(tokens: Iterable[str]) -> str:
    r"""A segmentation as a sentence shows it.

    >>> format_tokens(["hu", "g"])
    '\u2068hu\u2069 \u2068g\u2069'
    """
    return " ".join(map(quoted, tokens))


def exact_probability(model: Model, tokens: Iterable[str]) -> Fraction:
    """The probability of a segmentation, as a fraction.

    >>> exact_probability(Model.from_counts({"a": 1, "b": 3}), ("a", "b"))
    Fraction(3, 16)
    """
    return prod((Fraction(count_of(model, x), total_of(model)) for x in tokens), start=Fraction(1))


def count_of(model: Model, piece: str) -> int:
    """The count of a piece.

    >>> count_of(Model.from_counts({"a": 1, "b": 3}), "b")
    3
    """
    assert model.counts
    return int(model.counts[model.ids[piece]])


def total_of(model: Model) -> int:
    """The sum of all counts.

    >>> total_of(Model.from_counts({"a": 1, "b": 3}))
    4
    """
    return int(model.total or 0)


def segmentation(
    model: Model, word: str, merged: tuple[str, ...] | None, t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: which segmentation is best? merged: the tokens under BPE.

    >>> model = Model.from_counts({"a": 3, "b": 3, "ab": 1})
    >>> next(segmentation(model, "ab", None, Translation())).answer
    ('ab',)
    """
    best, known = model.lattice(word).best, Known("segmentation", t)
    assert best

    def mistake(key: str, tokens: tuple[str, ...]) -> Mistake:
        value = probability(float(exact_probability(model, tokens)))
        values = {"best": probability(best.probability), "tokens": format_tokens(tokens)}
        return known(key, tokens, value=value, **values)

    long = tuple(longest_first(word, model.ids))
    if all(piece in model.ids for piece in long):
        yield mistake("longest", long)
    if merged and all(piece in model.ids for piece in merged):
        yield mistake("merged", merged)
    yield mistake("characters", tuple(word))
    for other in islice(model.lattice(word).segmentations(), 1, MAX_SEGMENTATIONS):
        yield mistake("worse", other.tokens)


def with_other_piece(model: Model, word: str, t: Translation, most: int = 1) -> Iterator[Mistake]:
    """Wrong answers to: which segmentation is best? Up to `most` pieces are not in the vocabulary.

    >>> model = Model.from_counts({"a": 3, "b": 3})
    >>> [each.answer for each in with_other_piece(model, "ab", Translation())]
    [('ab',)]
    """
    for tokens in splits(word):
        others = [piece for piece in tokens if piece not in model.ids]
        if 0 < len(others) <= most:
            yield Known("segmentation", t)("stray", tokens, piece=quoted(others[0]))


def segmentation_probability(
    model: Model, corpus: bpe.Corpus, word: str, tokens: tuple[str, ...], t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: how probable is a segmentation?

    >>> corpus = bpe.Corpus.from_counts({"ab": 1})
    >>> model = Model.from_counts({"a": 1, "b": 3})
    >>> mistakes = segmentation_probability(model, corpus, "ab", ("a", "b"), Translation())
    >>> next(mistakes).name
    'own'
    """
    known, true, total = Known("probability", t), exact_probability(model, tokens), total_of(model)
    own = corpus.counts.get(word, 0)
    for piece in dict.fromkeys(tokens) if own else ():
        values = {"piece": quoted(piece), "word": quoted(word), "sum": sum_in(corpus, piece)}
        answer = true / count_of(model, piece) * own
        yield known("own", answer, own=own, total=total, **values)
    counts = [count_of(model, piece) for piece in tokens]
    yield known("added", Fraction(sum(counts), total))
    for product in (Fraction(prod(counts)), Fraction(prod(counts), total)):
        yield known("product", product, total=total)
    for sign in (1, -1):
        yield known("logarithm", sign * Fraction(log(true)))
    yield known("characters", exact_probability(model, word))
    for other in islice(model.lattice(word).segmentations(), MAX_SEGMENTATIONS):
        value = exact_probability(model, other.tokens)
        if value != true:
            yield known("other", value, tokens=format_tokens(other.tokens))


def sum_in(corpus: bpe.Corpus, piece: str) -> str:
    """The occurrences of a piece in a corpus as a sum over words; overlaps count.

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
    >>> sum_in(corpus, "ug").translate({0x2068: "", 0x2069: ""})
    '10 hug + 5 pug = 15'
    """
    found = []
    for word, count in corpus.counts.items():
        times = sum(word.startswith(piece, i) for i in range(len(word)))
        if times:
            found.append((word, times, count))
    return write_sum(found)


def rise(
    options: tuple[str, ...], model: Model, rises: dict[str, float], t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: which piece does not raise the loss? rises: what each piece costs.

    >>> model = Model.from_counts({"a": 1, "b": 3})
    >>> [each.name for each in rise(("a", "b"), model, {"a": 1.5, "b": 2.5}, Translation())]
    ['rarest', 'needed']
    """
    known, counts = Known("rise", t), [count_of(model, piece) for piece in options]
    rarest = options[counts.index(min(counts))] if counts.count(min(counts)) == 1 else ""
    for piece in options:
        key = "rarest" if piece == rarest else "needed"
        yield known(key, piece, piece=quoted(piece), rise=f"{rises[piece]:.4f}")


def frequencies(
    corpus: bpe.Corpus, given: tuple[tuple[str, int], ...], true: dict[str, int], t: Translation
) -> Mistake:
    """The mistake in the first wrong frequency.

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
    >>> frequencies(corpus, (("ug", 10),), {"ug": 15}, Translation()).name
    'own'
    """
    known = Known("frequencies", t)
    piece, wrong = next((piece, n) for piece, n in given if n != true[piece])
    values = {"piece": quoted(piece), "sum": sum_in(corpus, piece)}
    for word, n in corpus.counts.items():
        if piece in word and n == wrong:
            return known("own", given, wrong=wrong, word=quoted(word), **values)
    return known("wrong", given, wrong=wrong, **values)


def total(corpus: bpe.Corpus, seeds: dict[str, int], t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: what is the sum of all frequencies?

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
    >>> [(each.name, each.answer) for each in total(corpus, {"ug": 15}, Translation())][:2]
    [('words', 15), ('pieces', 1)]
    """
    known, true = Known("sum", t), sum(seeds.values())
    yield known("words", sum(corpus.counts.values()))
    yield known("pieces", len(seeds))
    left = {word: n for word, n in corpus.counts.items() if word not in seeds}
    yield known("all", true + sum(left.values()), words=format_tokens(left))
    # wrong sum -> pairs of a piece and a word that lead to it
    singles: dict[int, list[tuple[str, str]]] = {}
    for piece, count in seeds.items():
        for word, own in corpus.counts.items():
            if piece in word and own != count:
                singles.setdefault(true - count + own, []).append((piece, word))
    for wrong, found in singles.items():
        piece, word = found[0]
        values = {"piece": quoted(piece), "word": quoted(word), "sum": sum_in(corpus, piece)}
        key = "own_several" if len(found) > 1 else "own"
        yield known(key, wrong, wrong=corpus.counts[word], **values)
