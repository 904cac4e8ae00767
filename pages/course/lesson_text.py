"""Lessons: lists of links into the app, each with a sentence, written by teachers.

A line is a link into this app and a sentence. Lines below it can add to the part (see DETAILS).
"""

import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import bpe
from pages.runs.pages import BY_PATH
from pages.stage.question_types import Choice
from pages.state.url import from_query

MAX_PARTS = 40  # parts of a lesson
MAX_SENTENCE = 300  # characters of a sentence
MAX_DETAIL = 600  # characters of a line that adds to a part
MAX_ADDED = 4_000  # characters that several such lines of a kind add to a part
MAX_ANSWERS = 40  # accepted answers of a part
MAX_CHOICES = 8
MAX_STEP = 99_999
# What a line adds to the part above it, by its first character. White space follows that.
DETAILS = {
    "*": "title",
    "#": "note",
    ">": "until",
    "?": "question",
    "=": "answers",
    "~": "choices",
    "+": "explanation",
    "-": "hides",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a lesson: what to look at, and the link, by page and query.

    note: for the lecturer's screen only. until: the last step to present; None for the last one.
    question: a task, with the accepted answers and what follows the answer; empty if there is none.
    choices: as they are written (see `read_choice`), in place of the accepted answers.
    hides: whether what the stage has computed is hidden until the question is answered.
    """

    sentence: str
    page: str
    query: str
    title: str = ""
    note: str = ""
    until: int | None = None
    question: str = ""
    answers: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    explanation: str = ""
    hides: bool = False


def read(text: str) -> tuple[Part, ...]:
    r"""The parts of a written lesson. Each part is a link, white space and a sentence.

    Raises bpe.InputError with the number of the line that cannot be read.

    >>> (part,) = read("http://here/unigram?corpus=hug Look.\n? How many pieces?\n= 15 | fifteen")
    >>> part.page, part.question, part.answers
    ('unigram', 'How many pieces?', ('15', 'fifteen'))
    """
    parts: list[Part] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        start, *rest = line.split(maxsplit=1)
        if start in DETAILS and parts:
            parts[-1] = with_detail(parts[-1], number, DETAILS[start], "".join(rest).strip())
        elif len(parts) == MAX_PARTS:  # the rest is not read: each part costs time
            raise bpe.InputError(
                "A lesson can have at most {most} parts. Remove some parts.", most=MAX_PARTS
            )
        else:
            parts.append(read_part(number, start, "".join(rest).strip()))
    if not parts:
        raise bpe.InputError("The lesson is empty. Add at least one part.")
    for number, part in enumerate(parts, 1):
        choices = list(map(read_choice, part.choices))
        if bool(part.question) != bool(part.answers or any(each.is_right for each in choices)):
            raise bpe.InputError(
                "Part {number} needs both a question and an answer, or neither.", number=number
            )
        if len(part.answers) > MAX_ANSWERS:
            raise bpe.InputError(
                "Part {number} can have at most {most} answers.", number=number, most=MAX_ANSWERS
            )
        different = {each.content for each in choices if each.content}
        if choices and not 2 <= len(different) == len(choices) <= MAX_CHOICES:
            raise bpe.InputError(
                "Part {number} needs 2 to {most} different choices.",
                number=number,
                most=MAX_CHOICES,
            )
    return tuple(parts)


def with_detail(part: Part, number: int, name: str, text: str) -> Part:
    """A part with what a line adds to it. number: of the line. A second line continues the first.

    >>> with_detail(Part("Look.", "", ""), 2, "until", "5").until
    5
    """
    if len(text) > MAX_DETAIL:
        raise bpe.InputError(
            "Line {number} is too long. The limit is {most} characters.",
            number=number,
            most=MAX_DETAIL,
        )
    before = getattr(part, name)
    if name != "until" and name != "hides" and size_of(before) + len(text) > MAX_ADDED:
        raise bpe.InputError(
            "Line {number} adds too much to its part. The limit is {most} characters.",
            number=number,
            most=MAX_ADDED,
        )
    if name == "choices":
        return replace(part, choices=(*part.choices, text))
    if name == "answers":
        answers = tuple(filter(None, map(str.strip, text.split("|"))))
        return replace(part, answers=(*part.answers, *answers))
    if name == "until":
        if not (text.isascii() and text.isdigit() and int(text) <= MAX_STEP):
            raise bpe.InputError("Line {number} needs the number of a step.", number=number)
        return replace(part, until=int(text))
    if name == "hides":
        return replace(part, hides=True)
    changes: dict[str, Any] = {name: f"{before}\n{text}" if before else text}
    return replace(part, **changes)


def read_choice(text: str) -> Choice:
    """A choice as it is written: * before a right one, and | before why it is right or wrong.

    >>> read_choice("* un"), read_choice("nu | It is rare.").why
    (Choice(content='un', is_right=True, why=''), 'It is rare.')
    """
    shown, _, why = text.partition("|")
    return Choice(shown.removeprefix("*").strip(), shown.startswith("*"), why.strip())


def size_of(detail: str | tuple[str, ...]) -> int:
    """How many characters a detail of a part has, with one between two answers.

    >>> size_of("a note"), size_of(("15", "fifteen"))
    (6, 11)
    """
    return len(detail) if isinstance(detail, str) else sum(len(each) + 1 for each in detail)


def without_lessons(text: str) -> str:
    """A written lesson whose links no longer contain another lesson.

    >>> without_lessons("/?corpus=hug&lesson=eJwrSS0uAQ&step=1 Look. /encode?lesson=eJw Encode.")
    '/?corpus=hug&step=1 Look. /encode? Encode.'
    """
    return re.sub(r"(?<=[?&])lesson=[^&\s]*&?", "", text)


def read_part(number: int, link: str, sentence: str) -> Part:
    """A part of a lesson; number: its line.

    >>> read_part(1, "http://here/unigram?corpus=hug", "Look at the ties.").page
    'unigram'
    """
    try:
        address = urlsplit(link)
    except ValueError:
        address = urlsplit("")
    page = address.path.rpartition("/")[2]  # what is before it, only browsers know
    is_known = page in BY_PATH and BY_PATH[page].is_part
    if not is_known or not (address.path or address.query):
        raise bpe.InputError(
            "Line {number} must start with a link to a page of this app.", number=number
        )
    if not sentence or len(sentence) > MAX_SENTENCE:
        raise bpe.InputError(
            "Line {number} needs a sentence of at most {most} characters after the link.",
            number=number,
            most=MAX_SENTENCE,
        )
    _, _, refused = from_query(dict(parse_qsl(address.query, keep_blank_values=True)))
    if refused:
        raise bpe.InputError(
            "The link in line {number} has invalid settings: {names}. Copy the link again.",
            number=number,
            names=", ".join(refused),
        )
    return Part(sentence, page, address.query)
