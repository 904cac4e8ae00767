"""The colors of Streamlit's theme, for pages on which Streamlit does not run."""

import tomllib
from functools import cache
from pathlib import Path

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
COLORS = {  # option of Streamlit's theme -> CSS variable that Streamlit makes of it
    "primaryColor": "--st-primary-color",
    "backgroundColor": "--st-background-color",
    "secondaryBackgroundColor": "--st-secondary-background-color",
    "textColor": "--st-text-color",
}


@cache
def color_styles(selector: str) -> str:
    """Return the CSS that gives an element the theme's colors, light or dark as the reader prefers.

    >>> color_styles(":root").partition(" ")[0]
    ':root'
    """
    theme = tomllib.loads(CONFIG.read_text())["theme"]

    def colors(scheme: str) -> str:
        return "".join(f"{name}: {theme[scheme][key]}; " for key, name in COLORS.items())

    return (
        f"{selector} {{ {colors('light')}}}\n"
        f"@media (prefers-color-scheme: dark) {{ {selector} {{ {colors('dark')}}} }}"
    )
