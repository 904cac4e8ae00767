"""The practice page: a complete round, its review, and the download."""

import csv
import gettext
import io
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from pages.i18n.language import LANGUAGES
from pages.quiz import presentation as view
from pages.quiz import rounds
from pages.quiz.answers import Choice, Frequencies, Number, Pair, Tokens
from pages.quiz.code_blanks import exercises
from pages.quiz.material import material
from pages.quiz.questions import Question
from pages.sections.practice import TYPED
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults

T = gettext.NullTranslations()


def typed_for(question: Question) -> str:
    """The right answer as a learner types it."""
    form, answer = question.form, question.answer
    if isinstance(form, Choice):
        return chr(ord("A") + form.options.index(answer))
    if isinstance(form, Number):
        return str(answer)
    if isinstance(form, Frequencies):
        return ", ".join(f"{piece} {n}" for piece, n in answer)
    return " ".join(answer)


class Page:
    """The practice page in one session."""

    def __init__(self, open_app, **query: str) -> None:
        self.app = open_app(**query)
        self.app.go_to("practice.py")
        self.lang = query.get("lang", "en")

    def press(self, key: str) -> None:
        next(each for each in self.app.at.button if each.key and key in each.key).click().run()
        self.app.check()

    def buttons(self) -> list[str]:
        return [each.label for each in self.app.at.button]

    def answer(self, typed: str) -> None:
        if self.app.at.radio:
            self.app.at.radio[0].set_value(typed)
        else:
            self.app.at.text_input(key=TYPED).set_value(typed)
        self.press("practice_check")

    def part(self, name: str) -> dict:
        """The data of a part of the page."""
        (found,) = self.parts(name)
        return found

    def parts(self, name: str) -> list[dict]:
        import json

        every = [
            json.loads(each.proto.json)
            for each in self.app.at.get("bidi_component")
            if "practice" in each.proto.component_name
        ]
        return [each for each in every if each["part"] == name]

    @property
    def at(self) -> int:
        return self.app.at.session_state.session.practice.question


def asked_by(**settings: object) -> tuple[Question, ...]:
    chosen = defaults("hug").replace(**settings)
    return rounds.draw(material(chosen), chosen.view.quiz_seed, T)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_practice_round_can_be_answered_and_reviewed(open_app, lang):
    page = Page(open_app, corpus="hug", seed="7", lang=lang)
    asked = asked_by(quiz_seed=7, lang=lang)
    right = 0
    for i, question in enumerate(asked):
        assert page.at == i
        assert page.part("progress")["at"] == i
        assert not page.parts("verdict")
        if lang == "en":
            assert page.part("question")["prompt"] == question.prompt
        if i == 2:
            page.press("practice_show")
            assert page.part("verdict")["state"] == "skipped"
        elif i % 3 == 0 and (wrong := wrong_for(question)):
            page.answer(wrong)
            assert page.part("verdict")["state"] == "wrong"
            assert len(page.part("verdict")["answer"]) == 2
            assert all(page.part("verdict")["lines"])
        else:
            page.answer(typed_for(question))
            assert page.part("verdict")["state"] == "right"
            right += 1
        page.press("practice_check")
    assert page.at == len(asked)
    review = page.part("review")
    assert [item["state"] for item in review["items"]].count("right") == right
    assert str(right) in review["score"]
    assert all(item["link"][1].startswith("./") for item in review["items"])
    assert page.part("progress")["states"][2][0] == "skipped"
    assert f"lang={lang}" in review["items"][0]["link"][1]


def wrong_for(question: Question) -> str:
    """A known wrong answer as text."""
    for mistake in question.known:
        typed = typed_for(replace(question, answer=mistake.answer))
        if question.check(typed).mistake:
            return typed
    return ""


def test_wrong_answer_gets_an_explanation(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    for question in asked_by(quiz_seed=7):
        wrong = wrong_for(question)
        page.answer(wrong)
        reason = question.check(wrong).reason
        assert page.part("verdict")["lines"] == [reason, question.because]
        page.press("practice_check")


def test_unreadable_answer_is_not_counted(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    asked = asked_by(quiz_seed=7)
    index = next(i for i, each in enumerate(asked) if isinstance(each.form, Number))
    for _ in range(index):
        page.press("practice_show")
        page.press("practice_check")
    for typed in ("", "what"):
        page.answer(typed)
        assert page.app.warnings
        assert not page.parts("verdict")
    page.answer(typed_for(asked[index]))
    assert not page.app.warnings
    assert page.part("verdict")["state"] == "right"


def test_link_contains_seed_and_question(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    page.press("practice_show")
    page.press("practice_check")
    query = page.app.address["query"]
    assert "quiz_seed=7" in query
    assert "position=1" in query
    other = open_app(corpus="hug", seed="7", lang="ko")
    other.go_to("practice.py")
    assert "quiz_seed=7" in other.address["query"]


def test_new_questions_differ_and_start_at_the_first(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    for _ in asked_by(quiz_seed=7):
        page.press("practice_show")
        page.press("practice_check")
    new = next(each for each in page.app.at.button if each.label == "New questions")
    new.click().run()
    page.app.check()
    settings = page.app.at.session_state.session.settings
    assert (settings.view.position, settings.view.quiz_seed == 7) == (0, False)
    assert all(state == "" for state, _ in page.part("progress")["states"])


def test_another_corpus_restarts_practice(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    page.press("practice_show")
    page.press("practice_check")
    page.app.set(corpus="course")
    assert page.at == 0
    page.press("practice_show")
    page.press("practice_check")
    page.app.set(ties="lowest")
    assert page.at == 0
    assert all(state == "" for state, _ in page.part("progress")["states"])


def test_practice_position_is_independent_of_other_pages(open_app):
    page = Page(open_app, corpus="hug", seed="7")
    page.press("practice_show")
    page.press("practice_check")
    assert page.at == 1
    page.app.go_to("unigram.py")
    assert "position" not in page.app.query()
    page.app.go_to("practice.py")
    assert page.at == 1
    assert page.part("progress")["states"][0][0] == "skipped"


def test_corpus_without_questions_shows_a_message(open_app):
    for query in ({"corpus": "python"}, {"corpus": "hug", "vocab": "1"}):
        page = Page(open_app, **query)
        (info,) = page.app.at.info
        assert "hoose" in info.value
        assert not page.parts("question")


def test_course_exercises_can_be_answered(open_app):
    page = Page(open_app, corpus="code")
    page.app.at.session_state.session.practice.part = "course"
    page.app.run()
    assert len(page.parts("question")) == 6
    right = {
        "next_0": "p+un", "unhug_0": "un hug", "frequencies_1": "210",
        "huggun_0": "hug g un", "huggun_1": "8/15435",
        "frequencies_0": "h 15, u 36, g 20, hu 15, ug 20, hug 15, p 17, pu 17, n 16, un 16, b 4, "
                         "bu 4, s 5, gs 5, ugs 5",
    }  # fmt: skip
    for name, typed in right.items():
        key = f"course_typed_{name}"
        fields = [*page.app.at.text_input, *page.app.at.text_area]
        next(each for each in fields if each.key == key).set_value(typed)
        page.press(f"course_check_{name}")
    assert [each["state"] for each in page.parts("verdict")] == ["right"] * 6
    page.app.at.text_input(key="course_typed_huggun_0").set_value("h u g g u n")
    page.press("course_check_huggun_0")
    (wrong,) = (each for each in page.parts("verdict") if each["state"] == "wrong")
    assert len(wrong["lines"]) == 2


def test_blanks_in_code_explain_wrong_choices(open_app):
    page = Page(open_app, corpus="hug")
    page.app.at.session_state.session.practice.part = "course"
    page.app.run()
    exercise = exercises(T)["frequencies"]

    def answer(*choices: str) -> None:
        for i, choice in enumerate(choices):
            page.app.at.radio(key=f"course_typed_code_frequencies_{i}").set_value(choice)
        page.press("course_check_code_frequencies")

    right = [blank.right for blank in exercise.blanks]
    answer(right[0])
    assert page.parts("verdict") == []
    assert page.app.warnings
    answer(*right)
    (verdict,) = page.parts("verdict")
    assert verdict["state"] == "right"
    choice, effect = exercise.blanks[2].wrong[0]
    answer(*right[:2], choice)
    (verdict,) = page.parts("verdict")
    assert (verdict["state"], verdict["lines"]) == ("wrong", [f"Blank 3, {choice}: {effect}"])


def test_result_csv_contains_no_formulas():
    settings = defaults(OWN_COUNTS).replace(own="=1+1 5\n=1+2 3\n@a 2")
    asked = rounds.draw(material(settings), 3, T)
    assert asked
    given = [view_of(question, "=cmd|calc") for question in asked[:-1]]
    data = view.result_csv([*given, None], list(asked), T)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert len(rows) == len(asked) + 1
    assert rows[0][0] == "Question"
    assert not any(
        cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row
    )
    assert [row[5] for row in rows[1:]] == ["0"] * len(asked)
    assert all("\u2068" not in cell for row in rows for cell in row)


def view_of(question: Question, typed: str) -> view.Given:
    return question, typed, question.check(typed)


def test_tokens_are_clickable_while_a_question_is_open(open_app):
    page = Page(open_app, corpus="english", seed="3")
    clickable = 0
    for i, question in enumerate(asked_by_english()):
        field = page.part("question")["field"]
        captions = " ".join(each.value for each in page.app.at.caption)
        if isinstance(question.form, Number):
            assert field is None
            assert "click" not in captions
        else:
            kinds = {Pair: "+", Tokens: " ", Choice: ""}
            name = f"{TYPED}_{i}" if isinstance(question.form, Choice) else TYPED
            assert field == {"key": name, "join": kinds[type(question.form)]}
            assert "click the tokens" in captions
            mark = getattr(question.form, "mark", "")
            assert ("You can type _" in captions) == bool(mark)
            assert not mark or f"You can type _ instead of {mark}." in captions
            clickable += 1
        page.press("practice_show")
        assert page.part("question")["field"] is None
        page.press("practice_check")
    assert clickable > 3


def asked_by_english() -> tuple[Question, ...]:
    return rounds.draw(material(defaults("english")), 3, T)


def practised() -> None:
    """A page at question 3 of its second round meets a new session, which opens its first round."""
    from pages.state import session

    session.begin_run()
    session.open_page("practice")
    session.practice().open_round(("the round of the load",), 5)
    assert session.note_reconnection({"query": "vocab=21&position=2"})
    session.begin_run()
    session.practice().open_round(("the round of the page",), 5)


def test_new_session_opens_the_question_of_the_page():
    app = AppTest.from_function(practised).run(timeout=60)
    assert not app.exception
    assert app.session_state.session.practice.question == 2
