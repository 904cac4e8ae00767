"""Translations of Streamlit's own English strings, for readers and for screen readers.

Its messages about a lost connection and its table column menus stay in English.
"""

from pages.translations.language import Translation, translation


def translated_strings(t: Translation) -> list[str]:
    """Return Streamlit's strings in a language. {it} is a placeholder.

    >>> translated_strings(translation("ko"))[12]
    '닫기'
    """
    return [
        t.gettext("Skip to main content"),
        t.gettext("Sidebar"),
        t.gettext("Logo"),
        t.gettext("Collapse sidebar"),
        t.gettext("Expand sidebar"),
        t.gettext("App pages"),
        t.gettext("Navigate to home page"),
        t.gettext("Choose an option"),
        t.gettext("Choose or add an option"),
        t.gettext("No results"),
        t.gettext("Add: {it}"),
        t.gettext("Open"),
        t.gettext("Close"),
        t.gettext("Dismiss"),
        t.gettext("{it} option available."),
        t.gettext("{it} options available."),
        t.gettext("Decrement"),
        t.gettext("Increment"),
        t.gettext("Press Enter to apply"),
        t.gettext("Press Ctrl+Enter to apply"),
        t.gettext("Press ⌘+Enter to apply"),
        t.gettext("file upload"),
        t.gettext("Upload"),
        t.gettext("{it} per file"),
        t.gettext("Add files"),
        t.gettext("Remove {it}"),
        t.gettext("Error:"),
        t.gettext("File must be {it} or smaller."),
        t.gettext("Fullscreen"),
        t.gettext("Close fullscreen"),
        t.gettext("Copy to clipboard"),
        t.gettext("Show/hide columns"),
        t.gettext("Download as CSV"),
        t.gettext("Search"),
        t.gettext("Link to heading"),
        t.gettext("{it} more"),
        t.gettext("Help for {it}"),
        t.gettext("Page not found"),
        t.gettext(
            "The page that you have requested does not seem to exist. Running the app's main page."
        ),
    ]


def dictionary(lang: str) -> dict[str, str]:
    """Return a dictionary from Streamlit's English strings to a language.

    >>> dictionary("en")
    {}
    >>> dictionary("ko")["Close"]
    '닫기'
    """
    if lang == "en":
        return {}
    return dict(
        zip(
            translated_strings(translation("en")),
            translated_strings(translation(lang)),
            strict=True,
        )
    )
