"""Which tokens BPE and Unigram share, and which only one of them has."""

from bpe import Run, unigram
from pages.stage.counts import piece_count, token_count
from pages.stage.table_types import Column, Part, TableData, TableRow
from pages.stage.tokens import chip, number
from pages.translations.language import Translation
from pages.unigram.comparing.comparison_words import color_numbers

SHOWN = 60  # tokens in a row


def table(run: Run, k: int, other: unigram.Run, t: Translation) -> TableData:
    """The vocabulary overlap as a table: BPE after merge k, and the last pieces of Unigram.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> rows = table(hug.train(), 3, hug.train_unigram(), Translation())["rows"]
    >>> [cells[:2] for cells, _ in rows][:2]
    [['Both: characters', '7'], ['Both: longer tokens', '1']]
    """
    ours = dict.fromkeys(run.vocab[: run.vocab_sizes[k]])
    theirs = dict.fromkeys(other.model.pieces)
    shared = [token for token in ours if token in theirs]
    parts = [
        (t.gettext("Both: characters"), [token for token in shared if len(token) == 1]),
        (t.gettext("Both: longer tokens"), [token for token in shared if len(token) > 1]),
        (t.gettext("Only BPE"), [token for token in ours if token not in theirs]),
        (t.gettext("Only Unigram"), [token for token in theirs if token not in ours]),
    ]
    numbers = color_numbers(run, other)
    rows: list[TableRow] = []
    for name, tokens in parts:
        chips: list[Part] = [chip(token, numbers) for token in tokens[:SHOWN]]
        if len(tokens) > SHOWN:
            chips.append(t.gettext("and {more} more").format(more=number(len(tokens) - SHOWN)))
        rows.append(TableRow([name, number(len(tokens)), chips or "–"]))
    note = t.gettext("BPE has {tokens}, and Unigram has {pieces}. They share {shared}.").format(
        tokens=token_count(len(ours), t),
        pieces=piece_count(len(theirs), t),
        shared=number(len(shared)),
    )
    return {
        "title": t.gettext("Tokens that both vocabularies have, and that only one has"),
        "columns": [
            Column("part", t.gettext("Vocabulary")),
            Column("size", t.gettext("Number")),
            Column("listed", t.gettext("Tokens")),
        ],
        "rows": rows,
        "note": note,
    }
