"""Page: step through the fast training of BPE."""

import streamlit as st

import bpe
from pages.fast_training.stage_data import shown
from pages.settings.stage_section import mount
from pages.state import session

try:
    data, _ = shown(session.settings())
except bpe.InputError as error:
    session.fall_back(error)
    st.rerun()
session.mark_valid()
mount("stage_fast", data)
