"""The lesson page: the chapters of the course, a teacher's lesson, its editor, the glossary."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

import streamlit as st

import bpe
from pages.course import lesson_text as lessons
from pages.course.lecture.lecture import lecture
from pages.course.lesson_labels import labels
from pages.hosting.components import common, lesson_page
from pages.practice.class_labels import of_summary, skills
from pages.settings import widgets
from pages.state import session
from pages.state.settings import MAX_LESSON, Settings
from pages.storage.typed import MAX_TYPED, pack, unpack
from pages.translations.language import Translation
from pages.translations.markdown import fill

WRITTEN = "lesson_text"  # the key of the field
PAGE = "lesson_page"  # the key of the component
EXAMPLE = "/?corpus=hug&step=1"  # the link of the first line in an empty field


def show(settings: Settings, t: Translation) -> None:
    """Draw the overview, and why the lesson in the link cannot be read."""
    st.title(t.gettext("Lesson"))
    if not widgets.has_value(WRITTEN):
        session.current().lesson_error = None
    data, unreadable = page_data(settings, t)
    if unreadable:
        st.warning(fill(t.gettext(unreadable.sentence), unreadable.values))
    refused = session.current().lesson_error
    if refused:
        message = t.gettext(refused.sentence)
        data["error"] = message.format(**refused.values)  # drawn as text, not as Markdown
    lesson_page(
        key=PAGE,
        on_lesson_change=take_draft,
        on_lecture_change=open_lecture,
        data={**common(), **data},
    )


class DraftPart(TypedDict):
    """A part of a lesson as its editor has it; everything is text, and optional but the link."""

    link: str
    sentence: NotRequired[str]
    title: NotRequired[str]
    note: NotRequired[str]
    until: NotRequired[str]
    question: NotRequired[str]
    answers: NotRequired[str]
    choices: NotRequired[str]
    explanation: NotRequired[str]
    hides: NotRequired[str]


class LessonPageData(TypedDict):
    """What the browser draws the page from."""

    lang: str
    labels: Mapping[str, str]
    results: Mapping[str, str]  # the texts about the files of students
    lesson: str  # the packed lesson of the link; empty if it has none
    text: str  # the same as it is written
    draft: Sequence[DraftPart]
    error: str  # why the last draft is no lesson; empty if it is one


def page_data(settings: Settings, t: Translation) -> tuple[LessonPageData, bpe.InputError | None]:
    """Return what the browser draws the page from, and why the lesson in the link cannot be read.

    >>> data, unreadable = page_data(Settings().replace(lesson=pack("no link")), Translation())
    >>> data["draft"], unreadable.values
    ([], {'number': 1})
    """
    text = unpack(settings.view.lesson) if settings.view.lesson else ""
    found: tuple[lessons.Part, ...] = ()
    unreadable = None
    try:
        found = lessons.read(text) if settings.view.lesson else ()
    except bpe.InputError as error:
        unreadable = error
    data: LessonPageData = {
        "lang": settings.lang,
        "labels": labels(t),
        "results": of_summary(t) | skills(t),
        "lesson": settings.view.lesson if found else "",
        "text": text,
        "draft": [draft(part) for part in found],
        "error": "",
    }
    return data, unreadable


def write(settings: Settings, t: Translation) -> None:
    """Draw the field for a lesson that is written as a text."""
    with st.expander(t.gettext("Write the lesson as a text")):
        st.markdown(
            t.gettext(
                "Write one line for each part: a link, a space and a sentence. Below it, you can "
                "add lines that start with one of these signs and a space: `*` a title, `#` a "
                "note for you, `>` the last step to present, `?` a question, `=` the accepted "
                "answers with `|` between them, `~` a choice with `*` before a right one and `|` "
                "before the reason, `+` an explanation, `-` to hide what answers the question."
            )
        )
        if not widgets.has_value(WRITTEN):
            example = EXAMPLE + " " + t.gettext("Point at u+g and read the sum.")
            written = unpack(settings.view.lesson) if settings.view.lesson else example
            widgets.set_value(WRITTEN, written)
        st.text_area(
            t.gettext("Your lesson"),
            key=WRITTEN,
            height=220,
            max_chars=MAX_TYPED,
            on_change=take,
        )
        error = session.current().lesson_error
        if error:
            st.error(fill(t.gettext(error.sentence), error.values))
        if settings.view.lesson:
            st.button(t.gettext("Remove the lesson from the link"), on_click=drop)


def draft(part: lessons.Part) -> DraftPart:
    """Return a part as the editor has it.

    >>> draft(lessons.Part("Look.", "unigram", "corpus=hug", until=4))["link"]
    './unigram?corpus=hug'
    """
    return {
        "link": f"./{part.page}" + (f"?{part.query}" if part.query else ""),
        "sentence": part.sentence,
        "title": part.title,
        "note": part.note,
        "until": "" if part.until is None else str(part.until),
        "question": part.question,
        "answers": " | ".join(part.answers),
        "choices": "\n".join(part.choices),
        "explanation": part.explanation,
        "hides": "hide" if part.hides else "",
    }


def take() -> None:
    """Put the written lesson into the link, if it is valid."""
    accept(widgets.text(WRITTEN))


def take_draft() -> None:
    """Put the lesson of the editor into the link, if it is valid."""
    sent = widgets.sent(PAGE, "lesson")
    if isinstance(sent, dict) and isinstance(sent.get("text"), str):
        accept(sent["text"][:MAX_TYPED])


def open_lecture() -> None:
    """Put the ready lecture into the link, in the language of the page."""
    accept(lecture(session.settings().lang))


def accept(written: str) -> None:
    """Put a lesson into the link, or show why that is not possible."""
    text = lessons.without_lessons(written.replace("\r\n", "\n"))
    widgets.set_value(WRITTEN, text)
    packed = pack(text)
    try:
        lessons.read(text)
        if len(packed) > MAX_LESSON:
            raise bpe.InputError("This lesson is too long for a link. Shorten it.")
    except bpe.InputError as error:
        session.current().lesson_error = error
        return
    session.current().lesson_error = None
    session.change(session.settings().replace(lesson=packed))


def drop() -> None:
    """Remove the lesson from the link."""
    session.current().lesson_error = None
    session.change(session.settings().replace(lesson=""))
