"""Page: encode a text with the learned merges, one merge at a time."""

import streamlit as st

import bpe
from pages.encoding.contents import encoder_of, text_of
from pages.encoding.sections import below, choose_text
from pages.encoding.stage_data import of_text
from pages.settings.stage_section import mount
from pages.settings.training_progress import progress
from pages.state import session
from pages.state.defaults import defaults
from pages.state.settings import MAX_MERGES
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
try:
    encoder = encoder_of(settings)
    text = None if encoder is None else text_of(settings, encoder)
except bpe.InputError as error:
    nearest = settings.replace(tokenizer="", pattern="", max_merges=MAX_MERGES)
    if nearest == settings:  # the text is rejected under the trained run
        nearest = settings.replace(input="", sentence=defaults(settings.corpus.name).view.sentence)
    session.fall_back(error, nearest)
    st.rerun()
if encoder is None or text is None:
    progress(settings)
else:
    session.mark_valid()
    choose_text(settings, text, encoder, t)
    shown = of_text(settings, encoder)
    if shown:
        mount("stage_text", shown[0])
    below(settings, text, encoder, t)
