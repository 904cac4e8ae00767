"""Pair counts as sums over words: 10 hug + 5 pug + 5 hugs = 20."""

from itertools import islice

from bpe.pair_tables import occurrences
from bpe.records import Pair
from pages.runs.runs import TrainingRun
from pages.stage.tokens import number, quoted, shorten
from pages.translations.language import Translation

TERMS = 8  # words named in a sum
WORD = 24  # characters of a word that are shown
MANY_WORDS = 2_000  # with more words, a sum is sent only on request

Term = tuple[str, int, int]  # a word, the occurrences in it, the word's count


def term(word: str, times: int, count: int) -> str:
    r"""A word in a sum.

    >>> term("hug", 1, 10), term("aaa", 2, 5)
    ('10 \u2068hug\u2069', '2×5 \u2068aaa\u2069')
    """
    shown = f"{number(count)} {quoted(shorten(word, WORD))}"
    return f"{times}×{shown}" if times > 1 else shown


def write_sum(found: list[Term]) -> str:
    r"""The whole sum.

    >>> write_sum([("hug", 1, 10), ("aaa", 2, 5)])
    '10 \u2068hug\u2069 + 2×5 \u2068aaa\u2069 = 20'
    """
    terms = [term(*each) for each in found[:TERMS]] + ["…"] * (len(found) > TERMS)
    return f"{' + '.join(terms)} = {number(sum(times * count for _, times, count in found))}"


def explain_count(
    run: TrainingRun, pair: Pair, name: str, j: int, count: int, t: Translation
) -> str:
    r"""A pair's count after j merges as a sum over words: h+ug: 10 hug + 5 hugs = 15.

    pair: of `run.history`. name: what the page calls it.

    >>> from pages.state.defaults import defaults
    >>> explain_count(defaults("hug").train(), ("h", "ug"), "h+ug", 1, 15, Translation())
    'h+ug: 10 \u2068hug\u2069 + 5 \u2068hugs\u2069 = 15'
    """
    found, words = occurrences(run.history, pair, j), run.words
    terms = [
        term(words[word], times, run.corpus.counts[words[word]])
        for word, times in islice(found.items(), TERMS)
    ]
    more = len(found) - len(terms)
    if more:
        terms.append(
            t.ngettext("{more} more word", "{more} more words", more).format(more=number(more))
        )
    return t.gettext("{pair}: {terms} = {count}").format(
        pair=name,
        terms=" + ".join(terms),
        count=number(count),
    )
