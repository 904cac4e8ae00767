"""Page: step through the training of BPE or WordPiece."""

import streamlit as st

import bpe
from pages.runs import runs
from pages.settings.stage_section import mount
from pages.settings.training_progress import progress
from pages.state import session
from pages.training.exports import export_run
from pages.training.sections import about_wordpiece, compare_rules, every_pair, start_and_end
from pages.training.stage_data import of_training
from pages.training.trainer_check_section import check_trainer

settings = session.settings()
try:
    run = runs.training_of(settings)
except bpe.InputError as error:
    session.fall_back(error)
    st.rerun()
if run is None:
    progress(settings)
else:
    session.mark_valid()
    mount("stage", of_training(settings, run))
    every_pair(settings, run)
    start_and_end(settings)
    if settings.is_wordpiece:
        about_wordpiece(settings)
    else:
        compare_rules(settings)
        check_trainer(settings)
    export_run(settings)
