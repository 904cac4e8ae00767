"""Page: step through the training of BPE."""

import pandas as pd
import streamlit as st

import bpe
from pages import records, session
from pages.language import Translation, translation
from pages.settings import Settings
from pages.stage import VERSION, base_path, stage
from pages.view import training


@st.fragment
def steps(settings: Settings) -> None:
    """The stage, and what follows its step at the server's pace."""
    run = records.run_of(settings)
    last = len(run.merges)
    session.bound(last)

    def follow() -> None:
        session.goto(st.session_state.stage.get("goto"), settings.key, last)

    stage(
        key="stage",
        data={
            "version": VERSION,
            "base": base_path(),
            "run": settings.key,
            "lang": settings.lang,
            "seek": st.session_state.seek,
        },
        on_goto_change=follow,
    )
    if run.most_pairs > training.ALL_PAIRS:
        every_pair(run, session.step(), translation(settings.lang))


def every_pair(run: bpe.Run, k: int, t: Translation) -> None:
    """The whole pair table of a run that has too many pairs for the stage."""
    with st.expander(t.gettext("Every pair at step {k}").format(k=k)):
        pairs = run.pairs(max(k - 1, 0))
        table = pd.DataFrame(training.pair_table(pairs), columns=training.pair_columns(t))
        st.dataframe(table, hide_index=True, height=320)


steps(session.settings())
