"""A worksheet to print: the tasks of a chapter or a lesson, and their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

import bpe
from pages.course import lesson_text as lessons
from pages.course import paper
from pages.course.course import chapters
from pages.course.lesson import worked_answer
from pages.course.paper_given import given
from pages.course.parts import Choice, Part, Place, ReachStep
from pages.stage.record import Record
from pages.state.url import from_query
from pages.storage.typed import unpack
from pages.translations.language import Translation, translation

LETTERS = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is printed.

    given: what the stage shows. answer: its line in the key. introduction: sentences before the
    prompt.
    needs_app: whether only the app shows what it is about. is_last: whether it ends a chapter.
    """

    title: str
    given: str
    prompt: str
    answer: str
    options: tuple[str, ...] = ()
    introduction: str = ""
    needs_app: bool = False
    is_last: bool = False


def chapter_worksheet(name: str, lang: str) -> Record | None:
    """The worksheet of a chapter by its name; None if there is no such chapter.

    >>> chapter_worksheet("no such chapter", "en")
    """
    t = translation(lang)
    for chapter in chapters(lang):
        if chapter.name == name:
            on_paper = [part for part in chapter.parts if not isinstance(part.task, ReachStep)]
            return worksheet(chapter.title, [of_part(part, t) for part in on_paper], lang)
    return None


def of_part(part: Part, t: Translation) -> Question:
    """The question of a part of the course.

    >>> of_part(chapters("en")[1].parts[-1], Translation()).needs_app
    False
    """
    task = part.task
    letter = f"{LETTERS[task.options.index(task.answer)]}. " if isinstance(task, Choice) else ""
    shows_result = "result" not in part.hides
    return Question(
        part.title,
        "" if part.name in paper.WITHOUT_STAGE else given(part.place, t, shows_result),
        paper.prompt_of(part, t),
        letter + task.worked,
        task.options if isinstance(task, Choice) else (),
        paper.introduction(part, t),
        part.name in paper.NEED_THE_APP,
        part.is_question,
    )


def lesson_worksheet(packed: str, lang: str) -> Record:
    r"""The worksheet of a packed lesson. Raises ValueError for anything else.

    >>> from pages.storage.typed import pack
    >>> lesson = pack("/?corpus=hug Look.\n? How often is u followed by g?\n= 20")
    >>> lesson_worksheet(lesson, "en")["answers"]
    ['The answer is \u206820\u2069.']
    """
    t = translation(lang)
    parts = [part for part in lessons.read(unpack(packed)) if part.question]
    return worksheet(t.gettext("Lesson"), [of_lesson(part, lang, t) for part in parts], lang)


def of_lesson(part: lessons.Part, lang: str, t: Translation) -> Question:
    """The question of a part of a lesson.

    >>> part = lessons.Part("Look.", "practice", "corpus=hug", question="Why?", answers=("so",))
    >>> of_lesson(part, "en", Translation()).title
    'Look.'
    """
    settings, step, _ = from_query(dict(parse_qsl(part.query)), lang)
    place = Place(settings, part.page, step)
    title = part.title or part.sentence
    try:
        shown = given(place, t)
    except bpe.InputError:  # the settings cannot be used, or too many trainings wait
        shown = ""
    return Question(title, shown, part.question, worked_answer(part, t))


def worksheet(title: str, questions: Sequence[Question], lang: str) -> Record:
    """A worksheet as the browser gets it.

    >>> worksheet("Pairs", [], "en")["questions"]
    []
    """
    t = translation(lang)
    return {
        "lang": lang,
        "title": title,
        "labels": labels(t),
        "questions": [
            {
                "title": each.title,
                "introduction": each.introduction,
                "given": each.given,
                "prompt": each.prompt,
                "options": list(each.options),
                "needs_app": each.needs_app,
                "is_last": each.is_last,
            }
            for each in questions
        ],
        "answers": [each.answer for each in questions],
    }


def labels(t: Translation) -> dict[str, str]:
    """The texts of a worksheet, and of the dialog in which its questions are chosen.

    >>> labels(Translation())["print"]
    'Print'
    """
    return {
        "worksheet": t.gettext("Worksheet: {title}"),
        "key": t.gettext("Answer key: {title}"),
        "name": t.gettext("Name"),
        "choose": t.gettext(
            "Choose the questions. They are printed on one page, and the answers on a second page."
        ),
        "needs_app": t.gettext("only with the app"),
        "fit": t.gettext("The selected questions fit on the page."),
        "left_out": t.gettext("These questions are left out because they do not fit: {list}."),
        "too_many": t.gettext("The selected questions do not fit on one page. Deselect some."),
        "none": t.gettext("Select at least one question."),
        "no_questions": t.gettext("There are no questions to print. Add a task to a part."),
        "print": t.gettext("Print"),
        "close": t.gettext("Close"),
    }
