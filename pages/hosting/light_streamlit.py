"""Keeps Streamlit from loading pandas, NumPy and Pillow for pages that do not need them.

They take 80 MB of each process, and a third of a second of its first page.
"""

import base64
from functools import cache
from pathlib import Path

from streamlit.commands import logo, page_config
from streamlit.components.v2.bidi_component import serialization


def install() -> None:
    """Replace what looks for data frames in the data of components, and for kinds of images.

    The data of our components are JSON, and our images are SVG files.
    """
    serialization.is_dataframe_like = lambda obj: False  # type: ignore[attr-defined]
    for module in (logo, page_config):
        module.image_to_url = url_of_svg  # type: ignore[attr-defined]


def url_of_svg(image: str | Path, **options: object) -> str:
    """Return the data URL of an SVG file. options: what Streamlit wants to know of other images."""
    return data_url(Path(image))


@cache
def data_url(svg: Path) -> str:
    """Return an SVG file as a data URL.

    >>> data_url(Path(__file__).parents[1] / "stage" / "icon.svg")[:32]
    'data:image/svg+xml;base64,PHN2Zy'
    """
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.read_bytes()).decode()}"
