"""What a learner sees of an error of ours: one sentence, never a traceback.

The log gets the error's kind and where it happened, but not its message: that may hold a text.
"""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.language import Translation

LOG = logging.getLogger(__name__)


@contextmanager
def told(t: Translation) -> Iterator[None]:
    """Run a part of a page; an error in it becomes a sentence in its place."""
    try:
        yield
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        LOG.error("%s in a page\n%s", type(error).__name__, where)
        st.error(
            t.gettext(
                "This part of the page could not be shown; the mistake is ours. Your settings are "
                "kept. Change one of them, or load the page again."
            )
        )
