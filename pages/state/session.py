"""What a session remembers between two runs of its script: the settings and the open page.

A new session reads the URL. Afterwards the session has the settings, and the URL follows it. The
browser keeps the step and what the stage shows (`pages/stage/core/steps.js`); the server needs
neither.
All of it is one `Session` under one key of Streamlit's session state; only widgets have others.
No other module uses a `Session`: pages and sections call the functions below.

While a page is drawn, the next message can end the run at any use of Streamlit's session state,
also in `_current`: so what belongs together is changed between two uses. Callbacks are never ended.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl
from uuid import uuid4

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

import bpe
from pages.hosting import security
from pages.state.controls import Controls, value_of
from pages.state.corpus import CorpusSettings
from pages.state.defaults import (
    DEFAULT_OWN,
    fallback,
)
from pages.state.practice import Practice
from pages.state.settings import Settings
from pages.state.url import from_query, legal
from pages.translations.language import preferred_language


@dataclass(frozen=True, slots=True)
class ShownError:
    """Why something was rejected. control: "corpus" if the field of the corpus shows it too."""

    sentence: str
    values: Mapping[str, object]
    control: str = ""


@dataclass(slots=True)
class Session:
    """Everything that a session remembers.

    drawn: the settings that the last run of the whole script began with.
    last_valid: page -> the last settings that could be used on it. is_confirmed: whether the page
    has changed something, or sent its URL; a session that is younger than its page may have old
    settings until then. error_before_run: what `error` was when this run opened the page.
    dismissed_error: the one whose notice the reader has removed.
    own_texts: what was typed last, by corpus: as a text, and as word counts.
    starts: page -> the settings of a link to it that has none.
    """

    settings: Settings = field(default_factory=Settings)
    drawn: Settings = field(default_factory=Settings)
    page: str | None = None
    last_valid: dict[str, Settings] = field(default_factory=dict)
    pending_settings: Settings | None = None
    reconnect_query: str | None = None
    is_confirmed: bool = False
    invalid_parameters: tuple[str, ...] = ()
    error: ShownError | None = None
    error_before_run: ShownError | None = None
    dismissed_error: ShownError | None = None
    controls: Controls = field(default_factory=Controls)
    own_texts: dict[str, str] = field(default_factory=dict)
    session_id: str = field(default_factory=lambda: uuid4().hex)
    stopping_key: str = ""
    practice: Practice = field(default_factory=Practice)
    page_to_open: str | None = None
    opened_place: int = 0
    lesson_error: ShownError | None = None
    is_embedded: bool = False
    starts: Mapping[str, Settings] = field(default_factory=dict)


def _current() -> Session:
    """The session of the reader whose page runs; a new one takes its settings from the URL."""
    if "session" not in st.session_state:
        new = Session()
        _read_url(new, st.query_params)
        context = get_script_run_ctx()  # `st.query_params` leaves out what says so
        new.is_embedded = context is not None and security.is_embedded(context.query_string)
        st.session_state.session = new
    session: Session = st.session_state.session
    return session


def is_embedded() -> bool:
    """Whether the page is in a frame of another site, which shows the stage alone."""
    return _current().is_embedded


def language() -> str:
    """The language of the reader whose page runs; English if there is no session yet."""
    return _current().settings.lang if "session" in st.session_state else "en"


def settings() -> Settings:
    """The current settings."""
    return _current().settings


def controls() -> Controls:
    """The controls of settings."""
    return _current().controls


def entered(name: str, lang: str) -> Any:
    """What a reader has entered in the control of a setting, in the callback of the control.

    Two changes can come in one message, and the callback of the other one may have been called
    before. If it has changed this setting, the setting counts: for example a text, and the example
    that was tapped right after it. If it has only given this control a new key, what was entered
    counts.
    """
    session = _current()
    before, now = (value_of(name, each) for each in (session.drawn, session.settings))
    if before == now:
        return session.controls.entered_or(name, lang, now)
    return session.controls.value_or(name, lang, now)


def practice() -> Practice:
    """What the session remembers of the practice page."""
    return _current().practice


def session_id() -> str:
    """A random id of the session."""
    return _current().session_id


def is_confirmed() -> bool:
    """Whether the page has changed something, or sent its URL."""
    return _current().is_confirmed


def invalid_parameters() -> tuple[str, ...]:
    """The parameters of the link that are not valid, until the next change."""
    return _current().invalid_parameters


def begin_run(starts: Mapping[str, Settings] = MappingProxyType({})) -> Settings:
    """Take the settings that wait for this run of the script; return the current settings.

    starts: page -> the settings of a link to it that has none, if they are not the default.
    """
    session = _current()
    session.starts = starts
    if session.reconnect_query is not None:
        query, session.reconnect_query = session.reconnect_query, None
        _read_url(session, dict(parse_qsl(query, keep_blank_values=True)))
        session.controls.show(session.settings)
    elif session.pending_settings is not None:
        session.settings, session.pending_settings = session.pending_settings, None
        session.controls.show(session.settings)
    session.drawn = session.settings
    return session.settings


def _read_url(session: Session, query: Mapping[str, str]) -> None:
    """Take the settings from a URL, and the question if it is of the practice page."""
    lang = preferred_language(st.context.locale)
    settings, _, session.invalid_parameters = from_query(query, lang)
    session.settings = of_page(settings, query, _start(session, session.page)).without_stage()
    is_practice = session.page in (None, "practice")
    session.practice.open_question(settings.view.position if is_practice else 0)


def _start(session: Session, page: str | None) -> Settings | None:
    """The settings of a link to a page that has none; None if they are the default."""
    return None if page is None else session.starts.get(page)


def of_page(settings: Settings, query: Mapping[str, str], start: Settings | None) -> Settings:
    """The settings of a URL. start: those of a page that some settings show best.

    >>> of_page(Settings(), {}, Settings().replace(corpus="hug")).corpus.name
    'hug'
    """
    if start is None or query.keys() - {"lang"}:
        return settings
    return start.replace(lang=settings.lang)


def with_words(settings: Settings, question: int) -> Settings:
    """The settings of the practice page, with words of the reader's language for own questions.

    question: the number of the question that a link or the learner has opened; 0 if none. That one,
    and the questions of a set, keep their words.

    >>> korean = Settings(lang="ko")
    >>> [with_words(korean, number).view.quiz_words for number in (0, 3)]
    ['ko', 'en']
    """
    if question or settings.view.quiz_seed:
        return settings
    return settings.replace(quiz_words=settings.lang)


def note_reconnection(value: object) -> bool:
    """Note that a page was open before this session was, and its URL.

    value: what the page sent, {query}. Returns whether the script must run again with it.
    """
    session = _current()
    query = value.get("query") if isinstance(value, dict) else None
    if not isinstance(query, str) or session.is_confirmed:
        return False
    session.is_confirmed = True
    given = dict(parse_qsl(query, keep_blank_values=True))
    asked = of_page(from_query(given)[0], given, _start(session, session.page))
    question = 0
    if session.page == "practice":
        question = asked.view.position
        asked = with_words(asked, question)
    known = {session.practice.question, *session.practice.offered}  # the page may offer another one
    if asked.without_stage() != session.settings or question not in known:
        session.reconnect_query = query
    return True


def change(new: Settings) -> None:
    """Take new settings.

    A setting with a value that no URL can have keeps its old value, and its control shows that.
    """
    session = _current()
    session.settings, rejected = legal(new.without_stage(), session.settings)
    for name in rejected:
        session.controls.set(name, new.lang, session.settings.get(name))
    session.is_confirmed = True
    session.invalid_parameters = ()
    session.error = None


def open_page(page: str) -> None:
    """Note the page that this run draws, by its path."""
    session = _current()
    if session.page is None:
        query, start = st.query_params.to_dict(), _start(session, page)
        session.settings = of_page(session.settings, query, start)
        session.controls.show(session.settings)
    if session.page is None and page != "practice":
        session.practice.question = 0  # the link's position is the stage's
    if page == "practice":
        is_offered = session.practice.is_chosen and session.practice.is_untouched
        opened = 0 if is_offered else session.practice.question
        session.settings = with_words(session.settings, opened)
    if session.page != page:
        session.page = page
        session.error = None  # of the page that was left
    session.error_before_run = session.error
    session.page_to_open = None


def go_to_page(path: str) -> None:
    """Open a page when the script runs."""
    _current().page_to_open = path


def open_place(page: str, query: str, number: int) -> None:
    """Take the settings of a place, and open its page when the script runs.

    number: what tells the browser that this place is open (see `opened_place`).
    """
    session = _current()
    given = dict(parse_qsl(query, keep_blank_values=True))
    settings, _, session.invalid_parameters = from_query(given, session.settings.lang)
    lesson = settings.view.lesson or session.settings.view.lesson  # it is there on every page
    settings = of_page(settings, given, _start(session, page))
    session.settings = settings.without_stage().replace(lesson=lesson)
    session.practice.open_question(settings.view.position if page == "practice" else 0)
    session.is_confirmed = True
    session.error = None
    session.opened_place = number
    session.controls.show(session.settings)
    go_to_page(page)


def opened_place() -> int:
    """The number of the last place that was opened; 0 if there was none."""
    return _current().opened_place


def page_to_open() -> str | None:
    """The path of the page to open; None if there is none, or if it is open."""
    return _current().page_to_open


def mark_valid() -> None:
    """Note that the settings can be used on the open page."""
    session = _current()
    session.last_valid[session.page or ""] = session.settings


def fall_back(error: bpe.InputError, nearest: Settings | None = None) -> None:
    """Say why the settings cannot be used on the open page, and take others at the next run.

    It takes the last valid settings of the page, or the nearest that the page knows.
    """
    show_error(error)
    session = _current()
    last_valid = session.last_valid.pop(session.page or "", None)
    session.pending_settings = fallback(session.settings, last_valid, nearest)


def take_at_next_run(new: Settings) -> None:
    """Take settings when the script runs again, because this run has drawn the controls."""
    _current().pending_settings = new


def show_error(error: bpe.InputError, control: str = "") -> None:
    """Show why something was rejected until the next valid change.

    control: "corpus" if the field of the corpus shows it too.
    """
    _current().error = ShownError(error.sentence, error.values, control)


def error() -> ShownError | None:
    """Why something was rejected, until the next valid change."""
    return _current().error


def notice() -> ShownError | None:
    """The error to show in front of the page; None once the reader has removed it."""
    session = _current()
    return None if session.error is session.dismissed_error else session.error


def dismiss_notices() -> None:
    """Remove the notices. The field of a rejected corpus still shows its error."""
    session = _current()
    session.dismissed_error = session.error
    session.invalid_parameters = ()


def corpus_error() -> ShownError | None:
    """Why the corpus was rejected that its field shows; None if it was not."""
    found = error()
    return found if found and found.control == "corpus" else None


def show_lesson_error(error: bpe.InputError | None) -> None:
    """Show why a written lesson was rejected; None if it was not."""
    _current().lesson_error = ShownError(error.sentence, error.values) if error else None


def lesson_error() -> ShownError | None:
    """Why the written lesson was rejected."""
    return _current().lesson_error


def remember_own_text(corpus: CorpusSettings) -> None:
    """Remember what the reader typed, if they typed the corpus."""
    if corpus.name in DEFAULT_OWN:
        _current().own_texts[corpus.name] = corpus.own


def own_text(corpus: str) -> str | None:
    """What the reader typed last, as a text or as word counts; None if nothing."""
    return _current().own_texts.get(corpus)


def is_drawn(drawn: Settings) -> bool:
    """Whether the page shows the session as it is, drawn with these settings.

    If a browser sends an event of a fragment and a changed control in one message, Streamlit runs
    only the fragment, so the fragment has to notice the change.
    """
    session = _current()
    return session.settings == drawn and session.error is session.error_before_run


def open_questions(seed: int) -> None:
    """Go to the questions of another random seed, about words of the reader's language."""
    session = _current()
    new = session.settings.replace(quiz_seed=seed, quiz_words=session.settings.lang)
    session.settings = new
    open_question(0)


def open_question(question: int) -> None:
    """Go to another question of the practice page by its number; 0 lets the page choose one."""
    session = _current()
    session.is_confirmed = True
    session.settings = with_words(session.settings, 0)
    session.practice.open_question(question)


def with_question(settings: Settings) -> Settings:
    """The settings that the URL contains: on the practice page, with the open question."""
    session = _current()
    return settings.replace(position=session.practice.question if session.page == "practice" else 0)


def note_stop(key: str) -> None:
    """Note that the reader stops a training."""
    _current().stopping_key = key


def pop_stop(key: str) -> bool:
    """Whether this reader stopped the training; true only once."""
    session = _current()
    stopped, session.stopping_key = session.stopping_key, ""
    return stopped == key
