"""Texts of the live class: of the lecturer's dialog, the follower's page, and the remote."""

from pages.practice import ladder
from pages.practice.presentation import kind_name
from pages.translations.language import Translation
from pages.translations.texts import tables, translated


def labels(t: Translation) -> dict[str, str]:
    """Return all texts that the browser shows about a class, by name.

    >>> labels(Translation())["following"]
    'Following'
    """
    return {**shared(t), **of_follower(t), **of_lecturer(t), **of_summary(t)}


def shared(t: Translation) -> dict[str, str]:
    """Return the texts of questions and their results.

    >>> shared(Translation())["vote_2"]
    'Vote 2'
    """
    return translated(tables("practice/class_labels.toml")["shared"], t)


def of_follower(t: Translation) -> dict[str, str]:
    """Return the texts of the page that phones show.

    >>> of_follower(Translation())["look"]
    'Look around'
    """
    return translated(tables("practice/class_labels.toml")["follower"], t)


def of_lecturer(t: Translation) -> dict[str, str]:
    """Return the texts of the dialog, of the question on the projector, and of the remote.

    >>> of_lecturer(Translation())["reveal"]
    'Reveal the answer'
    """
    return {
        **translated(tables("practice/class_labels.toml")["lecturer"], t),
        **skills(t),
        "code": t.gettext("Code"),
    }


def skills(t: Translation) -> dict[str, str]:
    """Return the names of the skills of practice.

    >>> skills(Translation())["skill_count"]
    'Count a pair'
    """
    return {f"skill_{name}": kind_name(name, t) for name in ladder.SKILLS}


def of_summary(t: Translation) -> dict[str, str]:
    """Return the texts of the summary and of the homework.

    >>> of_summary(Translation())["homework"]
    'Homework'
    """
    return translated(tables("practice/class_labels.toml")["summary"], t)
