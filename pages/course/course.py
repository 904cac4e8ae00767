"""The six chapters of the course in a language, and the record that the panel draws them from."""

from functools import cache

from pages.course import chapter_1, chapter_2, chapter_3, chapter_4, chapter_5, chapter_6
from pages.course.glossary import glossary_record
from pages.course.parts import Chapter, Part, record_of
from pages.stage.record import Record
from pages.translations.language import Translation, translation

CHAPTERS = (chapter_1, chapter_2, chapter_3, chapter_4, chapter_5, chapter_6)


@cache
def chapters(lang: str) -> tuple[Chapter, ...]:
    """The chapters in a language, in the order in which they are read.

    >>> chapters("en") is chapters("en")
    True
    """
    return tuple(module.chapter(translation(lang), lang) for module in CHAPTERS)


def find_part(name: str, lang: str) -> Part | None:
    """The part with this name, or None.

    >>> find_part("no such part", "en")
    """
    found = (part for chapter in chapters(lang) for part in chapter.parts)
    return next((part for part in found if part.name == name), None)


def course_record(lang: str) -> Record:
    """All chapters, and the texts of the panel.

    >>> sorted(course_record("en"))
    ['chapters', 'labels', 'lang', 'terms']
    """
    return {
        "lang": lang,
        "labels": panel_labels(translation(lang)),
        "terms": glossary_record(lang),
        "chapters": [
            {
                "name": chapter.name,
                "title": chapter.title,
                "can_do": chapter.can_do,
                "parts": [record_of(part) for part in chapter.parts],
            }
            for chapter in chapters(lang)
        ],
    }


def panel_labels(t: Translation) -> dict[str, str]:
    """The texts of the panel. Words in braces are replaced in the browser.

    >>> panel_labels(Translation())["next"]
    'Next'
    """
    return {
        "panel": t.gettext("Course"),
        "chapters": t.gettext("Chapters"),
        "chapter": t.gettext("Chapter {n}"),
        "position": t.gettext("Part {n} of {all}"),
        "question": t.gettext("Question {n} of {all}"),
        "back": t.gettext("Back"),
        "next": t.gettext("Next"),
        "close": t.gettext("Close the course"),
        "check": t.gettext("Check"),
        "again": t.gettext("Start this part again"),
        "hint": t.gettext("Show a hint"),
        "answer": t.gettext("Your answer"),
        "your_tokens": t.gettext("Your tokens, with a space between them"),
        "tokens_example": t.gettext("Tokens, with spaces"),
        "your_word": t.gettext("Your word"),
        "right": t.gettext("Right."),
        "wrong": t.gettext("Not this one."),
        "not_a_number": t.gettext("Type a number, such as 12, 0.5 or 1/4."),
        "unequal": t.gettext("The two sides of this equation are not equal."),
        "other_word": t.gettext("Your answer does not spell {word}."),
        "rounded_too_much": t.gettext("Give at least three significant digits, or a fraction."),
        "empty": t.gettext("Type your answer first."),
        "held": t.gettext("The steps wait until you have answered."),
        "covered": t.gettext("Covered until you answer"),
        "stays_covered": t.gettext("Covered for the next part"),
        "worked": t.gettext("The answer"),
        "solved": t.gettext("solved"),
        "shown": t.gettext("answer shown"),
        "open": t.gettext("not solved yet"),
        "can_do": t.gettext("What you can do now"),
        "can_do_later": t.gettext("What you can do after this chapter"),
        "of_parts": t.gettext("{done} of {all} parts solved"),
        "see": t.gettext("See it in the app"),
        "worksheet": t.gettext("Print a worksheet"),
        "picked": t.gettext("First token: {token}. Now choose the token next to it."),
        "failed": t.gettext("Couldn't check the word. Check your connection."),
    }
