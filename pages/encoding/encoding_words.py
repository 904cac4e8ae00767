"""The choice of the word whose lattice the encoding page shows, for a Unigram tokenizer."""

from functools import partial

import streamlit as st

from pages.encoding.encoded_text import EncodedText
from pages.settings import callbacks, widgets
from pages.settings.choices import Options, choose
from pages.stage.tokens import visible
from pages.state.settings import Settings
from pages.translations.language import Translation


def choose_word(settings: Settings, text: EncodedText, t: Translation) -> None:
    """Draw the choice of a word of the text, if only a word is stepped through."""
    now = text.choose(settings.view.word)
    if now is None:
        return
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
        widgets.key_for("word", settings, now, text.words),
        width=260,
    )
