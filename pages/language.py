"""The languages of the page, and their catalogues.

The result is handed on as an argument, never kept at module level: each session has its own.
"""

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English"}  # code in the address and in HTML -> the language's own name
FOLDER = Path(__file__).parent / "translations"

Translation = gettext.NullTranslations


@cache
def translation(lang: str) -> Translation:
    """The catalogue of a language; English is the source and needs none."""
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("messages", FOLDER, [lang.replace("-", "_")])
