"""Page: step through the fast training of BPE."""

import streamlit as st

import bpe
from pages.fast_training.stage_data import shown
from pages.settings.stage_section import mount
from pages.state import session
from pages.state.url import query_of
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
try:
    data, _ = shown(settings)
except bpe.InputError as error:
    session.fall_back(error)
    st.rerun()
session.mark_valid()
mount("stage_fast", data)
check = settings.replace(algorithm="bpe", ties="greatest", section="check")
st.link_button(t.gettext("Check your own trainer"), f"./?{query_of(check)}")
