"""Page: step through the training of BPE."""

import streamlit as st

import bpe
from pages.sections.exports import export_bpe
from pages.sections.training import compare_rules, start_and_end, steps
from pages.sections.training_progress import progress
from pages.serving import runs
from pages.state import session, stage_steps

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
    stage_steps.clamp_step(len(run.merges))
    steps(settings)
    start_and_end(settings)
    compare_rules(settings)
    export_bpe(settings)
