"""How Streamlit runs the script of a session: one run after the other, and each takes its message.

By itself, Streamlit starts a run before the last one has stopped, and a run that is replaced stops
at its next use of the session, also in the middle of a callback: if two messages arrive together,
what the first one changed is lost, or half of it. The option `runner.fastReruns` of
`pages.hosting.options` turns the first off, and `CompleteRunner` the second.
"""

from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner import ScriptRunner, get_script_run_ctx


class CompleteRunner(ScriptRunner):
    """Runs the script of a session. It can be replaced only after all callbacks of its message."""

    def _maybe_handle_execution_control_request(self) -> None:
        """Stop if another message has arrived, unless the page has not begun yet."""
        context = get_script_run_ctx(suppress_warning=True)
        if context is None or context.has_script_started:
            super()._maybe_handle_execution_control_request()


def install() -> None:
    """Make Streamlit run scripts this way."""
    app_session.ScriptRunner = CompleteRunner  # type: ignore[attr-defined]
