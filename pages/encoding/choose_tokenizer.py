"""The choice of a tokenizer: the trained one, that of a well-known model, or an upload."""

import streamlit as st

import bpe
from pages.encoding.contents import tokenizer_of
from pages.encoding.uploads import name_of
from pages.jobs import named_tokenizers
from pages.settings import callbacks, widgets
from pages.settings.controls import choice
from pages.settings.uploads import upload_help, upload_label
from pages.state.settings import Settings
from pages.translations.language import Translation


def choose_tokenizer(settings: Settings, t: Translation) -> None:
    """Draw the choice of the tokenizer."""
    labels = {"": t.gettext("Trained here"), **named_tokenizers.titles()}
    name = settings.encoding.tokenizer
    if name not in labels:
        labels[name] = upload_name(name, t)
    choice("tokenizer", t.gettext("Tokenizer"), labels, settings, callbacks.choose_tokenizer)


def upload_tokenizer(t: Translation) -> None:
    """Draw the upload of a tokenizer."""
    st.file_uploader(
        upload_label(t),
        accept_multiple_files=True,
        key=widgets.upload_key("tokenizer"),
        help=upload_help(t),
        on_change=callbacks.take_tokenizer,
    )


def upload_name(name: str, t: Translation) -> str:
    """The names of the files of an upload, also of one that cannot be used."""
    try:
        return name_of(tokenizer_of(name).about, t)
    except bpe.InputError:
        return t.gettext("Uploaded tokenizer")
