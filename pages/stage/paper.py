"""Lists on paper: what a stage shows, as a line of a worksheet."""

from collections.abc import Sequence

from pages.translations.language import Translation

MAX_LISTED = 24  # words, merges or pieces


def line(text: str, listed: Sequence[str], t: Translation) -> str:
    """A line with a list; empty if the list is empty or too long.

    >>> line("Corpus: {list}", ["hug × 10", "pug × 5"], Translation())
    'Corpus: hug × 10, pug × 5'
    """
    if not 0 < len(listed) <= MAX_LISTED:
        return ""
    return text.replace("{list}", t.gettext(", ").join(listed))
