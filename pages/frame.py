"""The frame around every page: the settings, the navigation, the URL.

The main script: it runs at every change, and then runs the open page.
"""

from functools import partial

import streamlit as st

from pages.course import panel as guide
from pages.hosting.components import address, common
from pages.hosting.errors import error_boundary
from pages.hosting.files import FOLDER
from pages.hosting.script_turns import turn_of_this_script
from pages.registry import PAGES
from pages.runs.stage_data import training_subject
from pages.settings import present, sidebar, widgets
from pages.settings import share as sharing
from pages.settings.notices import show_notices
from pages.state import session
from pages.state.url import query_of
from pages.translations import streamlit_strings
from pages.translations.language import LANGUAGES, translation

st.set_page_config(
    page_title="Merge by Merge",
    page_icon=FOLDER / "icon.svg",
    layout="wide",
    initial_sidebar_state=300,
)
st.logo(FOLDER / "logo.svg", icon_image=FOLDER / "icon.svg", size="large")


def draw() -> None:
    """Draw the frame and the open page."""
    settings = session.begin_run()
    now = session.current()
    t = translation(settings.lang)
    scripts = [
        st.Page(each.script, title=each.title(t), url_path=each.path, default=each is PAGES[0])
        for each in PAGES
    ]
    script = st.navigation(scripts, position="hidden" if now.is_embedded else "top")
    wanted = now.page_to_open
    if wanted not in (None, script.url_path):
        widgets.keep(sidebar.MORE)
        st.switch_page(next(each for each in scripts if each.url_path == wanted))
    page = next(each for each in PAGES if each.path == script.url_path)
    session.open_page(page.path, page.start_in(settings.lang))
    settings = now.settings  # a new session can have others on this page
    addressed = session.with_question(settings)
    # Before all controls: a new session must not draw other values than the open page shows.
    answer = address(
        key="address",
        on_wake_change=lambda: None,
        on_present_change=partial(present.take, "address"),
        on_open_change=partial(guide.open_place, "address"),
        data={
            **common(),
            "query": query_of(addressed),
            "training": training_subject(settings),
            "has_position": bool(page.stage) and page.step_param == "position",
            "stage": page.stage_of(settings),
            "is_new_session": not now.is_confirmed,
            "session": now.session_id,
            "opened_pages": now.opened_pages,
            "opened": now.opened_place,
            "lang": settings.lang,
            "present": present.data(settings, page, t),
            "words": streamlit_strings.dictionary(settings.lang),
            "page": page.path,  # also so that the data change: the URL has changed
            "pages": [(each.path, each.title(t), each.stage) for each in PAGES],
            "pages_label": t.gettext("Page links"),
            "server_away": t.gettext(
                "The server does not answer. You can still go through the steps."
            ),
            "too_long": t.gettext(
                "This text has {length} characters, but the limit is {most}. The text from before "
                "is kept."
            ),
            "way_back": t.gettext("Back to the class"),
            "course": t.gettext("Course"),
            "embed": {
                "open": t.gettext("Open in the full app"),
                "language": t.gettext("Language"),
                "languages": list(LANGUAGES.items()),
            },
        },
    )
    if session.note_reconnection(answer.wake):
        st.rerun()
    if not now.is_embedded:
        with st.sidebar, error_boundary(t):
            sidebar.show(settings, t, page)
            sharing.show(settings, t, page)
    notices = st.container(key="notices")  # in front of the page, see `frame_page.css`
    with error_boundary(t):
        script.run()
    with notices:
        show_notices(t)
    if session.with_question(settings) != addressed:  # the page has opened another question
        st.rerun()


with turn_of_this_script():
    draw()
