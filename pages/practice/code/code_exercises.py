"""The exercises about code on the practice page: fill the blanks of a readable function.

An answer is only compared with the choices, or with the forms of right lines; no code that a reader
chooses or types ever runs.
"""

import streamlit as st

from pages.practice.code import typed_lines
from pages.practice.code.code_blanks import CodeExercise, Functions, exercises
from pages.practice.code.line_forms import MAX_LINE
from pages.practice.code.typed_lines import LineExercise
from pages.practice.questions import Place
from pages.practice.sections import draw_part
from pages.settings import widgets
from pages.state import session
from pages.state.settings import Settings
from pages.translations.language import Translation


def code_exercises(settings: Settings, t: Translation, module: str = "") -> None:
    """Draw the exercises about code, each in its own box. module: only those about this one."""
    links = [] if module else [complete_code(settings, t)]
    title = st.subheader if module else st.header  # below a header of the page, or the first one
    for name, each in exercises(t).items():
        if is_about(each.functions, module):
            with st.container(border=True, key=f"box_code_{name}"):
                title(each.title, anchor=False)
                code_exercise(f"code_{name}", each, links, settings, t)
    for name, line in typed_lines.exercises(t).items():
        if is_about(line.functions, module):
            with st.container(border=True, key=f"box_line_{name}"):
                title(line.title, anchor=False)
                line_exercise(f"line_{name}", line, links, settings, t)


def has_exercises(module: str, t: Translation) -> bool:
    """Whether an exercise is about the functions of a module.

    >>> has_exercises("bpe.reference", Translation()), has_exercises("bpe", Translation())
    (True, False)
    """
    functions = [each.functions for each in exercises(t).values()]
    functions += [each.functions for each in typed_lines.exercises(t).values()]
    return any(is_about(each, module) for each in functions)


def is_about(functions: Functions, module: str) -> bool:
    """Whether functions are of a module; any are, if it has no name.

    >>> is_about((is_about,), "bpe"), is_about((is_about,), "")
    (False, True)
    """
    return not module or functions[0].__module__ == module


def code_exercise(
    name: str, exercise: CodeExercise, links: list[list[str]], settings: Settings, t: Translation
) -> None:
    """Draw an exercise; it can be answered any number of times. links: below the verdict."""
    practice = session.current().practice
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
            shown = verdict(exercise, given, t) | {"links": links}
            draw_part("verdict", f"course_verdict_{name}", {"lang": settings.lang, **shown})
        elif sent:
            st.warning(t.gettext("Choose the code for every blank."))


def line_exercise(
    name: str, exercise: LineExercise, links: list[list[str]], settings: Settings, t: Translation
) -> None:
    """Draw an exercise that asks for a line; it can be answered any number of times."""
    practice, key = session.current().practice, f"course_typed_{name}"
    left, right = st.columns([1.5, 1], gap="medium")
    with left:
        st.write(exercise.task)
        st.code(exercise.code, language="python", wrap_lines=True)
    with right:
        widgets.show_again(key, practice.course_answers.get(name, ""))
        with st.form(f"course_form_{name}", border=False):
            st.text_input(
                t.gettext("Your line"), key=key, autocomplete="off", max_chars=MAX_LINE + 1
            )
            st.caption(
                t.gettext(
                    "Your line is compared with right ones, and does not run. So spaces, brackets "
                    "and equal forms do not matter, but an unusual right line can be refused."
                )
            )
            sent = st.form_submit_button(
                t.gettext("Check"), key=f"course_check_{name}", type="primary"
            )
        if sent:
            practice.course_answers[name] = widgets.text(key).strip()
        typed = practice.course_answers.get(name, "")
        if typed:
            state, title, lines = typed_lines.verdict(exercise, typed, t)
            shown = {"state": state, "title": title, "answer": [], "lines": lines, "links": links}
            draw_part("verdict", f"course_verdict_{name}", {"lang": settings.lang, **shown})
        elif sent:
            st.warning(t.gettext("Type a line first."))


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


def verdict(exercise: CodeExercise, given: tuple[str, ...], t: Translation) -> dict[str, object]:
    """The feedback on an answer: what each wrong choice would do.

    given: the choice for each blank.

    >>> from pages.translations.language import Translation
    >>> count = exercises(Translation())["count"]
    >>> right = tuple(each.right for each in count.blanks)
    >>> verdict(count, right, Translation())["title"]
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
    return {
        "state": "wrong" if wrong else "right",
        "title": t.gettext("Not correct") if wrong else t.gettext("Correct"),
        "answer": [],
        "lines": lines,
    }


def complete_code(settings: Settings, t: Translation) -> list[str]:
    """The link to the page with all code: its text and its address."""
    code = Place(settings, "algorithm", settings.view.position)
    return [t.gettext("See the complete code"), code.href]
