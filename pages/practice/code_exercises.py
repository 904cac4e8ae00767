"""The exercises about code on the practice page: fill the blanks of a readable function.

An answer is only compared with the choices; no code that a reader chooses ever runs.
"""

import streamlit as st

from pages.practice.code_blanks import CodeExercise, exercises
from pages.practice.questions import Place
from pages.practice.sections import draw_part
from pages.settings import widgets
from pages.state import session
from pages.state.settings import Settings
from pages.translations.language import Translation


def code_exercises(settings: Settings, t: Translation) -> None:
    """Draw the exercises about code, each in its own box."""
    for name, each in exercises(t).items():
        with st.container(border=True, key=f"box_code_{name}"):
            st.subheader(each.title, anchor=False)
            code_exercise(f"code_{name}", each, settings, t)


def code_exercise(name: str, exercise: CodeExercise, settings: Settings, t: Translation) -> None:
    """Draw an exercise; it can be answered any number of times."""
    practice = session.practice()
    left, right = st.columns([1.5, 1], gap="medium")
    with left:
        st.write(exercise.task)
        st.code(exercise.code, language="python", wrap_lines=True)
    with right:
        keys = [f"course_typed_{name}_{i}" for i in range(len(exercise.blanks))]
        given = exercise.read(practice.course_answers.get(name, ""))
        for key, choice in zip(keys, given or (), strict=False):
            widgets.show_again(key, choice)
        with st.form(f"course_form_{name}", border=False):
            for i, (key, blank) in enumerate(zip(keys, exercise.blanks, strict=True), 1):
                label = t.gettext("Blank {number}").format(number=i)
                st.radio(label, blank.options, index=None, key=key, format_func=as_code)
            sent = st.form_submit_button(
                t.gettext("Check"), key=f"course_check_{name}", type="primary"
            )
        if sent:
            chosen = [widgets.value(key) for key in keys]
            practice.course_answers[name] = digits(exercise, chosen)
        given = exercise.read(practice.course_answers.get(name, ""))
        if given:
            shown = verdict(exercise, given, settings, t)
            draw_part("verdict", f"course_verdict_{name}", {"lang": settings.lang, **shown})
        elif sent:
            st.warning(t.gettext("Choose the code for every blank."))


def as_code(choice: str) -> str:
    """A choice in Markdown.

    >>> as_code("left + right")
    '`left + right`'
    """
    return f"`{choice}`"


def digits(exercise: CodeExercise, chosen: list[object]) -> str:
    """An answer as a digit per blank; blanks without a choice are left out.

    >>> from pages.translations.language import Translation
    >>> digits(exercises(Translation())["frequencies"], ["count", None, None])
    ''
    """
    found = ""
    for blank, choice in zip(exercise.blanks, chosen, strict=True):
        if choice in blank.options:
            found += str(blank.options.index(str(choice)))
    return found


def verdict(
    exercise: CodeExercise, given: tuple[str, ...], settings: Settings, t: Translation
) -> dict[str, object]:
    """The feedback on an answer: what each wrong choice would do.

    given: the choice for each blank.

    >>> from pages.translations.language import Translation
    >>> count = exercises(Translation())["count"]
    >>> right = tuple(each.right for each in count.blanks)
    >>> verdict(count, right, Settings(), Translation())["title"]
    'Correct'
    """
    wrong = [
        (str(i), choice, blank.effect(choice))
        for i, (blank, choice) in enumerate(zip(exercise.blanks, given, strict=True), 1)
        if choice != blank.right
    ]
    said = t.gettext("Blank {number}, {code}: {effect}")
    lines = [said.format(number=i, code=code, effect=effect) for i, code, effect in wrong]
    if not wrong:
        lines = [t.gettext("This is the code of the readable version.")]
    code = Place(settings, "algorithm", settings.view.position)
    return {
        "state": "wrong" if wrong else "right",
        "title": t.gettext("Not correct") if wrong else t.gettext("Correct"),
        "answer": [],
        "lines": lines,
        "links": [[t.gettext("See the complete code"), code.href]],
    }
