"""A chart of time and memory by corpus size and by distinct words."""

from pathlib import Path
from typing import Any

import altair as alt

Rows = list[dict[str, Any]]
INK, FAINT = "#1f2933", "#e4e7eb"
COLORS = {
    "Merge by Merge": "#c2410c",
    "tokenizers": "#1d4ed8",
    "rustbpe": "#047857",
    "sentencepiece": "#7c3aed",
}
ACROSS = {"MB": "size of the text (MB)", "words": "distinct words"}
UP = {"seconds": "time to train (s)", "memory": "peak memory above the text (MB)"}


def separate_labels(values: dict[str, float], ratio: float) -> dict[str, float]:
    """The positions of labels on a logarithmic axis, moved so that none overlap.

    >>> separate_labels({"one": 1.0, "nearly": 1.1, "far": 9.0}, ratio=1.5)
    {'one': 1.0, 'nearly': 1.5, 'far': 9.0}
    """
    places: dict[str, float] = {}
    least = 0.0
    for name in sorted(values, key=values.__getitem__):
        places[name] = max(values[name], least)
        least = places[name] * ratio
    return places


def ticks(least: float, most: float) -> list[float]:
    """Ticks 1, 3, 10, 30, ... that include the least and the greatest value.

    >>> ticks(0.2, 25)
    [0.1, 0.3, 1, 3, 10, 30]
    """
    every = [
        digit * 10**power if power >= 0 else digit / 10**-power
        for power in range(-6, 7)
        for digit in (1, 3)
    ]
    first = max(value for value in every if value <= least)
    last = min(value for value in every if value >= most)
    return [value for value in every if first <= value <= last]


def plot(rows: Rows) -> alt.Chart:
    """An empty chart of rows. Altair takes them without Pandas, which takes a second to load."""
    return alt.Chart(alt.InlineData(values=rows))


def names(rows: Rows, x: str, y: str) -> alt.Chart:
    """The trainer names at the ends of their curves."""
    end, values = max(row[x] for row in rows), [row[y] for row in rows]
    ends = {row["trainer"]: row for row in rows if row[x] == end}
    ratio = (max(values) / min(values)) ** 0.07
    places = separate_labels({name: row[y] for name, row in ends.items()}, ratio)
    return (
        plot([row | {"place": places[name]} for name, row in ends.items()])
        .mark_text(align="left", dx=9, fontSize=12, fontWeight=600, clip=False)
        .encode(x=f"{x}:Q", y="place:Q", text="trainer:N", color="trainer:N")
    )


def panel(rows: Rows, x: str, y: str) -> alt.LayerChart:
    """One labeled curve per trainer."""
    values = [row[y] for row in rows]
    across, up = sorted({row[x] for row in rows}), ticks(min(values), max(values))
    room = (across[-1] / across[0]) ** 0.45  # for the names
    curves = (
        plot(rows)
        .mark_line(point=alt.OverlayMarkDef(size=36), strokeWidth=2)
        .encode(
            x=alt.X(
                f"{x}:Q",
                title=ACROSS[x],
                scale=alt.Scale(type="log", domain=[across[0], across[-1] * room], nice=False),
                axis=alt.Axis(
                    values=across, labelFlush=False, format=".2s" if x == "words" else "~g"
                ),
            ),
            y=alt.Y(
                f"{y}:Q",
                title=UP[y],
                scale=alt.Scale(type="log", domain=[up[0], up[-1]], nice=False),
                axis=alt.Axis(values=up, format="~g"),
            ),
            color=alt.Color(
                "trainer:N",
                legend=None,
                scale=alt.Scale(domain=list(COLORS), range=list(COLORS.values())),
            ),
        )
    )
    return alt.layer(curves, names(rows, x, y)).properties(width=380, height=260)


def picture(rows: list[dict[str, object]], vocab_size: int) -> alt.VConcatChart:
    """The chart of rows with trainer, MB, words, seconds and memory. Memory is optional."""
    known = [y for y in UP if all(row[y] is not None for row in rows)]
    lines = [alt.hconcat(*(panel(rows, x, y) for x in ACROSS), spacing=32) for y in known]
    title = alt.TitleParams(
        f"Training BPE to a vocabulary of {vocab_size:,}",
        subtitle="Medians of one run, trainers take turns; both axes are logarithmic",
        anchor="start",
        fontSize=18,
        subtitleFontSize=13,
        offset=16,
    )
    return (
        alt.vconcat(*lines, title=title, background="white", padding=16, spacing=24)
        .configure(font="sans-serif")
        .configure_axis(
            labelColor=INK, titleColor=INK, gridColor=FAINT, labelFontSize=12, titleFontSize=13
        )
        .configure_view(stroke=None)
    )


def draw(rows: list[dict[str, object]], vocab_size: int, path: Path) -> None:
    """Save the chart; the file extension selects the format."""
    picture(rows, vocab_size).save(str(path))
