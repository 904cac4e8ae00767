"""The section from which a run is taken away, as files for other programs."""

import streamlit as st

from pages import records
from pages.failure import told
from pages.language import translation
from pages.settings import Settings
from pages.view import files


@st.fragment
def take_away(settings: Settings) -> None:
    """The files of the run of BPE, made once this is opened."""
    t = translation(settings.lang)
    title = t.gettext("Take it away: files for other programs")
    box = st.expander(title, key="take_away", on_change="rerun")
    with box, told(t):
        run = records.run_of(settings) if box.open else None
        if run is not None:
            draw(files.of_bpe(run, f"{settings.corpus}-{settings.ties}", t))


@st.fragment
def take_pieces_away(settings: Settings) -> None:
    """The file of the run of Unigram, made once this is opened."""
    t = translation(settings.lang)
    title = t.gettext("Take it away: files for other programs")
    box = st.expander(title, key="take_away", on_change="rerun")
    with box, told(t):
        run = records.pieces_of(settings) if box.open else None
        if run is not None:
            draw((files.tokenizer(run, t),))


def draw(groups: tuple[files.Group, ...]) -> None:
    """The files as buttons, what there is to know of them beside."""
    for group in groups:
        left, right = st.columns([1, 2], vertical_alignment="center")
        for file in group.files:
            left.download_button(
                file.label,
                file.make,
                file_name=file.name,
                mime=file.kind,
                on_click="ignore",
                width="stretch",
                key=f"take_{file.name}",
            )
        right.text("\n".join(group.notes))
