"""The practice page: a round of questions and its review.

The answers stay in the session, and nothing is sent anywhere.
"""

import random
from functools import partial

import streamlit as st

import bpe
from pages.i18n.language import Translation
from pages.i18n.markdown import fill
from pages.quiz import presentation as view
from pages.quiz import rounds
from pages.quiz.answers import Choice
from pages.quiz.material import material
from pages.quiz.questions import Question, Verdict
from pages.sections.choices import Options, choose
from pages.server.components import common
from pages.server.components import practice as practice_panel
from pages.serving.cache import SingleFlightCache
from pages.state import session, widgets
from pages.state.settings import MAX_RANDOM_SEED, Settings, cache_key
from pages.state.url import query_of
from pages.view.stage import Record

Key = tuple[str, ...]  # names a round: who has the same has the same questions
# By all settings, because a question links to them.
ROUNDS: SingleFlightCache[tuple[Question, ...]] = SingleFlightCache(64)
TYPED = "practice_typed"  # the field: the same one for every question, so it keeps the focus


def choose_part(t: Translation) -> str:
    """Draw the choice between questions and the course's exercises, and return it."""
    names = {"questions": t.gettext("Questions"), "course": t.gettext("Course exercises")}
    now = session.practice().part
    lang = session.settings().lang
    chosen = choose(
        st.segmented_control,
        t.gettext("What to practice"),
        Options(names, now, partial(take_part, lang)),
        session.controls().set("part", lang, now),
        label_visibility="collapsed",
        required=True,
    )
    return str(chosen)


def take_part(lang: str) -> None:
    """Take the chosen part."""
    session.practice().open_part(session.controls().value("part", lang))


def key_of(settings: Settings) -> Key:
    """The key of the round that settings describe."""
    return (settings.key, settings.unigram_key, str(settings.view.quiz_seed))


def draw_part(part: str, key: str, data: Record) -> None:
    """Draw a part of the page in the browser."""
    practice_panel(
        key=key,
        data={**common(), "part": part, "text_lang": session.settings().corpus.language, **data},
    )


def practice_round(settings: Settings, t: Translation) -> None:
    """Draw the current question of a round, or the review at its end."""
    try:
        if settings.cost().is_large:
            st.info(
                t.gettext("This corpus is too large for practice by hand. Choose a smaller one.")
            )
            return
        questions = ROUNDS.get(
            cache_key(query_of(settings)),
            lambda: rounds.draw(material(settings), settings.view.quiz_seed, t),
        )
    except bpe.InputError as error:
        session.fall_back(error)
        st.rerun()
    session.mark_valid()
    if not questions:
        st.info(
            t.gettext(
                "There are no questions because training learns no merges. Choose another corpus "
                "or a larger vocabulary."
            )
        )
        return
    practice = session.practice()
    if practice.open_round(key_of(settings), len(questions)):
        widgets.set_value(TYPED, "")
    given = practice.given
    at = min(practice.question, len(questions))
    states = [
        view.state(with_verdict(each, given[i])[2]) if i in given else ""
        for i, each in enumerate(questions)
    ]
    draw_part("progress", "practice_progress", view.progress(states, at, settings.lang, t))
    if at < len(questions):
        draw_question(settings, questions, at, given, t)
    else:
        draw_review(settings, questions, given, t)


def draw_question(
    settings: Settings,
    questions: tuple[Question, ...],
    at: int,
    given: dict[int, str],
    t: Translation,
) -> None:
    """Draw a question, the answer field and the verdict."""
    left, right = st.columns([1.5, 1], gap="medium")
    done = at in given
    with left:
        field = "" if done else field_of(questions[at], at)
        draw_part(
            "question",
            "practice_question",
            view.question_record(questions[at], settings.lang, t, field),
        )
    with right:
        form(questions[at], at, done, at + 1 == len(questions), t)
        if done:
            verdict = view.verdict_record(with_verdict(questions[at], given[at]), settings.lang, t)
            draw_part("verdict", "practice_verdict", verdict)


def with_verdict(question: Question, typed: str) -> view.Given:
    """An answer with its verdict."""
    return question, typed, question.check(typed) if typed else Verdict(read=False)


def field_of(question: Question, at: int) -> str:
    """The key of a question's answer field."""
    return f"{TYPED}_{at}" if isinstance(question.form, Choice) else TYPED


def form(question: Question, at: int, done: bool, last: bool, t: Translation) -> None:
    """Draw the answer field and its button. Enter checks the answer, then goes on."""
    with st.form("practice_form", border=False):
        if isinstance(question.form, Choice):
            letters = [chr(ord("A") + i) for i in range(len(question.form.options))]
            label = t.gettext("Your choice")
            st.radio(label, letters, index=None, key=field_of(question, at), horizontal=True)
        else:
            st.text_input(
                t.gettext("Your answer"),
                key=field_of(question, at),
                autocomplete="off",
            )
        st.caption(view.help_text(question, t))
        go, leave = st.columns([1, 1])
        on = t.gettext("See the result") if last else t.gettext("Next question")
        with go:
            st.form_submit_button(
                on if done else t.gettext("Check"),
                key="practice_check",
                type="primary",
                width="stretch",
                on_click=go_on if done else check,
                args=(at,) if done else (question, at),
            )
        with leave:
            st.form_submit_button(
                t.gettext("Show the answer"),
                key="practice_show",
                disabled=done,
                width="stretch",
                on_click=give_up,
                args=(at,),
            )
    if session.practice().pop_unreadable():
        st.warning(
            fill(t.gettext("This answer can't be read. Expected: {hint}."), {"hint": question.hint})
        )


def check(question: Question, at: int) -> None:
    """Take the answer, if it can be read."""
    practice, typed = session.practice(), widgets.text(field_of(question, at))
    if question.check(typed).read:
        practice.answer(at, typed)
    else:
        practice.note_unreadable()


def give_up(at: int) -> None:
    """Show the answer of a question that the reader gives up."""
    session.practice().answer(at, "")


def go_on(at: int) -> None:
    """Go to the next question, with an empty field."""
    widgets.set_value(TYPED, "")
    session.open_question(at + 1)


def draw_review(
    settings: Settings, questions: tuple[Question, ...], given: dict[int, str], t: Translation
) -> None:
    """Draw the score, the mistakes and what to do next."""
    round_ = [
        with_verdict(each, given[i]) if i in given else None for i, each in enumerate(questions)
    ]
    new, download, _ = st.columns([1, 1, 1.4])
    new.button(t.gettext("New questions"), type="primary", width="stretch", on_click=new_round)
    download.download_button(
        t.gettext("Result as CSV"),
        lambda: view.result_csv(round_, list(questions), t),
        file_name=f"practice-{settings.corpus.name}-{settings.view.quiz_seed}.csv",
        mime="text/csv",
        on_click="ignore",
        width="stretch",
    )
    st.caption(
        t.gettext(
            "The link to this page contains the corpus and the question set. If you share it, "
            "others get the same questions. Your answers stay in this window and are not shared."
        )
    )
    draw_part("review", "practice_review", view.review(round_, list(questions), settings.lang, t))


def new_round() -> None:
    """Draw other questions."""
    old = session.settings().view.quiz_seed
    seed = (old + 1 + random.randrange(MAX_RANDOM_SEED)) % (MAX_RANDOM_SEED + 1)
    session.open_round(seed)
