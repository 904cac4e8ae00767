"""Which words of a large corpus a stage shows."""

from pages.state.settings import MAX_FIND

WordChoice = tuple[str, str]  # Settings.words and Settings.find
FIRST = ("first", "")


def parse_choice(which: str, find: str) -> WordChoice:
    """The choice of words in a query; FIRST if it is unknown. find: a text, used by "find".

    >>> parse_choice("find", "ug"), parse_choice("unknown", "")
    (('find', 'ug'), ('first', ''))
    """
    if which == "find":
        return which, find[:MAX_FIND]
    return (which, "") if which == "frequent" else FIRST
