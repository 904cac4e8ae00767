"""A live class over HTTP: leading, following, asking, and what happens after a failure."""

import json
from functools import partial

import pytest

from pages.classroom import votes
from pages.classroom.rooms import LIFETIME
from tests.support.live_class import Follower, Lecturer, serving_classes
from tests.support.servers import free_port

PLACES = [
    ("", "corpus=course&vocab=60", 5, "training"),
    ("encode", "corpus=hug&input=hugs", 2, "encoding"),
    ("encode", "corpus=hug&algorithm=wordpiece&input=mug", 2, "matching"),
    ("unigram", "corpus=hug&show=word&word=unhug", 3, "lattice"),
    ("unigram", "corpus=hug&show=rounds", 2, "rounds"),
    ("unigram", "corpus=hug&show=both&word=unhug", 3, "comparison"),
]


@pytest.fixture(scope="module")
def server():
    with serving_classes() as (server, _):
        yield server


@pytest.fixture(scope="module")
def lecturer(server):
    return Lecturer(server)


def is_revealed(question: str):
    return lambda data: data["id"] == question and "result" in data


@pytest.fixture
def students(server, lecturer):
    """As many followers as are needed for bars."""
    found = [Follower(server, lecturer.code) for _ in range(votes.ENOUGH)]
    yield found
    for each in found:
        each.stream.close()


def is_pinned(kind: str, data: dict) -> bool:
    return data["pin"] == "u g" and (data.get("stage") or {}).get("kind") == kind


def is_later(state: dict, data: dict) -> bool:
    return data["version"] > state["version"]


def test_followers_draw_the_step_of_the_lecturer(server, lecturer):
    """Of each kind of stage, as `test_class_frames.py` has it, sent once to each phone."""
    korean = Follower(server, lecturer.code, lang="ko")
    for page, query, step, kind in PLACES:
        lecturer.go(page, query, step, pin="u g")
        found = korean.stream.wait("state", partial(is_pinned, kind))
        assert found["page"] == page
        assert (found["head"]["kind"], found["head"]["lang"]) == (kind, "ko")
        assert (found["block"]["first"], len(found["block"]["steps"])) == (step, 1)
        lecturer.go(page, query, step - 1)
        back = korean.stream.wait("state", partial(is_later, found))
        assert back["block"]["first"] == step - 1
        assert "head" not in back, "the phone has the stage already"
    korean.stream.close()


def test_late_follower_gets_the_current_state_at_once(server, lecturer):
    lecturer.go("", "corpus=hug", 4)
    lecturer.ask(kind="predict")
    late = Follower(server, lecturer.code)
    late.stream.wait("state", lambda data: data["step"] == 4)
    assert late.stream.wait("question", lambda data: data["id"])["step"] == 5
    late.stream.close()
    late.join(**{"Accept-Encoding": "gzip"})
    assert late.stream.wait("state")["step"] == 4
    lecturer.tell(end=True)
    assert late.stream.wait("question", lambda data: data["id"] is None)
    late.stream.close()


def test_phone_that_comes_back_counts_once(server):
    """The server may not know yet that its old connection is lost."""
    lecturer = Lecturer(server)
    phone = Follower(server, lecturer.code)
    phone.join()
    Follower(server, lecturer.code)
    lecturer.stream.wait("here", lambda data: data["count"] == 2)
    phone.stream.close()  # the old connection is still there
    Follower(server, lecturer.code)
    lecturer.stream.wait("here", lambda data: data["count"] == 3)
    counts = [data["count"] for kind, data in lecturer.stream.events if kind == "here"]
    assert max(counts) == 3


def test_gathering_calls_everybody_back(server, lecturer):
    phone = Follower(server, lecturer.code)
    before = phone.stream.wait("state")["gathered"]
    lecturer.go("", "corpus=hug", 1, look=False)
    lecturer.go("", "corpus=hug", 1, gather=True)
    found = phone.stream.wait("state", lambda data: data["gathered"] > before)
    assert found["look"] is False
    lecturer.go("", "corpus=hug", 1, look=True)
    phone.stream.close()


def test_sentences_about_the_next_step_wait_for_the_reveal(server, lecturer):
    """They are gone before the question comes, and stay away while the lecturer predicts."""

    def why(data: dict) -> str:
        (step,) = data["block"]["steps"]
        return step["why"]

    def records() -> int:
        url = f"/class/{lecturer.code}/records/no-run/en/0"
        return phone.call("GET", url)[0]

    lecturer.go("", "corpus=hug", 2)
    phone = Follower(server, lecturer.code)
    assert "Second is" in why(phone.stream.wait("state", lambda data: data["step"] == 2))
    question = lecturer.ask(kind="predict")
    phone.stream.wait("question", lambda data: data["id"] == question)
    kinds = [kind for kind, _ in phone.stream.events if kind in ("state", "question")]
    assert kinds[-2:] == ["state", "question"]
    asked = phone.stream.wait("state")
    assert (asked["asking"], why(asked)) == (True, "")
    lecturer.tell(close=True)
    assert records() == 403, "a closed question is not revealed"
    late = Follower(server, lecturer.code)
    assert why(late.stream.wait("state")) == ""
    lecturer.tell(reveal=True)
    assert "Second is" in why(phone.stream.wait("state", lambda data: not data["asking"]))
    assert records() == 404, "there is no such run, but looking around is allowed"
    lecturer.tell(end=True)
    lecturer.go("", "corpus=hug&view=predict", 3)
    assert why(phone.stream.wait("state", lambda data: data["step"] == 3)) == ""
    assert records() == 403
    for each in (phone, late):
        each.stream.close()


def test_newer_window_leads(server):
    """The older one is refused until it says that it leads; other programs need no name."""
    lecturer = Lecturer(server)
    phone = Follower(server, lecturer.code)
    here = {"page": "", "query": "corpus=hug", "step": 1}
    assert lecturer.post("state", **here, leader="old", take=True)[0] == 204
    assert lecturer.post("state", **here, leader="new", take=True)[0] == 204
    refused = lecturer.post("state", **{**here, "step": 5}, leader="old")
    assert refused == (409, "Another window leads this class now.\n")
    assert lecturer.stream.wait("state", lambda data: data["leader"] == "new")["step"] == 1
    assert lecturer.post("state", **{**here, "step": 2}, leader="new")[0] == 204
    assert lecturer.post("state", **{**here, "step": 3}, leader="old", take=True)[0] == 204
    assert lecturer.post("state", **{**here, "step": 4})[0] == 204
    state = phone.stream.wait("state", lambda data: data["step"] == 4)
    assert "leader" not in state
    saved = lecturer.stream.wait("saved", lambda data: '"step": 4' in data["saved"])["saved"]
    assert json.loads(saved)["state"]["leader"] == "old"
    phone.stream.close()


def test_class_predicts_the_next_merge_twice(lecturer, students):
    lecturer.go("", "corpus=hug", 2)
    question = lecturer.ask(kind="predict")
    for i, student in enumerate(students):
        student.stream.wait("question", lambda data: data["id"] == question)
        assert student.vote(question, 0)[0] == 204
        assert student.vote(question, int(i > 0))[0] == 204, "an answer can be changed"
    tally = lecturer.tally(lambda data: data["answered"] == len(students))
    assert [bar["votes"] for bar in tally["bars"]] == [1, 4, 0, 0, 0]
    lecturer.tell(close=True)
    assert students[0].vote(question, 1)[0] == 409

    lecturer.tell(again=True)
    for student in students:
        assert student.vote(question, 1)[0] == 204
    lecturer.tell(reveal=True)
    for student in students:
        shown = student.stream.wait("question", is_revealed(question))
        assert shown["result"]["right"] == [1]
        rounds = [[bar["votes"] for bar in each["bars"]] for each in shown["result"]["rounds"]]
        assert rounds == [[1, 4, 0, 0, 0], [0, 5, 0, 0, 0]]
        first = shown["result"]["rounds"][0]["bars"]
        assert [bar["value"] for bar in first] == ["4", "15", "5", "12", "5"]
    lecturer.tell(end=True)


def test_typed_answers_show_known_mistakes(lecturer, students):
    """One bar per mistake, with its explanation; each student's own result is asked for alone."""
    question = lecturer.ask(kind="practice", skill="count", level=1, seed=3, index=0)
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert shown["form"] == "typed"
    typed = ["(2 + 2) × 1 = 4", "3", "２＋１", "3^0", "999"]
    for student, answer in zip(students, typed, strict=True):
        assert student.vote(question, answer)[0] == 204
    assert students[0].vote(question, "what?")[0] == 400, "it cannot be read, so it does not count"
    status, body = students[0].vote(question, "2 + 2 = 5")
    assert (status, body.strip()) == (400, "The two sides of this equation are not equal.")
    asked = f"/class/{lecturer.code}/result"
    assert students[1].call("POST", asked, {"question": question, "answer": "3"})[0] == 409
    lecturer.tally(lambda data: data["answered"] == len(students))
    lecturer.tell(reveal=True)
    revealed = students[0].stream.wait("question", is_revealed(question))
    bars = revealed["result"]["rounds"][0]["bars"]
    assert [(bar["label"], bar["votes"]) for bar in bars] == [
        ("4", 1),
        ("3", 2),
        ("1", 1),
        ("Other answers", 1),
    ]
    assert "You left out" in bars[1]["reason"]
    status, body = students[1].call("POST", asked, {"question": question, "answer": "3"})
    assert status == 200
    assert json.loads(body) == {"right": False, "reason": bars[1]["reason"]}
    lecturer.tell(end=True)


def test_class_splits_a_word(lecturer, students):
    lecturer.go("unigram", "corpus=hug&show=word&word=unhug", 1)
    question = lecturer.ask(kind="split")
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert shown["characters"] == list("unhug")
    (pieces,) = shown["record"]["facts"]
    assert pieces["title"].endswith("(before training: 15 pieces)")
    assert {row[0][0][0]: row[1] for row in pieces["rows"]}["un"] == "0.076190"
    for student, gaps in zip(students, ([2], [2], [2, 3], [1, 2, 3, 4], []), strict=True):
        assert student.vote(question, gaps)[0] == 204
    lecturer.tally(lambda data: data["answered"] == len(students))
    lecturer.tell(reveal=True)
    result = students[0].stream.wait("question", is_revealed(question))["result"]
    assert result["best"] == [[0, 2], [2, 5]]
    (first,) = result["rounds"]
    assert first["bars"][0]["votes"] == 2
    assert first["bars"][0]["right"] is True
    assert [0, 2, 3] in first["arcs"]
    tied = lecturer.ask(kind="split", word="hugs")
    lecturer.tell(reveal=True)
    result = students[0].stream.wait("question", is_revealed(tied))["result"]
    ties = [[0, 1], [0, 2], [0, 3], [1, 4], [2, 4], [3, 4]]
    assert result["best"] == ties, "h ugs, hu gs and hug s: 15 x 5 of the same total"
    lecturer.tell(end=True)


def test_split_word_is_that_of_the_stage_with_its_vocabulary(lecturer, students):
    lecturer.go("unigram", "corpus=unigram-en&show=both", 1)
    question = lecturer.ask(kind="split")
    shown = students[0].stream.wait("question", lambda data: data["id"] == question)
    assert shown["characters"] == list("restart")
    assert shown["record"]["facts"][0]["title"].endswith("(after training: 15 pieces)")
    listed = {row[0][0][0] for row in shown["record"]["facts"][0]["rows"]}
    assert listed == {*"restart", "re", "st", "art", "start"}
    for student, gaps in zip(students, ([2], [1, 2, 4], [3], [2, 4], [2]), strict=True):
        assert student.vote(question, gaps)[0] == 204
    lecturer.tell(reveal=True)
    result = students[0].stream.wait("question", is_revealed(question))["result"]
    reasons = {
        "".join(chip[0] + " " for chip in bar["label"]): bar for bar in result["rounds"][0]["bars"]
    }
    assert reasons["re start "]["right"]
    assert "18/557 × 16/557" in reasons["re start "]["reason"]
    assert "does not have these pieces" in reasons["res tart "]["reason"]
    for piece in listed:  # it never says that a piece is missing which is there
        assert f"\u2068{piece}\u2069" not in reasons["res tart "]["reason"]
    lecturer.tell(end=True)
    lecturer.go("", "corpus=hug", 1)
    asked = {"question": {"kind": "split", "word": "hug"}}
    assert (
        lecturer.call("POST", f"/class/{lecturer.code}/question", asked, key=lecturer.key)[0] == 409
    )


def test_suggested_words_reach_only_the_lecturer(lecturer, students):
    question = lecturer.ask(kind="word")
    for student, word in zip(students, ["pug", "hugs", "pug", "<b>x</b>", "mean"], strict=True):
        assert student.vote(question, f" {word} ")[0] == 204
    tally = lecturer.tally(lambda data: len(data.get("words", [])) == 4)
    assert [(each["text"], each["count"]) for each in tally["words"]][:2] == [
        ("pug", 2),
        ("hugs", 1),
    ]
    mean = tally["words"][-1]["id"]
    lecturer.tell(drop=mean)
    tally = lecturer.tally(lambda data: len(data.get("words", [])) == 3)
    assert "mean" not in json.dumps(tally)
    lecturer.tell(reveal=True)
    for student in students:
        student.stream.wait("question", is_revealed(question))
        assert "mean" not in student.stream.text()
        assert "hugs" not in json.dumps(student.stream.wait("tally"))
    lecturer.tell(end=True)


def test_remote_reaches_the_other_devices_of_the_lecturer(lecturer):
    for command in ("forward", "forward", "reveal"):
        assert lecturer.post("command", command=command)[0] == 204
    lecturer.stream.wait("command", lambda data: data["command"] == "reveal")
    commands = [data["command"] for kind, data in lecturer.stream.events if kind == "command"]
    assert commands == ["forward", "forward", "reveal"]


def test_summary_has_questions_with_results_and_the_class_can_be_deleted(server):
    lecturer = Lecturer(server)
    lecturer.go("", "corpus=hug", 2)
    question = lecturer.ask(kind="predict")
    phones = [Follower(server, lecturer.code) for _ in range(votes.ENOUGH)]
    for phone in phones:
        phone.vote(question, 1)
    lecturer.tell(reveal=True)
    lecturer.tell(end=True)
    path = f"/class/{lecturer.code}/summary?lang=ko"
    _, body = lecturer.call("GET", path, key=lecturer.key)
    (found,) = json.loads(body)["questions"]
    assert found["result"]["rounds"][0]["bars"][1]["votes"] == votes.ENOUGH
    assert found["ask"] == "다음에 병합되는 쌍은 무엇인가요?"
    assert lecturer.call("DELETE", f"/class/{lecturer.code}", key=lecturer.key)[0] == 204
    phones[0].stream.wait("end")
    assert phones[0].call("GET", f"/class/{lecturer.code}/events")[0] == 404


def test_class_survives_a_restart_of_the_server():
    """Phones give their vote again, so none is lost; the same voter's vote counts once."""
    port = free_port()
    with serving_classes(port=port) as (server, _):
        lecturer = Lecturer(server)
        phones = [Follower(server, lecturer.code) for _ in range(votes.ENOUGH)]
        lecturer.go("", "corpus=hug", 2)
        question = lecturer.ask(kind="predict")
        for phone in phones:
            phone.vote(question, 1)
        lecturer.tell(close=True)
        lecturer.tell(again=True)
        saved = lecturer.stream.wait("saved", lambda data: '"round": 2' in data["saved"])["saved"]
    with serving_classes(port=port) as (server, _):
        assert phones[0].vote(question, 1)[0] == 404
        body = {"code": lecturer.code, "saved": saved}
        status, answer = lecturer.call("POST", "/class", body, lecturer.key)
        assert status == 200, answer
        for phone in phones:
            phone.join()
            assert phone.stream.wait("state")["step"] == 2
            assert phone.stream.wait("question")["id"] == question
            assert phone.vote(question, 1)[0] == 204
            assert phone.vote(question, 1)[0] == 204
        status, answer = lecturer.call("POST", "/class", body, lecturer.key)
        assert status == 200, "a browser that comes later changes nothing"
        lecturer.listen()
        assert lecturer.tally(lambda data: data["answered"] == len(phones))
        lecturer.tell(reveal=True)
        shown = phones[0].stream.wait("question", is_revealed(question))["result"]
        assert [each["answered"] for each in shown["rounds"]] == [len(phones)] * 2


def test_class_is_deleted_three_hours_after_its_last_event():
    with serving_classes() as (server, hub):
        lecturer = Lecturer(server)
        room = hub.classes[lecturer.code].room
        now = room.clock()
        room.clock = lambda: now + LIFETIME - 5
        lecturer.go("", "corpus=hug", 1)
        room.clock = lambda: now + 2 * LIFETIME - 10
        assert lecturer.post("command", command="forward")[0] == 204
        room.clock = lambda: now + 4 * LIFETIME
        assert lecturer.post("command", command="forward")[0] == 404
        assert not hub.classes
