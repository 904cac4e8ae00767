"""Streamlit's loggers that ours filter: for the privacy of learners, and against a full disk."""

from importlib.util import find_spec

from pages.hosting.streamlit_patches.improvements import expect, improvement

ERRORS = "streamlit.error_util"
# Loggers whose messages a client can cause at will.
NOISY = (
    ERRORS,
    "streamlit.runtime.app_session",
    "streamlit.runtime.runtime",
    "streamlit.runtime.websocket_session_manager",
    "streamlit.web.server.starlette.starlette_routes",
    "streamlit.web.server.starlette.starlette_websocket",
)


# Without it, the message of an error in a callback, which can contain a text, is in the log.
@improvement("errors logged without their messages, and not too often", written_for="1.67")
def check_loggers() -> None:
    """Check that the modules whose loggers are filtered are there: a logger has its name."""
    for name in NOISY:
        expect(find_spec(name), f"{name} logs")
