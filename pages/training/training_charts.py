"""The charts of a BPE training: tokens per word, compression, and counts by rank."""

from bpe import Run
from bpe.split_patterns import is_byte_level
from pages.charts.chart import Axis, LineChart, Point, round_axis
from pages.charts.chart_records import charts_record, curve_chart, format_value, value_record
from pages.charts.renderer import RENDERER
from pages.stage.chart_types import ChartHeading, ChartsRecord, ChartValue
from pages.translations.language import Translation

COLORS = {  # in a file, where no style sheet sets them
    "var(--chart-line)": "#4338ca",
    "var(--chart-grid)": "#d5d7de",
    'font-family="inherit"': 'font-family="sans-serif"',
}
FILE_WIDTH = 400  # pixels of a curve in a file


def tokens_per_word(run: Run) -> list[float]:
    """Tokens per word at each step, weighted by the counts of the words.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [round(value, 2) for value in tokens_per_word(run)[:3]]
    [3.14, 2.58, 2.14]
    """
    words = run.word_total
    return [total / words for total in run.token_totals] if words else [0.0]


def compression(run: Run) -> list[float]:
    """Characters per token at each step; bytes per token if the split is byte-level.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [round(value, 2) for value in compression(run)[:3]]
    [1.0, 1.22, 1.47]
    """
    characters = run.token_totals[0]
    return [characters / total for total in run.token_totals] if characters else [0.0]


def titles(run: Run, t: Translation) -> tuple[str, str]:
    """The titles of the two curves.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> titles(run, Translation())
    ('Tokens per word', 'Characters per token')
    """
    byte_level = is_byte_level(run.corpus.split)
    per_token = t.gettext("Bytes per token") if byte_level else t.gettext("Characters per token")
    return t.gettext("Tokens per word"), per_token


def headings(run: Run, t: Translation) -> list[ChartHeading]:
    """The titles of the charts, for the head.

    >>> from pages.state.defaults import defaults
    >>> headings(defaults("hug").train(), Translation())[0]
    {'title': 'Tokens per word'}
    """
    names = (*titles(run, t), t.gettext("Count of the merged pair, by rank"))
    return [{"title": name} for name in names]


def values(run: Run) -> list[list[Point]]:
    """The points of each chart: (step, value) twice, then (rank, count).

    >>> from pages.state.defaults import defaults
    >>> values(defaults("hug").train())[2][:2]
    [(1, 20), (2, 16)]
    """
    ranks: list[Point] = [(merge.rank, merge.count) for merge in run.merges]
    return [
        list(enumerate(tokens_per_word(run))),
        list(enumerate(compression(run))),
        ranks or [(1, 1)],
    ]


def charts(run: Run, t: Translation) -> list[LineChart]:
    """What the charts show.

    >>> from pages.state.defaults import defaults
    >>> charts(defaults("hug").train(), Translation())[2].y
    Axis(title='Count', low=4, high=20, log=True, integers=False)
    """
    *curves, ranks = values(run)
    counts = [count for _, count in ranks]
    least, most = min(counts), max(counts)
    rank_axis = Axis(t.gettext("Rank"), 1, max(len(run.merges), 2), log=True, integers=True)
    count_axis = Axis(t.gettext("Count"), least, max(most, 2 * least), log=True)
    return [
        *step_charts(run, curves, ("", ""), t),
        curve_chart(rank_axis, count_axis, ranks, "line"),
    ]


def step_charts(
    run: Run, curves: list[list[Point]], names: tuple[str, str], t: Translation
) -> list[LineChart]:
    """The charts of two curves over the steps. names: their titles, if they are drawn."""
    steps = Axis(t.gettext("Step"), 0, max(len(run.merges), 1), integers=True)
    return [
        curve_chart(steps, round_axis("", [value for _, value in points]), points, "stairs", name)
        for points, name in zip(curves, names, strict=True)
    ]


def record(run: Run, t: Translation) -> ChartsRecord:
    """The record "charts": see `charts_record`."""
    return charts_record(charts(run, t), values(run), t)


def values_at(run: Run, k: int) -> list[ChartValue]:
    """The value of each chart at step k. Step 0 has no rank.

    >>> from pages.state.defaults import defaults
    >>> [text for _, text in values_at(defaults("hug").train(), 1)]
    ['2.58', '1.22', '20']
    """
    total, merges = run.token_totals[k], run.merges
    per_word = total / run.word_total if run.word_total else 0.0
    per_token = run.token_totals[0] / total if total else 0.0
    count = merges[max(k - 1, 0)].count if merges else 1
    return [
        value_record(per_word, format_value(per_word)),
        value_record(per_token, format_value(per_token)),
        value_record(count if k else None, format_value(count)),
    ]


def svg_file(run: Run, t: Translation) -> bytes:
    """Tokens per word and compression over the steps as one SVG file."""
    curves = values(run)[:2]
    left, right = RENDERER.render(step_charts(run, curves, titles(run, t), t))
    for variable, color in COLORS.items():
        left, right = left.replace(variable, color), right.replace(variable, color)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * FILE_WIDTH}" height="240">'
        f'<rect width="100%" height="100%" fill="#fff"/>{left}'
        f'<svg x="{FILE_WIDTH}">{right}</svg></svg>'
    ).encode()
