"""The settings of Unigram in the sidebar."""

import streamlit as st

import bpe
from pages.settings import callbacks, setting_names
from pages.settings.controls import choice, number, watched
from pages.settings.sidebar_corpus import choose_corpus
from pages.state.settings import MAX_PIECES, MAX_PRUNE, MAX_SEED_PIECES, Settings
from pages.translations.language import Translation


def of_unigram_page(settings: Settings, t: Translation) -> None:
    """Draw the corpus and the settings of Unigram."""
    choose_corpus(settings, t)
    of_unigram(settings, t)


def of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram."""
    methods_and_size(settings, t)
    if settings.view.show == "comparison":
        watched(settings, t)
    with st.expander(t.gettext("More settings")):
        more_of_unigram(settings, t)


def methods_and_size(settings: Settings, t: Translation) -> None:
    """Draw the method of Unigram and the number of pieces."""
    methods = {
        "course": t.gettext("Pruning only (Hugging Face)"),
        "em": t.gettext("EM: the full algorithm"),
    }
    choice("method", t.gettext("Method"), methods, settings, callbacks.take_method)
    size_help = t.gettext(
        "Training removes pieces until at most this many are left. Characters are never removed."
    )
    number("unigram_vocab", t.gettext("Target number of pieces"), settings, MAX_PIECES, size_help)
    sample = bpe.SAMPLES.get(settings.corpus.name)
    if (
        sample
        and settings.unigram.method == "em"
        and sample.em_vocab_size == settings.unigram.vocab
    ):
        few = t.gettext(
            "EM stops pruning when at most a tenth more pieces than the target are left. So it "
            "prunes for {pieces}, but not for {usual}."
        )
        st.caption(few.format(pieces=settings.unigram.vocab, usual=sample.vocab_size))


def more_of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram that are rarely needed."""
    seeds = {
        "substrings": t.gettext("All substrings of words"),
        "frequent": t.gettext("Characters and frequent substrings"),
        "repeated": t.gettext("Repeated substrings (as in EM)"),
        "bpe": t.gettext("Tokens of BPE"),
    }
    choice("unigram_split", t.gettext("Pre-tokenization"), setting_names.splits(t), settings)
    choice("norm", t.gettext("Normalization"), setting_names.normalizations(t), settings)
    choice("seeds", t.gettext("Seeds"), seeds, settings)
    if settings.unigram.seeds != "substrings":
        most = t.gettext(
            "Seeds are the pieces that training starts with. This is the maximum number of "
            "seeds. Characters are chosen first, then frequent substrings."
        )
        if settings.unigram.seeds == "bpe":
            most = t.gettext(
                "Seeds are the pieces that training starts with: the vocabulary of BPE, trained on "
                "the same words up to this size."
            )
        number("max_seeds", t.gettext("Maximum seeds"), settings, MAX_SEED_PIECES, most)
    share = t.gettext("Each round removes this share of the pieces, but at least one.")
    number("prune", t.gettext("Pruned per round, in percent"), settings, MAX_PRUNE, share)
    if settings.unigram.method == "em":
        shares = {
            "plain": t.gettext("Shares of the expected counts"),
            "digamma": t.gettext("Lower if rare (digamma)"),
        }
        choice("shares", t.gettext("New probabilities"), shares, settings)
    else:
        starts = {
            "zero": t.gettext("0, the logarithm of 1"),
            "one": t.gettext("1, as in the Hugging Face chapters"),
        }
        choice("start", t.gettext("Scores start at"), starts, settings)
