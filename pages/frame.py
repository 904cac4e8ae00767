"""The frame around every page: the settings, the navigation, the URL.

The main script: it runs at every change, and then runs the open page.
"""

from functools import partial

import streamlit as st

from pages.i18n import streamlit_strings
from pages.i18n.language import LANGUAGES, translation
from pages.sections import guide, present, sidebar
from pages.sections import share as sharing
from pages.sections.notices import show_notices
from pages.server.components import FOLDER, address, common
from pages.server.errors import error_boundary
from pages.server.script_turns import turn_of_this_script
from pages.serving.stage_data import training_subject
from pages.state import session, widgets
from pages.state.url import query_of

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
    t = translation(settings.lang)
    pages = [
        st.Page("training.py", title=t.gettext("Training"), default=True),
        st.Page("encoding.py", title=t.gettext("Encoding"), url_path="encode"),
        st.Page("unigram.py", title=t.gettext("Unigram"), url_path="unigram"),
        st.Page("side_by_side.py", title=t.gettext("Side by side"), url_path="tokenizers"),
        st.Page("practice.py", title=t.gettext("Practice"), url_path="practice"),
        st.Page("lesson.py", title=t.gettext("Lesson"), url_path="lesson"),
        st.Page("algorithm.py", title=t.gettext("The algorithm"), url_path="algorithm"),
        st.Page("course.py", title=t.gettext("The course, recomputed"), url_path="course"),
    ]
    is_embedded = session.is_embedded()
    page = st.navigation(pages, position="hidden" if is_embedded else "top")
    wanted = session.page_to_open()
    if wanted not in (None, page.url_path):
        widgets.keep(sidebar.MORE)
        st.switch_page(next(each for each in pages if each.url_path == wanted))
    session.open_page(page.url_path)
    settings = session.settings()  # a new session can have others on this page
    addressed = session.with_question(settings)
    # Before all controls: a new session must not draw other values than the open page shows.
    answer = address(
        key="address",
        on_wake_change=lambda: None,
        on_present_change=partial(present.take, "address", page.url_path),
        on_open_change=partial(guide.open_place, "address"),
        data={
            **common(),
            "query": query_of(addressed),
            "training": training_subject(settings),
            "has_position": page.url_path in ("unigram", "encode"),
            "is_new_session": not session.is_confirmed(),
            "opened": session.opened_place(),
            "lang": settings.lang,
            "present": present.data(settings, page.url_path, t),
            "words": streamlit_strings.dictionary(settings.lang),
            "page": page.url_path,  # also so that the data change: the URL has changed
            "pages": [(each.url_path, each.title) for each in pages],
            "pages_label": t.gettext("Page links"),
            "embed": {
                "open": t.gettext("Open in the full app"),
                "language": t.gettext("Language"),
                "languages": list(LANGUAGES.items()),
            },
        },
    )
    if session.note_reconnection(answer.wake):
        st.rerun()
    if not is_embedded:
        with st.sidebar, error_boundary(t):
            sidebar.show(settings, t, page.url_path)
            sharing.show(settings, t, page.url_path)
    notices = st.container(key="notices")  # in front of the page, see `frame_notices.css`
    with error_boundary(t):
        page.run()
    with notices:
        show_notices(t)
    if session.with_question(settings) != addressed:  # the page has opened another question
        st.rerun()


with turn_of_this_script():
    draw()
