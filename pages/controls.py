"""The settings in the sidebar. What cannot be used is refused here, and what was there stays."""

from dataclasses import replace

import streamlit as st

import bpe
from pages import session
from pages.language import Translation
from pages.settings import (
    CORPORA,
    MAX_COUNT,
    MAX_OWN,
    MAX_SPECIAL,
    MAX_VOCAB,
    OWN_COUNTS,
    OWN_TEXT,
    Settings,
    defaults,
    read_special,
)


def show(settings: Settings, t: Translation) -> Settings:
    """Draw the controls; return the settings as they are now."""
    corpora = {
        "course": t.gettext("Course, four sentences"),
        "hug": t.gettext("Course, five words"),
        OWN_TEXT: t.gettext("My own text"),
        OWN_COUNTS: t.gettext("My own word counts"),
    }
    st.selectbox(
        t.gettext("Corpus"),
        CORPORA,
        key=seeded("corpus", settings.corpus),
        format_func=corpora.__getitem__,
        on_change=choose_corpus,
    )
    if settings.is_own:
        own(settings, t)
    st.number_input(
        t.gettext("Vocabulary size"),
        min_value=1,
        max_value=MAX_VOCAB,
        step=1,
        key=seeded("vocab", settings.vocab),
        on_change=choose,
        args=("vocab",),
        help=t.gettext(
            "Training stops when the vocabulary has so many tokens: special tokens, characters "
            "and merges together."
        ),
    )
    ties = {
        "first": t.gettext("Pair met first (the course)"),
        "lowest": t.gettext("Lowest ids (Hugging Face)"),
        "greatest": t.gettext("Greatest bytes (CS336)"),
    }
    choice("ties", t.gettext("Between equal counts"), ties, settings.ties)
    with st.expander(t.gettext("More settings")):
        splits = {
            "gpt2": t.gettext("GPT-2, byte level"),
            "metaspace": t.gettext("Metaspace (▁)"),
            "whitespace": t.gettext("White space"),
            "none": t.gettext("None"),
        }
        norms = {
            "none": t.gettext("None"),
            "nfc": t.gettext("NFC"),
            "nfkc": t.gettext("NFKC"),
            "lower": t.gettext("Lower case"),
        }
        choice("split", t.gettext("Pre-tokenization"), splits, settings.split)
        choice("norm", t.gettext("Normalization"), norms, settings.norm)
        st.text_input(
            t.gettext("Special tokens"),
            max_chars=MAX_SPECIAL,
            key=seeded("special", settings.special),
            on_change=choose,
            args=("special",),
            help=t.gettext("They come first in the vocabulary. Part several by spaces."),
        )
        st.number_input(
            t.gettext("Least count"),
            min_value=1,
            max_value=MAX_COUNT,
            step=1,
            key=seeded("min", settings.min),
            on_change=choose,
            args=("min",),
            help=t.gettext("A pair that occurs less often is not merged."),
        )
    return settings


def seeded(name: str, value: object) -> str:
    """The key of a control, which shows `value` unless the learner has changed it."""
    key = f"choose_{name}"
    if key not in st.session_state:
        st.session_state[key] = value
    return key


def choice(name: str, label: str, options: dict[str, str], value: str) -> None:
    """A control with which one of a few ids is chosen by its label."""
    st.selectbox(
        label,
        tuple(options),
        key=seeded(name, value),
        format_func=options.__getitem__,
        on_change=choose,
        args=(name,),
    )


def own(settings: Settings, t: Translation) -> None:
    """The field of the own corpus, and what is wrong with it."""
    by_text = settings.corpus == OWN_TEXT
    st.text_area(
        t.gettext("Text, a line a document")
        if by_text
        else t.gettext("Word counts, a word a line"),
        max_chars=MAX_OWN,
        height=160,
        key=seeded("own", settings.own),
        on_change=choose,
        args=("own",),
    )
    refusal = st.session_state.get("refusal")
    if refusal:
        sentence, values = refusal
        st.error(t.gettext(sentence).format(**values))
    else:
        st.caption(t.gettext("Training follows as soon as you leave the field."))


def choose(name: str) -> None:
    """A control was changed: take its value, or refuse it and keep what was there."""
    state = st.session_state
    value = state[f"choose_{name}"]
    if name == "special":
        value = state.choose_special = read_special(value)
    elif name == "own":
        value = value.replace("\r\n", "\n")
    new = replace(state.settings, **{name: value})
    try:
        new.read_corpus()
    except bpe.InputError as error:
        state.refusal = (error.sentence, error.values)
        return
    state.refusal = None
    session.change(new, session.step() if name != "own" else 0)


def choose_corpus() -> None:
    """Another corpus was chosen: it comes with the settings that show it best."""
    state = st.session_state
    new = replace(defaults(state.choose_corpus), lang=state.settings.lang)
    for name in ("own", "vocab", "ties", "split", "norm", "special", "min"):
        state[f"choose_{name}"] = getattr(new, name)
    state.refusal = None
    session.change(new, 0)
