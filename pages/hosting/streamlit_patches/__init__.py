"""All that changes or reads private parts of Streamlit.

Each such improvement is a function of a module here, marked with `improvement`. Before it changes
anything, it checks that what it replaces looks as in the version that it was written for. If not,
the app runs without it, and the log names it in one line.
"""

from functools import cache

from pages.hosting.streamlit_patches import (
    configuration,
    improvements,
    index_html,
    light_pages,
    light_sessions,
    logs,
    script_runs,
    session_query,
    uploads,
    widget_values,
)

# Importing them makes their improvements known.
MODULES = (
    *(configuration, index_html, light_pages, light_sessions),
    *(logs, script_runs, session_query, uploads, widget_values),
)


@cache
def install() -> None:
    """Install all improvements that this Streamlit allows, once."""
    for each in improvements.ALL:
        improvements.install(each)
