"""Page: the source code of the readable algorithm."""

import inspect

import streamlit as st

import bpe
from pages.i18n.language import translation
from pages.state import session

t = translation(session.settings().lang)
st.title(t.gettext("The algorithm"))
st.markdown(
    t.gettext(
        "This is the complete training algorithm: count the pairs, merge the most frequent pair "
        "everywhere, and repeat. The training page uses a faster program that learns the same "
        "merges. Automated tests check that the two agree."
    )
)
st.code(inspect.getsource(bpe.reference), language="python", line_numbers=True, wrap_lines=True)
