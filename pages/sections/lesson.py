"""The lesson page: the chapters of the course, a teacher's lesson, its editor, the glossary."""

import streamlit as st

import bpe
from pages.corpora.typed import MAX_TYPED, pack, unpack
from pages.i18n.language import Translation
from pages.i18n.markdown import fill
from pages.server.components import base_path, common, lesson_page
from pages.state import session, widgets
from pages.state.settings import MAX_LESSON, Settings
from pages.view import lesson as lessons
from pages.view.stage import Record

WRITTEN = "lesson_text"  # the key of the field
PAGE = "lesson_page"  # the key of the component
EXAMPLE = "/?corpus=hug&step=1 Point at u+g and read the sum."


def show(settings: Settings, t: Translation) -> None:
    """Draw the overview, and why the lesson in the link cannot be read."""
    st.title(t.gettext("Lesson"))
    if not widgets.has_value(WRITTEN):
        session.show_lesson_error(None)
    data = page_data(settings, t)
    if settings.view.lesson and not data["lesson"]:
        try:
            lessons.read(unpack(settings.view.lesson))
        except bpe.InputError as error:
            st.warning(fill(t.gettext(error.sentence), error.values))
    refused = session.lesson_error()
    if refused:
        message = t.gettext(refused.sentence)
        data["error"] = message.format(**refused.values)  # drawn as text, not as Markdown
    lesson_page(key=PAGE, on_lesson_change=take_draft, data={**common(), **data})


def page_data(settings: Settings, t: Translation) -> Record:
    """Return what the browser draws the page from, without a lesson that cannot be read.

    >>> page_data(Settings().replace(lesson=pack("no link")), Translation())["draft"]
    []
    """
    text = unpack(settings.view.lesson) if settings.view.lesson else ""
    try:
        found = lessons.read(text)
    except bpe.InputError:
        found = ()
    return {
        "lang": settings.lang,
        "labels": labels(t),
        "lesson": settings.view.lesson if found else "",
        "text": text,
        "draft": [draft(part) for part in found],
        "error": "",
    }


def write(settings: Settings, t: Translation) -> None:
    """Draw the field for a lesson that is written as a text."""
    with st.expander(t.gettext("Write the lesson as a text")):
        st.markdown(
            t.gettext(
                "Write one line for each part: a link, a space and a sentence. Below it, you can "
                "add lines that start with one of these signs and a space: `*` a title, `#` a "
                "note for you, `>` the last step to present, `?` a question, `=` the accepted "
                "answers with `|` between them, `+` an explanation, `-` to hide what answers the "
                "question."
            )
        )
        if not widgets.has_value(WRITTEN):
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
            st.button(t.gettext("Remove the lesson from the link"), on_click=drop)


def draft(part: lessons.Part) -> Record:
    """Return a part as the editor has it.

    >>> draft(lessons.Part("Look.", "unigram", "corpus=hug", until=4))["link"]
    '/unigram?corpus=hug'
    """
    return {
        "link": f"{base_path()}/{part.page}" + (f"?{part.query}" if part.query else ""),
        "sentence": part.sentence,
        "title": part.title,
        "note": part.note,
        "until": "" if part.until is None else str(part.until),
        "question": part.question,
        "answers": " | ".join(part.answers),
        "explanation": part.explanation,
        "hides": "hide" if part.hides else "",
    }


def take() -> None:
    """Put the written lesson into the link, if it is valid."""
    accept(widgets.value(WRITTEN))


def take_draft() -> None:
    """Put the lesson of the editor into the link, if it is valid."""
    sent = getattr(widgets.value_or(PAGE, None), "lesson", None)
    if isinstance(sent, dict) and isinstance(sent.get("text"), str):
        accept(sent["text"][:MAX_TYPED])


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
        session.show_lesson_error(error)
        return
    session.show_lesson_error(None)
    session.change(session.settings().replace(lesson=packed))


def drop() -> None:
    """Remove the lesson from the link."""
    session.show_lesson_error(None)
    session.change(session.settings().replace(lesson=""))


def labels(t: Translation) -> dict[str, str]:
    """Return the texts of the page.

    >>> labels(Translation())["start"]
    'Start here'
    """
    return {
        "loading": t.gettext("Loading …"),
        "failed_load": t.gettext("Couldn't load this. Check your connection."),
        "course": t.gettext("The course"),
        "course_about": t.gettext(
            "Six chapters of about ten minutes. Each part has a task that the app checks."
        ),
        "start": t.gettext("Start here"),
        "continue": t.gettext("Continue: chapter {n}"),
        "kept": t.gettext("Your progress stays in this browser."),
        "export": t.gettext("Save progress as a file"),
        "reset": t.gettext("Reset progress"),
        "reset_question": t.gettext("Press again to reset"),
        "worksheet": t.gettext("Print a worksheet"),
        "lesson": t.gettext("Your teacher's lesson"),
        "lesson_about": t.gettext(
            "A teacher wrote this lesson. The link to this page contains all of it."
        ),
        "open": t.gettext("Open"),
        "start_lesson": t.gettext("Start this lesson"),
        "present": t.gettext("Present this lesson"),
        "glossary": t.gettext("Glossary"),
        "see": t.gettext("See it in the app"),
        **editor_labels(t),
    }


def editor_labels(t: Translation) -> dict[str, str]:
    """Return the texts of the editor.

    >>> editor_labels(Translation())["note"]
    'Note for you'
    """
    return {
        "editor": t.gettext("Write your own lesson"),
        "editor_about": t.gettext(
            "Open any page, and press “Add to my lesson” in the sidebar. Come back here to write "
            "a sentence for each part. The draft stays in this browser until you make a link."
        ),
        "empty": t.gettext("There are no parts yet."),
        "no_parts": t.gettext("Add a part first."),
        "no_sentence": t.gettext("Part {number} needs a sentence."),
        "page_": t.gettext("Training"),
        "page_encode": t.gettext("Encoding"),
        "page_unigram": t.gettext("Unigram"),
        "page_practice": t.gettext("Practice"),
        "page_algorithm": t.gettext("The algorithm"),
        "page_course": t.gettext("The course, recomputed"),
        "title": t.gettext("Title (optional)"),
        "sentence": t.gettext("Sentence"),
        "note": t.gettext("Note for you"),
        "task": t.gettext("Task (optional)"),
        "question": t.gettext("Question"),
        "answers": t.gettext("Accepted answers, with | between them"),
        "explanation": t.gettext("Explanation"),
        "until": t.gettext("Present up to step"),
        "hides": t.gettext("Hide counts and results until it is answered"),
        "up": t.gettext("Move up"),
        "down": t.gettext("Move down"),
        "delete": t.gettext("Delete this part"),
        "clear": t.gettext("Delete all parts"),
        "edit_this": t.gettext("Edit the lesson of this link"),
        "replace": t.gettext("Press again to discard your draft"),
        "make": t.gettext("Make the link"),
        "made": t.gettext("The link of this page now contains your lesson."),
        "copy": t.gettext("Copy link"),
        "copied": t.gettext("Copied"),
        "copied_here": t.gettext("Copied; opens only on this computer"),
        "failed": t.gettext("Press Ctrl+C to copy"),
        **field_help(t),
    }


def field_help(t: Translation) -> dict[str, str]:
    """Return what the fields of the editor are for.

    >>> sorted(field_help(Translation()))[:2]
    ['answers_help', 'field_help']
    """
    return {
        "field_help": t.gettext("What the fields are for"),
        "note_help": t.gettext(
            "“Present this lesson” shows it in a second window, with a clock. Whoever edits the "
            "lesson of the link can read it, too."
        ),
        "task_help": t.gettext(
            "A question that the app checks. Whoever is wrong three times sees the answer."
        ),
        "answers_help": t.gettext(
            "The answers that are right, for example: 20 | twenty. Upper and lower case are the "
            "same."
        ),
        "hides_help": t.gettext(
            "What answers the question is covered on the page: the counts, the merge and the "
            "results. When you present, Page Down shows the answer and uncovers them."
        ),
        "until_help": t.gettext(
            "When you present, Page Down goes through the steps of the page up to this one, and "
            "then to the next part. Leave it empty for all steps."
        ),
    }
