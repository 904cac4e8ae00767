"""What a stage suggests after its last step: links to other pages, with the same settings."""

from collections.abc import Iterable

from pages.stage.record import Record
from pages.translations.language import Translation


def next_steps(links: Iterable[tuple[str, str, dict[str, str]]], t: Translation) -> Record:
    """A title, and links: text, path of the page and settings that differ.

    The practice page is always the last one.

    >>> found = next_steps([("Encode a new word", "encode", {})], Translation())
    >>> [link[:2] for link in found["links"]]
    [('Encode a new word', 'encode'), ('Practice', 'practice')]
    """
    return {
        "title": t.gettext("What next?"),
        "links": [*links, (t.gettext("Practice"), "practice", {})],
    }


def course_link(t: Translation) -> Record:
    """The texts of the link to the course, which the first step has.

    >>> course_link(Translation())["start"]
    'Start here'
    """
    return {
        "start": t.gettext("Start here"),
        "about": t.gettext("Learn both algorithms in an hour."),
        "continue": t.gettext("Continue: chapter {n}"),
        "done": t.gettext("Parts solved: {done}"),
    }
