"""Tables as CSV files whose cells a spreadsheet never runs as formulas."""

import csv
import io
from collections.abc import Sequence

from bpe import Run, unigram, wordpiece
from pages.encoding.encoders import TextWithTokens
from pages.stage.tokens import visible
from pages.training import training_charts
from pages.translations.language import Translation

Table = tuple[list[str], Sequence[Sequence[object]]]  # the column heads and the rows
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def escape_formula(cell: object) -> object:
    """The cell, with a leading ' if a spreadsheet would run it as a formula.

    >>> escape_formula("=1+1"), escape_formula("low"), escape_formula(-3)
    ("'=1+1", 'low', -3)
    """
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return "'" + cell
    return cell


def as_csv(heads: list[str], rows: Sequence[tuple[object, ...]]) -> bytes:
    """A table as CSV in UTF-8 with a byte order mark, which spreadsheets need.

    >>> as_csv(["Word", "Count"], [("hug", 10)]).decode("utf-8-sig").splitlines()
    ['Word,Count', 'hug,10']
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(heads)
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


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


def pieces_csv(run: unigram.Run, at: int, t: Translation) -> bytes:
    """The vocabulary before a step, in the order of its table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> pieces_csv(run, 0, Translation()).decode().splitlines()[1][:10]
    'h,15,0.071'
    """
    this = run.rounds[at - 1] if at else None
    model = this.model if this else run.seeds
    rises = this.rises if this else {}
    gone = frozenset(this.removed) if this else frozenset()
    heads = [
        t.gettext("Piece"),
        t.gettext("Count"),
        t.gettext("Probability"),
        t.gettext("Logarithm"),
        t.gettext("Estimated rise") if run.method == "em" else t.gettext("Loss rises by"),
        t.gettext("removed"),
    ]
    rows = [
        (
            piece,
            model.counts[i] if model.counts else "",
            model.probability(piece),
            model.scores[piece],
            rises.get(piece, ""),
            int(piece in gone),
        )
        for i, piece in enumerate(model.pieces)
    ]
    return as_csv(heads, rows)


def tokens_csv(shown: TextWithTokens, t: Translation) -> bytes:
    """The tokens of an encoded text, with ids and offsets.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.walk import Text
    >>> run = defaults("hug").train()
    >>> shown = Text(run.encoder(), "hug")
    >>> tokens_csv(shown, Translation()).decode().splitlines()[1]
    'hug,9,0,3'
    """
    found = shown.encoding
    heads = [t.gettext("Token"), t.gettext("Id"), t.gettext("Start"), t.gettext("End")]
    rows = zip(found.tokens, found.ids, found.offsets, strict=True)
    return as_csv(heads, [(token, i, start, end) for token, i, (start, end) in rows])


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
