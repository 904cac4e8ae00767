"""The settings of the encoding page in the sidebar."""

import streamlit as st

from pages.settings import callbacks, widgets
from pages.settings.uploads import upload_help, upload_label
from pages.state.settings import Settings
from pages.training.sidebar import of_training
from pages.translations.language import Translation


def of_encoding(settings: Settings, t: Translation) -> None:
    """Draw the settings of the trained tokenizer, or the upload of another one."""
    if settings.encoding.tokenizer:
        st.button(t.gettext("Back to the trained tokenizer"), on_click=callbacks.drop_tokenizer)
    else:
        of_training(settings, t)
    st.file_uploader(
        upload_label(t),
        accept_multiple_files=True,
        key=widgets.upload_key("tokenizer"),
        help=upload_help(t),
        on_change=callbacks.take_tokenizer,
    )
