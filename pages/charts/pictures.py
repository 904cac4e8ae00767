"""Charts that no step changes, each drawn once for everybody."""

from pages.charts.chart import Chart
from pages.charts.renderer import RENDERER
from pages.jobs.helper_process import Unavailable
from pages.resources.cache import SingleFlightCache

PICTURES: SingleFlightCache[str] = SingleFlightCache(4_000_000, len)  # characters


def picture(chart: Chart) -> str:
    """Return a chart as SVG; empty if it cannot be drawn now, because many others are.

    >>> from pages.charts.chart import BarChart
    >>> picture(BarChart("Tokens", (("hug", 1),)))[:4]
    '<svg'
    """
    try:
        return PICTURES.get(chart, lambda: RENDERER.render([chart])[0])
    except Unavailable:
        return ""
