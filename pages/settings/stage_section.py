"""Mounting the stage, and the fragments below it."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.hosting.components import stage
from pages.hosting.errors import error_boundary
from pages.runs import runs
from pages.runs.runs import TrainingRun
from pages.settings import callbacks
from pages.stage.record_types import StageData
from pages.state import session
from pages.state.settings import Settings
from pages.translations.language import Translation, translation

Found = TypeVar("Found")


def mount(name: str, data: StageData) -> None:
    """Mount the stage. name: the component's key; data: from the `stage_data` of a feature."""
    now = session.current()
    stage(
        key=name,
        data=data | {"is_new_session": not now.is_confirmed, "opened": now.opened_place},
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
    box, is_open = section(settings, title, key)
    with box, error_boundary(t):
        found = find(settings) if is_open else None
        if found is not None:
            draw(settings, found, t)


def unfolding_training(
    settings: Settings,
    title: str,
    key: str,
    draw: Callable[[Settings, TrainingRun, Translation], None],
) -> None:
    """Run a fragment like `unfolding`, about the run of the training page."""
    find: Callable[[Settings], Any] = runs.training_of  # mypy cannot infer a union here
    unfolding(settings, title, key, find, draw)


def section(settings: Settings, title: str, key: str) -> tuple[DeltaGenerator, bool]:
    """Draw the box of a section below a stage, and return it, and whether it is open.

    The section that the settings name is a plain container, which can be presented alone.
    """
    if settings.view.section == key:
        return st.container(key="section"), True
    box = st.expander(title, key=key, on_change="rerun")
    return box, bool(box.open)
