"""The views of the Unigram page: a word, and the training round by round."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import unigram
from pages.i18n.language import Translation
from pages.sections import callbacks
from pages.sections.choices import Options, choose
from pages.sections.comparison import comparison
from pages.sections.controls import seeded
from pages.sections.stage import mount
from pages.serving import runs, stage_data
from pages.state import session
from pages.state.settings import Settings
from pages.view.tokens import number, visible


def choose_view(settings: Settings, t: Translation) -> DeltaGenerator:
    """Draw the choice of the view, and return the column next to it."""
    controls = st.container(key="unigram_controls")
    left, right = controls.columns([1, 1.6], vertical_alignment="bottom")
    names = {
        "word": t.gettext("One word"),
        "rounds": t.gettext("Round by round"),
        "comparison": t.gettext("BPE and Unigram"),
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
    if settings.view.show == "word":
        with controls_column:
            choose_word(settings, run, t)
        mount("stage_word", stage_data.of_word(settings, run))
    elif settings.view.show == "rounds":
        mount("stage_rounds", stage_data.of_rounds(settings))
    else:
        comparison(settings, run, t)


def choose_word(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """Draw the choice of a word, and of the vocabulary that segments it."""
    left, right = st.container(key="word_controls").columns([1, 1])
    _, now = runs.word_of(settings, run)
    listed = stage_data.listed_words(run)
    choose(
        left.selectbox,
        t.gettext("Word (choose or type)"),
        Options(
            {each: visible(each) for each in (now.text, *listed)},
            now.text,
            partial(callbacks.take_word, settings.lang),
            parse=partial(callbacks.word_of_label, settings.unigram_key),
        ),
        session.controls().set("word", settings.lang, now.text, listed),
        accept_new_options=True,
    )
    sizes = [run.seeds, *(each.result for each in run.rounds)]

    def label(i: int) -> str:
        size = number(len(sizes[i].pieces))
        if not i:
            return t.gettext("before training: {size} pieces").format(size=size)
        return t.gettext("after step {number}: {size} pieces").format(number=i, size=size)

    labels = {i: label(i) for i in range(len(sizes))}
    choose(
        right.selectbox,
        t.gettext("Vocabulary to use"),
        Options(labels, now.rounds, partial(callbacks.take_view, "round", settings.lang)),
        session.controls().set("round", settings.lang, now.rounds, tuple(labels.values())),
    )
