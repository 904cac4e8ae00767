"""Controls of settings, each filled from the session's settings."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.settings import callbacks, widgets
from pages.settings.choices import Options, choose
from pages.stage.record import sentences
from pages.state import session
from pages.state.settings import MAX_SENTENCE, Settings
from pages.storage.typed import MAX_PASTED
from pages.translations.language import Translation, translation


def seeded(name: str, settings: Settings) -> str:
    """The key of a control that shows its setting, or the text in it that was rejected."""
    return widgets.key_for(name, settings, shown(name, settings))


def shown(name: str, settings: Settings) -> Any:
    """What a control shows: its setting, or the text or pattern that was rejected."""
    value, error = widgets.value_of(name, settings), session.current().error
    if error and error.control and error.control == {"own": "corpus"}.get(name, name):
        return widgets.value(widgets.controls().key(name, settings.lang), value)
    return value


def choice(
    name: str,
    label: str,
    labels: dict[str, str],
    settings: Settings,
    on_change: Callable[[str, str], None] | None = None,
    **look: object,
) -> None:
    """Draw a select box for a setting. labels: id -> label; look: as in `choose`."""
    choose(
        st.selectbox,
        label,
        Options(
            labels,
            str(settings.get(name)),
            partial(on_change or callbacks.take, name, settings.lang),
        ),
        seeded(name, settings),
        **look,
    )


def number(name: str, label: str, settings: Settings, most: int, help_text: str) -> None:
    """Draw a number field for a setting, from 1 to `most`.

    Streamlit's field refuses other numbers without a reason, so the callback refuses them.
    """
    t = translation(settings.lang)
    most_text = t.gettext("At most {most}.").format(most=f"{most:,}")
    st.number_input(
        label,
        step=1,
        value=int(widgets.value_of(name, settings)),
        key=seeded(name, settings),
        on_change=callbacks.take_number,
        args=(name, settings.lang, most),
        help=sentences(help_text, most_text, t),
    )


def passage(settings: Settings, t: Translation, height: int) -> str:
    """Draw the field of the text that tokenizers are compared on, and return the text.

    height: in pixels.
    """
    text = settings.view.passage or settings.view.sentence
    typed = shown("passage", settings) or text
    st.text_area(
        t.gettext("Text"),
        max_chars=MAX_PASTED,
        value=typed,
        height=height,
        key=widgets.key_for("passage", settings, typed),
        on_change=callbacks.take_passage,
        args=(settings.lang,),
    )
    return text


def watched(settings: Settings, t: Translation) -> None:
    """Draw the field of the watched sentence."""
    st.text_input(
        t.gettext("Sentence to watch"),
        max_chars=MAX_SENTENCE,
        value=settings.view.sentence,
        key=seeded("sentence", settings),
        on_change=callbacks.take,
        args=("sentence", settings.lang),
    )
