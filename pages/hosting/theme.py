"""The colors of Streamlit's theme, for pages on which Streamlit does not run."""

from functools import cache

from pages.hosting.options import THEME

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

    def colors(scheme: str) -> str:
        return "".join(f"{name}: {THEME[scheme][key]}; " for key, name in COLORS.items())

    return (
        f"{selector} {{ {colors('light')}}}\n"
        f"@media (prefers-color-scheme: dark) {{ {selector} {{ {colors('dark')}}} }}"
    )
