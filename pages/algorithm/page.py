"""Page: the source code of the readable algorithms."""

import inspect

import streamlit as st

import bpe
from bpe.complete import byte_level_bpe, fast_training, unigram, unigram_em, wordpiece
from pages.state import session
from pages.translations.language import translation
from pages.translations.texts import tables

t = translation(session.settings().lang)
st.title(t.gettext("The algorithm"))
names = [
    t.gettext("BPE"),
    t.gettext("BPE in one file"),
    t.gettext("BPE, fast training"),
    t.gettext("WordPiece"),
    t.gettext("WordPiece in one file"),
    t.gettext("Unigram"),
    t.gettext("Unigram in one file"),
    t.gettext("EM"),
    t.gettext("EM in one file"),
]
modules = [
    bpe.reference,
    byte_level_bpe,
    fast_training,
    bpe.wordpiece.reference,
    wordpiece,
    bpe.unigram.reference,
    unigram,
    bpe.unigram.em_reference,
    unigram_em,
]
texts = tables("algorithm/texts.toml").values()
for tab, module, paragraphs in zip(st.tabs(names), modules, texts, strict=True):
    with tab:
        for paragraph in paragraphs:
            st.markdown(t.gettext(paragraph))
        st.code(inspect.getsource(module), language="python", line_numbers=True, wrap_lines=True)
