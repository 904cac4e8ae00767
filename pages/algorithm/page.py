"""Page: the source code of the readable algorithms."""

import streamlit as st

from pages.algorithm.programs import programs
from pages.state import session
from pages.translations.language import translation

t = translation(session.settings().lang)
st.title(t.gettext("The algorithm"))
shown = programs(t)
for tab, program in zip(st.tabs([each.name for each in shown]), shown, strict=True):
    with tab:
        for paragraph in program.paragraphs:
            st.markdown(paragraph)
        st.code(program.code, language="python", line_numbers=True, wrap_lines=True)
