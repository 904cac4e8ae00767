"""The encoding options, and what happens when a reader changes one."""

from functools import partial

import streamlit as st

from pages.settings import widgets
from pages.settings.choices import Options, choose
from pages.stage.tokens import number
from pages.state import session
from pages.state.settings import MAX_MERGES, OPTIONS, Settings
from pages.translations.language import Translation


def encoding_options(settings: Settings, last: int | None, t: Translation) -> None:
    """Draw the order of the merges, and a button that opens the options that are rarely needed.

    last: the number of merges; None for a tokenizer that does not merge.
    """
    if last is None:
        checkboxes(settings, {"specials": specials_label(t)}, MAX_MERGES, t)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        merge_order(settings, last, t)
        with st.popover(t.gettext("More")):
            rare_options(settings, last, t)


def specials_label(t: Translation) -> str:
    """The label of the option that every kind of tokenizer has."""
    return t.gettext("Recognize special tokens in the text")


def merge_order(settings: Settings, last: int, t: Translation) -> None:
    """Draw the two orders in which merges can be applied. last: the number of merges."""
    names = {
        False: t.gettext("By rank (as libraries do)"),
        True: t.gettext("Rule by rule (as the Hugging Face chapters do)"),
    }
    is_by_rule = "rules" in settings.encoding.options
    choose(
        st.radio,
        t.gettext("Order of the merges"),
        Options(names, is_by_rule, partial(take_option, "option_rules", settings.lang, last)),
        widgets.key_for("option_rules", settings, is_by_rule),
        horizontal=True,
        label_visibility="collapsed",
    )


def rare_options(settings: Settings, last: int, t: Translation) -> None:
    """Draw the number of merges, dropout and others. last: the number of merges."""
    options = settings.encoding

    def number_input(name: str, label: str, value: int, most: int, help_: str = "") -> None:
        st.number_input(
            label,
            min_value=0,
            max_value=most,
            step=10 if name == "dropout" else 1,
            value=value,
            help=help_ or None,
            key=widgets.key_for(name, settings, value),
            on_change=take_option,
            args=(name, settings.lang, last),
        )

    label = t.gettext("Use only the first N merges (of {last})").format(last=number(last))
    number_input("max_merges", label, min(options.max_merges, last), max(last, 1))
    names = {
        "fuse": t.gettext("Combine consecutive unknown characters into one unknown token"),
        "specials": specials_label(t),
        "whole": t.gettext("Keep a word whole if it is in the vocabulary"),
    }
    if settings.encoding.tokenizer:
        del names["fuse"]  # the file says
    checkboxes(settings, names, last, t)
    if "rules" not in settings.encoding.options:
        label = t.gettext("Candidate pairs dropped at random, in percent (BPE-Dropout)")
        about = t.gettext(
            "With BPE-dropout, a language model in training sees several tokenizations of a word. "
            "Unigram draws segmentations by their probabilities instead: see the samples below the "
            "lattice of a word on the page “Unigram”."
        )
        number_input("dropout", label, options.dropout, 100, about)
        if options.dropout:
            number_input("dropout_seed", t.gettext("Random seed"), options.dropout_seed, 9_999)


def checkboxes(settings: Settings, names: dict[str, str], last: int, t: Translation) -> None:
    """Draw options that are on or off. names: option -> label."""
    for name, label in names.items():
        st.checkbox(
            label,
            value=name in settings.encoding.options,
            key=widgets.key_for(f"option_{name}", settings, name in settings.encoding.options),
            on_change=take_option,
            args=(f"option_{name}", settings.lang, last),
        )


def take_option(name: str, lang: str, last: int) -> None:
    """Take a changed option. name: of its control. last: the number of merges."""
    old, value = session.settings(), widgets.entered(name, lang)
    if name == "max_merges":
        value = MAX_MERGES if value >= last else value
    elif option := name.removeprefix("option_") if name.startswith("option_") else "":
        chosen = {*old.encoding.options, option} if value else {*old.encoding.options} - {option}
        name, value = "options", tuple(each for each in OPTIONS if each in chosen)
    session.change(old.replace(**{name: value}))
