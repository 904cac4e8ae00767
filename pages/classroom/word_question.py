"""Asks a class for a word. Only the lecturer sees the words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

from pages.classroom.asked import Asked, Unreadable
from pages.stage.question import Question
from pages.stage.record import Record
from pages.translations.language import Translation

MAX_SUGGESTION = 30  # characters of a word
HIDDEN = re.compile(r"[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


class Suggestion(Asked):
    """Asks for a word. Its group is the word; only the lecturer sees it."""

    def group(self, answer: object) -> str:
        """See `Asked`."""
        return clean_word(answer)

    def has_group(self, group: str) -> bool:
        """See `Asked`."""
        try:
            return clean_word(group) == group
        except Unreadable:
            return False

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        return {"bars": None}

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        return {"right": None, "reason": ""}


def suggestion(t: Translation, prompt: str = "") -> Asked:
    """Return the question for a word. prompt: the lecturer's own."""
    prompt = prompt or t.gettext("Suggest a word to encode.")
    return Suggestion(question=Question(prompt=prompt), extra={"max": MAX_SUGGESTION})


def clean_word(answer: object) -> str:
    """Return a suggested word. Raises Unreadable for anything else.

    >>> clean_word("  unhug ")
    'unhug'
    """
    word = unicodedata.normalize("NFC", answer).strip() if isinstance(answer, str) else ""
    is_seen = any(unicodedata.category(each)[0] not in "CMZ" for each in word)
    if not is_seen or len(word) > MAX_SUGGESTION or HIDDEN.search(word):
        raise Unreadable(
            "A word has at most {most} characters that can be seen.", most=MAX_SUGGESTION
        )
    return word


def in_order(counts: Iterable[tuple[str, int]], name: Callable[[str], str]) -> list[Record]:
    """Return suggested words for the lecturer. name: gives a word its id.

    >>> in_order([("hug", 2)], str.upper)
    [{'id': 'HUG', 'text': 'hug', 'count': 2}]
    """
    return [{"id": name(word), "text": word, "count": count} for word, count in counts]
