"""What a round computes, written out: the loss word by word, and the two steps of EM on an example.

An example is a table: {title, columns, rows: [[cells, mark]], note}; empty for other rounds.
"""

from collections.abc import Callable
from itertools import islice
from math import isfinite, log

from bpe import unigram
from bpe.unigram import Lattice, Round
from bpe.unigram.losses import cost_of
from pages.stage.record import sentences
from pages.stage.table_types import Column, Content, TableData, TableRow
from pages.stage.tables import table
from pages.stage.tokens import (
    chip,
    logarithm,
    number,
    probability,
    shorten,
    visible,
)
from pages.translations.language import Translation
from pages.unigram import finalizing
from pages.unigram.em_explanations import is_plain
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import NoTable

WORDS = 60  # in the table of the loss
LONG = 24  # characters of a word in a table

LatticeOf = Callable[[str], Lattice]


def example(
    run: unigram.Run, k: int, t: Translation, lattice_of: LatticeOf | None = None
) -> TableData | NoTable:
    """What step k computes; empty if there is nothing to write out.

    lattice_of: returns the lattice of a word before the step, if others need it too.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> example(run, 1, Translation())["title"]
    'The loss before step 1, word by word'
    """
    this = run.rounds[k - 1] if k else None
    if this and this.phase == "m_step":
        return {} if is_plain(this) else digamma(run, this, t)
    if this is None and run.method == "course":
        first = run.rounds[0].loss if run.rounds else None
        title = t.gettext("The loss with the first pieces, word by word")
        return loss(run, lattice_of or run.seeds.lattice, first, title, t)
    if this and this.phase == "prune":
        title = t.gettext("The loss before step {number}, word by word")
        lattice_of = lattice_of or this.model.lattice
        table = loss(run, lattice_of, this.loss, title.format(number=number(k)), t)
        if run.method == "em":
            estimate = t.gettext(
                "The rises in the table of pieces are estimates. They assume that the same pieces "
                "replace a removed one everywhere, and then become more probable."
            )
            table["note"] = sentences(table["note"], estimate, t)
        return table
    if this and this.phase == "finalize":
        return finalizing.example(run, this, t)
    return {}


def loss(
    run: unigram.Run, lattice_of: LatticeOf, total: float | None, title: str, t: Translation
) -> TableData:
    """The loss of the corpus under a model as a sum over its words.

    lattice_of: returns the lattice of a word under the model. total: of all words, if known.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> table = loss(run, run.seeds.lattice, None, "", Translation())
    >>> table["rows"][0].cells[3:], table["note"].rpartition("p = ")[2]
    (['2.6391', '26.3906'], '10 × 2.6391 + 5 × 4.8653 + 12 × 5.0884 + … = 169.8028.')
    """
    counts = run.corpus.counts
    numbers = piece_numbers(run)
    rows: list[TableRow] = []
    terms: list[str] = []
    added = 0.0
    for word, count in islice(counts.items(), WORDS):
        lattice = lattice_of(word)
        cost = cost_of(lattice)
        added += count * cost
        best = lattice.best
        tokens = [chip(token, numbers) for token in best.tokens] if best else ["–"]
        name = shorten(visible(word), LONG)
        cells: list[Content] = [
            name,
            number(count),
            tokens,
            logarithm(cost),
            f"{count * cost:,.4f}",
        ]
        rows.append(TableRow(cells))
        terms.append(f"{number(count)} × {logarithm(cost)}")
    more = len(counts) - len(rows)
    total = added if not more else total
    note = t.gettext("Not every word has a segmentation, so the loss is infinite.")
    if total is not None and isfinite(total):
        if more:
            name = t.ngettext("{more} more word", "{more} more words", more)
            rest = f"{total - added:,.4f}"
            rows.append(TableRow([name.format(more=number(more)), "", [], "", rest]))
        rows.append(TableRow([t.gettext("Sum"), "", [], "", f"{total:,.4f}"], "total"))
        sum_of = " + ".join([*terms[:3], *(["…"] if len(counts) > 3 else [])])
        note = t.gettext(
            "The score of a word is −log p, the negative logarithm of the probability of its best "
            "segmentation. Loss = Σ count × −log p = {terms} = {total}."
        ).format(terms=sum_of, total=f"{total:,.4f}")
    elif total is None:
        note = t.gettext("The first {shown} of {all} words.").format(
            shown=number(len(rows)), all=number(len(counts))
        )
    columns = [
        Column("subject", t.gettext("Word")),
        Column("value", t.gettext("Count")),
        Column("segmentation", t.gettext("Best segmentation")),
        Column("log", t.gettext("Score: −log p")),
        Column("product", t.gettext("Count × score")),
    ]
    return table(title, columns, rows, note)


def digamma(run: unigram.Run, this: Round, t: Translation) -> TableData | NoTable:
    """What the digamma function does in an M step to a frequent, a medium and a rare piece.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em", seeds="substrings").train_unigram()
    >>> m_step = next(each for each in run.rounds if each.phase == "m_step")
    >>> len(digamma(run, m_step, Translation())["rows"])
    3
    """
    numbers = piece_numbers(run)
    lost = {*this.lost, *this.removed}
    kept = {piece: c for piece, c in this.expected_counts.items() if piece not in lost and c}
    if not kept:
        return {}
    total = sum(kept.values())
    ranked = sorted(kept, key=lambda piece: -kept[piece])
    rows = []
    for piece in dict.fromkeys((ranked[0], ranked[len(ranked) // 2], ranked[-1])):
        plain, new = kept[piece] / total, this.result.probability(piece)
        cells: list[Content] = [
            [chip(piece, numbers)],
            f"{kept[piece]:,.3f}",
            f"{log(plain):.4f} → {probability(plain)}".replace("-", "−"),
            f"{log(new):.4f} → {probability(new)}".replace("-", "−"),
            f"{new / plain:.3f}",
        ]
        rows.append(TableRow(cells))
    note = t.gettext(
        "The plain share is log c − log {sum}. EM uses ψ(c) − ψ({sum}) instead. The digamma "
        "function ψ(c) is about log(c − 0.5), so a frequent piece hardly changes and a rare piece "
        "loses much. The reason: a few uses are weak evidence that a piece is needed. This "
        "Bayesian form of EM makes rare pieces even rarer, so they are removed sooner."
    ).format(sum=f"{total:,.3f}")
    columns = [
        Column("piece", t.gettext("Piece")),
        Column("value", t.gettext("Expected count c")),
        Column("log", t.gettext("Plain share")),
        Column("product", t.gettext("With digamma")),
        Column("rise", t.gettext("Factor")),
    ]
    title = t.gettext("The digamma step for a frequent, a medium and a rare piece")
    return table(title, columns, rows, note)
