"""Mounting the stage, and the fragments that contain one."""

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from pages.i18n.language import Translation, translation
from pages.server.components import common, stage
from pages.server.errors import error_boundary
from pages.state import session, stage_steps
from pages.state.settings import Settings

Found = TypeVar("Found")


def mount_by_position(
    settings: Settings, key: str, name: str, last: int, text_lang: str = ""
) -> None:
    """Mount a stage that steps through something by the setting `position`.

    key: of the records; name: of the component; text_lang: the language of the texts, if known.
    """
    stage_steps.clamp_position(last)
    session.current().position_run = key
    seek = session.current().position_request
    mount(
        settings,
        name,
        key,
        "position",
        seek,
        lambda value: stage_steps.follow_position(value, key, last),
        text_lang=text_lang,
    )


def mount(
    settings: Settings,
    name: str,
    run: str,
    step_param: str,
    seek: object,
    follow: Callable[[object], None],
    **data: object,
) -> None:
    """Mount the stage.

    name: the component's key; follow: receives the steps that the stage went to; the other
    arguments are those of `stage_data`.
    """

    def sent(what: str) -> object:
        """What the stage sent; nothing if the reader has just left the page."""
        return (st.session_state.get(name) or {}).get(what)

    stage(
        key=name,
        data=stage_data(settings, run, step_param, seek, not session.current().is_changed, **data),
        on_goto_change=lambda: follow(sent("goto")),
        on_view_change=lambda: stage_steps.follow_views(sent("view")),
        on_words_change=lambda: stage_steps.follow_words(sent("words")),
    )


def stage_data(
    settings: Settings,
    run: str,
    step_param: str,
    seek: object,
    is_new_session: bool,
    **data: object,
) -> dict[str, object]:
    """Return what the browser needs to mount a stage.

    run: the key under which its records are served; step_param: the URL parameter of its step;
    seek: the step to go to, {step, seq, back}; is_new_session: whether the session only knows the
    URL of the page load; data: what only some stages need.
    """
    t = translation(settings.lang)
    return {
        **common(),
        "run": run,
        "step_param": step_param,
        "lang": settings.lang,
        "seek": seek,
        "is_new_session": is_new_session,
        "view": settings.view.switches,
        "words": {},
        "load_error": t.gettext("Couldn't load this step. Check your connection."),
        "retry": t.gettext("Try again"),
        **data,
    }


def stepping(
    settings: Settings,
    find: Callable[[Settings], Found | None],
    draw: Callable[[Settings, Found, Translation], None],
) -> None:
    """Run a fragment with a stage: draw what `find` returns, or run the whole page again.

    The page runs again if its settings are out of date, or if the cache has evicted its run.
    """
    if not session.is_drawn(settings):
        st.rerun()
    t = translation(settings.lang)
    with error_boundary(t):
        found = find(settings)
        if found is None:
            st.rerun()
        draw(settings, found, t)


def unfolding(
    settings: Settings,
    title: str,
    key: str,
    find: Callable[[Settings], Found | None],
    draw: Callable[[Settings, Found, Translation], None],
) -> None:
    """Run a fragment with an expander, whose content is drawn only once it is opened."""
    t = translation(settings.lang)
    box = st.expander(title, key=key, on_change="rerun")
    with box, error_boundary(t):
        found = find(settings) if box.open else None
        if found is not None:
            draw(settings, found, t)
