"""The settings in the sidebar. What cannot be used is refused here, and what was there stays.

A control's key ends in the language: a control that outlived a change of the language would go on
showing the old one's labels. So each is filled from the settings whenever it is new.
"""

from dataclasses import replace

import streamlit as st

import bpe
from pages import session
from pages.language import LANGUAGES, Translation
from pages.settings import (
    CORPORA,
    MAX_COUNT,
    MAX_OWN,
    MAX_SPECIAL,
    MAX_VOCAB,
    MAX_WATCH,
    OWN_COUNTS,
    OWN_TEXT,
    Settings,
    defaults,
    read_special,
)
from pages.view import about
from pages.view.reasons import rule_name


def show(settings: Settings, t: Translation) -> None:
    """Draw the controls."""
    choose_corpus(settings, t)
    number("vocab", t.gettext("Vocabulary size"), settings, MAX_VOCAB, vocabulary_help(t))
    rules = {ties: rule_name(ties, t) for ties in bpe.TIES}
    choice("ties", t.gettext("Between equal counts"), rules, settings)
    st.text_input(
        t.gettext("Watch a sentence"),
        max_chars=MAX_WATCH,
        key=seeded("watch", settings),
        on_change=take,
        args=("watch", settings.lang),
    )
    with st.expander(t.gettext("More settings")):
        more(settings, t)
    choice("lang", t.gettext("Language"), LANGUAGES, settings)


def vocabulary_help(t: Translation) -> str:
    """What the vocabulary size means."""
    return t.gettext(
        "Training stops when the vocabulary has so many tokens: special tokens, characters and "
        "merges together."
    )


def more(settings: Settings, t: Translation) -> None:
    """Draw the settings that are needed less often."""
    splits = {
        "gpt2": t.gettext("GPT-2, byte level"),
        "metaspace": t.gettext("Metaspace (▁)"),
        "whitespace": t.gettext("White space"),
        "none": t.gettext("None"),
    }
    norms = {
        "none": t.gettext("None"),
        "nfc": t.gettext("NFC: marks composed"),
        "nfkc": t.gettext("NFKC: variants unified"),
        "lower": t.gettext("Lower case"),
    }
    choice("split", t.gettext("Pre-tokenization"), splits, settings)
    choice("norm", t.gettext("Normalization"), norms, settings)
    st.text_input(
        t.gettext("Special tokens"),
        max_chars=MAX_SPECIAL,
        key=seeded("special", settings),
        on_change=take,
        args=("special", settings.lang),
        help=t.gettext("They come first in the vocabulary. Part several by spaces."),
    )
    least = t.gettext("A pair that occurs less often is not merged.")
    number("min", t.gettext("Least count"), settings, MAX_COUNT, least)


def choose_corpus(settings: Settings, t: Translation) -> None:
    """Draw the choice of the corpus, and the field of an own one."""
    samples = about.samples(t)
    titles = {name: title for name, (title, _) in samples.items()}
    titles |= {OWN_TEXT: t.gettext("My own text"), OWN_COUNTS: t.gettext("My own word counts")}
    st.selectbox(
        t.gettext("Corpus"),
        CORPORA,
        key=seeded("corpus", settings),
        format_func=titles.__getitem__,
        on_change=take_corpus,
        args=(settings.lang,),
    )
    if not settings.is_own:
        st.caption(samples[settings.corpus][1])
        return
    st.text_area(
        t.gettext("Text, a line a document")
        if settings.corpus == OWN_TEXT
        else t.gettext("Word counts, a word a line"),
        max_chars=MAX_OWN,
        height=160,
        key=seeded("own", settings),
        on_change=take,
        args=("own", settings.lang),
    )
    refusal = st.session_state.get("refusal")
    if refusal:
        sentence, values = refusal
        st.error(t.gettext(sentence).format(**values))
    else:
        st.caption(t.gettext("Training follows as soon as you leave the field."))


def seeded(name: str, settings: Settings) -> str:
    """The key of a control, which shows the setting unless the learner has changed it."""
    key = f"choose_{name}_{settings.lang}"
    if key not in st.session_state:
        st.session_state[key] = getattr(settings, name)
    return key


def choice(name: str, label: str, options: dict[str, str], settings: Settings) -> None:
    """A control with which one of a few ids is chosen by its label."""
    st.selectbox(
        label,
        tuple(options),
        key=seeded(name, settings),
        format_func=options.__getitem__,
        on_change=take,
        args=(name, settings.lang),
    )


def number(name: str, label: str, settings: Settings, most: int, help_text: str) -> None:
    """A control for a whole number from 1."""
    st.number_input(
        label,
        min_value=1,
        max_value=most,
        step=1,
        key=seeded(name, settings),
        on_change=take,
        args=(name, settings.lang),
        help=help_text,
    )


def take(name: str, lang: str) -> None:
    """A control was changed: take its value, or refuse it and keep what was there."""
    state = st.session_state
    key = f"choose_{name}_{lang}"
    if name == "special":
        state[key] = read_special(state[key])
    value = state[key].replace("\r\n", "\n") if name == "own" else state[key]
    new = replace(state.settings, **{name: value})
    try:
        new.read_corpus()
    except bpe.InputError as error:
        state.refusal = (error.sentence, error.values)
        return
    state.refusal = None
    session.change(new, from_start=name == "own")


def take_corpus(lang: str) -> None:
    """Another corpus was chosen: it comes with the settings that show it best."""
    state = st.session_state
    new = replace(defaults(state[f"choose_corpus_{lang}"]), lang=lang, view=state.settings.view)
    for name in ("own", "vocab", "ties", "split", "norm", "special", "min", "watch"):
        state[f"choose_{name}_{lang}"] = getattr(new, name)
    state.refusal = None
    session.change(new, from_start=True)
