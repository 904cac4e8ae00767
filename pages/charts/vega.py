"""A chart as SVG, by Altair and Vega.

Importing this module loads Altair, and drawing loads a JavaScript engine: together about 120 MB.
Only `worker` imports it.

Colors are CSS variables or the color of the text, and the font is the page's. So one picture
serves the light theme, the dark theme and the printer.
"""

import re
from typing import Any, Literal

import altair as alt
import vl_convert

from pages.charts.chart import TICKS, Axis, BarChart, Chart, LineChart, log_ticks

LINE, MARK, GRID = "var(--chart-line)", "var(--chart-mark)", "var(--chart-grid)"
BARS = [f"var(--chart-bar-{i})" for i in range(4)]
TEXT = "currentColor"
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML
WIDE = 10_000  # is written as 10k, because the margin has space for five characters
STYLE: dict[str, Any] = {
    "background": None,
    "font": "inherit",
    "view": {"stroke": None},
    "mark": {"aria": False},
    "axis": {
        "aria": False,
        "domainColor": GRID,
        "gridColor": GRID,
        "tickColor": GRID,
        "labelColor": TEXT,
        "labelFontSize": 13,
        "titleColor": TEXT,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
    },
    "legend": {"aria": False, "labelColor": TEXT, "labelFontSize": 13, "titleColor": TEXT},
    "title": {"aria": False, "color": TEXT, "fontSize": 14, "anchor": "start"},
}


def svg(chart: Chart) -> str:
    """The picture of a chart.

    >>> from pages.charts.chart import Line
    >>> line = Line(((0, 3.0), (1, 2.5)))
    >>> svg(LineChart(Axis("Step", 0, 1), Axis("Loss", 2, 3), (line,)))[:4]
    '<svg'
    """
    plot = chart.plot
    drawn = lines(chart) if isinstance(chart, LineChart) else bars(chart)
    spec = drawn.properties(width=plot.width, height=plot.height).to_dict()
    spec |= {"autosize": {"type": "none"}, "config": STYLE}
    spec["padding"] = {
        "left": plot.left,
        "top": plot.top,
        "right": plot.right,
        "bottom": plot.bottom,
    }
    picture: str = vl_convert.vegalite_to_svg(spec)
    return picture


def rows(chart: Chart) -> list[dict[str, object]]:
    """The data of a chart. Labels are data, so Vega escapes them.

    >>> rows(BarChart("Tokens", (("hug", 3),)))
    [{'i': 0, 'label': 'hug', 'value': 3, 'color': 0}]
    """
    if isinstance(chart, LineChart):
        return [{"x": x, "y": y, "name": line.name} for line in chart.lines for x, y in line.points]
    return [
        {
            "i": i,
            "label": FORBIDDEN.sub("\ufffd", label),
            "value": value,
            "color": i % chart.colors,
        }
        for i, (label, value) in enumerate(chart.bars)
    ]


def lines(chart: LineChart) -> alt.LayerChart:
    """A chart with lines as Altair draws it."""
    head = alt.Title(chart.title) if chart.title else alt.Undefined
    base = alt.Chart(alt.InlineData(rows(chart)), title=head).encode(
        x=x_axis(chart.x), y=y_axis(chart.y), color=alt.value(LINE)
    )
    points: dict[str, Any] = {"filled": True, "size": 45, "opacity": 1}
    if len(chart.lines) > 1:
        names = [line.name for line in chart.lines]
        legend = alt.Legend(
            title=None, orient="none", direction="horizontal", legendX=0, legendY=-26
        )
        colors = alt.Scale(domain=names, range=[LINE, MARK])
        base = base.encode(
            color=alt.Color("name:N", scale=colors, legend=legend),
            shape=alt.Shape("name:N", scale=alt.Scale(domain=names), legend=legend),
        )
    else:
        points["shape"] = "circle"
    corners: Literal["step-after", "linear"]
    corners = "step-after" if chart.shape == "stairs" else "linear"
    layers = [base.mark_line(strokeWidth=2.5, interpolate=corners)]
    if chart.shape == "dots":
        layers.append(base.mark_point(**points))
    return layered(layers)


def x_axis(axis: Axis) -> alt.X:
    """The horizontal axis as Altair draws it."""
    options: dict[str, Any] = ticks(axis, 6)
    if axis.integers:
        options |= {"tickMinStep": 1, "format": ",d"}
    shown = alt.Axis(grid=False, labelFlush=True, labelOverlap="greedy", **options)
    return alt.X("x:Q", title=axis.title or None, scale=scale(axis), axis=shown)


def y_axis(axis: Axis) -> alt.Y:
    """The vertical axis as Altair draws it. Its title is the chart's."""
    options: dict[str, Any] = ticks(axis, TICKS)
    if axis.log or axis.high >= WIDE:
        options |= {"format": "~s"}
    elif axis.integers:
        options |= {"tickMinStep": 1, "format": ",d"}
    shown = alt.Axis(ticks=False, domain=False, labelPadding=6, **options)
    return alt.Y("y:Q", title=None, scale=scale(axis), axis=shown)


def ticks(axis: Axis, count: int) -> dict[str, object]:
    """Where an axis has ticks: about `count`, if it is linear.

    >>> ticks(Axis("Rank", 1, 100, log=True), 6)
    {'values': [1, 10, 100]}
    """
    return {"values": log_ticks(axis)} if axis.log else {"tickCount": count}


def scale(axis: Axis) -> alt.Scale:
    """The scale of an axis, which begins and ends exactly where the axis does."""
    return alt.Scale(
        type="log" if axis.log else "linear", domain=[axis.low, axis.high], nice=False, zero=False
    )


def bars(chart: BarChart) -> alt.LayerChart:
    """A chart with bars as Altair draws it."""
    most = max((value for _, value in chart.bars), default=0)
    is_whole = all(isinstance(value, int) for _, value in chart.bars)
    ticks = {"tickMinStep": 1, "format": ",d"} if is_whole else {"format": ",~g"}
    base = alt.Chart(alt.InlineData(rows(chart))).encode(
        y=alt.Y("i:O", title=None, axis=None),
        x=alt.X(
            "value:Q",
            title=chart.title or None,
            scale=alt.Scale(domain=[0, max(most, 1)], nice=False),
            axis=alt.Axis(tickCount=6, **ticks),
        ),
    )
    text: dict[str, Any] = {"color": TEXT, "fontSize": 13, "baseline": "middle"}
    value = base.mark_text(align="left", dx=5, **text).encode(
        text=alt.Text("value:Q", format="," if is_whole else ",.2f")
    )
    label = base.mark_text(align="right", dx=-8, **text).encode(x=alt.value(0), text="label:N")
    shown = base.mark_bar(color=LINE)
    if chart.colors > 1:
        scale = alt.Scale(domain=list(range(chart.colors)), range=BARS[: chart.colors])
        shown = shown.encode(color=alt.Color("color:N", scale=scale, legend=None))
    return layered([shown, value, label])


def layered(layers: list[alt.Chart]) -> alt.LayerChart:
    """Charts on top of each other."""
    chart = alt.layer(*layers)
    assert isinstance(chart, alt.LayerChart)  # no layer is a facet
    return chart
