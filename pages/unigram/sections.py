"""The views of the Unigram page: a word, the training round by round, a comparison with BPE."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import unigram
from pages.runs import runs
from pages.settings import callbacks, exports, widgets
from pages.settings.choices import Options, choose
from pages.settings.controls import seeded
from pages.settings.stage_section import mount, unfolding
from pages.settings.training_progress import progress
from pages.stage.tokens import visible
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram import stage_data
from pages.unigram.comparing.comparison_section import comparison, free_text
from pages.unigram.contents import both_of, bpe_settings_for, word_of
from pages.unigram.word import different_models, phase_after, vocabulary_name


def choose_view(settings: Settings, t: Translation) -> DeltaGenerator:
    """Draw the choice of the view, and return the column next to it."""
    controls = st.container(key="unigram_controls")
    left, right = controls.columns([1.5, 1], vertical_alignment="bottom")
    names = {
        "both": t.gettext("One word, both algorithms"),
        "word": t.gettext("Lattice"),
        "rounds": t.gettext("Round by round"),
        "comparison": t.gettext("Corpus"),
        "text": t.gettext("Free text"),
    }
    choose(
        left.segmented_control,
        t.gettext("View"),
        Options(names, settings.view.show, partial(callbacks.take_view, "show", settings.lang)),
        seeded("show", settings),
        label_visibility="collapsed",
        required=True,
    )
    return right


def view(
    settings: Settings, run: unigram.Run, t: Translation, controls_column: DeltaGenerator
) -> None:
    """Draw the chosen view. controls_column: the column next to the choice, for its controls."""
    if settings.view.show == "both":
        bpe_settings = bpe_settings_for(settings, run)
        bpe_run = runs.run_of(bpe_settings)
        if bpe_run is None:
            progress(bpe_settings, drawn=settings)
            return
        _, both = both_of(settings, run, bpe_run)
        choose_word(controls_column, settings, run, both.word.text, t)
        mount("stage_both", stage_data.of_both(settings, run, bpe_run))
    elif settings.view.show == "word":
        choose_word(controls_column, settings, run, word_of(settings, run)[1].text, t)
        mount("stage_word", stage_data.of_word(settings, run))
    elif settings.view.show == "rounds":
        mount("stage_rounds", stage_data.of_rounds(settings, run))
    elif settings.view.show == "comparison":
        choose_vocabulary(controls_column, settings, run, t)
        comparison(settings, run, t)
    else:
        choose_vocabulary(controls_column, settings, run, t)
        free_text(settings, run, t)


def word_field(
    column: DeltaGenerator, settings: Settings, run: unigram.Run, now: str, t: Translation
) -> None:
    """Draw the choice of a word. now: the one that is shown."""
    listed = stage_data.listed_words(run)
    choose(
        column.selectbox,
        t.gettext("Word (choose or type)"),
        Options(
            {each: visible(each) for each in (now, *listed)},
            now,
            partial(callbacks.take_word, settings.lang),
            parse=partial(callbacks.word_of_label, settings.unigram_key),
        ),
        widgets.key_for("word", settings, now, listed),
        accept_new_options=True,
    )


def choose_word(
    column: DeltaGenerator, settings: Settings, run: unigram.Run, now: str, t: Translation
) -> None:
    """Draw the choice of a word, and of the vocabulary that segments it. now: the shown word."""
    left, right = column.container(key=f"{settings.view.show}_controls").columns([4, 5])
    word_field(left, settings, run, now, t)
    choose_vocabulary(right, settings, run, t)


def choose_vocabulary(
    column: DeltaGenerator, settings: Settings, run: unigram.Run, t: Translation
) -> None:
    """Draw the choice of the vocabulary that all views use, except the training itself."""
    labels = {
        step: vocabulary_name(step, phase_after(run, step), len(model.pieces), t)
        for step, model in different_models(run)
    }
    now = max(step for step in labels if step <= settings.view.round)
    choose(
        column.selectbox,
        t.gettext("Vocabulary to use"),
        Options(labels, now, partial(callbacks.take_view, "round", settings.lang)),
        widgets.key_for("round", settings, now, tuple(labels.values())),
    )


@st.fragment
def export_unigram(settings: Settings) -> None:
    """Offer the file of a Unigram run; it is made when the section is opened."""
    title = exports.title(settings)
    unfolding(settings, title, "take_away", runs.unigram_run_of, of_unigram)


def of_unigram(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """Draw the button for a Unigram run."""
    exports.draw((exports.tokenizer(run, t),))
