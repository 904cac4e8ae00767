"""Page: step through the training of BPE."""

import streamlit as st

import bpe
from pages import records, session
from pages.exports import take_away
from pages.sections import compare_rules, progress, stages, steps

settings = session.settings()
try:
    run = records.run_of(settings)
except bpe.InputError as error:
    session.refuse(error)
    st.rerun()
if run is None:
    progress(settings)
else:
    session.works()
    session.bound(len(run.merges))
    steps(settings)
    stages(settings)
    compare_rules(settings)
    take_away(settings)
