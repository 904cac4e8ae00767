"""Attacks on the answers of a live class: who votes how often, and who sees what.

Attackers behind one address share its limits, so each test has addresses of its own.
"""

import pytest

from pages.classroom import asking, votes
from tests.support.live_class import Follower, Lecturer

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def question(lecturer):
    """The id of an open question."""
    yield lecturer.ask(kind="predict")
    lecturer.tell(end=True)


def test_one_voter_has_one_vote(front, lecturer, question):
    mallory = Follower(front[0], lecturer.code, "10.6.0.4")
    others = [Follower(front[0], lecturer.code, f"10.0.1.{i}") for i in range(votes.ENOUGH - 1)]
    for answer in (0, 1, 2, 0, 1):
        assert mallory.vote(question, answer)[0] == 204
    for other in others:
        assert other.vote(question, 0)[0] == 204
    forged = [
        mallory.voter[:-1] + ("0" if mallory.voter[-1] != "0" else "1"),
        "A" * 22 + mallory.voter[22:],
        mallory.voter + "0",
        mallory.voter.upper(),
        "",
        None,
        {"voter": mallory.voter},
        [mallory.voter],
    ]
    path = f"/class/{lecturer.code}/answer"
    for voter in forged:
        body = {"voter": voter, "question": question, "answer": 1}
        assert mallory.call("POST", path, body)[0] == (403 if voter != "" else 400), voter
    tally = lecturer.tally(lambda data: data["answered"] == votes.ENOUGH)
    assert [bar["votes"] for bar in tally["bars"]] == [4, 1, 0, 0, 0]
    flood = [mallory.vote(question, 1)[0] for _ in range(40)]
    assert flood[-1] == 429
    assert others[0].vote(question, 0)[0] == 204
    for each in [mallory, *others]:
        each.stream.close()


def test_question_has_a_limited_number_of_voters(front, lecturer, question, monkeypatch):
    """A student who joins again and again gets new voters, but cannot fill the server."""
    monkeypatch.setattr(asking, "MAX_VOTERS", 3)
    statuses = []
    for _ in range(5):
        mallory = Follower(front[0], lecturer.code, "10.6.0.18")
        statuses.append(mallory.vote(question, 0)[0])
        mallory.stream.close()
    assert statuses == [204, 204, 204, 409, 409]


def test_voter_of_another_class_does_not_count(front, lecturer, question):
    other = Lecturer(front[0], "10.0.0.3")
    stranger = Follower(front[0], other.code, "10.6.0.5")
    stranger.code = lecturer.code
    assert stranger.vote(question, 0)[0] == 403


def test_nobody_sees_answers_before_the_reveal(front, lecturer):
    """Neither what is right nor what others chose, in any event or record."""
    spy = Follower(front[0], lecturer.code, "10.6.0.6")
    question = lecturer.ask(kind="practice", skill="count", level=2, seed=5, index=1)
    others = [Follower(front[0], lecturer.code, f"10.0.2.{i}") for i in range(votes.ENOUGH)]
    for other in others:
        assert other.vote(question, "918273645")[0] == 204
    lecturer.tally(lambda data: data["answered"] == votes.ENOUGH)
    spy.stream.wait("question", lambda data: data["id"] == question)
    late = Follower(front[0], lecturer.code, "10.6.0.6")
    late.stream.wait("question")
    for reader in (spy, late):
        assert "918273645" not in reader.stream.text()
        assert not [data for kind, data in reader.stream.events if kind == "tally"]
        assert not {"result", "right", "explanation"} & set(reader.stream.wait("question"))
    asked = f"/class/{lecturer.code}/result"
    assert spy.call("POST", asked, {"question": question, "answer": "1"})[0] == 409
    key = front[1].classes[lecturer.code].room.state.place.settings("en").key
    assert spy.call("GET", f"/class/{lecturer.code}/records/{key}/en/0")[0] == 403
    lecturer.tell(end=True)
    assert spy.call("GET", f"/class/{lecturer.code}/records/{key}/en/0")[0] == 200


def test_fewer_than_five_voters_get_bars_only_for_the_lecturer(front, lecturer):
    """On phones and the projector, bars could show what one person has answered."""
    question = lecturer.ask(kind="predict")
    phones = [Follower(front[0], lecturer.code, f"10.0.3.{i}") for i in range(votes.ENOUGH - 1)]
    for phone in phones:
        phone.vote(question, 0)
    mine = lecturer.tally(lambda data: data["answered"] == len(phones))
    assert mine["bars"][0]["votes"] == len(phones)
    lecturer.tell(reveal=True)
    (shown,) = phones[0].stream.wait("question", lambda data: "result" in data)["result"]["rounds"]
    assert shown == {"answered": len(phones), "bars": None}
    seen = phones[0].stream.wait("tally", lambda data: data["question"] == question)
    assert (seen["answered"], seen["bars"]) == (len(phones), None)
    assert all(data["bars"] is None for kind, data in phones[0].stream.events if kind == "tally")
    lecturer.tell(end=True)


def test_text_of_students_reaches_nobody_but_the_lecturer(front, lecturer):
    """Typed answers are kept only as groups; suggested words go to the lecturer, as data."""
    typed = lecturer.ask(kind="practice", skill="encode", level=1, seed=2, index=0)
    mallory = Follower(front[0], lecturer.code, "10.6.0.8")
    others = [Follower(front[0], lecturer.code, f"10.0.4.{i}") for i in range(votes.ENOUGH)]
    for student in (mallory, *others):
        written = MARKUP if student is mallory else "qwertz"
        assert student.vote(typed, written)[0] in (204, 400)
    lecturer.tell(reveal=True)
    others[0].stream.wait("question", lambda data: "result" in data)
    for stream in (others[0].stream, lecturer.stream):
        assert MARKUP not in stream.text()
        assert "qwertz" not in stream.text()
    lecturer.tell(end=True)
    asked = lecturer.ask(kind="word")
    unseen = ("", " ", "\u200b\u200d", "\u0301", "a\u202eb", "a\nb", "\x00")
    for bad in (*unseen, "x" * 31, 7, None, ["a"], {"a": 1}):
        assert mallory.vote(asked, bad)[0] == 400, bad
    lecturer.tell(end=True)
