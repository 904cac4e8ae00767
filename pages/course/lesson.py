"""A teacher's lesson as the panel of the course plays it."""

import hashlib
import re
from urllib.parse import parse_qsl

from pages.course import lesson_text as lessons
from pages.course.course import panel_labels
from pages.course.glossary import glossary_record
from pages.course.parts import NUMBER, TEXT
from pages.practice.expressions import evaluate
from pages.runs.pages import BY_PATH
from pages.stage.question import Question
from pages.stage.record import Record
from pages.stage.tokens import isolated
from pages.state.url import from_query, query_of
from pages.storage.typed import unpack
from pages.translations.language import Translation, translation
from pages.translations.texts import tables, translated

RANGE = re.compile(r"\d-\d")  # also in a date; such an answer is no difference


def lesson_record(packed: str, lang: str) -> Record:
    """A packed lesson as a course of one chapter. Raises ValueError for anything else.

    >>> from pages.storage.typed import pack
    >>> record = lesson_record(pack("/?corpus=hug&step=2 Look at the pairs."), "en")
    >>> [part["step"] for part in record["chapters"][0]["parts"]]
    [2]
    """
    t = translation(lang)
    parts = lessons.read(unpack(packed))
    prefix = hashlib.sha256(packed.encode()).hexdigest()[:8]
    return {
        "lang": lang,
        "labels": panel_labels(t) | lesson_labels(t),
        "terms": glossary_record(lang),
        "chapters": [
            {
                "name": "lesson",
                "title": "",
                "can_do": "",
                "parts": [
                    part_record(part, number, prefix, lang, t)
                    for number, part in enumerate(parts, 1)
                ],
            }
        ],
    }


def lesson_labels(t: Translation) -> dict[str, str]:
    """The texts of the panel that are different for a lesson, and those of the lecturer's window.

    >>> lesson_labels(Translation())["notes"]
    'Notes'
    """
    return translated(tables("course/labels.toml")["lesson"], t)


def part_record(part: lessons.Part, number: int, prefix: str, lang: str, t: Translation) -> Record:
    """A part of a lesson, like one of the course. prefix: tells this lesson from others.

    >>> part_record(lessons.Part("Look.", "", "corpus=hug"), 1, "ab", "en", Translation())["name"]
    'ab-1'
    """
    settings, step, _ = from_query(dict(parse_qsl(part.query, keep_blank_values=True)), lang)
    settings = settings.replace(lang=lang, lesson="")
    record: Record = {
        "name": f"{prefix}-{number}",
        "title": part.title or t.gettext("Part {n}").format(n=number),
        "sentences": part.sentence.split("\n"),
        "page": part.page,
        "query": query_of(settings, step),
        "step": settings.view.position if part.page else step,
        "marks": [],
        "hides": list(BY_PATH[part.page].hides) if part.hides and part.question else [],
        "is_question": False,
        "note": part.note,
    }
    if part.until is not None:
        record["until"] = part.until
    if part.question:
        record["task"] = task_of(part, t).record()
    return record


def task_of(part: lessons.Part, t: Translation) -> Question:
    """The question of a part. Typed answers that are numbers are compared as numbers.

    >>> part = lessons.Part("", "", "", question="How many?", answers=("1,000", "10^3"))
    >>> task_of(part, Translation()).kind
    'number'
    """
    worked = t.gettext("The answer is {answer}.")
    if part.choices:
        choices = tuple(map(lessons.read_choice, part.choices))
        rights = [str(each.content) for each in choices if each.is_right]
        return Question(
            prompt=part.question,
            choices=choices,
            worked=f"{worked.format(answer=isolated(rights[0]))} {part.explanation}".strip(),
            done=part.explanation,
        )
    is_number = all(evaluate(each) is not None for each in part.answers)
    is_number = is_number and not any(map(RANGE.search, part.answers))
    return Question(
        prompt=part.question,
        form=NUMBER if is_number else TEXT,
        answers=part.answers,
        worked=f"{worked.format(answer=isolated(part.answers[0]))} {part.explanation}".strip(),
        done=part.explanation,
    )
