"""The files of a BPE or WordPiece training, and the section that offers them."""

from functools import partial

import streamlit as st

from bpe import Run
from pages.runs.runs import TrainingRun
from pages.settings.exports import File, Group, draw, tiktoken, title, tokenizer, two_files
from pages.settings.stage_section import unfolding_training
from pages.state.settings import Settings
from pages.training import tables, training_charts
from pages.translations.language import Translation


@st.fragment
def export_run(settings: Settings) -> None:
    """Offer the files of a BPE or WordPiece run; they are made when the section is opened."""
    unfolding_training(settings, title(settings), "take_away", of_run)


def of_run(settings: Settings, run: TrainingRun, t: Translation) -> None:
    """Draw the buttons for a BPE or WordPiece run."""
    rule = "" if settings.is_wordpiece else f"-{settings.bpe.ties}"
    draw(files_of(run, settings.corpus.name + rule, t))


def files_of(run: TrainingRun, name: str, t: Translation) -> tuple[Group, ...]:
    """The files of a run. name: part of the names of files that may have any name.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [file.name for group in files_of(run, "hug", Translation()) for file in group.files]
    ['tokenizer.json', 'vocab.json', 'merges.txt', 'curves-hug.csv', 'curves-hug.svg']
    """
    merges = run.history
    with_merges = [] if run.prefix else [two_files(merges, t), tiktoken(merges, name, t)]
    return tokenizer(run, t), *with_merges, curves(merges, name, t)


def curves(run: Run, name: str, t: Translation) -> Group:
    """The curves of a training. name: as for `files_of`.

    >>> from pages.state.defaults import defaults
    >>> [file.name for file in curves(defaults("hug").train(), "hug", Translation()).files]
    ['curves-hug.csv', 'curves-hug.svg']
    """
    return Group(
        (
            File(
                t.gettext("Curves as CSV"),
                f"curves-{name}.csv",
                "text/csv",
                partial(tables.curves_csv, run, t),
            ),
            File(
                t.gettext("Curves as SVG"),
                f"curves-{name}.svg",
                "image/svg+xml",
                partial(training_charts.svg_file, run, t),
            ),
        ),
        (t.gettext("Tokens per word and compression at every step, for your own plots."),),
    )
