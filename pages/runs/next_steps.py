"""What a stage suggests after its last step: links to other pages, with the same settings."""

from collections.abc import Iterable

from pages.stage.record_types import CourseLink, Due, NextLink, NextStepsData
from pages.state.practice import PATH
from pages.state.settings import Settings
from pages.translations.language import Translation


def next_steps(links: Iterable[NextLink], t: Translation) -> NextStepsData:
    """A title, and links.

    The practice page is always the last one.

    >>> found = next_steps([NextLink("Encode a new word", "encode", {})], Translation())
    >>> [link[:2] for link in found["links"]]
    [('Encode a new word', 'encode'), ('Practice', 'practice')]
    """
    return {
        "title": t.gettext("What next?"),
        "links": [*links, NextLink(t.gettext("Practice"), PATH, {})],
        "inspect": t.gettext("Look into this token"),
    }


def inspected(used: Settings, name: str) -> tuple[tuple[str, str], ...]:
    """Return the settings with which the inspector shows a tokenizer that was trained here.

    used: those of `settings_of`.

    >>> inspected(Settings(), "unigram")
    (('tokenizer', ''), ('decoder', 'unigram'))
    """
    if name == "unigram":
        return ("tokenizer", ""), ("decoder", name)
    names = ("algorithm", "split", "vocab", "min_count", "special", "alphabet")
    return ("tokenizer", ""), ("decoder", "bpe"), *((each, str(used.get(each))) for each in names)


def course_link(t: Translation) -> CourseLink:
    """The texts of the link to the course, which the first step has.

    >>> course_link(Translation())["start"]
    'Start here'
    """
    return {
        "start": t.gettext("Start here"),
        "about": t.gettext("Learn both algorithms in an hour."),
        "continue": t.gettext("Continue: chapter {n}"),
        "done": t.gettext("Parts solved: {done}"),
        "finished": t.gettext("Course: all chapters"),
        "due": due_labels(t),
    }


def due_labels(t: Translation) -> Due:
    """How many questions come back today, and why.

    >>> due_labels(Translation())[0]
    '1 question is due'
    """
    return Due(
        t.gettext("1 question is due"),
        t.gettext("{n} questions are due"),
        t.gettext("You missed them before. What you miss comes back after 1, 3, 7 and 21 days."),
    )
