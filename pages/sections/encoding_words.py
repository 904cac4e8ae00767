"""The choice of the word whose lattice the encoding page shows, for a Unigram tokenizer."""

from functools import partial

import streamlit as st

from pages.i18n.language import Translation
from pages.sections import callbacks
from pages.sections.choices import Options, choose
from pages.state import session
from pages.state.settings import Settings
from pages.view.encoding.segmented import Segmented
from pages.view.tokens import visible


def choose_word(settings: Settings, text: Segmented, t: Translation) -> None:
    """Draw the choice of a word of the text."""
    now = text.choose(settings.view.word)
    if not now:
        st.caption(t.gettext("This text has no words to segment."))
        return
    choose(
        st.selectbox,
        t.gettext("Word of the text"),
        Options(
            {each: visible(each) for each in text.words},
            now,
            partial(callbacks.take, "word", settings.lang),
        ),
        session.controls().set("word", settings.lang, now, text.words),
        width=260,
    )
