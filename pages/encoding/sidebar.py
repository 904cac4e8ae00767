"""The settings of the encoding page in the sidebar."""

import streamlit as st

from pages.encoding.choose_tokenizer import choose_tokenizer, upload_tokenizer
from pages.settings import callbacks
from pages.state.settings import Settings
from pages.training.sidebar import of_training
from pages.translations.language import Translation


def of_encoding(settings: Settings, t: Translation) -> None:
    """Draw the choice of the tokenizer, and the settings of the trained one."""
    choose_tokenizer(settings, t)
    if settings.encoding.tokenizer:
        st.button(t.gettext("Back to the trained tokenizer"), on_click=callbacks.drop_tokenizer)
    else:
        of_training(settings, t)
    upload_tokenizer(t)
