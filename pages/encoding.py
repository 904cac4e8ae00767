"""Page: new text through the learned merges, one rule at a time."""

from dataclasses import replace

import streamlit as st

import bpe
from pages import records, session
from pages.encoding_sections import below, choose_text, steps
from pages.language import translation
from pages.sections import progress
from pages.settings import MOST_MERGES

settings = session.settings()
t = translation(settings.lang)
try:
    encoder = records.encoder_of(settings)
    if encoder is not None:
        _ = records.text_of(settings, encoder).encoding
except bpe.InputError as error:
    session.refuse(error, replace(settings, tokenizer="", first=MOST_MERGES))
    st.rerun()
if encoder is None:
    progress(settings)
else:
    session.works()
    choose_text(settings, encoder, t)
    steps(settings)
    below(settings, encoder, t)
