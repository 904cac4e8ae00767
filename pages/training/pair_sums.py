"""Pair counts as sums over words: 10 hug + 5 pug + 5 hugs = 20."""

from bpe import Corpus, PairTable, Run
from bpe.pair_tables import occurrences
from pages.stage.tokens import number, pair_name, quoted, shorten
from pages.training.record_types import PairSum
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


def add_sums(sums: dict[str, list[PairSum]], run: Run, table: PairTable, t: Translation) -> None:
    """Add the sum of each pair whose count is new or has changed to `sums`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 1)
    >>> sums = {}
    >>> add_sums(sums, run, table, Translation())
    >>> list(sums)
    ['6 1']
    """
    j = max(table.k - 1, 0)
    changed = run.changes(j)
    for leader in table.leaders:
        pair = (leader.left, leader.right)
        entries = sums.setdefault(f"{run.ids[leader.left]} {run.ids[leader.right]}", [])
        if not entries or pair in changed:
            entries.append(PairSum(table.k, explain_count(run, pair, j, leader.count, t)))


def explain_count(run: Run, pair: tuple[str, str], j: int, count: int, t: Translation) -> str:
    r"""A pair's count as a sum over words: h+ug: 10 hug + 5 hugs = 15.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> explain_count(run, ("h", "ug"), 1, 15, Translation())
    '\u2068h\u2069+\u2068ug\u2069: 10 \u2068hug\u2069 + 5 \u2068hugs\u2069 = 15'
    """
    found = occurrences(run, pair, j)
    return write_places(pair_name(*pair), found, run.corpus, run.words, count, t)


def write_places(
    name: str,
    found: dict[int, int],
    corpus: Corpus,
    words: tuple[str, ...],
    count: int,
    t: Translation,
) -> str:
    r"""A pair's count as a sum. name: of the pair. found: word index -> how often it is there.

    >>> from pages.state.defaults import defaults
    >>> corpus = defaults("hug").read_corpus()
    >>> write_places("h+ug", {0: 1, 4: 1}, corpus, tuple(corpus.counts), 15, Translation())
    'h+ug: 10 \u2068hug\u2069 + 5 \u2068hugs\u2069 = 15'
    """
    terms = []
    for word, times_in_it in list(found.items())[:TERMS]:
        terms.append(term(words[word], times_in_it, corpus.counts[words[word]]))
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
