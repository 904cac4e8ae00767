"""A worksheet to print: the tasks of a chapter or a lesson, and their answers."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TypedDict
from urllib.parse import parse_qsl

import bpe
from pages.course import lesson_text as lessons
from pages.course import paper
from pages.course.course import chapters
from pages.course.lesson import task_of
from pages.course.paper_given import given
from pages.course.parts import Part, Place
from pages.stage.question import Question
from pages.stage.record import Record
from pages.state.url import from_query
from pages.storage.typed import unpack
from pages.translations.language import Translation, translation
from pages.translations.texts import tables, translated

LETTERS = "ABCDEFGH"


class Printed(TypedDict):
    """A question as it is printed.

    introduction: sentences before the prompt. given: what the stage shows. answer: its line in the
    key. needs_app: whether only the app shows what it is about. is_last: whether it ends a chapter.
    gives_away: the indices of the questions whose answer it contains. is_left_out: whether it is
    not selected at first, so that no selected question gives away the answer of another one.
    """

    title: str
    introduction: str
    given: str
    prompt: str
    options: list[str]
    answer: str
    needs_app: bool
    is_last: bool
    gives_away: list[int]
    is_left_out: bool


def chapter_worksheet(name: str, lang: str) -> Record | None:
    """The worksheet of a chapter by its name; None if there is no such chapter.

    >>> chapter_worksheet("no such chapter", "en")
    """
    t = translation(lang)
    for chapter in chapters(lang):
        if chapter.name == name:
            on_paper = [part for part in chapter.parts if part.task.kind != "step"]
            names = [part.name for part in on_paper]
            questions = [of_part(part, t, names) for part in on_paper]
            leave_out(questions)
            return worksheet(chapter.title, questions, lang)
    return None


def leave_out(questions: list[Printed]) -> None:
    """Leave out questions until none gives away the answer of another one that can be on paper.

    Those that conflict with most others go first. Those at the end of a chapter stay longest, and
    of two questions, the one that gives the other away.

    >>> sheet = chapter_worksheet("encode", "en")
    >>> [each["title"] for each in sheet["questions"] if each["is_left_out"]]
    ['Why the order matters']
    """
    usable = {i for i, each in enumerate(questions) if not each["needs_app"]}
    pairs = {(i, told) for i in usable for told in questions[i]["gives_away"] if told in usable}
    while pairs:
        conflicts = Counter(chain.from_iterable(pairs))
        out = min(conflicts, key=lambda i: (questions[i]["is_last"], -conflicts[i], i))
        questions[out]["is_left_out"] = True
        pairs = {pair for pair in pairs if out not in pair}


def of_part(part: Part, t: Translation, names: Sequence[str] = ()) -> Printed:
    """The question of a part of the course. names: of the parts on its worksheet.

    >>> of_part(chapters("en")[1].parts[-1], Translation())["needs_app"]
    False
    """
    task, about = part.task, paper.on_paper(part)
    shows_result = "result" not in part.hides
    return {
        "title": part.title,
        "introduction": paper.introduction(part, t),
        "given": "" if about.get("without_stage") else given(part.place, t, shows_result),
        "prompt": paper.prompt_of(part, t),
        "options": list(map(str, task.contents)),
        "answer": letter_of(task) + task.worked,
        "needs_app": about.get("needs_app", False),
        "is_last": part.is_question,
        "gives_away": [names.index(told) for told in about.get("gives_away", ()) if told in names],
        "is_left_out": False,
    }


def lesson_worksheet(packed: str, lang: str) -> Record:
    r"""The worksheet of a packed lesson. Raises ValueError for anything else.

    >>> from pages.storage.typed import pack
    >>> lesson = pack("/?corpus=hug Look.\n? How often is u followed by g?\n= 20")
    >>> lesson_worksheet(lesson, "en")["questions"][0]["answer"]
    'The answer is \u206820\u2069.'
    """
    t = translation(lang)
    parts = [part for part in lessons.read(unpack(packed)) if part.question]
    return worksheet(t.gettext("Lesson"), [of_lesson(part, lang, t) for part in parts], lang)


def of_lesson(part: lessons.Part, lang: str, t: Translation) -> Printed:
    """The question of a part of a lesson.

    >>> part = lessons.Part("Look.", "practice", "corpus=hug", question="Why?", answers=("so",))
    >>> of_lesson(part, "en", Translation())["title"]
    'Look.'
    """
    settings, step, _ = from_query(dict(parse_qsl(part.query)), lang)
    try:
        shown = given(Place(settings, part.page, step), t)
    except bpe.InputError:  # the settings cannot be used, or too many trainings wait
        shown = ""
    task = task_of(part, t)
    return {
        "title": part.title or part.sentence,
        "introduction": "",
        "given": shown,
        "prompt": part.question,
        "options": list(map(str, task.contents)),
        "answer": letter_of(task) + task.worked,
        "needs_app": False,
        "is_last": False,
        "gives_away": [],
        "is_left_out": False,
    }


def letter_of(task: Question) -> str:
    """The letter of the right choice, before what is said about it; empty without choices.

    >>> letter_of(chapters("en")[0].parts[-1].task)
    'C. '
    """
    return f"{LETTERS[task.right[0]]}. " if task.right else ""


def worksheet(title: str, questions: list[Printed], lang: str) -> Record:
    """A worksheet as the browser gets it.

    >>> worksheet("Pairs", [], "en")["questions"]
    []
    """
    labels = translated(tables("course/labels.toml")["worksheet"], translation(lang))
    return {"lang": lang, "title": title, "labels": labels, "questions": questions}
