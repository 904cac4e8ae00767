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
from pages.stage.question import Mistake
from pages.stage.tokens import number, probability, quoted
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
    best = model.lattice(word).best
    assert best
    values = {"best": probability(best.probability)}

    def value(tokens: tuple[str, ...]) -> dict[str, str]:
        return {
            **values,
            "tokens": format_tokens(tokens),
            "value": probability(float(exact_probability(model, tokens))),
        }

    long = tuple(longest_first(word, model.ids))
    if all(piece in model.ids for piece in long):
        reason = t.gettext(
            "You took the longest piece first each time, but the highest probability decides. "
            "{tokens} has a probability of {value}, and the best segmentation has {best}."
        )
        yield Mistake("longest", long, reason.format(**value(long)))
    if merged and all(piece in model.ids for piece in merged):
        reason = t.gettext(
            "That is the result of BPE's merges. Unigram has no merges: it takes the most "
            "probable segmentation. {tokens} has a probability of {value}, and the best "
            "segmentation has {best}."
        )
        yield Mistake("merged", merged, reason.format(**value(merged)))
    reason = t.gettext(
        "Each piece multiplies the product by a number below 1, so many small pieces give a "
        "small product. {tokens} has a probability of {value}, and the best segmentation has "
        "{best}."
    )
    yield Mistake("characters", tuple(word), reason.format(**value(tuple(word))))
    for other in islice(model.lattice(word).segmentations(), 1, MAX_SEGMENTATIONS):
        reason = t.gettext(
            "{tokens} has the probability {value}. The best segmentation has {best}."
        )
        yield Mistake("worse", other.tokens, reason.format(**value(other.tokens)))


def with_other_piece(model: Model, word: str, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: which segmentation is best? Exactly one piece is not in the vocabulary.

    >>> model = Model.from_counts({"a": 3, "b": 3})
    >>> [each.answer for each in with_other_piece(model, "ab", Translation())]
    [('ab',)]
    """
    for tokens in splits(word):
        others = [piece for piece in tokens if piece not in model.ids]
        if len(others) == 1:
            reason = t.gettext(
                "{piece} is not in the vocabulary, so no segmentation contains it."
            ).format(piece=quoted(others[0]))
            yield Mistake("stray", tokens, reason)


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
    true, total = exact_probability(model, tokens), total_of(model)
    own = corpus.counts.get(word)
    for piece in dict.fromkeys(tokens) if own else ():
        reason = t.gettext(
            "You used {own}/{total} for {piece}, but {own} is only the count of {word}. Count "
            "{piece} in every word that contains it: {sum}."
        ).format(
            piece=quoted(piece),
            own=number(own or 0),
            total=number(total),
            word=quoted(word),
            sum=sum_in(corpus, piece),
        )
        yield Mistake("own", true / count_of(model, piece) * (own or 0), reason)
    counts = [count_of(model, piece) for piece in tokens]
    reason = t.gettext("You added the probabilities. Multiply them instead.")
    yield Mistake("added", Fraction(sum(counts), total), reason)
    reason = t.gettext(
        "You multiplied the counts. First divide each count by {total}, the sum of all counts."
    )
    for product in (Fraction(prod(counts)), Fraction(prod(counts), total)):
        yield Mistake("product", product, reason.format(total=number(total)))
    reason = t.gettext("That is the logarithm of the probability.")
    for sign in (1, -1):
        yield Mistake("logarithm", sign * Fraction(log(true)), reason)
    reason = t.gettext("That is the probability of the segmentation into single characters.")
    yield Mistake("characters", exact_probability(model, word), reason)
    for other in islice(model.lattice(word).segmentations(), MAX_SEGMENTATIONS):
        if exact_probability(model, other.tokens) != true:
            reason = t.gettext("That is the probability of another segmentation: {tokens}.")
            mistake = reason.format(tokens=format_tokens(other.tokens))
            yield Mistake("other", exact_probability(model, other.tokens), mistake)


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
    counts = [count_of(model, piece) for piece in options]
    rarest = options[counts.index(min(counts))] if counts.count(min(counts)) == 1 else ""
    for piece in options:
        values = {"piece": quoted(piece), "rise": f"{rises[piece]:.4f}"}
        if piece == rarest:
            reason = t.gettext(
                "{piece} is the rarest of these pieces, but it is still needed. Without it, the "
                "loss rises by {rise}."
            )
            yield Mistake("rarest", piece, reason.format(**values))
        else:
            reason = t.gettext(
                "Without {piece}, at least one word becomes less probable. The loss rises by "
                "{rise}."
            )
            yield Mistake("needed", piece, reason.format(**values))


def frequencies(
    corpus: bpe.Corpus, given: tuple[tuple[str, int], ...], true: dict[str, int], t: Translation
) -> Mistake:
    """The mistake in the first wrong frequency.

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
    >>> frequencies(corpus, (("ug", 10),), {"ug": 15}, Translation()).name
    'own'
    """
    piece, wrong = next((piece, n) for piece, n in given if n != true[piece])
    values = {"piece": quoted(piece), "wrong": number(wrong), "sum": sum_in(corpus, piece)}
    alone = [word for word, n in corpus.counts.items() if piece in word and n == wrong]
    if alone:
        reason = t.gettext(
            "You used {wrong} for {piece}, but that is only the count of {word}. Count {piece} "
            "in every word that contains it: {sum}."
        ).format(**values, word=quoted(alone[0]))
        return Mistake("own", given, reason)
    reason = t.gettext(
        "The frequency of {piece} is not {wrong}. Count it in every word that contains it: {sum}."
    ).format(**values)
    return Mistake("wrong", given, reason)


def total(corpus: bpe.Corpus, seeds: dict[str, int], t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: what is the sum of all frequencies?

    >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
    >>> [(each.name, each.answer) for each in total(corpus, {"ug": 15}, Translation())][:2]
    [('words', 15), ('pieces', 1)]
    """
    words = sum(corpus.counts.values())
    reason = t.gettext("That is the number of words. Add the frequencies of the pieces instead.")
    yield Mistake("words", words, reason)
    reason = t.gettext("That is the number of different pieces. Add their frequencies instead.")
    yield Mistake("pieces", len(seeds), reason)
    whole = sum(n for word, n in corpus.counts.items() if word not in seeds)
    reason = t.gettext(
        "You also counted whole words. These words are not part of a longer word, so they are "
        "not pieces: {words}."
    )
    left = format_tokens(word for word in corpus.counts if word not in seeds)
    yield Mistake("all", sum(seeds.values()) + whole, reason.format(words=left))
    singles: dict[
        int, list[tuple[str, str]]
    ] = {}  # wrong sum -> (piece, word) pairs that lead to it
    for piece, count in seeds.items():
        for word, own in corpus.counts.items():
            if piece in word and own != count:
                singles.setdefault(sum(seeds.values()) - count + own, []).append((piece, word))
    for wrong, found in singles.items():
        piece, word = found[0]
        values = {"piece": quoted(piece), "sum": sum_in(corpus, piece)}
        reason = t.gettext(
            "You used {wrong} for {piece}, but that is only the count of {word}. Count {piece} "
            "in every word that contains it: {sum}."
        ).format(**values, wrong=number(corpus.counts[word]), word=quoted(word))
        if len(found) > 1:
            reason = t.gettext(
                "You may have used the count of a single word as a frequency. Count a piece in "
                "every word that contains it. For example, {piece}: {sum}."
            ).format(**values)
        yield Mistake("own", wrong, reason)
