"""What a session remembers between two runs of its script. It owns the settings and the open page.

A new session reads the URL once. From then on the browser writes the URL from what the session
sends, and the session reads another query only if a place is opened, or if the page was there
before the session. The browser owns the step and what the stage shows (`stage/core/steps.js`).

All of it is one `Session` under one key of Streamlit's session state; only widgets have others.
Other modules read `current()`, and change it with the functions below.

While a page is drawn, the next message can end the run at any use of Streamlit's session state,
also in `current`: so what belongs together is changed between two uses. Callbacks are never ended.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl
from uuid import uuid4

import streamlit as st

import bpe
from pages.hosting import security
from pages.hosting.streamlit_patches.session_query import query_of_script
from pages.state.corpus import DEFAULT_CORPUS
from pages.state.defaults import DEFAULT_OWN, for_corpus
from pages.state.practice import PATH as PRACTICE
from pages.state.practice import Practice
from pages.state.settings import Settings
from pages.state.url import from_query, legal
from pages.translations.language import preferred_language


@dataclass(frozen=True, slots=True)
class ShownError:
    """Why something was rejected. control: "corpus", "split" or "passage" if it is in its field."""

    sentence: str
    values: Mapping[str, object]
    control: str = ""
    is_dismissed: bool = False  # the reader has removed the notice in front of the page


@dataclass(slots=True)
class Session:
    """Everything that a session remembers."""

    settings: Settings
    practice: Practice
    invalid_parameters: tuple[str, ...]  # of the link, until the next change
    page: str | None = None  # the path of the open page
    start: Settings | None = None  # of a link to this page that has none
    page_to_open: str | None = None  # when the script runs
    opened_place: int = 0  # the number of the last one, which tells the browser that it is there
    is_confirmed: bool = False  # the page has changed something, or sent its URL
    is_embedded: bool = False  # in a frame of another site, which shows the stage alone
    last_valid: dict[str, Settings] = field(default_factory=dict)  # by page
    error: ShownError | None = None
    error_before_run: ShownError | None = None
    lesson_error: bpe.InputError | None = None  # why a written lesson was rejected
    own_texts: dict[str, str] = field(default_factory=DEFAULT_OWN.copy)  # typed last, by corpus
    session_id: str = field(default_factory=lambda: uuid4().hex)
    opened_pages: int = 0  # how many, so the browser knows which is the newest
    stopping_key: str = ""  # of the training that the reader stops


def _read(
    query: str | Mapping[str, str], lang: str, page: str | None, start: Settings | None
) -> tuple[Settings, int, tuple[str, ...]]:
    """The settings of a URL of a page, its practice question, and what is not valid in it.

    lang, start: if the URL has no language, or no settings. page: None if it is not known yet.
    """
    given = dict(parse_qsl(query, keep_blank_values=True)) if isinstance(query, str) else query
    settings, _, invalid = from_query(given, lang)
    if start and not given.keys() - {"lang"}:
        settings = start.replace(lang=settings.lang)
    question = settings.view.position if page in (None, PRACTICE) else 0
    return settings.without_stage(), question, invalid


def current() -> Session:
    """The session of the reader whose page runs; a new one takes its settings from the URL."""
    if "session" not in st.session_state:
        lang = preferred_language(st.context.locale)
        settings, question, invalid = _read(st.query_params.to_dict(), lang, None, None)
        is_embedded = security.is_embedded(query_of_script())
        new = Session(settings, Practice(question), invalid, is_embedded=is_embedded)
        st.session_state.session = new
    session: Session = st.session_state.session
    return session


def language() -> str:
    """The language of the reader whose page runs; English if there is no session yet."""
    return current().settings.lang if "session" in st.session_state else "en"


def settings() -> Settings:
    """The current settings."""
    return current().settings


def begin_run() -> Settings:
    """Note that the whole script runs, and return the current settings."""
    session = current()
    session.error_before_run = session.error
    return session.settings


def open_page(page: str, start: Settings | None = None) -> None:
    """Note the page that this run draws, by its path. start: as in `Session`."""
    session = current()
    query = st.query_params.to_dict() if session.page is None else None
    if session.page != page:
        session.error = session.error_before_run = None  # of the page that was left
        session.opened_pages += 1
    session.page, session.start, session.page_to_open = page, start, None
    if query is not None:
        lang = session.settings.lang
        session.settings, session.practice.question, _ = _read(query, lang, page, start)
    if page == PRACTICE:
        is_offered = session.practice.is_chosen and session.practice.is_untouched
        opened = 0 if is_offered else session.practice.question
        session.settings = with_words(session.settings, opened)


def note_reconnection(value: object) -> bool:
    """Take the URL of a page that was open before this session, which knows an older one.

    value: what the page sent, {query}. Returns whether the script must run again with it.
    """
    session = current()
    query = value.get("query") if isinstance(value, dict) else None
    if not isinstance(query, str) or session.is_confirmed:
        return False
    session.is_confirmed = True
    asked, question, invalid = _read(query, session.settings.lang, session.page, session.start)
    if session.page == PRACTICE:
        asked = with_words(asked, question)
    known = {session.practice.question, *session.practice.offered}  # the page may offer another one
    if asked != session.settings or question not in known:
        session.settings, session.invalid_parameters = asked, invalid
        session.practice.open_question(question)
    return True


def change(new: Settings) -> None:
    """Take new settings. One with a value that no URL can have keeps its old value."""
    session = current()
    session.settings, _ = legal(new.without_stage(), session.settings)
    session.is_confirmed = True
    session.invalid_parameters = ()
    session.error = None


def open_place(page: str, query: str, number: int, start: Settings | None = None) -> None:
    """Take the settings of a place, and open its page when the script runs.

    number: what tells the browser that this place is open. start: as in `Session`, of this page.
    """
    session = current()
    lang = session.settings.lang
    found, question, session.invalid_parameters = _read(query, lang, page, start)
    lesson = found.view.lesson or session.settings.view.lesson  # it is there on every page
    session.settings = found.replace(lesson=lesson)
    session.practice.open_question(question)
    session.is_confirmed = True
    session.error = None
    session.opened_place = number
    session.page_to_open = page


def mark_valid() -> None:
    """Note that the settings can be used on the open page."""
    session = current()
    session.last_valid[session.page or ""] = session.settings


def fall_back(error: bpe.InputError, nearest: Settings | None = None) -> None:
    """Say why the settings cannot be used on the open page, and take others.

    It takes the last valid settings of the page, or the nearest that the page knows; if only these
    have the same corpus, they come first. Run the script again afterwards.
    """
    session = current()
    rejected, last_valid = session.settings, session.last_valid.pop(session.page or "", None)
    usable = [each for each in (last_valid, nearest) if each and each != rejected]
    usable.sort(key=lambda each: replace(each.corpus, norm="") != replace(rejected.corpus, norm=""))
    best = usable[0] if usable else for_corpus(DEFAULT_CORPUS, rejected)
    session.settings = best.replace(lang=rejected.lang, lesson=rejected.view.lesson)
    session.error = ShownError(error.sentence, error.values)


def show_error(error: bpe.InputError, control: str = "") -> None:
    """Show why something was rejected until the next valid change.

    control: "corpus", "split" or "passage" if its field shows it too.
    """
    current().error = ShownError(error.sentence, error.values, control)


def dismiss_notices() -> None:
    """Remove the notices. The field of a rejected corpus still shows its error."""
    session = current()
    session.invalid_parameters = ()
    if session.error:
        session.error = replace(session.error, is_dismissed=True)


def is_drawn(drawn: Settings) -> bool:
    """Whether the page shows the session as it is, drawn with these settings.

    If a browser sends an event of a fragment and a changed control in one message, Streamlit runs
    only the fragment, so the fragment has to notice the change.
    """
    session = current()
    return session.settings == drawn and session.error is session.error_before_run


def with_words(settings: Settings, question: int) -> Settings:
    """The settings of the practice page, with words of the reader's language for own questions.

    question: the number of the question that a link or the learner has opened; 0 if none. That one,
    and the questions of a set, keep their words.
    """
    if question or settings.view.quiz_seed:
        return settings
    return settings.replace(quiz_words=settings.lang)


def open_question(question: int, seed: int | None = None) -> None:
    """Go to another question of the practice page by its number; 0 lets the page choose one.

    seed: that of other questions. They are about words of the reader's language.
    """
    session = current()
    session.is_confirmed = True
    if seed is not None:
        lang = session.settings.lang
        session.settings = session.settings.replace(quiz_seed=seed, quiz_words=lang)
    session.settings = with_words(session.settings, 0)
    session.practice.open_question(question)


def with_question(settings: Settings) -> Settings:
    """The settings that the URL contains: on the practice page, with the open question."""
    session = current()
    return settings.replace(position=session.practice.question if session.page == PRACTICE else 0)
