"""Sampling: segmentations drawn at random, by their probability (subword regularization)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from random import Random

from bpe.unigram import Segmentation, sample, sum_up
from pages.stage.table_types import Column
from pages.translations.language import Translation
from pages.unigram.word import Word

DRAWS = 100
SEED = 1  # of the random numbers, so that everybody sees the same samples


@dataclass(frozen=True, slots=True)
class Samples:
    """What sampling a word gives.

    log_sum: logarithm of the sum of the probabilities of all segmentations. drawn: how often each
    was drawn in DRAWS samples.
    """

    log_sum: float
    drawn: Mapping[tuple[str, ...], int]

    @classmethod
    def of(cls, shown: Word) -> "Samples":
        """Draw the samples.

        >>> from pages.state.defaults import defaults
        >>> samples = Samples.of(Word.after(defaults("hug").train_unigram(), "hug", 0))
        >>> sum(samples.drawn.values())
        100
        """
        random = Random(SEED)
        found = (sample(shown.lattice, random) for _ in range(DRAWS))
        drawn = Counter(each.tokens for each in found if each)
        return cls(sum_up(shown.lattice).log_sum, drawn)

    def cells(self, each: Segmentation) -> tuple[str, str]:
        """The chance that a sample is this segmentation, and how often it was.

        >>> from pages.state.defaults import defaults
        >>> shown = Word.after(defaults("hug").train_unigram(), "pug", 0)
        >>> Samples.of(shown).cells(shown.lattice.best)[0]
        '46.1%'
        """
        share = exp(each.log_probability - self.log_sum)
        return f"{100 * share:.1f}%", str(self.drawn.get(each.tokens, 0))


def columns(t: Translation) -> list[Column]:
    """The columns about sampling.

    >>> [name for name, _ in columns(Translation())]
    ['share', 'samples']
    """
    return [
        Column("share", t.gettext("Share of the sum")),
        Column("samples", t.gettext("In {count} samples").format(count=DRAWS)),
    ]


def about(shown: Word, t: Translation) -> str:
    """What sampling is, and what it is for; empty if a word has nothing to choose from.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> about(shown, Translation()).partition(":")[0]
    'Sampling (subword regularization)'
    """
    if shown.lattice.count < 2:
        return ""
    return t.gettext(
        "Sampling (subword regularization): while a language model is trained, its tokenizer can "
        "draw a segmentation at random instead of the best one. Each is drawn in proportion to its "
        "probability, so the model sees a word in several segmentations. BPE has no probabilities. "
        "There, BPE-dropout skips some merges at random: see the page “Encoding”."
    )
