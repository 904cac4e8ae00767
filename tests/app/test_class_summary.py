"""What a class leaves behind: which questions, when and about what, all votes, and the homework."""

import json
import re
import time
from collections import Counter
from urllib.parse import parse_qs

import pytest

from pages.classroom import votes
from pages.classroom.places import Place
from pages.classroom.rooms import Room
from pages.classroom.saved_class import Poll, parse_poll, read_saved
from pages.classroom.summary import homework, where
from pages.hosting.files import text as file_text
from pages.practice import ladder
from pages.settings.setting_names import titles
from pages.stage.tables import FORMULA_STARTS
from pages.state.settings import MAX_RANDOM_SEED
from pages.translations.language import LANGUAGES, translation
from tests.support.live_class import Follower, Lecturer, serving_classes


@pytest.fixture(scope="module")
def server():
    with serving_classes() as (server, _):
        yield server


def summary_of(lecturer: Lecturer, lang: str = "en") -> dict:
    path = f"/class/{lecturer.code}/summary?lang={lang}"
    status, body = lecturer.call("GET", path, key=lecturer.key)
    assert status == 200
    return json.loads(body)


def test_summary_says_when_and_about_what_each_question_was_asked(server):
    lecturer, start = Lecturer(server), time.time() * 1_000
    lecturer.go("", "corpus=hug", 2)
    lecturer.ask(kind="predict")
    lecturer.tell(reveal=True)
    lecturer.tell(end=True)
    lecturer.ask(kind="practice", skill="count", level=2, seed=3, index=0)
    lecturer.tell(reveal=True)
    first, second = (each["where"] for each in summary_of(lecturer)["questions"])
    assert start - 1 <= first["at"] <= second["at"] <= time.time() * 1_000
    assert (first["corpus"], first["step"]) == (titles(translation("en"))["hug"], 3)
    assert (second["corpus"], second["step"]) == ("Count a pair, level 2 of 3", None)


def test_own_questions_have_corpus_and_step_too(server):
    lecturer = Lecturer(server)
    own = {"kind": "own", "form": "text", "prompt": "Why?"}
    for page, query in (("", "corpus=hug"), ("unigram", "corpus=english&show=comparison")):
        lecturer.go(page, query, 2)
        for question in (own, {"kind": "part", "part": "count-tokens"}):
            lecturer.ask(**question)
            lecturer.tell(reveal=True)
    names = titles(translation("ko"))
    found = [(each["where"]["corpus"], each["where"]["step"])
             for each in summary_of(lecturer, "ko")["questions"]]  # fmt: skip
    assert found == [(names["hug"], 2)] * 2 + [(names["english"], None)] * 2


def test_saved_class_keeps_where_a_question_was_asked():
    room = Room("K7M2QX", "hash")
    room.lead(Place("", "corpus=hug", 3))
    room.open({"kind": "word"})
    _, polls = read_saved(room.save())
    assert (polls.asked[0].corpus, polls.asked[0].step) == ("hug", 3)
    saved = {"id": "0" * 12, "spec": {"kind": "word"}, "counts": [], "dropped": []}
    for wrong in ({"corpus": "x"}, {"corpus": ["hug"]}, {"step": -1}, {"step": "3"}):
        with pytest.raises(ValueError, match="malformed"):
            parse_poll({**saved, **wrong})


def test_cancelled_questions_are_not_in_the_summary(server):
    lecturer = Lecturer(server)
    lecturer.go("", "corpus=hug", 2)
    lecturer.ask(kind="predict")
    lecturer.tell(end=True)
    assert summary_of(lecturer)["questions"] == []
    lecturer.ask(kind="predict")
    assert len(summary_of(lecturer)["questions"]) == 1  # it is still open
    lecturer.tell(close=True)
    lecturer.tell(end=True)
    assert summary_of(lecturer)["questions"] == []


def test_lecturer_gets_all_votes_but_bars_need_enough_of_them(server):
    lecturer = Lecturer(server)
    lecturer.go("", "corpus=hug", 2)
    question = lecturer.ask(kind="predict")
    phones = [Follower(server, lecturer.code) for _ in range(votes.ENOUGH - 1)]
    for phone in phones:
        phone.vote(question, 1)
    lecturer.tell(reveal=True)
    (found,) = summary_of(lecturer)["questions"]
    assert found["result"]["rounds"][0]["bars"] is None
    (given,) = found["votes"]
    assert given["answered"] == votes.ENOUGH - 1
    assert [bar["votes"] for bar in given["bars"]][1] == votes.ENOUGH - 1
    event = phones[0].stream.wait("question", lambda data: "result" in data)
    assert "votes" not in event
    assert "where" not in event


def test_phones_and_lecturer_get_the_same_homework(server):
    lecturer = Lecturer(server)
    lecturer.go("", "corpus=hug&lang=ko", 2)
    phone = Follower(server, lecturer.code)
    query = phone.stream.wait("hello")["homework"]
    assert query == summary_of(lecturer)["homework"]
    found = parse_qs(query)
    assert found["quiz_words"] == ["ko"]
    assert 1 <= int(found["quiz_seed"][0]) <= MAX_RANDOM_SEED
    assert query != Follower(server, Lecturer(server).code).stream.wait("hello")["homework"]


def test_homework_is_the_same_on_each_server():
    place = Place(query="corpus=hug&lang=zh-Hant")
    assert homework("K7M2QX", place) == homework("K7M2QX", place)
    seeds = Counter(homework(f"K7M2Q{i}", place).partition("&")[0] for i in range(100))
    assert len(seeds) > 95
    assert homework("K7M2QX", Place(query="lang=<b>")).endswith("quiz_words=en")
    assert homework("K7M2QX", Place()).endswith("quiz_words=en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_has_a_place_in_each_language(lang):
    for spec in (
        {"kind": "predict", "page": "", "query": "corpus=korean", "step": 2},
        {"kind": "split", "page": "unigram", "query": "corpus=hug&show=word", "word": "hug"},
        {"kind": "predict", "page": "", "query": "corpus=own&counts=eNrLKE0HAAKKAUM", "step": 1},
        *({"kind": "practice", "skill": skill, "level": 1} for skill in ladder.SKILLS),
    ):
        assert where(Poll("x", spec, at=1), lang)["corpus"]


def test_time_of_a_question_is_kept_in_a_saved_class():
    room = Room("K7M2QX", "hash", clock=lambda: 7.0)
    room.open({"kind": "word"})
    assert read_saved(room.save())[1].asked[0].at == 7_000
    old = {"id": "0" * 12, "spec": {"kind": "word"}, "counts": [], "dropped": []}
    assert parse_poll(old).at == 0
    for bad in (-1, "7", 2**60, None, True):
        with pytest.raises((ValueError, TypeError)):
            parse_poll({**old, "at": bad})


def test_browser_takes_the_same_texts_for_formulas():
    (formula,) = re.findall("^const FORMULA = /(.*)/;", file_text("class_summary.js"), re.M)
    assert all(re.match(formula, f"{start}1") for start in FORMULA_STARTS)
    assert not any(re.match(formula, text) for text in ("a=1", "1", "'=1", "─", ""))
