"""The stage's modules and styles for a single HTML file: one script and one style sheet."""

import re
from functools import cache

from pages.hosting.modules import plain_script
from pages.hosting.styles import style_sheet
from pages.hosting.theme import color_styles


@cache
def styles() -> str:
    """Return the colors of the light and the dark theme, then the styles of stage and report.

    >>> styles().partition(" ")[0]
    ':root'
    """
    names = ("stage.css", "report.css")
    return "\n".join((color_styles(":root"), *map(style_sheet, names)))


@cache
def bundle(start: str = "report.js") -> str:
    """Return a module and all modules that it imports as one script.

    >>> bundle("dom.js").startswith("const modules = {};")
    True
    """
    script = plain_script(start)
    assert not re.search(r"</script|<!--", script)
    return script
