"""The reader's merges next to those of the training, and what they cost."""

from itertools import pairwise

from bpe import Run
from bpe.own_merges import OwnMerges
from pages.runs import by_hand_records as by_hand
from pages.stage.by_hand_types import ByHandChart, ByHandComparison
from pages.stage.record import sentences
from pages.stage.table_types import Column, Part, TableRow
from pages.stage.tables import table
from pages.stage.tokens import chip, number, pair_name
from pages.translations.language import Translation


def pair_cell(left: str, right: str, numbers: dict[str, int]) -> list[Part]:
    """A pair as a cell shows it.

    >>> pair_cell("h", "ug", {"ug": 1})
    [Chip(text='h', number=0), '+', Chip(text='ug', number=1)]
    """
    return [chip(left, numbers), "+", chip(right, numbers)]


def comparison(
    run: Run, own: OwnMerges, numbers: dict[str, int], t: Translation
) -> ByHandComparison:
    """The reader's merges next to those of the training, and what they cost.

    >>> from bpe.own_merges import apply_merges
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> own = apply_merges(run.corpus, [("h", "u")])
    >>> (row,) = comparison(run, own, {}, Translation())["rows"]
    >>> row.cells[2:4], row.cells[5:], row.mark
    (['15', '98'], ['20', '93'], 'tied')
    """
    columns = [
        Column("rank", t.gettext("Merge")),
        Column("pair", t.gettext("Your pair")),
        Column("count", t.gettext("Count")),
        Column("total", t.gettext("Tokens")),
        Column("pair", t.gettext("Most frequent pair")),
        Column("count", t.gettext("Count")),
        Column("total", t.gettext("Tokens")),
    ]
    rows: list[TableRow] = []
    for mine, theirs in zip(own.merges, run.merges, strict=False):
        cells = [
            number(mine.rank),
            pair_cell(mine.left, mine.right, numbers),
            number(mine.count),
            number(own.token_totals[mine.rank]),
            pair_cell(theirs.left, theirs.right, numbers),
            number(theirs.count),
            number(run.token_totals[mine.rank]),
        ]
        mark = "tied" if mine.count < own.greatest[mine.rank - 1] else ""
        rows.append(TableRow(cells, mark))
    title = t.gettext("Your merges next to those of the training")
    return {
        **table(title, columns, rows),
        "said": verdict(run, own, t),
        "chart": chart(run, own, t),
    }


def chart(run: Run, own: OwnMerges, t: Translation) -> ByHandChart | None:
    """The tokens that are left after each merge; None before the first.

    >>> from bpe.own_merges import apply_merges
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = chart(run, apply_merges(run.corpus, [("h", "u")]), Translation())
    >>> [[tokens for _, tokens in points] for _, points in shown["lines"]]
    [[113, 98], [113, 93]]
    """
    if not own.merges:
        return None
    mine = list(enumerate(own.token_totals))
    theirs = list(enumerate(run.token_totals[: len(mine)]))
    title = t.gettext("Tokens in the corpus after each merge")
    return by_hand.chart(title, t.gettext("Merge"), mine, theirs, t)


def verdict(run: Run, own: OwnMerges, t: Translation) -> str:
    """What the reader's choices cost or save after the same number of merges.

    >>> from bpe.own_merges import apply_merges
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> verdict(run, apply_merges(run.corpus, [("h", "u")]), Translation())
    'Tokens in the corpus after 1 merge: 98 yours, 93 in the training. Your choices cost 5 tokens.'
    """
    k = len(own.merges)
    mine, theirs = own.token_totals[k], run.token_totals[k]
    result = t.ngettext(
        "Tokens in the corpus after {k} merge: {mine} yours, {theirs} in the training.",
        "Tokens in the corpus after {k} merges: {mine} yours, {theirs} in the training.",
        k,
    ).format(k=number(k), mine=number(mine), theirs=number(theirs))
    if mine == theirs:
        return sentences(result, t.gettext("Your choices cost nothing."), t)
    if mine > theirs:
        cost = t.ngettext(
            "Your choices cost {count} token.", "Your choices cost {count} tokens.", mine - theirs
        )
    else:
        cost = t.ngettext(
            "Your choices save {count} token.", "Your choices save {count} tokens.", theirs - mine
        )
    result = sentences(result, cost.format(count=number(abs(mine - theirs))), t)
    return result if mine > theirs else sentences(result, why_better(run, k, t), t)


def why_better(run: Run, k: int, t: Translation) -> str:
    """Why k other merges can leave fewer tokens than those of the training.

    >>> from pages.state.defaults import defaults
    >>> why_better(defaults("hug").train(), 2, Translation()).partition(",")[0]
    'The most frequent pair is the best choice for one merge here'
    """
    for merge, (before, after) in zip(run.merges[:k], pairwise(run.token_totals), strict=False):
        saved = before - after
        if saved < merge.count:
            return t.ngettext(
                "The training merged {pair}, with a count of {all}. But its places overlap, so "
                "this merge saved only {count} token.",
                "The training merged {pair}, with a count of {all}. But its places overlap, so "
                "this merge saved only {count} tokens.",
                saved,
            ).format(
                pair=pair_name(merge.left, merge.right),
                all=number(merge.count),
                count=number(saved),
            )
    return t.gettext(
        "The most frequent pair is the best choice for one merge here, but not for several."
    )
