"""How EM shares the count of a word over its segmentations, and what a piece gets of it."""

from collections.abc import Iterator
from itertools import islice
from math import exp
from typing import NamedTuple

from bpe import unigram
from bpe.unigram import Model, Segmentation, sum_up
from pages.stage.tokens import isolated, number, quoted, visible
from pages.translations.language import Translation

SHARED = 6  # segmentations of a word
WORDS = 12  # words whose segmentations are listed
TERMS = 3  # words in a sentence
NAMED = 2  # segmentations of a word in a sentence


class Share(NamedTuple):
    """A segmentation of a word, and the share of the word's count that it gets."""

    segmentation: Segmentation
    share: float


def shares(model: Model, word: str) -> list[Share]:
    """The most probable segmentations of a word, each with its share.

    >>> model = Model.from_counts({"a": 1, "b": 1, "ab": 2})
    >>> [(each.segmentation.tokens, each.share) for each in shares(model, "ab")]
    [(('ab',), 0.888888888889), (('a', 'b'), 0.111111111111)]
    """
    lattice = model.lattice(word)
    if lattice.best is None:
        return []
    total = sum_up(lattice).log_sum
    return [
        Share(each, round(exp(each.log_probability - total), 12))
        for each in islice(lattice.segmentations(), SHARED)
    ]


def uses(run: unigram.Run, model: Model, piece: str) -> Iterator[tuple[str, int, list[Share]]]:
    """The words with segmentations that use a piece: the word, its count, and these.

    >>> import bpe
    >>> run = unigram.train(bpe.Corpus.from_counts({"ab": 2}), vocab_size=2, seeds="substrings")
    >>> [word for word, _, _ in uses(run, run.seeds, "a")]
    ['ab']
    """
    for word, count in run.corpus.counts.items():
        if piece in word:
            found = [each for each in shares(model, word) if piece in each.segmentation.tokens]
            if found:
                yield word, count, found


def write_count(run: unigram.Run, k: int, piece: str, t: Translation) -> str:
    r"""The expected count of a piece in step k as a sum over words.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> text = write_count(run, 2, "ar", Translation())
    >>> text.replace("\u2068", "").replace("\u2069", "")[:32]
    'ar: 7 art (ar t 8%: 0.527) + 4 s'
    """
    this = run.rounds[k - 1]
    found = list(islice(uses(run, this.model, piece), TERMS + 1))
    terms = []
    for word, count, each_share in found[:TERMS]:
        listed = t.gettext(", ").join(
            f"{isolated(' '.join(map(visible, each.segmentation.tokens)))} {each.share:.0%}"
            for each in each_share[:NAMED]
        )
        total = count * sum(
            each.share * each.segmentation.tokens.count(piece) for each in each_share
        )
        term = t.gettext("{count} {word} ({segmentations}: {total})")
        terms.append(
            term.format(
                count=number(count),
                word=quoted(word),
                segmentations=listed,
                total=f"{total:.3f}",
            )
        )
    more = ["…"] if len(found) > TERMS else []
    return t.gettext("{piece}: {sum} = {total} expected.").format(
        piece=quoted(piece),
        sum=" + ".join([*terms, *more]),
        total=f"{this.expected_counts[piece]:,.3f}",
    )
