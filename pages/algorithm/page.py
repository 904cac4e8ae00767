"""Page: the source code of the readable algorithms, with exercises about it."""

import streamlit as st

from bpe.complete import fast_training
from pages.algorithm.programs import programs
from pages.algorithm.slow_and_fast import compare
from pages.practice.code.code_exercises import code_exercises, has_exercises
from pages.practice.questions import Place
from pages.state import session
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
st.title(t.gettext("The algorithm"))
shown = programs(t)
for tab, program in zip(st.tabs([each.name for each in shown]), shown, strict=True):
    name = program.module.__name__
    with tab:
        for paragraph in program.paragraphs:
            st.markdown(paragraph)
        if not program.runs_alone:
            st.caption(
                t.gettext(
                    "This code uses the package `bpe` of this app. The next tab has a file that "
                    "runs alone."
                )
            )
        if has_exercises(name, t):
            st.caption(t.gettext("Below the code are exercises about it."))
        if program.module is fast_training:
            step_through = t.gettext("Step through the fast training")
            st.markdown(f"[{step_through}]({Place(settings, 'fast').href})")
            compare(t)
            st.header(t.gettext("The whole file"), anchor=False)
        st.code(program.code, language="python", line_numbers=True, wrap_lines=True)
        if has_exercises(name, t):
            st.header(t.gettext("Exercises"), anchor=False)
            code_exercises(settings, t, name)
