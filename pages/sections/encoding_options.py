"""The encoding options, and what happens when a reader changes one."""

import streamlit as st

from pages.i18n.language import Translation
from pages.state import session
from pages.state.settings import MAX_MERGES, OPTIONS, Settings
from pages.view.encoding.walk import TextEncoder
from pages.view.tokens import number


def encoding_options(settings: Settings, encoder: TextEncoder, t: Translation) -> None:
    """Draw the options: the number of merges, their order, dropout and others."""
    last, controls = len(encoder.merges), session.controls()
    with st.popover(t.gettext("Encoding options"), width="stretch"):
        st.number_input(
            t.gettext("Use only the first N merges (of {last})").format(last=number(last)),
            min_value=0,
            max_value=max(last, 1),
            key=controls.set("max_merges", settings.lang, min(settings.encoding.max_merges, last)),
            on_change=take_options,
            args=(settings.lang, last),
        )
        names = {
            "rules": t.gettext("Apply merges rule by rule, as the course does"),
            "fuse": t.gettext("Combine consecutive unknown characters into one unknown token"),
            "specials": t.gettext("Recognize special tokens in the text"),
            "whole": t.gettext("Keep a word whole if it is in the vocabulary"),
        }
        for name in OPTIONS:
            if name == "fuse" and settings.encoding.tokenizer:
                continue  # the file says
            st.checkbox(
                names[name],
                key=controls.set(
                    f"option_{name}", settings.lang, name in settings.encoding.options
                ),
                on_change=take_options,
                args=(settings.lang, last),
            )
        if "rules" not in settings.encoding.options:
            st.number_input(
                t.gettext("Candidate pairs dropped at random, in percent (BPE-Dropout)"),
                min_value=0,
                max_value=100,
                step=10,
                key=controls.set("dropout", settings.lang, settings.encoding.dropout),
                on_change=take_options,
                args=(settings.lang, last),
            )
            if settings.encoding.dropout:
                st.number_input(
                    t.gettext("Random seed"),
                    min_value=0,
                    max_value=9_999,
                    key=controls.set("dropout_seed", settings.lang, settings.encoding.dropout_seed),
                    on_change=take_options,
                    args=(settings.lang, last),
                )


def take_options(lang: str, last: int) -> None:
    """Take changed options."""
    controls, old = session.controls(), session.settings()

    def value(name: str, default: object) -> object:
        return controls.value_or(name, lang, default)

    first = int(str(value("max_merges", last)))
    new = old.replace(
        max_merges=MAX_MERGES if first >= last else first,
        options=tuple(
            name for name in OPTIONS if value(f"option_{name}", name in old.encoding.options)
        ),
        dropout=int(str(value("dropout", old.encoding.dropout))),
        dropout_seed=int(str(value("dropout_seed", old.encoding.dropout_seed))),
    )
    session.change(new)
