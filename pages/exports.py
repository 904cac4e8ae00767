"""The section from which a run is taken away, as files for other programs."""

import streamlit as st

import bpe
from bpe import unigram
from pages import records
from pages.language import Translation, translation
from pages.sections import unfolding
from pages.settings import Settings
from pages.view import files


@st.fragment
def take_away(settings: Settings) -> None:
    """The files of the run of BPE, made once this is opened."""
    unfolding(settings, title(settings), "take_away", records.run_of, of_bpe)


def of_bpe(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `take_away` draws once it is opened."""
    draw(files.of_bpe(run, f"{settings.corpus}-{settings.ties}", t))


@st.fragment
def take_pieces_away(settings: Settings) -> None:
    """The file of the run of Unigram, made once this is opened."""
    unfolding(settings, title(settings), "take_away", records.pieces_of, of_unigram)


def of_unigram(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """What `take_pieces_away` draws once it is opened."""
    draw((files.tokenizer(run, t),))


def title(settings: Settings) -> str:
    """What the box says."""
    return translation(settings.lang).gettext("Export: files for other programs")


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
