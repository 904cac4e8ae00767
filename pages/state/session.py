"""What a session remembers between two runs of its script: settings, step, and open page.

A new session reads the URL. Afterwards the session has the settings, and the URL follows it.
All of it is one `Session` under one key of Streamlit's session state; only widgets have others.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict
from urllib.parse import parse_qsl
from uuid import uuid4

import streamlit as st

import bpe
from pages.i18n.language import preferred_language
from pages.state.control_keys import ControlKeys
from pages.state.defaults import for_corpus
from pages.state.settings import Settings
from pages.state.url import from_query, legal

PAGES_WITH_POSITION = ("unigram", "encode")  # pages whose stage steps by the setting `position`


class StepRequest(TypedDict):
    """Tells a stage to go to a step. The request with the greatest seq counts.

    back: the reader only returns to a page; a later step that the browser knows wins.
    """

    step: int
    seq: int
    back: bool


@dataclass(frozen=True, slots=True)
class ShownError:
    """Why something was rejected. control: "corpus" if the field of the corpus shows it too."""

    sentence: str
    values: Mapping[str, object]
    control: str = ""


@dataclass(slots=True)
class Practice:
    """The practice page. round: the key of the round; given: place of a question -> answer."""

    part: str = "questions"
    round: tuple[str, ...] | None = None
    given: dict[int, str] = field(default_factory=dict)
    is_unreadable: bool = False  # the answer that was just typed
    course_answers: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Session:
    """Everything that a session remembers.

    step: the merges of BPE that are shown. positions: page -> the position there.
    last_valid: page -> the last settings that could be used on it. message_seq: of the last message
    of a stage that counted. error_before_run: what `error` was when this run of the script began.
    step_beyond: the step that a link asks for, and the last one there is. own_texts: what was typed
    last, as a text and as word counts.
    """

    settings: Settings = field(default_factory=Settings)
    step: int = 0
    page: str | None = None
    positions: dict[str, int] = field(default_factory=dict)
    last_valid: dict[str, Settings] = field(default_factory=dict)
    pending_settings: Settings | None = None
    reconnect_query: str | None = None
    is_changed: bool = False
    is_from_link: bool = True
    invalid_parameters: tuple[str, ...] = ()
    error: ShownError | None = None
    error_before_run: ShownError | None = None
    step_beyond: tuple[int, int] | None = None
    step_request: StepRequest = field(default_factory=lambda: make_request(0))
    position_request: StepRequest = field(default_factory=lambda: make_request(0))
    position_run: str = ""
    message_seq: int = 0
    controls: ControlKeys = field(default_factory=ControlKeys)
    uploads: int = 0
    own_texts: dict[str, str] = field(default_factory=dict)
    session_id: str = field(default_factory=lambda: uuid4().hex)
    stopping_key: str = ""
    practice: Practice = field(default_factory=Practice)
    lesson_error: ShownError | None = None


def current() -> Session:
    """The session of the reader whose page runs; a new one takes its settings from the URL."""
    if "session" not in st.session_state:
        st.session_state.session = Session()
        read_url(st.query_params)
    session: Session = st.session_state.session
    return session


def language() -> str:
    """The language of the reader whose page runs; English if there is no session yet."""
    return current().settings.lang if "session" in st.session_state else "en"


def settings() -> Settings:
    """The settings at the start of a run of the script."""
    session = current()
    session.error_before_run = session.error
    if session.reconnect_query is not None:
        query, session.reconnect_query = session.reconnect_query, None
        read_url(dict(parse_qsl(query, keep_blank_values=True)))
        session.is_changed = True
        session.controls.show(session.settings)
    elif session.pending_settings is not None:
        session.settings, session.pending_settings = session.pending_settings, None
        session.controls.show(session.settings)
    return session.settings


def read_url(query: Mapping[str, str]) -> None:
    """Take settings and step from a URL."""
    session = current()
    lang = preferred_language(st.context.locale)
    session.settings, step, session.invalid_parameters = from_query(query, lang)
    request_step(step, is_return=True)
    request_position(session.settings.view.position, is_return=True)


def note_reconnection(value: object) -> bool:
    """Note the URL of a page that was open before this session was, if it is another one.

    value: what the page sent, {query}. Returns whether the script must run again with it.
    """
    session = current()
    query = value.get("query") if isinstance(value, dict) else None
    if not isinstance(query, str) or session.is_changed:
        return False
    asked, _, _ = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    if asked == session.settings:
        return False
    session.reconnect_query = query
    return True


def change(new: Settings, from_start: bool = False) -> None:
    """Take new settings. The stage keeps its step, unless from_start is true.

    A setting with a value that no URL can have keeps its old value, and its control shows that.
    """
    session = current()
    session.settings, rejected = legal(new, session.settings)
    for name in rejected:
        session.controls.set(name, new.lang, session.settings.get(name))
    session.is_changed = True
    session.is_from_link = False
    session.invalid_parameters = ()
    session.error = session.step_beyond = None
    if from_start:
        session.positions.clear()
        request_step(0)
        request_position(0)


def open_page(page: str) -> None:
    """Note the page that is open, by its path; its position is where the reader left it."""
    session = current()
    old, position = session.page, session.settings.view.position
    if old != page:
        session.page = page
        session.error = None  # of the page that was left
        if old in (*PAGES_WITH_POSITION, "practice"):
            session.positions[old], position = position, 0
        request_step(session.step, is_return=True)
        request_position(session.positions.get(page, position), is_return=True)


def mark_valid() -> None:
    """Note that the settings can be used on the open page."""
    session = current()
    session.last_valid[session.page or ""] = session.settings


def fall_back(error: bpe.InputError, nearest: Settings | None = None) -> None:
    """Say why the settings cannot be used on the open page, and take others at the next run.

    It takes the last valid settings or the nearest that the page knows, the first with the same
    corpus. Otherwise it takes the course's. It never takes the settings that were just rejected.
    """
    show_error(error)
    session = current()
    now = session.settings
    others = (session.last_valid.pop(session.page or "", None), nearest)
    usable = [each for each in others if each is not None and not is_current(each)]
    usable.sort(key=lambda each: corpus_of(each) != corpus_of(now))
    best = usable[0] if usable else for_corpus("course", now)
    session.pending_settings = best.replace(lang=now.lang, lesson=now.view.lesson)


def corpus_of(settings: Settings) -> tuple[str, str]:
    """The corpus of settings, whatever its normalization."""
    return settings.corpus.name, settings.corpus.own


def show_error(error: bpe.InputError, control: str = "") -> None:
    """Show why something was rejected until the next valid change.

    control: "corpus" if the field of the corpus shows it too.
    """
    current().error = ShownError(error.sentence, error.values, control)


def is_drawn(drawn: Settings) -> bool:
    """Whether the page shows the session as it is, drawn with these settings.

    If a browser sends a step and a changed control in one message, Streamlit runs only the
    fragment of the step, so the fragment has to notice the change.
    """
    session = current()
    return is_current(drawn) and session.error is session.error_before_run


def is_current(drawn: Settings) -> bool:
    """Whether these settings are still the session's, apart from what the stage decides alone."""
    now, view = current().settings, drawn.view
    return now.replace(view=view.switches, position=view.position) == drawn


def request_step(step: int, is_return: bool = False) -> None:
    """Move the stage of the training page to a step.

    is_return: the reader only returns to a page; a later step that the browser knows wins.
    """
    session = current()
    session.step = step
    session.step_request = make_request(step, is_return)


def request_position(position: int, is_return: bool = False) -> None:
    """Move the stage of another page than the training's."""
    session = current()
    session.settings = session.settings.replace(position=position)
    session.position_request = make_request(position, is_return)


def make_request(step: int, is_return: bool = False) -> StepRequest:
    """A request that is later than all before."""
    return {"step": step, "seq": time.time_ns() // 1000, "back": is_return}


def open_question(place: int) -> None:
    """Go to a question of a practice round."""
    session = current()
    session.is_changed = True
    session.is_from_link = False
    request_position(place)


def note_stop(key: str) -> None:
    """Note that the reader stops a training."""
    current().stopping_key = key


def pop_stop(key: str) -> bool:
    """Whether this reader stopped the training; true only once."""
    session = current()
    stopped, session.stopping_key = session.stopping_key, ""
    return stopped == key
