"""The section that exports a run as files for other programs."""

import streamlit as st

from bpe import unigram, wordpiece
from pages.runs import runs
from pages.runs.runs import TrainingRun
from pages.settings.stage_section import unfolding, unfolding_training
from pages.state.settings import Settings
from pages.training import exports as view_exports
from pages.translations.language import Translation, translation


@st.fragment
def export_run(settings: Settings) -> None:
    """Offer the files of a BPE or WordPiece run; they are made when the section is opened."""
    unfolding_training(settings, title(settings), "take_away", of_run)


def of_run(settings: Settings, run: TrainingRun, t: Translation) -> None:
    """Draw the buttons for a BPE or WordPiece run."""
    if isinstance(run, wordpiece.Run):
        draw(view_exports.wordpiece_files(run, settings.corpus.name, t))
        return
    draw(view_exports.bpe_files(run, f"{settings.corpus.name}-{settings.bpe.ties}", t))


@st.fragment
def export_unigram(settings: Settings) -> None:
    """Offer the file of a Unigram run; it is made when the section is opened."""
    unfolding(settings, title(settings), "take_away", runs.unigram_run_of, of_unigram)


def of_unigram(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """Draw the button for a Unigram run."""
    draw((view_exports.tokenizer(run, t),))


def title(settings: Settings) -> str:
    """The title of the section."""
    return translation(settings.lang).gettext("Export: files for other programs")


def draw(groups: tuple[view_exports.Group, ...]) -> None:
    """Draw a button for each file, with notes on the right."""
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
