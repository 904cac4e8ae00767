"""Plots over the steps, with the current step marked.

A chart is built once and kept as its specification; a step changes the data alone.
"""

from functools import lru_cache

import altair as alt
import pandas as pd
import vl_convert

from bpe import Run
from pages.language import Translation

POINTS = 400  # of a line; a longer run is thinned out evenly
HEIGHT = 190
ACCENT = "#d97706"  # of what is where the reader is, or is compared


def over_steps(values: list[float], now: int) -> pd.DataFrame:
    """The columns step, value and now (whether it is the current step), thinned to POINTS."""
    last = len(values) - 1
    stride = max(1, -(-last // POINTS))
    steps = sorted({*range(0, last + 1, stride), last, now})
    return pd.DataFrame(
        {"step": steps, "value": [values[k] for k in steps], "now": [k == now for k in steps]}
    )


def tokens_per_word(run: Run) -> list[float]:
    """For each step the tokens of the corpus per word, both counted with the words' counts."""
    words = sum(run.corpus.counts.values())
    return [total / words for total in run.token_totals] if words else [0.0]


def compression(run: Run) -> list[float]:
    """For each step the characters (under byte level: bytes) per token."""
    characters = run.token_totals[0]
    return [characters / total for total in run.token_totals] if characters else [0.0]


def titles(run: Run, t: Translation) -> tuple[str, str]:
    """What the two curves are called."""
    byte_level = run.corpus.split == "gpt2"
    per_token = t.gettext("Bytes per token") if byte_level else t.gettext("Characters per token")
    return t.gettext("Tokens per word"), per_token


def by_rank(run: Run, now: int) -> pd.DataFrame:
    """The columns rank, count and now of the merges, thinned evenly on a logarithmic scale."""
    last = len(run.merges)
    ranks = sorted({round(last ** (i / 120)) for i in range(121)} | {now} if last else set())
    shown = [rank for rank in ranks if 1 <= rank <= last]
    return pd.DataFrame(
        {
            "rank": shown,
            "count": [run.merges[rank - 1].count for rank in shown],
            "now": [rank == now for rank in shown],
        }
    )


@lru_cache(maxsize=64)
def rank_chart(
    rank_title: str, count_title: str, last: int, least: int, most: int
) -> dict[str, object]:
    """Counts by rank, both logarithmic: in most texts nearly a straight line (Zipf's law).

    The data has the columns of `by_rank`; its counts lie between least and most.
    """

    def logarithmic(low: int, high: int) -> alt.Scale:
        return alt.Scale(type="log", domain=[low, max(high, 2 * low)], nice=False)

    base = alt.Chart(height=HEIGHT).encode(
        x=alt.X(
            "rank:Q",
            title=rank_title,
            scale=logarithmic(1, last),
            axis=alt.Axis(tickCount=4, grid=False),
        ),
        y=alt.Y(
            "count:Q",
            title=count_title,
            scale=logarithmic(least, most),
            axis=alt.Axis(tickCount=4),
        ),
        tooltip=[
            alt.Tooltip("rank:Q", title=rank_title),
            alt.Tooltip("count:Q", title=count_title, format=","),
        ],
    )
    return (base.mark_line(strokeWidth=2.5) + point_here(base)).to_dict()


def point_here(base: alt.Chart) -> alt.Chart:
    """A point where the reader is, for data with the column now."""
    here = base.transform_filter(alt.datum.now)
    return here.mark_point(filled=True, size=90, color=ACCENT, opacity=1)


def along_steps(
    step_title: str, value_title: str, last: int, scale: alt.Scale, value_format: str
) -> alt.Chart:
    """What the charts over steps from 0 to last have in common."""
    return alt.Chart(height=HEIGHT).encode(
        x=alt.X(
            "step:Q",
            title=step_title,
            scale=alt.Scale(domain=[0, max(last, 1)], nice=False),
            axis=alt.Axis(tickMinStep=1, grid=False, format=",d"),
        ),
        y=alt.Y("value:Q", title=value_title, scale=scale),
        tooltip=[
            alt.Tooltip("step:Q", title=step_title),
            alt.Tooltip("value:Q", title=value_title, format=value_format),
        ],
    )


@lru_cache(maxsize=64)
def step_chart(
    step_title: str, value_title: str, last: int, low: float, high: float
) -> dict[str, object]:
    """A line over the steps 0 to last, and a rule with a point where the reader is.

    The data has the columns of `over_steps`; its values lie between low and high.
    """
    base = along_steps(step_title, value_title, last, between(low, high), ".3f")
    line = base.mark_line(strokeWidth=2.5, interpolate="step-after")
    across = alt.Chart().encode(x=base.encoding.x).transform_filter(alt.datum.now)
    rule = across.mark_rule(strokeDash=[4, 3], color=ACCENT, strokeWidth=1.5)
    return (line + rule + point_here(base)).to_dict()


def between(low: float, high: float) -> alt.Scale:
    """A scale from about low to about high, which need not differ."""
    return alt.Scale(domain=[low, max(high, low + 0.1)], nice=True, zero=False)


def svg(run: Run, step_title: str, titles: tuple[str, str]) -> bytes:
    """Tokens per word and compression over the steps as one picture, SVG."""
    pictures = []
    for title, values in zip(titles, (tokens_per_word(run), compression(run)), strict=True):
        spec = step_chart(step_title, title, len(run.merges), min(values), max(values))
        data = {"values": over_steps(values, len(run.merges)).to_dict("records")}
        layers = [{**layer, "data": data} for layer in spec["layer"]]
        pictures.append({"layer": layers, "height": HEIGHT, "width": 420})
    whole = {"$schema": spec["$schema"], "hconcat": pictures}
    return vl_convert.vegalite_to_svg(whole).encode()


def points(xs: list[int], ys: list[float], now: int) -> pd.DataFrame:
    """The columns step, value and now (whether it is the current step)."""
    return pd.DataFrame({"step": xs, "value": ys, "now": [x == now for x in xs]})


@lru_cache(maxsize=64)
def rounds_chart(
    step_title: str, value_title: str, last: int, low: float, high: float
) -> dict[str, object]:
    """A line with a point at each round, the current one marked; the data is of `points`, its
    values between low and high.
    """
    base = along_steps(step_title, value_title, last, between(low, high), ",.4~f")
    line = base.mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=30))
    return (line + point_here(base)).to_dict()


@lru_cache(maxsize=16)
def two_lines(
    size_title: str, value_title: str, sizes: tuple[int, int], values: tuple[float, float]
) -> dict[str, object]:
    """Two methods over vocabulary sizes; the data has the columns size, value and method.

    sizes, values: the least and the greatest.
    """
    base = alt.Chart(height=HEIGHT + 40).encode(
        x=alt.X(
            "size:Q",
            title=size_title,
            axis=alt.Axis(grid=False, tickMinStep=1, format=",d"),
            scale=alt.Scale(type="log", domain=[sizes[0], max(sizes[1], sizes[0] + 1)], nice=False)
            if sizes[1] > 12 * sizes[0]
            else between(*sizes),
        ),
        y=alt.Y("value:Q", title=value_title, scale=between(*values)),
        color=alt.Color("method:N", title=None, scale=alt.Scale(range=["#4f46e5", ACCENT])),
        shape=alt.Shape("method:N", title=None),
        tooltip=[
            alt.Tooltip("method:N", title=" "),
            alt.Tooltip("size:Q", title=size_title),
            alt.Tooltip("value:Q", title=value_title, format=".3f"),
        ],
    )
    return (base.mark_line(strokeWidth=2.5) + base.mark_point(filled=True, size=55)).to_dict()


@lru_cache(maxsize=16)
def bars(line_title: str, count_title: str, most: int, count: int) -> dict[str, object]:
    """A bar for each line of a text; the data has the columns line and tokens, at most `most`;
    count: how many lines.
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
    bar = base.mark_bar(color="#4f46e5")
    return (bar + base.mark_text(align="left", dx=4).encode(text="tokens:Q")).to_dict()
