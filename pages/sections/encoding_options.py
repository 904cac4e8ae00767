"""How a text is encoded: the options of the encoding page, and what a change of one does."""

from dataclasses import replace

import streamlit as st

from bpe.encoder import Encoder
from pages.i18n.language import Translation
from pages.state import session
from pages.state.settings import HOW, MOST_MERGES, Settings
from pages.view.tokens import number


def how(settings: Settings, encoder: Encoder, t: Translation) -> None:
    """How it is encoded: with how many merges, in which order, and what else can be asked."""
    last = len(encoder.merges)
    with st.popover(t.gettext("Encoding options"), width="stretch"):
        st.number_input(
            t.gettext("Use only the first N merges (of {last})").format(last=number(last)),
            min_value=0,
            max_value=max(last, 1),
            key=session.set_control("first", settings.lang, min(settings.first, last)),
            on_change=take_how,
            args=(settings.lang, last),
        )
        names = {
            "rules": t.gettext("Apply merges rule by rule, as the course does"),
            "fuse": t.gettext("Combine consecutive unknown characters into one unknown token"),
            "specials": t.gettext("Recognise special tokens in the text"),
            "whole": t.gettext("Keep a word whole if it is in the vocabulary"),
        }
        for name in HOW:
            if name == "fuse" and settings.tokenizer:
                continue  # the file says
            st.checkbox(
                names[name],
                key=session.set_control(f"how_{name}", settings.lang, name in settings.how),
                on_change=take_how,
                args=(settings.lang, last),
            )
        if "rules" not in settings.how:
            st.number_input(
                t.gettext("Candidates dropped at random, in percent (BPE-Dropout)"),
                min_value=0,
                max_value=100,
                step=10,
                key=session.set_control("dropout", settings.lang, settings.dropout),
                on_change=take_how,
                args=(settings.lang, last),
            )
            if settings.dropout:
                st.number_input(
                    t.gettext("Random seed"),
                    min_value=0,
                    max_value=9_999,
                    key=session.set_control("dice", settings.lang, settings.dice),
                    on_change=take_how,
                    args=(settings.lang, last),
                )


def take_how(lang: str, last: int) -> None:
    """How it is encoded was changed."""
    state = st.session_state

    def value(name: str, usual: object) -> object:
        return state.get(session.control(name, lang), usual)

    old = state.settings
    first = int(str(value("first", last)))
    new = replace(
        old,
        first=MOST_MERGES if first >= last else first,
        how=tuple(name for name in HOW if value(f"how_{name}", name in old.how)),
        dropout=int(str(value("dropout", old.dropout))),
        dice=int(str(value("dice", old.dice))),
    )
    session.change(new)
    session.seek_at(0)
