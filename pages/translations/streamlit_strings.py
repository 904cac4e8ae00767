"""Translations of Streamlit's own English strings, for readers and for screen readers.

Its messages about a lost connection and its table column menus stay in English.
"""

from pages.translations.language import translation
from pages.translations.texts import tables


def dictionary(lang: str) -> dict[str, str]:
    """Return a dictionary from Streamlit's English strings to a language.

    >>> dictionary("en")
    {}
    >>> dictionary("ko")["Close"]
    '닫기'
    """
    if lang == "en":
        return {}
    t = translation(lang)
    return {text: t.gettext(text) for text in tables("translations/*.toml")["strings"]}
