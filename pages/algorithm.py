"""Page: the readable algorithm, as it really runs."""

import inspect

import streamlit as st

import bpe
from pages.i18n.language import translation
from pages.state import session

t = translation(session.settings().lang)
st.title(t.gettext("The algorithm"))
st.markdown(
    t.gettext(
        "This is the whole of training: count the pairs, take the best, merge it everywhere, and "
        "begin again. The page you step through gets the same merges from a faster program, and "
        "the tests hold the two together."
    )
)
st.code(inspect.getsource(bpe.reference), language="python", line_numbers=True, wrap_lines=True)
