"""The six chapters of the course in a language, and the record that the panel draws them from."""

from functools import cache

from pages.course.chapters import chapter_1, chapter_2, chapter_3, chapter_4, chapter_5, chapter_6
from pages.course.glossary import glossary_record
from pages.course.parts import Chapter, Part, record_of
from pages.practice.ladder import PART_OF, Rung
from pages.practice.presentation import kind_name
from pages.runs.next_steps import due_labels
from pages.stage.record import Record
from pages.translations.language import Translation, translation
from pages.translations.texts import tables, translated

CHAPTERS = (chapter_1, chapter_2, chapter_3, chapter_4, chapter_5, chapter_6)


def chapters(lang: str, words: str = "") -> tuple[Chapter, ...]:
    """The chapters in a language, in the order in which they are read.

    words: the language of the words that they are about, by default the same.

    >>> chapters("en") is chapters("en", "en")
    True
    """
    return about_words(lang, words or lang)


@cache
def about_words(lang: str, words: str) -> tuple[Chapter, ...]:
    """The chapters in a language, about words of another one.

    >>> about_words("ko", "en")[4].parts[1].task.answers
    ('34/557',)
    """
    return tuple(module.chapter(translation(lang), words) for module in CHAPTERS)


def find_part(name: str, lang: str, words: str = "") -> Part | None:
    """The part with this name, or None. words: see `chapters`.

    >>> find_part("no such part", "en")
    """
    found = (part for chapter in chapters(lang, words) for part in chapter.parts)
    return next((part for part in found if part.name == name), None)


def course_record(lang: str) -> Record:
    """All chapters, and the texts of the panel.

    >>> sorted(course_record("en"))
    ['chapters', 'due', 'labels', 'lang', 'terms']
    """
    return {
        "lang": lang,
        "labels": panel_labels(translation(lang)),
        "due": due_labels(translation(lang)),
        "terms": glossary_record(lang),
        "chapters": [
            {
                "name": chapter.name,
                "title": chapter.title,
                "can_do": chapter.can_do,
                "parts": [record_of(part) for part in chapter.parts],
                "free": chapter.free and {"page": chapter.free.page, "query": chapter.free.query},
                "skills": skills_of(chapter, translation(lang)),
            }
            for chapter in chapters(lang)
        ],
    }


def skills_of(chapter: Chapter, t: Translation) -> list[Record]:
    """What Practice asks about a chapter.

    >>> [each["name"] for each in skills_of(chapters("en")[1], Translation())]
    ['Count a pair', 'The next merge']
    """
    names = {part.name for part in chapter.parts}
    return [
        {
            "skill": skill,
            "part": part,
            "name": kind_name(skill, t),
            "position": Rung(skill, 1, 0).number,
        }
        for skill, part in PART_OF.items()
        if part in names
    ]


def panel_labels(t: Translation) -> dict[str, str]:
    """The texts of the panel. Words in braces are replaced in the browser.

    >>> panel_labels(Translation())["next"]
    'Next part'
    """
    return translated(tables("course/labels.toml")["panel"], t)
