"""The texts of the lesson page: the overview, the editor and its help."""

from pages.runs.pages import BY_PATH
from pages.settings.platform_labels import labels as platform_labels
from pages.translations.language import Translation
from pages.translations.texts import tables, translated


def labels(t: Translation) -> dict[str, str]:
    """Return the texts of the page.

    >>> labels(Translation())["start"]
    'Start here'
    """
    return {
        **translated(tables("course/labels.toml")["page"], t),
        **platform_labels(t),
        **editor_labels(t),
    }


def editor_labels(t: Translation) -> dict[str, str]:
    """Return the texts of the editor.

    >>> editor_labels(Translation())["note"]
    'Note for you'
    """
    return {
        **translated(tables("course/labels.toml")["editor"], t),
        **page_titles(t),
        "hides": t.gettext("Hide counts and results until it is answered"),
        **field_help(t),
    }


def page_titles(t: Translation) -> dict[str, str]:
    """Return the titles of the pages that a part of a lesson can open.

    >>> page_titles(Translation())["page_encode"]
    'Encoding'
    """
    return {f"page_{each.path}": each.title(t) for each in BY_PATH.values() if each.is_part}


def field_help(t: Translation) -> dict[str, str]:
    """Return what the fields of the editor are for.

    >>> sorted(field_help(Translation()))[:2]
    ['answers_help', 'choices_help']
    """
    return translated(tables("course/labels.toml")["help"], t)
