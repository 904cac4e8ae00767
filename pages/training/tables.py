"""The merges, the pairs and the curves of a training as tables."""

from bpe import Run, wordpiece
from pages.stage.tables import Table, as_csv
from pages.stage.tokens import visible
from pages.training import training_charts
from pages.translations.language import Translation


def merges_csv(run: Run | wordpiece.Run, t: Translation) -> bytes:
    """Every merge of a run; for WordPiece also with the counts of both tokens and the score.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> merges_csv(run, Translation()).decode().splitlines()[1]
    '1,u,g,ug,20,1'
    """
    heads = [
        t.gettext("Rank"),
        t.gettext("Left"),
        t.gettext("Right"),
        t.gettext("Token"),
        t.gettext("Count"),
        t.gettext("Tied"),
    ]
    rows = [(m.rank, m.left, m.right, m.token, m.count, m.tied) for m in run.merges]
    if isinstance(run, wordpiece.Run):
        heads += [t.gettext("Count of left"), t.gettext("Count of right"), t.gettext("Score")]
        scored = [(m.left_count, m.right_count, m.score) for m in run.merges]
        return as_csv(heads, [(*row, *more) for row, more in zip(rows, scored, strict=True)])
    return as_csv(heads, rows)


def pairs_csv(run: Run | wordpiece.Run, k: int, t: Translation) -> bytes:
    """Every pair that step k counts, the most frequent first; for WordPiece, the highest score.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> pairs_csv(run, 0, Translation()).decode().splitlines()[1]
    'u,g,20'
    """
    if isinstance(run, wordpiece.Run):
        scored = run.pairs(max(k - 1, 0)).items()
        return as_csv(score_columns(t), [(*pair, *numbers) for pair, numbers in scored])
    pairs = sorted(run.at(k).pairs.items(), key=lambda item: -item[1])
    return as_csv(pair_columns(t), [(left, right, count) for (left, right), count in pairs])


def curves_csv(run: Run, t: Translation) -> bytes:
    """The values of the charts at every step of a run.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> curves_csv(run, Translation()).decode().splitlines()[1][:6]
    '0,3.13'
    """
    heads = [t.gettext("Step"), *training_charts.titles(run, t)]
    values = zip(
        training_charts.tokens_per_word(run), training_charts.compression(run), strict=True
    )
    return as_csv(heads, [(k, per_word, size) for k, (per_word, size) in enumerate(values)])


def pair_columns(t: Translation) -> list[str]:
    """The column heads of the whole pair table.

    >>> pair_columns(Translation())
    ['Left', 'Right', 'Count']
    """
    return [t.gettext("Left"), t.gettext("Right"), t.gettext("Count")]


def score_columns(t: Translation) -> list[str]:
    """The column heads of the whole pair table of WordPiece.

    >>> score_columns(Translation())
    ['Left', 'Right', 'Count', 'Score']
    """
    return [*pair_columns(t), t.gettext("Score")]


def pairs_before(run: Run | wordpiece.Run, k: int, t: Translation) -> Table:
    """The column heads and the rows of all pairs that step k counts.

    >>> from pages.state.defaults import defaults
    >>> pairs_before(defaults("hug").train(), 1, Translation())[1][0]
    ('u', 'g', 20)
    """
    if isinstance(run, wordpiece.Run):
        scored = run.pairs(max(k - 1, 0)).items()
        rows = [(visible(left), visible(right), *numbers) for (left, right), numbers in scored]
        return score_columns(t), rows
    return pair_columns(t), pair_table(run.pairs(max(k - 1, 0)))


def pair_table(pairs: dict[tuple[str, str], int]) -> list[tuple[str, str, int]]:
    """All pairs as rows, the most frequent first.

    >>> pair_table({("p", "u"): 17, ("u", "g"): 20})
    [('u', 'g', 20), ('p', 'u', 17)]
    """
    rows = [(visible(left), visible(right), count) for (left, right), count in pairs.items()]
    return sorted(rows, key=lambda row: -row[2])
