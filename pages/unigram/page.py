"""Page: Unigram and Viterbi, compared with BPE."""

import streamlit as st

import bpe
from pages.runs import runs
from pages.settings.training_progress import progress
from pages.state import session
from pages.state.defaults import with_method
from pages.translations.language import translation
from pages.unigram.sections import choose_view, export_unigram, view

settings = session.settings()
t = translation(settings.lang)
room = choose_view(settings, t)
try:
    run = runs.unigram_run_of(settings)
except bpe.InputError as error:
    session.fall_back(error, with_method(settings, "em"))
    st.rerun()
if run is None:
    progress(settings, is_unigram=True)
else:
    session.mark_valid()
    view(settings, run, t, room)
    export_unigram(settings)
