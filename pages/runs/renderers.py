"""The files that depend on the pages: what draws them on the phones of a class.

Each has what all pages need, because every further request takes long on a slow network.
"""

from collections.abc import Iterable, Mapping

from pages.hosting.files import WRITTEN
from pages.runs.kinds import Kind


def write(kinds: Iterable[type[Kind]], drawers: Mapping[str, str]) -> None:
    """Write the files. drawers: the script of each panel."""
    drawn = [each for each in kinds if each.renderer]
    WRITTEN["renderers.js"] = script(drawn)
    WRITTEN["renderers.css"] = styles(drawn)
    WRITTEN["drawers.js"] = drawing(drawers)


def script(kinds: Iterable[type[Kind]]) -> str:
    """Return a module with the renderer of each kind, by its name.

    >>> class Dots(Kind):
    ...     name, renderer = "dots", "all_dots.js"
    >>> print(script([Dots, Dots]))
    import { dots } from "./all_dots.js";
    export const RENDERERS = { dots };
    <BLANKLINE>
    """
    found = {each.name: each.renderer for each in kinds}
    imports = (f'import {{ {name} }} from "./{file}";\n' for name, file in found.items())
    return f"{''.join(imports)}export const RENDERERS = {{ {', '.join(found)} }};\n"


def drawing(drawers: Mapping[str, str]) -> str:
    """Return a module with the function that draws each panel, by the panel's name.

    >>> print(drawing({"dots": "all_dots.js"}))
    import { draw as dots } from "./all_dots.js";
    export const DRAWERS = { dots };
    <BLANKLINE>
    """
    imports = (f'import {{ draw as {name} }} from "./{file}";\n' for name, file in drawers.items())
    return f"{''.join(imports)}export const DRAWERS = {{ {', '.join(drawers)} }};\n"


def styles(kinds: Iterable[type[Kind]]) -> str:
    r"""Return a style sheet with the styles of all kinds.

    >>> class Dots(Kind):
    ...     styles = ("dots.css",)
    >>> styles([Dots, Dots])
    '@import "./dots.css";\n'
    """
    names = dict.fromkeys(name for each in kinds for name in each.styles)
    return "".join(f'@import "./{name}";\n' for name in names)
