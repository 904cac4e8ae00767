"""The settings of BPE and WordPiece in the sidebar."""

from functools import partial

import streamlit as st

import bpe
from bpe.split_patterns import OWN, is_byte_level
from pages.settings import callbacks, setting_names
from pages.settings.choices import Options, choose
from pages.settings.controls import choice, number, seeded, shown
from pages.settings.sidebar import MORE
from pages.settings.sidebar_corpus import choose_corpus
from pages.state import session
from pages.state.settings import MAX_SPECIAL, MAX_VOCAB, Settings
from pages.storage.typed import MAX_COUNT
from pages.training.explanations import rule_name
from pages.translations.language import Translation
from pages.translations.markdown import fill


def of_training_page(settings: Settings, t: Translation) -> None:
    """Draw the settings of the training, and the way to the check of an own trainer."""
    of_training(settings, t)
    if not settings.is_wordpiece and settings.view.section != "check":
        st.button(
            t.gettext("Check your own trainer"),
            key="open_check",
            type="tertiary",
            on_click=open_check,
        )


def open_check() -> None:
    """Open the section that compares the merges of a reader's own trainer."""
    session.change(session.settings().replace(section="check"))


def of_training(settings: Settings, t: Translation) -> None:
    """Draw the corpus and the settings of its tokenizer."""
    choose_corpus(settings, t)
    of_bpe(settings, t)


def of_bpe(settings: Settings, t: Translation, has_algorithm: bool = True) -> None:
    """Draw the settings of BPE or WordPiece. has_algorithm: whether to offer the other one."""
    vocabulary_size(settings, t)
    if has_algorithm:
        choice(
            "algorithm",
            t.gettext("Choose the pair by"),
            setting_names.algorithms(t),
            settings,
            callbacks.take_algorithm,
            help=t.gettext(
                "BPE merges the pair with the highest count. WordPiece, as the Hugging Face "
                "chapters teach it, divides this count by the product of the counts of both tokens."
            ),
        )
    if not settings.is_wordpiece:
        rules = {ties: rule_name(ties, t) for ties in bpe.TIES}
        choice("ties", t.gettext("Tie rule"), rules, settings)
    box = st.expander(t.gettext("More settings"), key=MORE, on_change="rerun")
    if box.open:
        with box:
            more(settings, t)


def vocabulary_size(settings: Settings, t: Translation) -> None:
    """Draw the field of the vocabulary size."""
    vocab_help = t.gettext(
        "The vocabulary is the list of all tokens. Training stops when it has this many, or "
        "earlier if no pair is left. Special tokens, characters and merged tokens all count."
    )
    number("vocab", t.gettext("Vocabulary size"), settings, MAX_VOCAB, vocab_help)


def more(settings: Settings, t: Translation) -> None:
    """Draw the settings that are rarely needed."""
    choose_split(settings, t)
    choice("norm", t.gettext("Normalization"), setting_names.normalizations(t), settings)
    if not settings.is_wordpiece:
        choose_alphabet(settings, t)
    st.text_input(
        t.gettext("Special tokens"),
        max_chars=MAX_SPECIAL,
        value=settings.bpe.special,
        key=seeded("special", settings),
        on_change=callbacks.take,
        args=("special", settings.lang),
        help=t.gettext(
            "Special tokens do not come from the corpus. They come first in the vocabulary. "
            "Separate them with spaces."
        ),
    )
    if not settings.is_wordpiece:
        least = t.gettext("Pairs that occur less often are not merged.")
        number("min_count", t.gettext("Minimum count"), settings, MAX_COUNT, least)


def choose_split(settings: Settings, t: Translation) -> None:
    """Draw the choice of the pre-tokenization. A reader can type an own regular expression.

    One that is rejected stays in the field, so that it can be corrected.
    """
    split = str(shown("split", settings))
    choose(
        st.selectbox,
        t.gettext("Pre-tokenization"),
        Options(
            setting_names.splits_of_bpe(t, split),
            split,
            partial(callbacks.take, "split", settings.lang),
            parse=OWN.__add__,
        ),
        seeded("split", settings),
        accept_new_options=True,
        help=t.gettext(
            "How the text is split into words. You can also type a regular expression of your own: "
            "what it matches is a word, and so is the text between the matches."
        ),
    )
    error = session.current().error
    if error and error.control == "split":
        st.error(fill(t.gettext(error.sentence), error.values))


def choose_alphabet(settings: Settings, t: Translation) -> None:
    """Draw the choice of the tokens that BPE starts with."""
    choice(
        "alphabet",
        t.gettext("Alphabet"),
        setting_names.alphabets(t),
        settings,
        callbacks.take_alphabet,
        help=t.gettext(
            "Training starts with these tokens. With all 256 bytes, no text has an unknown token. "
            "This needs a pre-tokenization at the byte level, such as GPT-2’s. The vocabulary size "
            "changes too, so that the number of merges stays the same."
        ),
        disabled=not is_byte_level(settings.bpe.split),
    )
