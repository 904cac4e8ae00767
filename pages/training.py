"""Page: step through the training of BPE."""

import streamlit as st

import bpe
from pages.sections.exports import export_bpe
from pages.sections.stage import mount
from pages.sections.training import compare_rules, every_pair, start_and_end
from pages.sections.training_progress import progress
from pages.serving import runs, stage_data
from pages.state import session

settings = session.settings()
try:
    run = runs.run_of(settings)
except bpe.InputError as error:
    session.fall_back(error)
    st.rerun()
if run is None:
    progress(settings)
else:
    session.mark_valid()
    mount("stage", stage_data.of_training(settings, run))
    every_pair(settings, run)
    start_and_end(settings)
    compare_rules(settings)
    export_bpe(settings)
