"""Pages that do not load pandas, NumPy and Pillow, because they do not need them."""

import base64
from functools import cache
from pathlib import Path

from pages.hosting.streamlit_patches.improvements import improvement, replace


# Without it, the first page takes 6 times as long, and the process 80 MB more.
@improvement("components without pandas", written_for="1.67")
def load_no_pandas() -> None:
    """Look for no data frames in the data of components: ours are JSON."""
    from streamlit.components.v2.bidi_component import serialization

    user = "_extract_dataframes_from_dict"
    replace(serialization, "is_dataframe_like", lambda obj: False, user)


# Without it, the first page takes 3.5 times as long, and the process 13 MB more.
@improvement("icon and logo without NumPy and Pillow", written_for="1.67")
def load_no_pillow() -> None:
    """Make URLs of SVG files, as our icon and logo are, without what is for other images."""
    from streamlit.commands import logo, page_config

    for module, user in ((logo, "_process_logo_image"), (page_config, "_get_favicon_string")):
        replace(module, "image_to_url", url_of_svg, user)


def url_of_svg(image: str | Path, *_: object, **options: object) -> str:
    """Return the data URL of an SVG file. options: what Streamlit wants to know of other images."""
    return data_url(Path(image))


@cache
def data_url(svg: Path) -> str:
    """Return an SVG file as a data URL.

    >>> data_url(Path(__file__).parents[2] / "stage" / "icon.svg")[:32]
    'data:image/svg+xml;base64,PHN2Zy'
    """
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.read_bytes()).decode()}"
