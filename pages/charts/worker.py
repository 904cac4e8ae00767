"""A process that draws charts, so that the server needs no memory for Altair and Vega.

    python -m pages.charts.worker

Only `pages.charts.renderer` starts it. It reads lists of charts from its standard input, each as
one line of JSON, and answers each with a line: the list of their pictures. It ends with its input.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pages.charts.chart import Axis, BarChart, Chart, Line, LineChart
from pages.jobs.helper_loop import answer_lines

# Bytes of data. Vega's JavaScript engine takes half of it without using it.
MAX_MEMORY = 1_200_000_000
MAX_SECONDS = 60  # for one request


def dump(charts: Sequence[Chart]) -> bytes:
    r"""A request: the charts as one line of JSON.

    >>> dump([BarChart("Tokens", (("hug", 3),))])
    b'[{"title": "Tokens", "bars": [["hug", 3]], "colors": 1}]\n'
    """
    return json.dumps([asdict(chart) for chart in charts]).encode() + b"\n"


def load(request: bytes) -> list[Chart]:
    """The charts of a request.

    >>> chart = BarChart("Tokens", (("hug", 3),))
    >>> load(dump([chart])) == [chart]
    True
    """
    return [chart_of(fields) for fields in json.loads(request)]


def chart_of(fields: dict[str, Any]) -> Chart:
    """The chart with these fields."""
    if "bars" in fields:
        bars = tuple((label, value) for label, value in fields["bars"])
        return BarChart(fields["title"], bars, fields["colors"])
    lines = tuple(
        Line(tuple((x, y) for x, y in line["points"]), line["name"]) for line in fields["lines"]
    )
    x, y = Axis(**fields["x"]), Axis(**fields["y"])
    return LineChart(x, y, lines, fields["shape"], fields["title"])


def main() -> None:
    """Answer requests until the end of the input."""
    from pages.charts import vega

    def draw(request: bytes) -> list[bytes]:
        return [json.dumps([vega.svg(chart) for chart in load(request)]).encode()]

    answer_lines(draw, MAX_MEMORY, MAX_SECONDS)


if __name__ == "__main__":
    main()
