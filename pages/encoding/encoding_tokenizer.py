"""What the encoding page says about an uploaded tokenizer, and the choice of its pattern."""

from functools import partial

import streamlit as st

from pages.encoding import uploads
from pages.encoding.contents import tokenizer_of
from pages.jobs.tokenizer_file import UploadedEncoder
from pages.settings import callbacks, widgets
from pages.settings.choices import Options, choose
from pages.state.settings import PATTERNS, Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill


def about_tokenizer(settings: Settings, t: Translation) -> None:
    """Describe an uploaded tokenizer, and what of it is not supported."""
    uploaded = tokenizer_of(settings.encoding.tokenizer, settings.encoding.pattern)
    if uploads.has_choice_of_pattern(uploaded.about, settings.encoding.pattern):
        left, right = st.columns([3, 1])
        with right:
            choose_pattern(settings, uploaded, t)
    else:
        left = st.container()
    with left:
        st.caption(uploads.describe(uploaded.about, t))
        for remark in uploaded.remarks:
            st.warning(fill(t.gettext(remark.sentence), dict(remark.values)))


def about_offsets(settings: Settings, t: Translation) -> None:
    """Say what offsets refer to, if the file changes a text before it is encoded."""
    uploaded = tokenizer_of(settings.encoding.tokenizer, settings.encoding.pattern)
    if sentence := uploads.about_offsets(uploaded.about, t):
        st.caption(sentence)


def choose_pattern(settings: Settings, uploaded: UploadedEncoder, t: Translation) -> None:
    """Draw the choice of the pattern that splits a text, which a tiktoken file does not have."""
    names = {each: each for each in PATTERNS if each}
    choose(
        st.selectbox,
        t.gettext("Pattern that splits the text"),
        Options(names, uploaded.about.pattern, partial(callbacks.take, "pattern", settings.lang)),
        widgets.key_for("pattern", settings, uploaded.about.pattern),
    )
