"""The practice page: a hint, a second try, the worked answer, and the next question."""

import gettext
import json
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from pages.practice import ladder
from pages.practice.answers import Frequencies, Letter, Number
from pages.practice.code.code_blanks import exercises
from pages.practice.draw import draw
from pages.practice.ladder import LEVELS, SKILLS, Rung
from pages.practice.questions import Exercise
from pages.practice.sections import TYPED
from tests.support.visit import Visit, changed, told

T = gettext.NullTranslations()


def typed_for(question: Exercise) -> str:
    """The right answer as a learner types it."""
    form, answer = question.form, question.answer
    if isinstance(form, Letter):
        return chr(ord("A") + form.options.index(answer))
    if isinstance(form, Number):
        return str(answer)
    if isinstance(form, Frequencies):
        return ", ".join(f"{piece} {n}" for piece, n in answer)
    return " ".join(answer)


def wrong_for(question: Exercise) -> list[str]:
    """Known wrong answers as text."""
    typed = [typed_for(replace(question, answers=(each.answer,))) for each in question.known]
    return [each for each in typed if question.check(each).mistake]


class Page:
    """The practice page in one session."""

    def __init__(self, open_app, **query: str) -> None:
        self.app = open_app(**query)
        # The link is one of the training page, whose position is not a question.
        opened = int(query.get("position", query.get("at", 0)))
        self.app.at.session_state.session.practice.open_question(opened)
        self.app.go_to("practice/page.py")
        self.lang = query.get("lang", "en")
        self.seed = int(query.get("quiz_seed", query.get("seed", 0)))

    def press(self, key: str) -> None:
        next(each for each in self.app.at.button if each.key and key in each.key).click().run()
        self.app.check()

    def answer(self, typed: str) -> None:
        if self.app.at.radio:
            self.app.at.radio[0].set_value(typed)
        else:
            self.app.at.text_input(key=TYPED).set_value(typed)
        self.press("practice_check")

    def fields(self) -> list[tuple[str, object]]:
        """The answer fields with what is in them."""
        every = [*self.app.at.text_input, *self.app.at.text_area, *self.app.at.radio]
        return [(each.key, each.value) for each in every if "typed" in each.key]

    def parts(self, name: str) -> list[dict]:
        every = [
            json.loads(each.proto.json)
            for each in self.app.at.get("bidi_component")
            if "practice" in each.proto.component_name
        ]
        return [each for each in every if each["part"] == name]

    def part(self, name: str) -> dict:
        """The data of a part of the page."""
        (found,) = self.parts(name)
        return found

    @property
    def rung(self) -> Rung:
        return ladder.rung(self.app.at.session_state.session.practice.question)

    @property
    def question(self) -> Exercise:
        at = self.rung
        return draw(self.seed, at.skill, at.level, at.index, self.lang)

    def done(self) -> int:
        """The number of finished levels."""
        return sum(row[2] for row in self.part("ladder")["skills"])


def test_every_skill_and_level_can_be_answered(open_app):
    page = Page(open_app, seed="7")
    levels = set()
    for turn in range(1, len(SKILLS) * 5 + 1):
        question, at = page.question, page.rung
        levels.add((at.skill, at.level))
        assert page.part("question")["prompt"] == question.prompt
        assert not page.parts("verdict")
        page.answer(typed_for(question))
        verdict = page.part("verdict")
        assert (verdict["state"], verdict["lines"]) == ("right", [question.worked])
        page.press("practice_check")
        assert page.part("ladder")["asked"] == turn
    assert levels == {(skill, level) for skill in SKILLS for level in range(1, LEVELS + 1)}
    assert page.done() == len(SKILLS) * LEVELS


def test_wrong_answer_gets_an_explanation_and_a_second_try(open_app):
    page = Page(open_app, seed="7", position=str(Rung("count", 2, 0).number))
    question = page.question
    first, second = wrong_for(question)[:2]
    page.answer(first)
    told = page.part("verdict")
    assert told["state"] == "wrong"
    assert told["lines"] == [question.check(first).reason, question.hint]
    assert told["links"] == [["Learn this in the course", "./?part=count-pair&lang=en"]]
    assert [name for name, _ in told["answer"]] == ["Your answer"]
    page.press("practice_check")
    assert page.part("verdict") == told  # the same answer again is no second try
    page.answer(typed_for(question))
    told = page.part("verdict")
    assert told["state"] == "right"
    assert "comes back soon" in told["lines"][0]
    page.press("practice_check")
    assert page.rung.skill != "count"
    assert page.done() == 1
    assert page.part("ladder")["skills"][0][4]  # it comes back
    page = Page(open_app, seed="7", position=str(Rung("count", 2, 0).number))
    page.answer(first)
    page.answer(second)
    told = page.part("verdict")
    assert told["state"] == "wrong"
    assert told["lines"] == [question.check(second).reason, question.worked]
    assert ["Correct answer", question.shown] in told["answer"]
    assert "part=count-pair" in told["links"][1][1]
    assert page.done() == 0


def test_chosen_skill_stays_until_it_is_mastered(open_app):
    page = Page(open_app, seed="7", position=str(Rung("count", 1, 0).number))
    page.app.at.session_state["session"].practice.skill = "count"  # as `choose_skill` notes it
    for rung in (("count", 2, 0), ("count", 2, 1), ("count", 3, 0), ("count", 3, 1)):
        page.answer(typed_for(page.question))
        page.press("practice_check")
        assert page.rung == Rung(*rung)
    page.answer(typed_for(page.question))
    page.press("practice_check")
    assert page.rung.skill == "next"


def test_open_question_keeps_its_wrong_answer_if_its_skill_is_chosen():
    visit = Visit("practice", f"quiz_seed=7&position={Rung('count', 1, 0).number}")
    practice = visit.app.session_state["session"].practice
    field = next(each for each in visit.controls() if each.kind == "text_input")
    button = next(each for each in visit.controls() if "practice_check" in each.id)
    visit.press(button, changed(field, "12345"))
    before = practice.question, practice.wrong
    assert before[1] == ("12345",)
    panels = [each for each in visit.controls() if each.kind == "bidi_component"]
    skills = next(each for each in panels if each.data.get("part") == "ladder")
    visit.send(*told(skills, "choose", "count"))
    assert (practice.question, practice.wrong) == before
    visit.send(*told(skills, "choose", "next"))
    assert practice.wrong == ()


def test_answers_are_still_there_after_a_visit_to_another_page(open_app):
    for skill in ("count", "ties"):  # a field, and choices
        page = Page(open_app, seed="7", position=str(Rung(skill, 2, 0).number))
        page.answer(wrong_for(page.question)[0])
        (before,) = page.fields()
        page.app.go_to("unigram/page.py")
        page.app.go_to("practice/page.py")
        assert page.fields() == [before]
        assert page.part("verdict")["state"] == "wrong"
        page.answer(typed_for(page.question))
        page.press("practice_check")
        assert page.fields() != [before]
    page.app.set(practice="course")
    page.app.at.text_input(key="course_typed_unhug_0").set_value("un hug")
    page.press("course_check_unhug_0")
    for i, blank in enumerate(exercises(T)["frequencies"].blanks):
        page.app.at.radio(key=f"course_typed_code_frequencies_{i}").set_value(blank.right)
    page.press("course_check_code_frequencies")
    before = page.fields()
    page.app.set(practice="questions")
    page.app.set(practice="course")
    assert page.fields() == before
    assert [each["state"] for each in page.parts("verdict")] == ["right"] * 2
    assert page.app.query()["practice"] == "course"


def test_hint_comes_before_the_answer(open_app):
    page = Page(open_app, seed="7")
    question = page.question
    page.press("practice_help")
    told = page.part("verdict")
    assert (told["state"], told["answer"], told["lines"]) == ("hint", [], [question.hint])
    page.press("practice_help")
    told = page.part("verdict")
    assert told["state"] == "skipped"
    assert told["answer"] == [["Correct answer", question.shown]]
    page.press("practice_check")
    order = [page.rung.skill]
    for _ in range(2):
        page.answer(typed_for(page.question))
        page.press("practice_check")
        order.append(page.rung.skill)
    assert order == ["next", "encode", "count"]
    assert page.rung.index == 1


def test_unreadable_answer_is_not_counted(open_app):
    page = Page(open_app, seed="7")
    answers = (("", "Give an answer"), ("what", "Expected"), ("1 + 1 = 3", "not equal"))
    for typed, said in answers:
        page.answer(typed)
        (warning,) = page.app.warnings
        assert said in warning
        assert not page.parts("verdict")
    page.answer(typed_for(page.question))
    assert not page.app.warnings
    page.press("practice_check")
    assert page.done() == 1


def test_link_opens_the_question_that_its_sender_saw(open_app):
    page = Page(open_app, seed="7")
    page.answer(typed_for(page.question))
    page.press("practice_check")
    query = page.app.query()
    assert query["quiz_seed"] == "7"
    other = Page(open_app, quiz_seed="7", position=query["position"], lang="ko")
    assert other.rung == page.rung
    other.press("practice_help")
    assert "lang=ko" in other.part("verdict")["links"][0][1]
    old = Page(open_app, corpus="hug", seed="3", at="4")  # a link to a round of ten questions
    assert old.part("material")["facts"]
    page.app.go_to("unigram/page.py")
    assert "position" not in page.app.query()
    page.app.go_to("practice/page.py")
    assert page.app.query()["position"] == query["position"]


def test_class_gets_a_set_of_its_own(open_app):
    page = Page(open_app)
    page.answer(typed_for(page.question))
    page.press("practice_check")
    assert page.done() == 1
    start = next(each for each in page.app.at.button if each.label == "Start a set for a class")
    start.click().run()
    page.app.check()
    assert int(page.app.query()["quiz_seed"]) > 0
    assert (page.done(), page.rung) == (0, Rung("count", 1, 0))
    leave = next(each for each in page.app.at.button if each.label == "Back to my questions")
    leave.click().run()
    assert (page.done(), page.rung.skill) == (1, "next")


def test_course_exercises_can_be_answered(open_app):
    page = Page(open_app, corpus="code")
    page.app.set(practice="course")
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
    page.app.set(practice="course")
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
    choice, effect = next(iter(exercise.blanks[2].wrong.items()))
    answer(*right[:2], choice)
    (verdict,) = page.parts("verdict")
    assert (verdict["state"], verdict["lines"]) == ("wrong", [f"Blank 3, {choice}: {effect}"])


def test_tokens_are_clickable_while_a_question_is_open(open_app):
    for skill, join in (("next", "+"), ("encode", " "), ("ties", ""), ("count", None)):
        page = Page(open_app, seed="3", position=str(Rung(skill, 1, 0).number))
        field = page.part("question")["field"]
        captions = " ".join(each.value for each in page.app.at.caption)
        assert ("You can also choose" in captions) == (join is not None)
        key = f"{TYPED}_{page.rung.number}" if skill == "ties" else TYPED
        assert field == (None if join is None else {"key": key, "join": join})
        page.answer(typed_for(page.question))
        assert page.part("question")["field"] is None


def practised() -> None:
    """A page at question 34 meets a new session, which has chosen its first question."""
    from pages.state import session

    session.begin_run()
    session.open_page("practice")
    session.current().practice.open_question(1, is_chosen=True)
    assert session.note_reconnection({"query": "vocab=21&position=34"})
    session.begin_run()


def test_new_session_opens_the_question_of_the_page():
    app = AppTest.from_function(practised).run(timeout=60)
    assert not app.exception
    assert app.session_state.session.practice.question == 34
