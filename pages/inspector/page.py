"""Page: look into a tokenizer."""

import streamlit as st

import bpe
from pages.encoding.decode_section import choose_decoder
from pages.inspector.layout import show
from pages.inspector.subject import subject_of
from pages.settings.training_progress import progress
from pages.state import session
from pages.state.settings import MAX_MERGES
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
name = settings.encoding.tokenizer
if not name:
    choose_decoder(settings, t)
try:
    subject = subject_of(settings, t)
except bpe.InputError as error:
    if not name:
        session.fall_back(error)
    else:
        session.fall_back(error, settings.replace(tokenizer="", pattern="", max_merges=MAX_MERGES))
    st.rerun()
if subject is None:
    progress(settings, is_unigram=settings.view.decoder == "unigram")
else:
    session.mark_valid()
    show(subject, settings, t)
