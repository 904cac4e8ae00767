"""The stage's modules and styles for a single HTML file: one script and one style sheet."""

import re
import tomllib
from functools import cache

from pages.server.components import FOLDER
from pages.server.modules import plain_script

THEME = FOLDER.parents[1] / ".streamlit" / "config.toml"
COLORS = {  # option of Streamlit's theme -> CSS variable of the stage
    "primaryColor": "--st-primary-color",
    "backgroundColor": "--st-background-color",
    "secondaryBackgroundColor": "--st-secondary-background-color",
    "textColor": "--st-text-color",
}


@cache
def styles() -> str:
    """Return the colors of the light and the dark theme, then the styles of stage and report.

    >>> styles().partition(" ")[0]
    ':root'
    """
    theme = tomllib.loads(THEME.read_text())["theme"]

    def colors(scheme: str) -> str:
        return "".join(f"{name}: {theme[scheme][key]}; " for key, name in COLORS.items())

    return "\n".join(
        (
            f":root {{ {colors('light')}}}",
            f"@media (prefers-color-scheme: dark) {{ :root {{ {colors('dark')}}} }}",
            *((FOLDER / name).read_text() for name in ("stage.css", "layouts.css", "report.css")),
        )
    )


@cache
def bundle(start: str = "report.js") -> str:
    """Return a module and all modules that it imports as one script.

    >>> bundle("dom.js").startswith("const modules = {};")
    True
    """
    script = plain_script(start)
    assert not re.search(r"</script|<!--", script)
    return script
