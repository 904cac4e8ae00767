"""The texts of the download links, for the pages that show them."""

from pages.translations.language import Translation


def labels(t: Translation) -> dict[str, str]:
    """Return the texts of the links.

    >>> labels(Translation())["platform"]
    'For a learning platform'
    """
    return {
        "platform": t.gettext("For a learning platform"),
        "platform_about": t.gettext(
            "Import the file into the question bank of Moodle, or of another platform that reads "
            "QTI 2.1. It contains the right answers and explanations of known mistakes."
        ),
        "platform_moodle": "Moodle XML",
        "platform_qti": "QTI 2.1",
        "platform_skill": t.gettext("Skill"),
        "platform_level": t.gettext("Level"),
        "platform_count": t.gettext("Questions"),
    }
