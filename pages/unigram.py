"""Page: Unigram and Viterbi, beside BPE."""

import streamlit as st

import bpe
from pages import records, session
from pages.exports import take_pieces_away
from pages.language import translation
from pages.sections import progress
from pages.unigram_sections import choose_view, view
from pages.usual import with_method

settings = session.settings()
t = translation(settings.lang)
room = choose_view(settings, t)
try:
    run = records.pieces_of(settings)
except bpe.InputError as error:
    session.refuse(error, with_method(settings, "em"))
    st.rerun()
if run is None:
    progress(settings, "pieces")
else:
    session.works()
    view(settings, run, t, room)
    take_pieces_away(settings)
