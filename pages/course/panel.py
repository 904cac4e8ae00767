"""The course: what the server does when a part opens its place."""

from pages.runs.pages import BY_PATH
from pages.settings import widgets
from pages.state import session


def open_place(component: str) -> None:
    """Take the page and the settings of a part. component: the key of what sends them.

    The browser keeps the step and the rest of the stage. It waits for the number `at` (see
    `address.js`).
    """
    sent = widgets.sent(component, "open")
    if not isinstance(sent, dict):
        return
    page, query, at = (sent.get(name) for name in ("page", "query", "at"))
    if page in BY_PATH and isinstance(query, str) and isinstance(at, int):
        start = BY_PATH[str(page)].start_in(session.settings().lang)
        session.open_place(str(page), query, at, start)
