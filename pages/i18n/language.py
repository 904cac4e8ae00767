"""The languages of the page, and their catalogues.

The result is handed on as an argument, never kept at module level: each session has its own.
"""

import gettext
from functools import cache
from pathlib import Path

# code in the address and in HTML -> the language's own name
LANGUAGES = {"en": "English", "zh-Hant": "繁體中文", "ko": "한국어"}
FOLDER = Path(__file__).parents[1] / "translations"

Translation = gettext.NullTranslations


def preferred(locale: str | None) -> str:
    """The language for a browser's locale: English where there is no catalogue for it.

    >>> preferred("zh-TW"), preferred("ko-KR"), preferred("fr"), preferred(None)
    ('zh-Hant', 'ko', 'en', 'en')
    """
    by_start = {"zh": "zh-Hant", "ko": "ko"}
    return by_start.get((locale or "").lower().partition("-")[0], "en")


@cache
def translation(lang: str) -> Translation:
    """The catalogue of a language; English is the source and needs none."""
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("messages", FOLDER, [lang.replace("-", "_")])
