"""Pair counts as sums over words: 10 hug + 5 pug + 5 hugs = 20."""

from itertools import islice
from typing import TYPE_CHECKING

from bpe import PairTable
from bpe.pair_tables import occurrences
from bpe.records import Pair
from bpe.wordpiece import ScoreTable
from pages.runs.runs import TrainingRun
from pages.stage.tokens import number, quoted, shorten
from pages.training.record_types import PairSum
from pages.translations.language import Translation

if TYPE_CHECKING:
    from pages.training.records import TrainingRecords

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


class Sums:
    """The sentences about the pairs of a block: each count as a sum; for WordPiece, also the score.

    entries: "left right" -> a sentence from each step on where it is another. written: the sentence
    about the first pair of the last step. Both are empty if the corpus has many words.
    """

    def __init__(self, kind: "TrainingRecords", t: Translation) -> None:
        self.kind, self.t = kind, t
        self.entries: dict[str, list[PairSum]] = {}
        self.written = ""
        self.known: dict[str, tuple[tuple[int, ...], str]] = {}

    def add(self, table: PairTable | ScoreTable) -> None:
        """Add the pairs of a step."""
        if len(self.kind.run.words) > MANY_WORDS:
            return
        for pair in self.kind.explained(table):
            left, right = self.kind.ids_of(pair)
            key, counts = f"{left} {right}", self.kind.counts_of(pair)
            old, text = self.known.get(key, ((0,), ""))
            if old == counts:
                continue
            if old[0] != counts[0]:
                text = self.kind.sum_of(left, right, max(table.k - 1, 0), counts[0], self.t)
            self.known[key] = counts, text
            sentence = self.kind.sum_with(text, pair, self.t)
            self.entries.setdefault(key, []).append(PairSum(table.k, sentence))
        if table.leaders:
            left, right = self.kind.ids_of(table.leaders[0])
            self.written = self.entries[f"{left} {right}"][-1].sum


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
