"""The lesson page: the parts with their links, and the field for a teacher's own lesson."""

import streamlit as st

import bpe
from pages.corpora.typed import MAX_TYPED, pack, unpack
from pages.i18n.language import Translation
from pages.i18n.markdown import fill
from pages.server.components import common, lesson_list
from pages.state import session, widgets
from pages.state.settings import MAX_LESSON, Settings
from pages.view import lesson as lessons

WRITTEN = "lesson_text"  # the key of the field
EXAMPLE = "/?corpus=hug&step=1 Point at u+g and read the sum."


def parts(settings: Settings, t: Translation) -> None:
    """Draw the lesson in the link, or the built-in one."""
    st.title(t.gettext("Lesson"))
    found: tuple[lessons.Part, ...] = ()
    if settings.view.lesson:
        try:
            found = lessons.read(unpack(settings.view.lesson))
            st.markdown(
                t.gettext("A teacher wrote this lesson. The link to this page contains all of it.")
            )
        except bpe.InputError as error:
            st.warning(fill(t.gettext(error.sentence), error.values))
    if not found:
        found = lessons.included_lesson(settings.lang, t)
        st.markdown(
            t.gettext(
                "The lesson takes about twenty minutes, two for each part. Everyone opens the "
                "parts and works at their own pace. Screens are not synchronized."
            )
        )
    lesson_list(
        key="lesson_list",
        data={
            **common(),
            "title": t.gettext("Lesson"),
            "open": t.gettext("Open"),
            "parts": [[part.sentence, part.link] for part in found],
        },
    )


def write(settings: Settings, t: Translation) -> None:
    """Draw the field for a teacher's own lesson."""
    with st.expander(t.gettext("Write your own lesson")):
        st.markdown(
            t.gettext(
                "Write one line for each part: a link, a space and a sentence. To get a link, "
                "open a page and press “Copy link” in the sidebar. When you finish, copy the "
                "link to this page and give it to your class."
            )
        )
        if not widgets.has_value(WRITTEN):
            session.show_lesson_error(None)
            written = unpack(settings.view.lesson) if settings.view.lesson else EXAMPLE
            widgets.set_value(WRITTEN, written)
        st.text_area(
            t.gettext("Your lesson"),
            key=WRITTEN,
            height=220,
            max_chars=MAX_TYPED,
            on_change=take,
        )
        error = session.lesson_error()
        if error:
            st.error(fill(t.gettext(error.sentence), error.values))
        if settings.view.lesson:
            st.button(t.gettext("Back to the built-in lesson"), on_click=drop)


def take() -> None:
    """Put a written lesson into the link, if it is valid."""
    text = lessons.without_lessons(widgets.value(WRITTEN).replace("\r\n", "\n"))
    widgets.set_value(WRITTEN, text)
    packed = pack(text)
    try:
        lessons.read(text)
        if len(packed) > MAX_LESSON:
            raise bpe.InputError("This lesson is too long for a link. Shorten it.")
    except bpe.InputError as error:
        session.show_lesson_error(error)
        return
    session.show_lesson_error(None)
    session.change(session.settings().replace(lesson=packed))


def drop() -> None:
    """Go back to the built-in lesson."""
    session.change(session.settings().replace(lesson=""))
