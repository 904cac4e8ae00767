"""The languages of the page, and their message catalogs.

Functions pass a translation on as an argument, because each session has its own language.
"""

import gettext
from functools import cache
from pathlib import Path

# code in URLs and HTML -> the language's own name
LANGUAGES = {"en": "English", "zh-Hant": "繁體中文", "ko": "한국어"}
FOLDER = Path(__file__).parents[1] / "translations"

Translation = gettext.NullTranslations


def preferred_language(locale: str | None) -> str:
    """Return the language for a browser's locale: English if there is no catalog for it.

    >>> [preferred_language(locale) for locale in ("zh-TW", "ko-KR", "fr", None)]
    ['zh-Hant', 'ko', 'en', 'en']
    """
    by_start = {"zh": "zh-Hant", "ko": "ko"}
    return by_start.get((locale or "").lower().partition("-")[0], "en")


@cache
def translation(lang: str) -> Translation:
    """Return the catalog of a language. English is the source and has none.

    >>> translation("ko").gettext("Close")
    '닫기'
    """
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("messages", FOLDER, [lang.replace("-", "_")])
