"""The section from which a run is taken away, as files for other programs."""

import streamlit as st

import bpe
from bpe import unigram
from pages.i18n.language import Translation, translation
from pages.sections.stage import unfolding
from pages.serving import runs
from pages.state.settings import Settings
from pages.view import exports as view_exports


@st.fragment
def take_away(settings: Settings) -> None:
    """The files of the run of BPE, made once this is opened."""
    unfolding(settings, title(settings), "take_away", runs.run_of, of_bpe)


def of_bpe(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `take_away` draws once it is opened."""
    draw(view_exports.bpe_files(run, f"{settings.corpus.name}-{settings.bpe.ties}", t))


@st.fragment
def take_pieces_away(settings: Settings) -> None:
    """The file of the run of Unigram, made once this is opened."""
    unfolding(settings, title(settings), "take_away", runs.unigram_run_of, of_unigram)


def of_unigram(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """What `take_pieces_away` draws once it is opened."""
    draw((view_exports.tokenizer(run, t),))


def title(settings: Settings) -> str:
    """What the box says."""
    return translation(settings.lang).gettext("Export: files for other programs")


def draw(groups: tuple[view_exports.Group, ...]) -> None:
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
