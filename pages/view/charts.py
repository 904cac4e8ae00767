"""Charts over the steps, with the current step marked.

The specification of a chart is built once per language and cached, because Altair takes as long to
build it as Streamlit takes for a whole page. A run changes only its scales, a step only its data.
"""

from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa
import vl_convert

from bpe import Run
from pages.i18n.language import Translation

POINTS = 400  # maximum number in a line; longer runs are thinned evenly
HEIGHT = 190
LINE, MARK = "#4f46e5", "#d97706"  # colors of a line, and of the current step or a second line


def _without_data(chart: alt.LayerChart) -> dict[str, object]:
    """The specification of a layered chart without its data, which changes with each step.

    The marks are hidden from screen readers, which read the sentence of `describe_curve`.
    """
    silent = {"aria": False}
    spec: dict[str, Any] = chart.configure(mark=silent, axis=silent, legend=silent).to_dict()
    del spec["datasets"]
    for layer in spec["layer"]:
        del layer["data"]
    return spec


def current_point(base: alt.Chart) -> alt.Chart:
    """The point of the current step: the row of the data whose `now` is true.

    >>> base = alt.Chart(height=HEIGHT).encode(x=alt.X("step:Q"))
    >>> current_point(base).to_dict()["mark"]["type"]
    'point'
    """
    here = base.transform_filter(alt.datum.now)
    point: alt.Chart = here.mark_point(filled=True, size=90, color=MARK, opacity=1)
    return point


def with_domains(spec: dict[str, Any], **domains: list[float]) -> dict[str, object]:
    """A copy of a specification with a domain [lowest, highest] for each channel.

    >>> spec = {"layer": [{"encoding": {"x": {"scale": {}}}}]}
    >>> with_domains(spec, x=[0, 7])["layer"][0]["encoding"]["x"]
    {'scale': {'domain': [0, 7]}}
    """
    spec = deepcopy(spec)
    for layer in spec["layer"]:
        for channel, domain in domains.items():
            if channel in layer["encoding"]:
                layer["encoding"][channel]["scale"]["domain"] = domain
    return spec


def over_steps(values: list[float], now: int) -> pa.Table:
    """The columns step, value and now (whether it is the current step), thinned to POINTS.

    >>> over_steps([3.0, 2.0], now=1).to_pylist()[1]
    {'step': 1, 'value': 2.0, 'now': True}
    """
    last = len(values) - 1
    stride = max(1, -(-last // POINTS))
    steps = sorted({*range(0, last + 1, stride), last, now})
    return pa.table(
        {"step": steps, "value": [values[k] for k in steps], "now": [k == now for k in steps]}
    )


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
    byte_level = run.corpus.split == "gpt2"
    per_token = t.gettext("Bytes per token") if byte_level else t.gettext("Characters per token")
    return t.gettext("Tokens per word"), per_token


def by_rank(run: Run, now: int) -> pa.Table:
    """The columns rank, count and now of the merges, thinned evenly on a logarithmic scale.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> by_rank(run, now=2).to_pylist()[:2]
    [{'rank': 1, 'count': 20, 'now': False}, {'rank': 2, 'count': 16, 'now': True}]
    """
    last = len(run.merges)
    ranks = sorted({round(last ** (i / 120)) for i in range(121)} | {now} if last else set())
    shown = [rank for rank in ranks if 1 <= rank <= last]
    return pa.table(
        {
            "rank": shown,
            "count": [run.merges[rank - 1].count for rank in shown],
            "now": [rank == now for rank in shown],
        }
    )


def describe_curve(first: float, now: float, last: float, t: Translation) -> str:
    """A curve in words: its first, current and last value.

    >>> describe_curve(3.2, 2.5, 1.0, Translation())
    '3.20 at the start, 2.50 at this step, 1.00 at the end'
    """
    return t.gettext("{first} at the start, {now} at this step, {last} at the end").format(
        first=format_value(first), now=format_value(now), last=format_value(last)
    )


def format_value(value: float) -> str:
    """A value as `describe_curve` writes it.

    >>> format_value(4.70588), format_value(12345)
    ('4.71', '12,345')
    """
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def describe_lines(curve: pd.DataFrame, t: Translation) -> str:
    """The chart of two methods in words. curve: the data of `two_lines`.

    >>> curve = pd.DataFrame({"method": ["BPE"] * 2, "size": [7, 10], "value": [3.2, 2.5]})
    >>> describe_lines(curve, Translation())
    'BPE: 3.20 with 7 tokens, 2.50 with 10'
    """
    return t.gettext("; ").join(
        t.gettext("{method}: {first} with {least} tokens, {last} with {most}").format(
            method=method,
            first=format_value(of["value"].iloc[0]),
            last=format_value(of["value"].iloc[-1]),
            least=format_value(int(of["size"].iloc[0])),
            most=format_value(int(of["size"].iloc[-1])),
        )
        for method, of in curve.sort_values("size").groupby("method")
    )


def rank_chart(
    rank_title: str, count_title: str, last: int, least: int, most: int
) -> dict[str, object]:
    """Counts by rank, both logarithmic: in most texts nearly a straight line (Zipf's law).

    The data has the columns of `by_rank`; its counts lie between least and most.

    >>> spec = rank_chart("Rank", "Count", 10, 4, 20)
    >>> spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    [1, 10]
    """
    spec = _ranks(rank_title, count_title)
    return with_domains(spec, x=[1, max(last, 2)], y=[least, max(most, 2 * least)])


@cache
def _ranks(rank_title: str, count_title: str) -> dict[str, object]:
    logarithmic = alt.Scale(type="log", nice=False)
    base = alt.Chart(height=HEIGHT).encode(
        x=alt.X(
            "rank:Q",
            title=rank_title,
            scale=logarithmic,
            axis=alt.Axis(tickCount=4, grid=False),
        ),
        y=alt.Y(
            "count:Q",
            title=count_title,
            scale=logarithmic,
            axis=alt.Axis(tickCount=4),
        ),
        tooltip=[
            alt.Tooltip("rank:Q", title=rank_title),
            alt.Tooltip("count:Q", title=count_title, format=","),
        ],
    )
    line = base.mark_line(strokeWidth=2.5)
    return _without_data(line + current_point(base))


def step_chart(
    step_title: str, value_title: str, last: int, low: float, high: float
) -> dict[str, object]:
    """A line over the steps 0 to last, and a rule with a point at the current step.

    The data has the columns of `over_steps`; its values lie between low and high.

    >>> spec = step_chart("Step", "Tokens per word", 10, 1.0, 3.2)
    >>> spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    [0, 10]
    """
    spec = _steps(step_title, value_title)
    return with_domains(spec, x=[0, max(last, 1)], y=[low, max(high, low + 0.1)])


@cache
def _steps(step_title: str, value_title: str) -> dict[str, object]:
    axis = alt.Axis(tickMinStep=1, grid=False)
    base = _by_step(step_title, value_title, ".3f", axis, alt.Scale(nice=True))
    line = base.mark_line(strokeWidth=2.5, interpolate="step-after")
    across = alt.Chart().encode(x=base.encoding.x).transform_filter(alt.datum.now)
    rule = across.mark_rule(strokeDash=[4, 3], color=MARK, strokeWidth=1.5)
    return _without_data(line + rule + current_point(base))


def _by_step(
    step_title: str, value_title: str, number_format: str, axis: alt.Axis, scale: alt.Scale
) -> alt.Chart:
    return alt.Chart(height=HEIGHT).encode(
        x=alt.X("step:Q", title=step_title, scale=alt.Scale(nice=False), axis=axis),
        y=alt.Y("value:Q", title=value_title, scale=scale),
        tooltip=[
            alt.Tooltip("step:Q", title=step_title),
            alt.Tooltip("value:Q", title=value_title, format=number_format),
        ],
    )


def linear_scale(low: float, high: float) -> alt.Scale:
    """A linear scale from about low to about high, which may be equal.

    >>> linear_scale(2.0, 2.0).to_dict()["domain"]
    [2.0, 2.1]
    """
    return alt.Scale(domain=[low, max(high, low + 0.1)], nice=True, zero=False)


def svg(run: Run, step_title: str, titles: tuple[str, str]) -> bytes:
    """Tokens per word and compression over the steps as one SVG file."""
    pictures = []
    for title, values in zip(titles, (tokens_per_word(run), compression(run)), strict=True):
        spec = step_chart(step_title, title, len(run.merges), min(values), max(values))
        data = over_steps(values, len(run.merges)).to_pylist()
        pictures.append({**spec, "data": {"values": data}, "width": 420})
    whole = {"$schema": pictures[0].get("$schema"), "hconcat": pictures}
    return vl_convert.vegalite_to_svg(whole).encode()


def points(xs: list[int], ys: list[float], now: int) -> pa.Table:
    """The columns step, value and now (whether it is the current step).

    >>> points([0, 2], [80.0, 75.5], now=2).to_pylist()[1]
    {'step': 2, 'value': 75.5, 'now': True}
    """
    return pa.table({"step": xs, "value": ys, "now": [x == now for x in xs]})


def rounds_chart(
    step_title: str, value_title: str, last: int, low: float, high: float
) -> dict[str, object]:
    """A line with a point at each round, the current one marked; the data is of `points`, its
    values between low and high.

    >>> spec = rounds_chart("Step", "Loss", 5, 75.5, 80.0)
    >>> spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    [75.5, 80.0]
    """
    spec = _rounds(step_title, value_title)
    return with_domains(spec, x=[0, max(last, 1)], y=[low, max(high, low + 0.1)])


@cache
def _rounds(step_title: str, value_title: str) -> dict[str, object]:
    axis = alt.Axis(tickMinStep=1, grid=False, format="d")
    base = _by_step(step_title, value_title, ",.4~f", axis, alt.Scale(nice=True, zero=False))
    line = base.mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=30))
    return _without_data(line + current_point(base))


@lru_cache(maxsize=16)
def two_lines(
    size_title: str, value_title: str, sizes: tuple[int, int], values: tuple[float, float]
) -> dict[str, object]:
    """Two methods over vocabulary sizes; the data has the columns size, value and method.

    sizes, values: the least and the greatest.

    >>> spec = two_lines("Size", "Tokens per word", (7, 10), (1.0, 3.2))
    >>> spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    [7, 10]
    """
    base = alt.Chart(height=HEIGHT + 40).encode(
        x=alt.X(
            "size:Q",
            title=size_title,
            axis=alt.Axis(grid=False, tickMinStep=1, format=",d"),
            scale=alt.Scale(type="log", domain=[sizes[0], max(sizes[1], sizes[0] + 1)], nice=False)
            if sizes[1] > 12 * sizes[0]
            else linear_scale(*sizes),
        ),
        y=alt.Y("value:Q", title=value_title, scale=linear_scale(*values)),
        color=alt.Color("method:N", title=None, scale=alt.Scale(range=[LINE, MARK])),
        shape=alt.Shape("method:N", title=None),
        tooltip=[
            alt.Tooltip("method:N", title=" "),
            alt.Tooltip("size:Q", title=size_title),
            alt.Tooltip("value:Q", title=value_title, format=".3f"),
        ],
    )
    return _without_data(base.mark_line(strokeWidth=2.5) + base.mark_point(filled=True, size=55))


@lru_cache(maxsize=16)
def bars(line_title: str, count_title: str, most: int, count: int) -> dict[str, object]:
    """A bar for each line of a text; the data has the columns line and tokens, at most `most`;
    count: how many lines.

    >>> spec = bars("Line", "Tokens", most=9, count=2)
    >>> spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    [0, 9]
    """
    base = alt.Chart(height=34 * count + 40).encode(
        y=alt.Y("line:N", title=None, sort=None, axis=alt.Axis(labelLimit=220)),
        x=alt.X(
            "tokens:Q",
            title=count_title,
            scale=alt.Scale(domain=[0, most]),
            axis=alt.Axis(tickMinStep=1, tickCount=8),
        ),
        tooltip=[
            alt.Tooltip("line:N", title=line_title),
            alt.Tooltip("tokens:Q", title=count_title),
        ],
    )
    bar = base.mark_bar(color=LINE)
    return _without_data(bar + base.mark_text(align="left", dx=4).encode(text="tokens:Q"))
