"""The course's own exercises on the practice page, each in its own box."""

import streamlit as st

from pages.practice import exercises
from pages.practice import presentation as view
from pages.practice.code.code_exercises import code_exercises
from pages.practice.questions import Exercise, Say
from pages.practice.sections import beside, draw_part, draw_question
from pages.settings import widgets
from pages.state import session
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill


def course(settings: Settings, t: Translation) -> None:
    """Draw the course's exercises."""
    hug = exercises.material(settings.lang)
    for name, questions in exercises.boxes(hug, t).items():
        with st.container(border=True, key=f"box_{name}"):
            st.header(Say(questions[0].skill, t)("box"), anchor=False)
            for i, each in enumerate(questions):
                exercise(f"{name}_{i}", each, settings.lang, t)
    code_exercises(settings, t)


def exercise(name: str, question: Exercise, lang: str, t: Translation) -> None:
    """Draw one question; it can be answered any number of times."""
    practice = session.current().practice
    asked = st.container()
    facts, answer = beside()
    with answer:  # first, because a click on a token of the question fills the field
        label, key = t.gettext("Your answer"), f"course_typed_{name}"
        widgets.show_again(key, practice.course_answers.get(name, ""))
        with st.form(f"course_form_{name}", border=False):
            if question.form.is_long:
                st.text_area(label, key=key, height=100)
            else:
                st.text_input(label, key=key, autocomplete="off")
            st.caption(question.help_text(t))
            sent = st.form_submit_button(
                t.gettext("Check"), key=f"course_check_{name}", type="primary"
            )
        if sent:
            practice.course_answers[name] = widgets.text(key)
        typed = practice.course_answers.get(name, "")
        verdict = question.check(typed) if typed else None
        if verdict and verdict.read:
            draw_part(
                "verdict",
                f"course_verdict_{name}",
                view.verdict_record((question, typed, verdict), lang, t),
            )
        elif sent:
            reason = question.form.unreadable(typed).text
            st.warning(fill(t.gettext(reason), {"hint": question.help}))
    shown = {**view.question_record(question, lang, t, key), "kind": ""}
    draw_question(asked, facts, f"course_{name}", shown)
