"""Records of charts for the stage: the picture, where its plot is, and a curve in words."""

from pages.charts.chart import Axis, Line, LineChart, Point, thin
from pages.charts.renderer import RENDERER
from pages.stage.chart_types import (
    AxisData,
    ChartPoint,
    ChartsRecord,
    ChartValue,
    PictureData,
    PlotArea,
)
from pages.translations.language import Translation


def charts_record(
    charts: list[LineChart], values: list[list[Point]], t: Translation
) -> ChartsRecord:
    """The record "charts" of a run. values: the points of each chart, also those left out."""
    pictures = RENDERER.render(charts)
    return {
        "charts": [
            {
                "svg": svg,
                "plot": PlotArea(*chart.plot.fractions),
                "x": axis_record(chart.x),
                "y": axis_record(chart.y),
                "caption": describe_curve(points[0][1], None, points[-1][1], t),
                "points": sorted(
                    ChartPoint(x, round(y, 4)) for line in chart.lines for x, y in line.points
                ),
                "digits": 2 if isinstance(points[0][1], float) else 0,
            }
            for chart, svg, points in zip(charts, pictures, values, strict=True)
        ]
    }


def picture_record(title: str, svg: str, notes: list[str]) -> PictureData:
    """A chart that no step changes, for static_tables.js. notes: what it shows, in words."""
    return {"title": title, "svg": svg, "notes": notes}


def axis_record(axis: Axis) -> AxisData:
    """The ends of an axis, and whether it is logarithmic."""
    return AxisData(axis.low, axis.high, axis.log)


def curve_chart(x: Axis, y: Axis, points: list[Point], shape: str, title: str = "") -> LineChart:
    """A chart of one curve, with the points that make a visible difference.

    >>> axes = Axis("Step", 0, 1), Axis("Loss", 2, 3)
    >>> curve_chart(*axes, [(0, 3.0), (1, 2.5)], "dots").lines[0].points
    ((0, 3.0), (1, 2.5))
    """
    return LineChart(x, y, (Line(thin(points, x.log)),), shape, title)


def value_record(value: float | None, text: str) -> ChartValue:
    """A chart's value at a step. value: None if the step has no point.

    >>> value_record(2.123456789, "2.12")
    ChartValue(value=2.1235, text='2.12')
    """
    return ChartValue(None if value is None else round(value, 4), text)


def describe_curve(first: float, now: float | None, last: float, t: Translation) -> str:
    """A curve in words: its first, current and last value. now: None leaves {now} to be filled in.

    >>> describe_curve(3.2, 2.5, 1.0, Translation())
    '3.20 at the start, 2.50 at this step, 1.00 at the end'
    """
    return t.gettext("{first} at the start, {now} at this step, {last} at the end").format(
        first=format_value(first),
        now="{now}" if now is None else format_value(now),
        last=format_value(last),
    )


def format_value(value: float) -> str:
    """A value as `describe_curve` writes it.

    >>> format_value(4.70588), format_value(12345)
    ('4.71', '12,345')
    """
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
