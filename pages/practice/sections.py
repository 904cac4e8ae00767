"""The practice page: questions that get harder, with a hint and a second try.

The answers stay in the session, and the skills in the browser. Nothing is sent anywhere else.
"""

import random
from collections.abc import Mapping
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.hosting.components import common
from pages.hosting.components import practice as practice_panel
from pages.practice import ladder, results
from pages.practice import presentation as view
from pages.practice.draw import draw
from pages.practice.ladder import Rung
from pages.practice.questions import Exercise
from pages.settings import widgets
from pages.settings.callbacks import take_view
from pages.settings.choices import Options, choose
from pages.settings.controls import seeded
from pages.stage.question import Verdict
from pages.stage.record import Record
from pages.state import session
from pages.state.settings import MAX_RANDOM_SEED, Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill

TYPED = "practice_typed"  # the field: the same one for every question, so it keeps the focus
LADDER = "practice_ladder"
ANSWER = 340  # the width of an answer's field and what is said about it, in pixels
TRIES = 2  # the answer is shown after the second wrong one


def choose_practice(settings: Settings, t: Translation) -> None:
    """Draw the choice between questions and the course's exercises."""
    names = {"questions": t.gettext("Questions"), "course": t.gettext("Hugging Face chapters")}
    choose(
        st.segmented_control,
        t.gettext("What to practice"),
        Options(names, settings.view.practice, partial(take_view, "practice", settings.lang)),
        seeded("practice", settings),
        label_visibility="collapsed",
        required=True,
    )


def draw_part(part: str, key: str, data: Mapping[str, object]) -> None:
    """Draw a part of the page in the browser."""
    practice_panel(
        key=key,
        data={**common(), "part": part, "text_lang": "en", **data},
        on_choose_change=choose_skill,
        on_stored_change=take_stored,
        on_begun_change=take_begun,
    )


def beside() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two boxes: what a question shows, and next to it the answer; below it, if it is wide."""
    row = st.container(horizontal=True, gap="medium")
    return row.container(width="content"), row.container(width=ANSWER)


def draw_question(box: DeltaGenerator, facts: DeltaGenerator, key: str, shown: Record) -> None:
    """Draw a question in a box, and in another one what it shows."""
    with box:
        draw_part("question", f"{key}_question", shown | {"facts": []})
    if shown["facts"]:
        with facts:
            draw_part("material", f"{key}_material", shown)


def practice_ladder(settings: Settings, t: Translation) -> None:
    """Draw the open question, the feedback on its answer, and the skills."""
    session.mark_valid()
    practice, seed = session.current().practice, settings.view.quiz_seed
    if not practice.question:
        practice.open_question(next_rung(seed).number, is_chosen=True)
    at = ladder.rung(practice.question)
    words = settings.view.quiz_words
    question = draw(seed, at.skill, at.level, at.index, settings.lang, words)
    asked = st.container()
    facts, answer = beside()
    with answer:
        form(question, at, seed, t)  # first: it empties the field, and a click on a token fills it
    field = "" if practice.outcome else field_of(question, at)
    shown = view.question_record(question, settings.lang, t, field, at.level)
    draw_question(asked, facts, "practice", shown)
    with answer:
        feedback(question, settings.lang, t)
    skills = practice.skills_of(seed)
    begun = 0 if seed else practice.begun
    shown = view.ladder_record(skills, at.skill, seed, settings.lang, t, words, begun)
    draw_part("ladder", LADDER, shown | results.of_set(practice.results, seed, t))
    draw_seed(seed, t)


def field_of(question: Exercise, at: Rung) -> str:
    """The key of a question's answer field."""
    return f"{TYPED}_{at.number}" if question.form.options else TYPED


def form(question: Exercise, at: Rung, seed: int, t: Translation) -> None:
    """Draw the answer field and its buttons. Enter checks the answer, then goes on."""
    practice = session.current().practice
    is_done, is_helped = bool(practice.outcome), practice.has_hint or bool(practice.wrong)
    widgets.show_again(field_of(question, at), practice.typed)
    with st.form("practice_form", border=False):
        if question.form.options:
            letters = [chr(ord("A") + i) for i in range(len(question.form.options))]
            label = t.gettext("Your choice")
            st.radio(label, letters, index=None, key=field_of(question, at), horizontal=True)
        else:
            st.text_input(t.gettext("Your answer"), key=TYPED, autocomplete="off")
        st.caption(question.help_text(t))
        go, leave = st.columns([1, 1])
        with go:
            st.form_submit_button(
                t.gettext("Next question") if is_done else t.gettext("Check"),
                key="practice_check",
                type="primary",
                width="stretch",
                on_click=partial(go_on, seed) if is_done else partial(check, question, at, seed),
            )
        with leave:
            st.form_submit_button(
                t.gettext("Show the answer") if is_helped else t.gettext("Hint"),
                key="practice_help",
                disabled=is_done,
                width="stretch",
                on_click=partial(give_up, at, seed) if is_helped else practice.ask_for_hint,
            )
    if practice.pop_unreadable():
        reason = question.form.unreadable(practice.typed).text
        st.warning(fill(t.gettext(reason), {"hint": question.help}))


def feedback(question: Exercise, lang: str, t: Translation) -> None:
    """Draw what the page says about the last answer, or the hint."""
    practice = session.current().practice
    typed = practice.wrong[-1] if practice.wrong else ""
    if practice.outcome == "right":
        about = t.gettext("You needed a second try or a hint, so this skill comes back soon.")
        right = Verdict(read=True, right=True, reason=about if typed or practice.has_hint else "")
        shown = view.verdict_record((question, "", right), lang, t)
    elif practice.outcome:
        verdict = question.check(typed) if typed else Verdict(read=False)
        shown = view.verdict_record((question, typed, verdict), lang, t)
    elif typed or practice.has_hint:
        shown = view.try_again_record(question, typed, lang, t)
    else:
        return
    draw_part("verdict", "practice_verdict", shown)


def check(question: Exercise, at: Rung, seed: int) -> None:
    """Take the answer, if it can be read."""
    practice, typed = session.current().practice, widgets.text(field_of(question, at))
    practice.typed = typed
    verdict = question.check(typed)
    if not verdict.read:
        practice.is_unreadable = True
        return
    if verdict.right:
        tries = 1 if practice.is_untouched else TRIES
        practice.finish("right", seed, ladder.after(practice.skills_of(seed), at, tries))
        return
    practice.miss(typed, verdict.mistake, verdict.reason)
    if len(practice.wrong) == TRIES:
        give_up(at, seed)


def give_up(at: Rung, seed: int) -> None:
    """Show the answer."""
    practice = session.current().practice
    practice.finish("shown", seed, ladder.after(practice.skills_of(seed), at, tries=0))


def go_on(seed: int) -> None:
    """Go to the next question, with an empty field: of the chosen skill, until it is mastered."""
    practice = session.current().practice
    skills, name = practice.skills_of(seed), practice.skill
    stays = name == ladder.rung(practice.question).skill and not ladder.is_mastered(
        skills.get(name, ladder.NEW)
    )
    open_rung(ladder.question_of(skills, name) if stays else next_rung(seed))


def next_rung(seed: int) -> Rung:
    """The next question. A set of a class has those of all chapters."""
    practice = session.current().practice
    return ladder.next_question(practice.skills_of(seed), 0 if seed else practice.begun)


def open_rung(at: Rung) -> None:
    """Go to a question, with an empty field."""
    widgets.set_value(TYPED, "")
    session.open_question(at.number)


def choose_skill() -> None:
    """Go to the skill that the reader chose on the ladder."""
    name = widgets.sent(LADDER, "choose")
    if name in ladder.SKILLS:
        practice = session.current().practice
        practice.skill = name
        at = ladder.question_of(practice.skills_of(session.settings().view.quiz_seed), name)
        if at.number != practice.question or practice.outcome:  # the open one keeps its answers
            open_rung(at)


def take_stored() -> None:
    """Take the skills that the browser kept: of earlier visits, or none after a reset."""
    sent = widgets.sent(LADDER, "stored")
    if not isinstance(sent, dict):
        return
    practice, skills = session.current().practice, ladder.from_json(sent.get("skills"))
    seed = session.settings().view.quiz_seed
    if sent.get("seed") != seed:
        return
    practice.keep_skills(seed, skills)
    choose_again()


def take_begun() -> None:
    """Take the last chapter that the reader has begun, as the browser knows it."""
    begun = widgets.sent(LADDER, "begun")
    if type(begun) is int and 0 <= begun <= max(ladder.CHAPTERS):
        session.current().practice.begun = begun
        choose_again()


def choose_again() -> None:
    """Have the page choose another question, unless the reader did or has begun to answer it."""
    practice = session.current().practice
    if practice.is_chosen and practice.is_untouched:
        practice.open_question(0)


def draw_seed(seed: int, t: Translation) -> None:
    """Draw what a class needs for the same questions."""
    if seed:
        st.caption(
            t.gettext(
                "Set {seed}: this link gives the whole class the same questions. They start "
                "with the first level, and their order depends on the answers."
            ).format(seed=seed)
        )
        st.button(t.gettext("Back to my questions"), on_click=session.open_question, args=(0, 0))
    else:
        st.button(
            t.gettext("Start a set for a class"),
            on_click=open_set,
            help=t.gettext("The link to this page gives the whole class the same questions."),
        )


def open_set() -> None:
    """Go to a new set of questions."""
    widgets.set_value(TYPED, "")
    session.open_question(0, seed=1 + random.randrange(MAX_RANDOM_SEED))
