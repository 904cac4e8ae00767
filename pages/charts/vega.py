"""A chart as SVG, by Altair and Vega.

Importing this module loads Altair, and drawing loads a JavaScript engine: together about 120 MB.
Only `worker` imports it.

Colors are CSS variables or the color of the text, and the font is the page's. So one picture
serves the light theme, the dark theme and the printer.
"""

import re
from typing import Any

import altair as alt
import vl_convert

from pages.charts.chart import TICKS, Axis, BarChart, Chart, LineChart, log_ticks

LINE, MARK, GRID = "var(--chart-line)", "var(--chart-mark)", "var(--chart-grid)"
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
    drawn = line_chart(chart) if isinstance(chart, LineChart) else bar_chart(chart)
    spec = drawn.to_dict() | {"autosize": {"type": "none"}, "config": STYLE}
    plot = chart.plot
    spec["padding"] = {
        "left": plot.left,
        "top": plot.top,
        "right": plot.right,
        "bottom": plot.bottom,
    }
    picture: str = vl_convert.vegalite_to_svg(spec)
    return picture


def scale(axis: Axis) -> alt.Scale:
    """The scale of an axis, which begins and ends exactly where the axis does."""
    return alt.Scale(
        type="log" if axis.log else "linear", domain=[axis.low, axis.high], nice=False, zero=False
    )


def line_chart(chart: LineChart) -> alt.LayerChart:
    """A chart with lines as Altair draws it."""
    x, y, plot = chart.x, chart.y, chart.plot
    several = len(chart.lines) > 1
    rows = [{"x": x, "y": y, "name": line.name} for line in chart.lines for x, y in line.points]
    head = alt.Title(chart.title) if chart.title else alt.Undefined
    color, shape = alt.value(LINE), alt.value("circle")
    if several:
        names = [line.name for line in chart.lines]
        legend = alt.Legend(
            title=None, orient="none", direction="horizontal", legendX=0, legendY=-26
        )
        color = alt.Color(
            "name:N", scale=alt.Scale(domain=names, range=[LINE, MARK]), legend=legend
        )
        shape = alt.Shape("name:N", scale=alt.Scale(domain=names), legend=legend)
    whole = {"tickMinStep": 1, "format": ",d"}
    x_ticks = {"values": log_ticks(x)} if x.log else {"tickCount": 6}
    y_ticks = {"values": log_ticks(y)} if y.log else {"tickCount": TICKS}
    base = alt.Chart(
        alt.Data(values=rows), width=plot.width, height=plot.height, title=head
    ).encode(
        x=alt.X(
            "x:Q",
            title=x.title,
            scale=scale(x),
            axis=alt.Axis(
                grid=False,
                labelFlush=True,
                labelOverlap="greedy",
                **x_ticks,
                **(whole if x.integers else {}),
            ),
        ),
        y=alt.Y(
            "y:Q",
            title=None,
            scale=scale(y),
            axis=alt.Axis(
                ticks=False,
                domain=False,
                labelPadding=6,
                **y_ticks,
                **({"format": "~s"} if y.log or y.high >= WIDE else whole if y.integers else {}),
            ),
        ),
        color=color,
    )
    path = base.mark_line(
        strokeWidth=2.5, interpolate="step-after" if chart.shape == "stairs" else "linear"
    )
    if chart.shape == "dots":
        return path + base.mark_point(filled=True, size=45, opacity=1).encode(shape=shape)
    return alt.layer(path)


def bar_chart(chart: BarChart) -> alt.LayerChart:
    """A chart with bars as Altair draws it. Labels are data: Vega escapes them."""
    rows = [
        {"i": i, "label": FORBIDDEN.sub("\ufffd", label), "value": value}
        for i, (label, value) in enumerate(chart.bars)
    ]
    most = max((value for _, value in chart.bars), default=0)
    base = alt.Chart(
        alt.Data(values=rows), width=chart.plot.width, height=chart.plot.height
    ).encode(
        y=alt.Y("i:O", title=None, axis=None),
        x=alt.X(
            "value:Q",
            title=chart.title,
            scale=alt.Scale(domain=[0, max(most, 1)], nice=False),
            axis=alt.Axis(tickMinStep=1, tickCount=6, format=",d"),
        ),
    )
    text: dict[str, Any] = {"color": TEXT, "fontSize": 13, "baseline": "middle"}
    return (
        base.mark_bar(color=LINE)
        + base.mark_text(align="left", dx=5, **text).encode(text=alt.Text("value:Q", format=","))
        + base.mark_text(align="right", dx=-8, **text).encode(x=alt.value(0), text="label:N")
    )
