"""Page: the source code of the readable algorithms."""

import inspect
from types import ModuleType

import streamlit as st

import bpe
from pages.state import session
from pages.translations.language import translation


def show(module: ModuleType) -> None:
    """Draw the source code of a module."""
    st.code(inspect.getsource(module), language="python", line_numbers=True, wrap_lines=True)


t = translation(session.settings().lang)
st.title(t.gettext("The algorithm"))
names = [t.gettext("BPE"), t.gettext("WordPiece"), t.gettext("Unigram"), t.gettext("EM")]
bpe_tab, wordpiece_tab, unigram_tab, em_tab = st.tabs(names)
with bpe_tab:
    st.markdown(
        t.gettext(
            "Training counts the pairs, merges the most frequent pair everywhere, and repeats. "
            "Encoding applies the merges to new text, in the order in which they were learned. "
            "The pages of this app use faster programs with the same results. Automated tests "
            "check that the two agree."
        )
    )
    show(bpe.reference)
with wordpiece_tab:
    st.markdown(
        t.gettext(
            "Training merges the pair with the highest score everywhere, and repeats. Encoding "
            "needs no merges: it takes the longest token that matches at the start of a word, and "
            "repeats with the rest. The pages of this app use faster programs with the same "
            "results. Automated tests check that the two agree."
        )
    )
    show(bpe.wordpiece.reference)
with unigram_tab:
    st.markdown(
        t.gettext(
            "Encoding finds the segmentation of a word with the lowest cost. Training starts with "
            "many pieces and removes those without which the loss rises least, round by round. "
            "The pages of this app use faster programs with the same results. Automated tests "
            "check that the two agree."
        )
    )
    st.markdown(
        t.gettext(
            "The example at the top of the code is the one of the Hugging Face course, chapter "
            "6.7. `seed_vocabulary` builds the first 300 pieces, `train` removes pieces until at "
            "most 100 are left, and `tokenize(text, model)` splits a text."
        )
    )
    show(bpe.unigram.reference)
with em_tab:
    st.markdown(
        t.gettext(
            "SentencePiece and the Hugging Face tokenizers library train Unigram by "
            "expectation-maximization (EM). The E step counts each piece in all segmentations, by "
            "their probabilities. The M step computes the probabilities again from these counts. "
            "Then the pieces are removed without which the loss rises least, by an estimate. "
            "Automated tests check that the program of this app gives the same pieces and "
            "probabilities."
        )
    )
    show(bpe.unigram.em_reference)
