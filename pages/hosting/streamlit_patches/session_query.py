"""The whole query of the URL with which a session began."""

from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.hosting.streamlit_patches.improvements import OFF, expect, improvement

WHOLE_QUERY = "embedded pages that know that they are"


# Without it, a page in another site's frame has the navigation and the sidebar.
@improvement(WHOLE_QUERY, written_for="1.67")
def check_query() -> None:
    """Check that a script can ask for the query. `st.query_params` leaves out what says so."""
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

    has_query = "query_string" in ScriptRunContext.__dataclass_fields__
    expect(has_query, "the context of a script has the query")


def query_of_script() -> str:
    """Return the query of the running script's page, as the browser sent it; empty if unknown.

    >>> query_of_script()
    ''
    """
    context = get_script_run_ctx(suppress_warning=True)
    return context.query_string if context and WHOLE_QUERY not in OFF else ""
