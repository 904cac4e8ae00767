"""The stage's style sheets, each with the sheets that it imports, to save requests.

Comments and indentation are left out, to save bytes.
"""

import re

from pages.hosting.files import text

IMPORT = re.compile(r'^@import "\./([\w.]+)";\n', re.MULTILINE)
ONLY_FOR_READERS = re.compile(r"/\*.*?\*/\n?|^ +", re.DOTALL | re.MULTILINE)


def style_sheet(name: str) -> str:
    """Return a style sheet, with each imported one in place of its `@import`.

    >>> ".color-19" in style_sheet("stage.css"), "@import" in style_sheet("stage.css")
    (True, False)
    """
    return IMPORT.sub(lambda match: style_sheet(match[1]), ONLY_FOR_READERS.sub("", text(name)))
