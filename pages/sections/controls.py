"""Controls of settings, each filled from the session's settings.

A control's key ends in the language: a control that outlives a change of language would keep
showing labels in the old language.
"""

from collections.abc import Callable

import streamlit as st

from pages.i18n.language import Translation, translation
from pages.sections import callbacks
from pages.sections.choices import choose
from pages.state import session
from pages.state.settings import MAX_SENTENCE, Settings


def seeded(name: str, settings: Settings) -> str:
    """Return the key of a control, which shows the setting, or a corpus that was refused.

    Streamlit may still have an older value under the key, of a page that was left.
    """
    now = session.current()
    key = now.controls.key(name, settings.lang)
    is_rejected = now.error is not None and now.error.control == "corpus"
    if name == "own" and is_rejected and key in st.session_state:
        return key
    value = settings.corpus.listed if name == "corpus" else settings.get(name)
    return session.current().controls.set(name, settings.lang, value)


def choice(
    name: str,
    label: str,
    options: dict[str, str],
    settings: Settings,
    on_change: Callable[[str, str], None] | None = None,
) -> None:
    """A control with which one of a few ids is chosen by its label."""
    choose(
        st.selectbox,
        label,
        options,
        settings.get(name),
        seeded(name, settings),
        on_change or callbacks.take,
        (name, settings.lang),
    )


def number(name: str, label: str, settings: Settings, most: int, help_text: str) -> None:
    """A control for a whole number from 1."""
    t = translation(settings.lang)
    most_text = t.gettext("At most {most}.").format(most=f"{most:,}")
    st.number_input(
        label,
        min_value=1,
        max_value=most,
        step=1,
        key=seeded(name, settings),
        on_change=callbacks.take,
        args=(name, settings.lang),
        help=f"{help_text} {most_text}",
    )


def watched(settings: Settings, t: Translation) -> None:
    """The field of the watched sentence."""
    st.text_input(
        t.gettext("Sentence to watch"),
        max_chars=MAX_SENTENCE,
        key=seeded("sentence", settings),
        on_change=callbacks.take,
        args=("sentence", settings.lang),
    )
