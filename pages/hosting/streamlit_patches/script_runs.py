"""How Streamlit runs the script of a session: one run after the other, and each takes its message.

By itself, Streamlit starts a run before the last one has stopped, and a run that is replaced stops
at its next use of the session, also in the middle of a callback: if two messages arrive together,
what the first one changed is lost, or half of it. The option `runner.fastReruns` of
`pages.hosting.options` turns the first off, and `CompleteRunner` the second.
"""

from pages.hosting.streamlit_patches.improvements import expect, improvement, names_in, replace


# Without it, a change was lost in 10 of 20 tries in which two messages arrived together.
@improvement("script runs that take all of their message", written_for="1.67")
def complete_runs() -> None:
    """Let a run be replaced only after all callbacks of its message."""
    from streamlit.runtime import app_session
    from streamlit.runtime.scriptrunner import ScriptRunner, get_script_run_ctx
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

    class CompleteRunner(ScriptRunner):
        """Runs the script of a session."""

        def _maybe_handle_execution_control_request(self) -> None:
            """Stop if another message has arrived, unless the page has not begun yet."""
            context = get_script_run_ctx(suppress_warning=True)
            if context is None or context.has_script_started:
                super()._maybe_handle_execution_control_request()

    name = "_maybe_handle_execution_control_request"
    expect(name in vars(ScriptRunner), f"ScriptRunner has {name}")
    expect(name in names_in(ScriptRunner._enqueue_forward_msg), f"ScriptRunner calls {name}")
    expect(hasattr(ScriptRunContext, "has_script_started"), "a script says whether it has started")
    replace(app_session, "ScriptRunner", CompleteRunner, "AppSession._create_scriptrunner")
