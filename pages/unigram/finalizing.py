"""The last step of EM: which pieces make room, and which of them another library would remove."""

from itertools import islice

from bpe import unigram
from bpe.unigram import Round
from pages.stage.record import sentences
from pages.stage.table_types import Column, TableData, TableRow
from pages.stage.tokens import chip, number, probability, quoted
from pages.translations.language import Translation
from pages.unigram.piece_numbers import piece_numbers
from pages.unigram.record_types import NoTable

ROWS = 60  # in the table


def why(run: unigram.Run, this: Round, t: Translation) -> str:
    """Which pieces the last step removes, and which characters it brings back.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> why(run, run.rounds[-1], Translation()).partition(". ")[0]
    'There are 11 pieces more than the target, 100'
    """
    back = restored(run, this, t)
    if not this.removed:
        none = t.gettext("There are no more pieces than the target size, so none is removed.")
        return sentences(none, back, t)
    few = t.ngettext(
        "There is {count} piece more than the target, {target}.",
        "There are {count} pieces more than the target, {target}.",
        len(this.removed),
    )
    so = (
        t.gettext(
            "So the least probable longer piece is removed: {piece}. This last step does not "
            "compute what it costs."
        )
        if len(this.removed) == 1
        else t.gettext(
            "So the {count} least probable longer pieces are removed. This last step does not "
            "compute what they cost."
        )
    )
    result = sentences(few, so, t).format(
        count=number(len(this.removed)),
        target=number(len(this.result.pieces)),
        piece=quoted(this.removed[0]),
    )
    return sentences(result, back, t)


def restored(run: unigram.Run, this: Round, t: Translation) -> str:
    """Which characters return; empty if M steps have dropped none.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> restored(run, run.rounds[-1], Translation())
    '2 characters had tiny probabilities. Each now gets one just below the lowest: 0.00068017.'
    """
    returned = run.rounds[this.number - 2].lost
    lost = len(returned)
    if not lost:
        return ""
    return t.ngettext(
        "{count} character had a tiny probability. It now gets one just below the lowest: {least}.",
        "{count} characters had tiny probabilities. Each now gets one just below the lowest: "
        "{least}.",
        lost,
    ).format(count=number(lost), least=probability(min(map(this.result.probability, returned))))


def kept_by_table_order(this: Round) -> frozenset[str]:
    """The longer pieces that would be left if the first of the table were kept.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> last = run.rounds[-1]
    >>> len(kept_by_table_order(last)) + len(run.corpus.alphabet) == len(last.result.pieces)
    True
    """
    longer = (piece for piece in this.model.pieces if len(piece) > 1)
    return frozenset(islice(longer, sum(len(piece) > 1 for piece in this.result.pieces)))


def example(run: unigram.Run, this: Round, t: Translation) -> TableData | NoTable:
    """The pieces that at least one of the libraries removes: a table as in `worked_examples`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> [cells[1:] for cells, _ in example(run, run.rounds[-1], Translation())["rows"]][0]
    ['0.00068023', 'removed', 'kept']
    """
    if not this.removed:
        return {}
    numbers, other = piece_numbers(run), kept_by_table_order(this)
    left = [p for p in this.model.pieces if len(p) > 1 and (p in this.gone or p not in other)]
    left.sort(key=this.model.probability)
    marks = {True: t.gettext("kept"), False: t.gettext("removed")}
    rows = [
        TableRow(
            [
                [chip(piece, numbers)],
                probability(this.model.probability(piece)),
                marks[piece not in this.gone],
                marks[piece in other],
            ]
        )
        for piece in left[:ROWS]
    ]
    columns = [
        Column("piece", t.gettext("Piece")),
        Column("value", t.gettext("Probability")),
        Column("mark", t.gettext("Here")),
        Column("mark", t.gettext("By table order")),
    ]
    note = t.gettext(
        "SentencePiece removes the least probable pieces, as here. Hugging Face tokenizers keep "
        "the first pieces of the table, in the order of the last pruning if there was one. "
        "Characters are never removed."
    )
    return {
        "title": t.gettext("Which pieces make room, by two rules"),
        "columns": columns,
        "rows": rows,
        "note": sentences(note, restored(run, this, t), t),
    }
