"""The languages of the page, and their message catalogs.

Functions pass a translation on as an argument, because each session has its own language.
"""

import gettext
import re
from functools import cache
from pathlib import Path

# code in URLs and HTML -> the language's own name
LANGUAGES = {"en": "English", "zh-Hant": "繁體中文", "ko": "한국어"}
# first part of a language tag -> our nearest language, whatever the region or script
NEAREST = {"en": "en", "zh": "zh-Hant", "ko": "ko"}
LANGUAGE_TAG = re.compile("[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}")
FOLDER = Path(__file__).parents[1] / "translations"

Translation = gettext.NullTranslations


def known_language(tag: str) -> str:
    """Return the nearest language for a language tag, in upper or lower case; "" if there is none.

    A reader of simplified Chinese gets traditional Chinese, not English.

    >>> [known_language(tag) for tag in ("zh-TW", "ZH_hk", "zh-Hans-CN", "ko-KR", "fr")]
    ['zh-Hant', 'zh-Hant', 'zh-Hant', 'ko', '']
    """
    tag = tag.lower().replace("_", "-")
    return NEAREST.get(tag.partition("-")[0], "") if LANGUAGE_TAG.fullmatch(tag) else ""


def preferred_language(locale: str | None) -> str:
    """Return the language for a browser's locale: English if there is no catalog for it.

    >>> [preferred_language(locale) for locale in ("zh-TW", "ko-KR", "fr", None)]
    ['zh-Hant', 'ko', 'en', 'en']
    """
    return known_language(locale or "") or "en"


@cache
def translation(lang: str) -> Translation:
    """Return the catalog of a language. English is the source and has none.

    >>> translation("ko").gettext("Close")
    '닫기'
    """
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("messages", FOLDER, [lang.replace("-", "_")])
