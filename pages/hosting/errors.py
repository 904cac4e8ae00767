"""What a learner sees if our code fails: one sentence, never a traceback.

The log gets the error's type and traceback, but not its message, because a message can contain a
learner's text. The same filter applies to what Streamlit and uvicorn log.
"""

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import streamlit as st

from pages.hosting.streamlit_patches import logs
from pages.translations.language import Translation, translation

LOG = logging.getLogger(__name__)


@contextmanager
def error_boundary(t: Translation) -> Iterator[None]:
    """Draw a part of a page; if it raises an error, show a sentence instead."""
    try:
        yield
    except Exception as error:
        LOG.error("%s in a page\n%s", type(error).__name__, format_traceback(error))
        st.error(error_sentence(t))


def error_sentence(t: Translation) -> str:
    """Return the sentence that replaces a part of a page that failed.

    >>> error_sentence(Translation()).partition(".")[0]
    "We couldn't show this part of the page"
    """
    return t.gettext(
        "We couldn't show this part of the page. This is our bug, and your settings are kept. "
        "Change a setting or reload the page."
    )


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error without its message.

    >>> format_traceback(ValueError("a learner's text"))
    ''
    """
    return "".join(traceback.format_tb(error.__traceback__))


def uncaught_error_handler(language: Callable[[], str]) -> Callable[[Exception], bool]:
    """Return a handler for errors that no boundary caught, for example in a callback.

    language: returns the language of the current session. Streamlit calls the handler.
    """

    def handle(error: Exception) -> bool:
        st.error(error_sentence(translation(language())))
        return True

    return handle


class RemoveErrorMessages(logging.Filter):
    """Removes the messages of errors from log records, and keeps their types and tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without the error's message.

        >>> error = ValueError("a learner's text")
        >>> record = logging.makeLogRecord({"msg": "Failed", "exc_info": (ValueError, error, None)})
        >>> RemoveErrorMessages().filter(record), record.getMessage().strip()
        (True, 'Failed: ValueError')
        """
        if record.exc_info and record.exc_info[1]:
            error, record.exc_info = record.exc_info[1], None
            location = format_traceback(error)
            record.msg = f"{record.getMessage()}: {type(error).__name__}\n{location}"
            record.args = ()
        return True


@cache
def install() -> None:
    """Filter what Streamlit and uvicorn log, once."""
    for name in (logs.ERRORS, "uvicorn.error"):
        logging.getLogger(name).addFilter(RemoveErrorMessages())
    # Requests are not logged, because a link contains a learner's text. The filter is needed
    # because Streamlit turns the access log on again if uvicorn was started with --no-access-log.
    logging.getLogger("uvicorn.access").addFilter(lambda record: False)
