"""What a learner sees of an error of ours: one sentence, never a traceback.

The log gets the error's kind and where it happened, but not its message: that may hold a text. What
Streamlit and the server log by themselves goes the same way.
"""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.i18n.language import Translation, translation

LOG = logging.getLogger(__name__)


@contextmanager
def told(t: Translation) -> Iterator[None]:
    """Run a part of a page; an error in it becomes a sentence in its place."""
    try:
        yield
    except Exception as error:
        LOG.error("%s in a page\n%s", type(error).__name__, where(error))
        tell(t)


def tell(t: Translation) -> None:
    """Say that something went wrong."""
    st.error(sentence(t))


def sentence(t: Translation) -> str:
    """Return what is said in the place of a part that failed."""
    return t.gettext(
        "We couldn't show this part of the page. This is our bug, and your settings are kept. "
        "Change a setting or reload the page."
    )


def where(error: BaseException) -> str:
    """The places in our code that an error came through."""
    return "".join(traceback.format_tb(error.__traceback__))


def outside(error: Exception) -> bool:
    """What is done about an error that no page caught, in a control's callback, say."""
    settings = st.session_state.get("settings")
    tell(translation(settings.lang if settings else "en"))
    return True


class Textless(logging.Filter):
    """Takes the messages of errors out of what is logged, and leaves their kind and their place."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without what an error said."""
        if record.exc_info and record.exc_info[1]:
            error, record.exc_info = record.exc_info[1], None
            record.msg = f"{record.getMessage()}: {type(error).__name__}\n{where(error)}"
            record.args = ()
        return True


for name in ("streamlit.error_util", "uvicorn.error"):
    logging.getLogger(name).addFilter(Textless())
# Requests are not listed: a link holds a learner's text. Streamlit turns the list on again where
# uvicorn was started with --no-access-log.
logging.getLogger("uvicorn.access").addFilter(lambda record: False)
