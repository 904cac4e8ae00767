"""What a class that its lecturer saved may contain, and what it may not."""

import json
import random
import threading

import pytest

from pages.classroom import (
    codes,
    saved_class,
)
from pages.classroom.places import Place
from pages.classroom.rooms import Room
from pages.state.settings import Settings
from tests.support.abuse_class_state import saved
from tests.support.live_class import Lecturer


def test_saved_class_is_checked_without_its_settings_and_not_in_the_event_loop(front, monkeypatch):
    """However costly the links in it are, and however many questions it has."""
    lecturer, read, threads = Lecturer(front[0], "10.7.0.1"), [], []
    settings, parse = Place.settings, saved_class.parse_poll

    def note_settings(place: Place, lang: str) -> Settings:
        read.append(place.query)
        return settings(place, lang)

    monkeypatch.setattr(Place, "settings", note_settings)

    def note(*arguments):
        threads.append(threading.current_thread().name)
        return parse(*arguments)

    monkeypatch.setattr(saved_class, "parse_poll", note)
    assert lecturer.restore(saved(1_000)) == 400
    assert not threads, "the number comes first"
    assert lecturer.restore(saved(60)) == 200
    assert len(threads) == 60
    assert all("AnyIO" in each for each in threads)
    assert len(front[1].classes[lecturer.code].room.polls.asked) == 60
    assert not [query for query in read if "text=" in query], "only where the lecturer is"


@pytest.mark.parametrize(
    "text",
    [
        *("[]", "7", "null", '"x"', "{}", '{"state": null, "polls": null}', "[" * 100_000),
        '{"state": {"place": [], "version": 1}, "polls": {}}',
    ],
)
def test_damaged_saved_class_is_refused(front, text):
    lecturer = Lecturer(front[0], f"10.7.1.{random.randrange(1, 255)}")
    assert lecturer.restore(text) == 400


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("counts", [{"x": -1}]),
        ("counts", [{"x": 1}] * 3),
        ("counts", [["x"]]),
        ("counts", {"x": 1}),
        ("dropped", ["x"] * 501),
        ("dropped", "xxx"),
        ("state", ["open"]),
        ("spec", None),
        ("spec", {"kind": "split", "page": "", "query": "corpus=hug"}),
        ("spec", {"kind": "predict", "page": "nowhere", "query": "", "step": 1}),
        ("spec", {"kind": "predict", "page": "", "query": "x" * 30_001, "step": 1}),
        ("more", 7),
    ],
)
def test_damaged_question_is_refused(field, value):
    parts = json.loads(saved(1))
    assert len(saved_class.read_saved(json.dumps(parts))[1].asked) == 1
    parts["polls"]["asked"][0][field] = value
    with pytest.raises(ValueError, match="malformed"):
        saved_class.read_saved(json.dumps(parts))


def test_only_questions_that_changed_are_checked_again(monkeypatch):
    """Another replica sends all of them whenever one changes."""
    checked = []
    check = saved_class.is_specification
    monkeypatch.setattr(
        saved_class, "is_specification", lambda each: checked.append(each) or check(each)
    )
    room = Room("K7M2QX", "hash")
    room.take_polls(saved_class.read_saved(saved(59))[1])
    assert len(checked) == 59
    room.open({"kind": "word"})
    copy = saved_class.read_polls(room.save_polls(), room.polls.asked[:-1])
    assert len(copy.asked) == 60
    assert len(checked) == 60


def test_what_is_saved_stays_small_enough_to_be_restored():
    """Also with long links, many different answers, and characters that take six in JSON."""
    room = Room("K7M2QX", codes.hash_of("key"))
    room.lead(Place("", "input=" + "a" * 29_000, 1))
    for _ in range(60):
        poll = room.open({"kind": "split", "page": "", "query": "x" * 20_000, "word": "hug"})
        ballot = room.ballot(poll.ballot)
        for i in range(300):
            ballot.vote(str(i), "\u4e00" * 25 + str(i))
        room.change("close")
    body = json.dumps({"code": room.code, "saved": room.save()})
    assert len(body) < saved_class.MAX_SAVED
    polls = saved_class.read_saved(room.save())[1]
    assert polls.asked[-1].id == room.polls.asked[-1].id, "the latest questions are kept"
    assert len(polls.asked) > 3


def test_forged_votes_of_a_saved_class_harm_nobody(front):
    """Groups that are none are not counted, in any kind of question."""
    lecturer = Lecturer(front[0], "10.7.0.2")
    lecturer.go("unigram", "corpus=hug&show=word&word=unhug", 1)
    for question in (
        {"kind": "split"},
        {"kind": "predict"},
        {"kind": "practice", "skill": "count", "level": 1, "seed": 3, "index": 0},
        {"kind": "practice", "skill": "count", "level": 2, "seed": 3, "index": 1},
    ):
        lecturer.ask(**question)
        lecturer.tell(close=True)
    closed = lecturer.stream.wait("saved", lambda each: each["saved"].count("closed") == 4)
    parts = json.loads(closed["saved"])
    parts["polls"]["version"] += 1
    for each in parts["polls"]["asked"]:
        each |= {"state": "revealed", "counts": [{"x": 5, "known 99": 5, "9,1": 5, "7": 1, "٣": 1}]}
    assert lecturer.restore(json.dumps(parts)) == 200
    shown = lecturer.stream.wait("question", lambda data: "result" in data)
    assert shown["result"]["rounds"][0]["answered"] == 0
    _, body = lecturer.call("GET", f"/class/{lecturer.code}/summary", key=lecturer.key)
    found = [each["result"]["rounds"][0]["answered"] for each in json.loads(body)["questions"]]
    assert found == [0] * 4
