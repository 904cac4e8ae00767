"""What the inspector shows of a tokenizer: its steps, and below them one of the lists."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.encoding import uploads
from pages.encoding.contents import tokenizer_of
from pages.encoding.encoding_options import checkboxes
from pages.encoding.sections import take_text
from pages.inspector import sections
from pages.inspector.subject import Subject
from pages.settings import widgets
from pages.settings.choices import Options, choose
from pages.state.settings import MAX_INPUT, MAX_MERGES, Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill


def show(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw everything about a tokenizer."""
    if name := settings.encoding.tokenizer:
        about = tokenizer_of(name, settings.encoding.pattern)
        without_frame = replace(about.about, before=(), after=())  # the steps show them
        st.caption(uploads.describe(without_frame, t))
        for remark in about.remarks:
            st.warning(fill(t.gettext(remark.sentence), dict(remark.values)))
    steps_of_text(subject, settings, t)
    lists(subject, settings, t)


def steps_of_text(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw the text, and what each step does with it."""
    st.text_area(
        t.gettext("Text to encode"),
        max_chars=MAX_INPUT,
        height=68,
        value=settings.text,
        key=widgets.key_for("input", settings, settings.text),
        on_change=take_text,
        args=(settings.lang,),
    )
    label = t.gettext("Treat special tokens as ordinary text")
    checkboxes(settings, {"as_text": label}, MAX_MERGES, t)
    specials = "as_text" not in settings.encoding.options
    sections.attempt("steps", lambda: sections.steps(subject, settings.text, specials, t), t)


def lists(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw the choice of a list, the list, and the token that is open."""
    names = {
        "vocabulary": t.gettext("Vocabulary"),
        "special": t.gettext("Added and special tokens"),
        "merges": t.gettext("Merges"),
        "two": t.gettext("Two vocabularies"),
    }
    shown = settings.inspector.list
    choose(
        st.segmented_control,
        t.gettext("List"),
        Options(names, shown, partial(sections.take_search, "list", settings.lang)),
        widgets.key_for("list", settings, shown),
        required=True,
    )
    left, right = st.container(key="inspector_lists").columns([2, 1])
    with left:
        match shown:
            case "special":
                sections.attempt(
                    "list", lambda: sections.vocabulary(subject, settings, t, "special"), t
                )
            case "merges":
                sections.attempt("list", lambda: sections.merges(subject, settings, t), t)
            case "two":
                sections.attempt("list", lambda: sections.two_vocabularies(subject, settings, t), t)
            case _:
                sections.attempt("list", lambda: sections.vocabulary(subject, settings, t), t)
    with right:
        sections.token(subject, settings, t)
