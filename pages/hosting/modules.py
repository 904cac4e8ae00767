"""The stage's JavaScript modules, each with all modules that it imports, as one script.

The browser then needs one request instead of one for each import, which matters on a slow network.
"""

import re
from functools import cache

from pages.hosting.components import VERSION
from pages.hosting.files import text as file_text

IMPORT = re.compile(
    r'^import (?:\{\s(?P<names>[^}]+?),?\s\}|\* as (?P<all>\w+)) from "\./(?P<file>[^"]+)";$',
    re.MULTILINE,
)
# Comments with types, on lines of their own: nearly a quarter of what a browser would load.
COMMENT = re.compile(r"^[ ]*/\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (\w+|\{[^}]*\}))", re.MULTILINE
)


def browser_module(name: str) -> str:
    """Return a module with everything that it imports, and with the same exports.

    Several such files can contain the same module. It is run once, because all files of a version
    keep their modules in one global object. Dynamic imports stay: they load another such file.

    >>> browser_module("dom.js").splitlines()[-1][:14]
    'export const {'
    """
    return (
        f'const modules = (globalThis["merge-by-merge {VERSION}"] ??= {{}});\n'
        + "".join(f"modules[{each!r}] ??= {as_function(each)};\n" for each in with_imports(name))
        + f"export const {{ {exports(name)} }} = modules[{name!r}];\n"
    )


def plain_script(name: str) -> str:
    """Return a module with everything that it imports as a script that exports nothing.

    >>> plain_script("dom.js").startswith("const modules = {};")
    True
    """
    functions = (f"modules[{each!r}] = {as_function(each)};\n" for each in with_imports(name))
    return "const modules = {};\n" + "".join(functions)


@cache
def with_imports(name: str) -> tuple[str, ...]:
    """Return the names of a module and of all that it imports, the imported ones first.

    >>> with_imports("copy_button.js")
    ('dom.js', 'copy_button.js')
    """
    found: dict[str, None] = {}
    for match in IMPORT.finditer(file_text(name)):
        found |= dict.fromkeys(with_imports(match["file"]))
    return (*found, name)


@cache
def as_function(name: str) -> str:
    """Return a module as the call of a function that returns its exports."""
    text = EXPORT.sub("", IMPORT.sub(take, COMMENT.sub("", file_text(name))))
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE), name
    return f"(() => {{\n{text}return {{ {exports(name)} }};\n}})()"


def take(match: re.Match[str]) -> str:
    """Return the statement that replaces an import."""
    target = match["all"] or "{ " + match["names"].replace(" as ", ": ") + " }"
    return f"const {target} = modules[{match['file']!r}];"


def exports(name: str) -> str:
    """Return the names of a module's exports, separated by commas.

    >>> exports("panel.js")
    'loadStyles, panel'
    """
    found = EXPORT.findall(file_text(name))
    return ", ".join(each.strip("{} ") for each in found)
