"""Page: the source code of the readable algorithms, with exercises about it."""

import inspect
from types import ModuleType

import streamlit as st

import bpe
from bpe.complete import byte_level_bpe, fast_training, unigram, unigram_em, wordpiece
from pages.algorithm.slow_and_fast import compare
from pages.practice.code_exercises import code_exercises, has_exercises
from pages.practice.questions import Place
from pages.state import session
from pages.translations.language import translation
from pages.translations.texts import tables

settings = session.settings()
t = translation(settings.lang)
st.title(t.gettext("The algorithm"))
modules: dict[str, ModuleType] = {
    t.gettext("BPE"): bpe.reference,
    t.gettext("BPE in one file"): byte_level_bpe,
    t.gettext("BPE, fast training"): fast_training,
    t.gettext("WordPiece"): bpe.wordpiece.reference,
    t.gettext("WordPiece in one file"): wordpiece,
    t.gettext("Unigram"): bpe.unigram.reference,
    t.gettext("Unigram in one file"): unigram,
    t.gettext("EM"): bpe.unigram.em_reference,
    t.gettext("EM in one file"): unigram_em,
}
texts = tables("algorithm/texts.toml").values()
for tab, module, paragraphs in zip(st.tabs(list(modules)), modules.values(), texts, strict=True):
    with tab:
        for paragraph in paragraphs:
            st.markdown(t.gettext(paragraph))
        if has_exercises(module.__name__, t):
            st.caption(t.gettext("Below the code are exercises about it."))
        if module is fast_training:
            step_through = t.gettext("Step through the fast training")
            st.markdown(f"[{step_through}]({Place(settings, 'fast').href})")
            compare(t)
            st.subheader(t.gettext("The whole file"), anchor=False)
        st.code(inspect.getsource(module), language="python", line_numbers=True, wrap_lines=True)
        code_exercises(settings, t, module.__name__)
