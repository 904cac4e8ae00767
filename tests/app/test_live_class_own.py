"""A lecturer's own questions to a class, those of the course, and a similar one after a vote."""

import json

import pytest

from pages.classroom import votes
from pages.classroom.asked import Malformed
from pages.classroom.places import Place
from pages.classroom.questions import ask, is_specification, specify
from pages.classroom.shown_part import parse_part, shown_part
from pages.course.course import chapters
from pages.practice.draw import draw
from pages.translations.language import LANGUAGES
from tests.support.live_class import Follower, Lecturer, serving_classes

OWN = {"kind": "own", "form": "choice", "prompt": "Which is longest?", "choices": ["a", "bb", "cc"]}


@pytest.fixture(scope="module")
def server():
    with serving_classes() as (server, _):
        yield server


@pytest.fixture(scope="module")
def lecturer(server):
    return Lecturer(server)


@pytest.fixture
def another(server):
    """A lecturer who has asked nothing yet."""
    return Lecturer(server)


@pytest.fixture
def students(server, lecturer):
    """As many followers as are needed for bars; one reads Korean."""
    found = [Follower(server, lecturer.code, lang="en" if i else "ko") for i in range(votes.ENOUGH)]
    yield found
    for each in found:
        each.stream.close()


def vote(students: list[Follower], question: str, answers: list[object]) -> None:
    for student, answer in zip(students, answers, strict=True):
        assert student.vote(question, answer)[0] == 204, answer


def revealed(student: Follower, question: str) -> dict:
    return student.stream.wait(
        "question", lambda data: data["id"] == question and "result" in data
    )["result"]


def test_own_choices_have_right_answers_and_reasons(lecturer, students):
    reasons = ["It has one letter.", "", "As long as bb."]
    question = lecturer.ask(**OWN, right=[1, 2], reasons=reasons, why="They have two letters.")
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert shown["choices"] == OWN["choices"]
    assert "letter" not in json.dumps(shown), "nothing about the answer before the reveal"
    vote(students, question, [0, 1, 1, 2, 2])
    lecturer.tell(reveal=True)
    result = revealed(students[0], question)
    assert result["right"] == [1, 2]
    assert [bar["votes"] for bar in result["rounds"][0]["bars"]] == [1, 2, 2]
    assert result["feedback"] == ["It has one letter.", "They have two letters.", "As long as bb."]
    lecturer.tell(end=True)


def test_own_question_may_have_no_right_answer(lecturer, students):
    question = lecturer.ask(**OWN)
    vote(students, question, [0, 0, 0, 0, 1])
    lecturer.tell(reveal=True)
    result = revealed(students[0], question)
    assert (result["right"], result["explanation"]) == ([], "")
    assert not any(bar["right"] for bar in result["rounds"][0]["bars"])
    lecturer.tell(end=True)
    typed = lecturer.ask(kind="own", form="text", prompt="What is a token?")
    assert students[0].vote(typed, "a piece of text")[0] == 204
    lecturer.tell(reveal=True)
    path = f"/class/{lecturer.code}/result"
    _, body = students[0].call("POST", path, {"question": typed, "answer": "a piece of text"})
    assert json.loads(body)["right"] is None
    lecturer.tell(end=True)


def test_own_numbers_are_compared_as_numbers_and_others_get_bars(lecturer, students):
    spec = {"kind": "own", "form": "number", "prompt": "How many merges?"}
    question = lecturer.ask(**spec, answers=["1000"], why="As in the table.")
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert not {"answers", "answer", "why"} & set(shown)
    vote(students, question, ["1,000", "10^3", "999", "999", "１０"])
    status, body = students[0].vote(question, "many")
    assert (status, body.strip()) == (400, "Type a number, such as 12, 0.5 or 1/4.")
    lecturer.tell(reveal=True)
    result = revealed(students[1], question)
    bars = [(bar["label"], bar["votes"], bar["right"]) for bar in result["rounds"][0]["bars"]]
    assert bars == [("1000", 2, True), ("999", 2, False), ("10", 1, False)]
    assert (result["answer"], result["explanation"]) == ("1000", "As in the table.")
    lecturer.tell(end=True)


def test_words_of_students_are_in_no_bar_of_an_own_question(lecturer, students):
    spec = {"kind": "own", "form": "text", "prompt": "Who made it?", "answers": ["Philip Gage"]}
    question = lecturer.ask(**spec)
    status, body = students[0].vote(question, "  ")
    assert (status, body.strip()) == (400, "Type your answer first.")
    vote(students, question, ["philip  GAGE", "rude words", "rude words", "x", "Ｐｈｉｌｉｐ Gage"])
    lecturer.tell(reveal=True)
    result = revealed(students[1], question)
    bars = [(bar["label"], bar["votes"]) for bar in result["rounds"][0]["bars"]]
    assert bars == [("Philip Gage", 2), ("Other answers", 3)]
    assert "rude" not in students[1].stream.text() + lecturer.stream.text()
    lecturer.tell(end=True)


def test_own_prompt_for_a_word(lecturer, students):
    question = lecturer.ask(kind="word", prompt="A word with many tokens?")
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert shown["ask"] == "A word with many tokens?"
    lecturer.tell(end=True)


def test_task_of_the_course_is_asked_in_each_language(lecturer, students):
    question = lecturer.ask(kind="part", part="count-tokens")
    korean, english = (
        each.stream.wait("question", lambda data: data["id"] == question) for each in students[:2]
    )
    assert korean["ask"] != english["ask"]
    (part,) = (each for chapter in chapters("en") for each in chapter.parts
               if each.name == "count-tokens")  # fmt: skip
    assert english["ask"] == part.task.prompt
    right, wrong = str(part.task.answers[0]), str(part.task.known[0].answer)
    vote(students, question, [right, wrong, wrong, wrong, "12345"])
    lecturer.tell(reveal=True)
    result = revealed(students[1], question)
    bars = result["rounds"][0]["bars"]
    assert [(bar["label"], bar["votes"]) for bar in bars][:2] == [(right, 1), (wrong, 3)]
    assert bars[1]["reason"] == part.task.known[0].reason
    lecturer.tell(end=True)


def test_every_typed_task_of_the_course_can_be_asked():
    """Its own right answer is right, and each known mistake is found."""
    kinds = set()
    for chapter in chapters("en"):
        for part in chapter.parts:
            task = part.task
            if task.kind not in ("number", "tokens", "word", "choice"):
                continue
            kinds.add(task.kind)
            asked = ask({"kind": "part", "part": part.name}, "en")
            if task.kind == "choice":
                assert len(asked.public()["choices"]) == len(task.choices)
                continue
            written = " ".join(task.answer) if isinstance(task.answer, tuple) else str(task.answer)
            assert asked.group(written) == "right", part.name
            for i, mistake in enumerate(task.known):
                group = asked.group(str(mistake.answer))
                assert group in (f"known {i}", "right"), (part.name, mistake.answer)
                assert asked.has_group(group)
    assert kinds == {"number", "tokens", "word", "choice"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_class_can_answer_every_part_about_unigram(lang):
    """A task that is done on the stage has a question with choices in its place."""
    for chapter in chapters(lang)[4:]:
        for part in chapter.parts:
            asked = ask({"kind": "part", "part": part.name, "words": lang}, lang)
            if part.task.kind not in ("step", "pick", "remove"):
                assert part.in_class is None
                continue
            solution = asked.solution()
            assert len(solution["right"]) == 1, part.name
            reasons = solution["feedback"]
            assert len({*reasons}) == len(reasons) >= 2, part.name
            assert all(reasons), part.name


def test_every_language_is_asked_about_the_words_on_the_projector():
    for chapter in chapters("en"):
        for part in chapter.parts:
            spec = {"kind": "part", "part": part.name, "words": "en"}
            if part.task.kind not in ("number", "tokens"):
                continue
            asked = [ask(spec, each) for each in LANGUAGES]
            assert len({each.public()["ask"] for each in asked}) == len(LANGUAGES), part.name
            assert {each.solution()["answer"] for each in asked} == {
                asked[0].solution()["answer"]
            }, part.name
            shown = [shown_part(("course", part.name, "en"), each) for each in LANGUAGES]
            assert len({each["title"] for each in shown}) == len(LANGUAGES)
    shown = shown_part(("course", "piece-count", "en"), "ko")
    assert "start" in "".join(shown["sentences"])


@pytest.mark.parametrize("words", ["xx", 7, ["en"]])
def test_unknown_language_of_words_is_malformed(lecturer, words):
    status, _ = lecturer.post(
        "question", question={"kind": "part", "part": "piece-count", "words": words}
    )
    assert status == 400
    with pytest.raises(ValueError, match="no part"):
        parse_part(["course", "piece-count", words])


def test_malformed_question_is_answered_with_a_sentence(lecturer):
    status, body = lecturer.post("question", question={**OWN, "choices": ["a"]})
    assert (status, body.strip()) == (400, "This request is malformed.")


def test_task_on_the_stage_is_refused_with_a_reason(lecturer):
    parts = [each for chapter in chapters("en") for each in chapter.parts]
    on_stage = next(each for each in parts if each.task.kind == "step")
    status, body = lecturer.post("question", question={"kind": "part", "part": on_stage.name})
    assert (status, body.strip()) == (
        409,
        "The class cannot answer this task: it is done on the stage.",
    )


@pytest.mark.parametrize(
    "change",
    [
        {"form": "essay"},
        {"prompt": "  "},
        {"prompt": "x" * 601},
        {"prompt": "a\u202eb"},
        {"choices": ["a"]},
        {"choices": ["a", ""]},
        {"choices": ["a", 7]},
        {"choices": ["a"] * 9},
        {"right": [3]},
        {"right": [True]},
        {"reasons": ["one"]},
        {"answers": ["a"]},
        {"why": 7},
    ],
)
def test_malformed_own_question_is_refused(change):
    with pytest.raises(Malformed):
        specify({**OWN, **change}, Place())
    assert not is_specification(specify(OWN, Place()) | change)
    assert is_specification(specify(OWN, Place()))


def test_similar_question_has_the_mistake_of_the_class_and_other_numbers(lecturer, students):
    spec = {"kind": "practice", "skill": "count", "level": 1, "seed": 3, "index": 0, "words": "en"}
    first = draw(3, "count", 1, 0, "en", "en")
    wrong = first.known[0]
    question = lecturer.ask(**spec)
    vote(students, question, [str(wrong.answer)] * 4 + [str(first.answer)])
    lecturer.tally(lambda data: data["answered"] == len(students))
    lecturer.tell(reveal=True)
    status, body = lecturer.post("question", similar=True)
    assert status == 201, body
    other = json.loads(body)["id"]
    shown = students[1].stream.wait("question", lambda data: data["id"] == other)
    assert shown["similar"] is True
    assert (
        shown["record"]
        != students[1].stream.wait("question", lambda data: data["id"] == question)["record"]
    )
    lecturer.tell(reveal=True)
    lecturer.tell(end=True)
    path = f"/class/{lecturer.code}/summary"
    *_, one, two = json.loads(lecturer.call("GET", path, key=lecturer.key)[1])["questions"]
    assert (one["similar"], two["similar"]) == (False, True), "both are in the summary"


@pytest.mark.parametrize(
    ("page", "query", "skill"),
    [
        ("", "corpus=hug", "next"),
        ("encode", "corpus=hug&input=hugs", "encode"),
        ("unigram", "corpus=hug&show=rounds", "loss"),
        ("unigram", "corpus=hug&show=word&word=unhug", "segmentation"),
    ],
)
def test_question_about_a_stage_has_a_similar_one(another, page, query, skill):
    lecturer = another
    lecturer.go(page, query, 0)
    lecturer.ask(kind="predict")
    lecturer.tell(reveal=True)
    status, body = lecturer.post("question", similar=True)
    assert status == 201, body
    shown = lecturer.stream.wait("question", lambda data: data["id"] == json.loads(body)["id"])
    assert shown["kind"] == "practice"
    assert draw(1, skill, 1, int(shown.get("step", 0)), "en").skill == skill
    lecturer.tell(end=True)


def test_own_question_has_no_similar_one(another):
    lecturer = another
    lecturer.ask(**OWN)
    status, body = lecturer.post("question", similar=True)
    assert (status, body.strip()) == (409, "There is no similar question.")
    lecturer.tell(end=True)
    assert lecturer.post("question", similar=True)[0] == 409
