"""Mounting the stage, and the fragments below it."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import streamlit as st

from pages.i18n.language import Translation, translation
from pages.sections import callbacks
from pages.server.components import stage
from pages.server.errors import error_boundary
from pages.state import session
from pages.state.settings import Settings
from pages.view.stage import Record

Found = TypeVar("Found")


def mount(name: str, data: Record) -> None:
    """Mount the stage. name: the component's key; data: from `serving.stage_data`."""
    stage(
        key=name,
        data=data | {"is_new_session": not session.is_confirmed()},
        on_sentence_change=partial(callbacks.take_sentence, name),
    )


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
