"""Attacks on a live class, as an attacker would write them: from the outside, over HTTP.

Attackers behind one address share its limits, so each test has addresses of its own.
"""

import asyncio
import hmac
import io
import json
import logging
import os
import random
import socket
import threading
import time
from types import SimpleNamespace

import pytest

from pages.classroom import asking, codes, following, live
from pages.classroom.hub import MAX_CLASSES_PER_ADDRESS, Hub
from pages.classroom.listeners import Event, Listener
from pages.classroom.rooms import Room
from pages.jobs import queue
from pages.resources.rates import Rate
from pages.resources.turns import Turns
from pages.runs import runs
from pages.state.corpus import PYTHON
from pages.state.defaults import defaults
from pages.state.url import query_of
from pages.translations.language import translation
from tests.support.live_class import Caller, Follower, Lecturer
from tests.support.servers import PATIENCE

MARKUP = "<img src=x onerror=alert(1)>"
WRONG_KEYS = ["x" * 43, "", "x", "Bearer", "x" * 5_000, "\u00e9" * 43]


@pytest.mark.parametrize("key", WRONG_KEYS)
def test_nobody_leads_without_the_key(front, lecturer, key):
    mallory = Caller(front[0], "10.6.0.1")
    base = f"/class/{lecturer.code}"
    header = {"Authorization": f"Bearer {key}".encode("latin-1").decode("latin-1")}
    state = {"page": "", "query": "corpus=hug", "step": 7}
    for method, path, body in [
        ("POST", "/state", state),
        ("POST", "/question", {"question": {"kind": "word"}}),
        ("POST", "/question", {"reveal": True}),
        ("POST", "/command", {"command": "forward"}),
        ("GET", "/summary", None),
        ("DELETE", "", None),
    ]:
        assert mallory.request(method, base + path, body, **header).status == 403, path
        query = f"{path}?key={lecturer.key}"
        assert mallory.request(method, base + query, body).status == 403, "keys in URLs don't count"
    assert front[1].classes[lecturer.code].room.state.place.step == 2


def test_wrong_keys_take_the_same_time(monkeypatch):
    """The key is compared as a hash, in constant time."""
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(codes, "hmac", SimpleNamespace(compare_digest=compare))
    key = codes.new_key()
    assert not codes.is_key(key[:-1] + "!", codes.hash_of(key))
    ((one, other),) = compared
    assert len(one) == len(other) == 64


def test_student_cannot_take_over_a_class_that_the_server_forgot(front):
    """After a restart, the code is known to all students, and free."""
    mallory = Caller(front[0], "10.6.0.2")
    key = codes.new_key()
    code = codes.code_of(codes.new_key())
    assert mallory.call("POST", "/class", {"code": code}, key)[0] == 403
    assert mallory.call("POST", "/class", {"code": code})[0] == 403
    own = codes.code_of(key)
    assert mallory.call("POST", "/class", {"code": own}, key)[0] == 200


def test_codes_cannot_be_guessed_at_scale(front, lecturer):
    """A student who tries codes is stopped; the rest of the class behind the address goes on."""
    classmate = Follower(front[0], lecturer.code, "10.6.0.3")
    guesses, dice = [], random.Random(1)
    mallory = Caller(front[0], "10.6.0.3")
    for _ in range(100):
        code = "".join(dice.choice(codes.ALPHABET) for _ in range(6))
        guesses.append(mallory.call("GET", f"/class/{code}/events"))
    statuses = [status for status, _ in guesses]
    assert statuses[0] == 404
    assert statuses.count(404) < 80
    assert guesses[-1] == (
        429,
        "Too many requests from your network. Wait a minute, then try again.\n",
    )
    classmate.stream.close()
    classmate.join()
    assert classmate.stream.wait("state")
    other = Lecturer(front[0], "10.0.0.2")
    refused = mallory.call("POST", f"/class/{other.code}/answer", {})
    assert refused[0] == 429, "a right guess looks like a wrong one"


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("", "corpus=hug"),
        ("encode", "corpus=hug&input=unhug"),
        ("unigram", "corpus=hug&show=both&word=unhug"),
        ("unigram", "corpus=hug&show=word&word=unhug"),
    ],
)
def test_state_contains_nothing_of_later_steps(front, lecturer, page, query):
    lecturer.go(page, query, 1)
    spy = Follower(front[0], lecturer.code, "10.6.0.7")
    found = spy.stream.wait("state", lambda data: data["step"] == 1)
    assert [len(found["block"]["steps"]), found["block"]["first"]] == [1, 1]
    assert not {"merges", "result", "verdict", "segmentations", "second"} & set(found["head"])
    assert not {"result", "verdict", "segmentations", "second"} & set(found["late"])
    if page == "":
        assert len(found["late"]["merges"]) == 1
        assert "hug" not in {text for text, *_ in found["block"]["tokens"].values()}
    spy.stream.close()


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/class", b"[" * 300_000, 400),
        ("/class", b"x" * 500_000, 413),
        ("/class", b'{"code": 7}', 400),
        ("/answer", b"{" * 10, 400),
        ("/answer", b"[]", 400),
        ("/answer", b'"\\ud800"', 400),
        ("/answer", b'{"voter": "\\ud800"}', 400),
        ("/answer", b'{"x": 1' + b"0" * 3_900 + b"}", 403),
        ("/answer", b" " * 5_000, 413),
        ("/state", b" " * 50_000, 413),
        ("/state", b'{"page": "", "query": "", "step": -1}', 400),
        ("/state", b'{"page": "", "query": "", "step": 1e999}', 400),
        ("/state", b'{"page": "", "query": "", "step": true}', 400),
        ("/state", b'{"page": "../..", "query": "", "step": 0}', 400),
        ("/state", b'{"page": "", "query": ["x"], "step": 0}', 400),
        ("/state", b'{"page": "", "query": "", "step": 0, "pin": {"a": 1}}', 400),
        ("/question", b'{"question": {"kind": "practice", "skill": "__class__"}}', 400),
        ("/question", b'{"question": {"kind": "practice", "skill": []}}', 400),
        ("/question", b'{"question": {"kind": "predict", "step": 99999999}}', 400),
        ("/question", b'{"question": {"kind": "split", "word": "' + b"a" * 900 + b'"}}', 409),
        ("/question", b'{"question": null}', 400),
        ("/question", b"{}", 400),
        ("/command", b'{"command": "' + b"x" * 41 + b'"}', 400),
    ],
)
def test_malformed_bodies_are_refused_with_a_sentence(front, lecturer, path, body, status):
    path = path if path == "/class" else f"/class/{lecturer.code}{path}"
    answer = Caller(front[0], "10.6.1.1").request("POST", path, body, lecturer.key)
    said = answer.read().decode()
    assert (answer.status, said.endswith(".\n")) == (status, True), said


def test_restored_class_cannot_claim_any_version(front):
    """Redis could not compare it with the next one."""
    lecturer = Lecturer(front[0], "10.0.0.6")
    place = {"page": "", "query": "corpus=hug", "step": 1}
    state = {"version": 2**53, "place": place, "pin": None, "look": True, "gathered": 0}
    polls = {"version": 0, "asked": [], "ended": True}
    for version, status in ((2**53, 400), (-1, 400), (2**51, 200)):
        saved = json.dumps({"state": {**state, "version": version}, "polls": polls})
        body = {"code": lecturer.code, "saved": saved}
        assert lecturer.call("POST", "/class", body, lecturer.key)[0] == status, version


def test_lecturer_cannot_fill_the_server(front):
    """Classes per address, openings per minute, states per second, and questions are limited."""
    mallory = Caller(front[0], "10.6.0.9")
    statuses = [mallory.call("POST", "/class", b"x")[0] for _ in range(25)]
    assert statuses[0] == 400
    assert statuses[-1] == 429
    lecturer = Lecturer(front[0], "10.6.0.10")
    body = {"page": "", "query": "corpus=hug", "step": 1}
    flood = [lecturer.post("state", **body)[0] for _ in range(250)]
    assert flood[0] == 204
    assert 429 in flood
    own = front[1].classes[lecturer.code].room
    for _ in range(100):
        own.open({"kind": "word"})
    assert len(own.polls.asked) <= 60


def test_address_has_a_limited_number_of_classes(front, monkeypatch):
    hub = front[1]
    openers = dict.fromkeys(map(str, range(MAX_CLASSES_PER_ADDRESS)), "10.6.0.11")
    monkeypatch.setattr(hub, "_openers", openers)
    status, said = Caller(front[0], "10.6.0.11").call("POST", "/class", {})
    assert (status, said) == (503, "There are too many classes. Try again later.\n")
    assert Caller(front[0], "10.6.0.12").call("POST", "/class", {})[0] == 201


def test_class_has_a_limited_number_of_followers(front, lecturer, monkeypatch):
    here = front[1].classes[lecturer.code].followers
    monkeypatch.setattr(following, "MAX_FOLLOWERS", here + 2)
    phones = [Follower(front[0], lecturer.code, "10.6.0.13") for _ in range(2)]
    path = f"/class/{lecturer.code}/events"
    assert phones[0].call("GET", path) == (503, "This class is full.\n")
    lecturer.listen()
    for phone in phones:
        phone.stream.close()


def test_address_has_a_limited_number_of_streams(front, lecturer, monkeypatch):
    """Also in several classes. Whoever leaves makes room for the next."""
    monkeypatch.setenv(following.STREAMS, "2")
    other = Lecturer(front[0], "10.0.0.5")
    phones = [Follower(front[0], code, "10.6.0.19") for code in (lecturer.code, other.code)]
    mallory = Caller(front[0], "10.6.0.19")
    path = f"/class/{lecturer.code}/events"
    sentence = "Too many phones from your network follow classes. Try again later.\n"
    assert mallory.call("GET", path) == (429, sentence)
    assert (
        mallory.call("GET", f"{path}?lang=ko")[1] == translation("ko").gettext(sentence[:-1]) + "\n"
    )
    Follower(front[0], lecturer.code, "10.6.0.20").stream.close()
    phones[1].stream.close()
    until = time.monotonic() + PATIENCE
    while (answer := mallory.request("GET", path)).status == 429:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert answer.status == 200
    answer.close()
    phones[0].stream.close()


def test_class_rests_after_each_event_for_each_reader(monkeypatch):
    """So many readers of one class leave time for others."""
    rests: list[float] = []
    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        if threading.current_thread() is threading.main_thread():
            rests.append(seconds)
        else:
            await sleep(seconds)  # of the server of other tests

    async def check() -> None:
        hub = Hub()
        found = live.Live(Room("K7M2QX", "hash"), hub.store, hub.turns)
        for _ in range(300):
            found.join(Listener("en", leads=False))
        monkeypatch.setattr(live.asyncio, "sleep", rest)
        await found._publish()
        found.close()

    asyncio.run(check())
    assert rests
    assert set(rests) == {300 * live.REST}


def test_slow_reader_delays_nobody(front, lecturer):
    """A phone that never reads gets only the latest state, and costs a bounded amount."""
    host, port = front[0].split(":")
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    slow.connect((host, int(port)))
    slow.send(f"GET /class/{lecturer.code}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    quick = Follower(front[0], lecturer.code, "10.0.5.1")
    quick.stream.wait("state")
    for step in range(90):
        while (
            lecturer.post("state", page="", query="corpus=course&vocab=60", step=step % 30)[0]
            == 429
        ):
            time.sleep(0.02)
    lecturer_version = front[1].classes[lecturer.code].room.state.version
    quick.stream.wait("state", lambda data: data["version"] == lecturer_version)
    for each in front[1].classes[lecturer.code].listeners:
        assert len(each._latest) + len(each._commands) <= 10
    slow.close()
    quick.stream.close()
    lecturer.go("", "corpus=hug", 2)


def test_reader_keeps_only_the_latest_event_of_a_kind():
    async def check() -> None:
        listener = Listener("en", leads=True)
        for version in range(1_000):
            listener.put(Event("here", version, {"count": version}))
            listener.put(Event("command", version, {"command": "forward", "number": version}))
        found = listener.take()
        assert [each.version for each in found if each.kind == "here"] == [999]
        assert len(found) == 51

    asyncio.run(check())


def test_expensive_states_do_not_stop_a_class(front, lecturer, monkeypatch):
    """A long training waits for a worker, and followers get a sentence meanwhile."""
    monkeypatch.setattr(queue, "turns", lambda: Turns(0))  # so this training never begins
    trainings = queue.Trainings()
    monkeypatch.setattr(runs, "TRAININGS", trainings)
    settings = defaults(PYTHON).replace(vocab=9_999)  # which no other test trains
    rich = Lecturer(front[0], "10.6.0.14")
    rich.go("", query_of(settings), 3)
    phone = Follower(front[0], rich.code, "10.6.0.14")
    state = phone.stream.wait("state", lambda data: data["stage"] is None)
    assert "training" in state["notice"]
    assert state["query"] in state["url"]
    work = trainings.find(settings.key)
    bystander = Follower(front[0], lecturer.code, "10.0.6.1")
    assert bystander.stream.wait("state")["stage"]
    for each in (phone, bystander):
        each.stream.close()
    assert rich.call("DELETE", f"/class/{rich.code}", key=rich.key)[0] == 204
    work.abandon()
    work.thread.join(PATIENCE)
    assert work.process is None


def test_other_sites_cannot_write(front, lecturer):
    answer = Caller(front[0], "10.6.0.15").request(
        "POST", "/class", {}, Origin="https://evil.example", Host="class.example"
    )
    assert answer.status == 403


def test_nothing_of_a_class_is_logged(front, lecturer, caplog, monkeypatch, provoked):
    """Neither keys nor answers, also if our code fails."""
    caplog.set_level(logging.INFO)

    def fail(*_):
        raise RuntimeError(f"{lecturer.key} {MARKUP}")

    student = Follower(front[0], lecturer.code, "10.6.0.16")
    question = lecturer.ask(kind="word")
    student.vote(question, "secretword")
    lecturer.tally(lambda data: data.get("words"))
    monkeypatch.setattr(asking, "result_of", fail)
    lecturer.tell(reveal=True)
    until = time.monotonic() + PATIENCE
    while "RuntimeError" not in caplog.text:
        assert time.monotonic() < until
        time.sleep(0.01)
    text = caplog.text
    for secret in (lecturer.key, student.voter, "secretword", MARKUP):
        assert secret not in text
    lecturer.tell(end=True)


def test_rate_limits_remember_a_bounded_number_of_addresses():
    rate = Rate(per_second=1, burst=5)
    for i in range(30_000):
        rate.take(f"10.{i >> 16}.{i >> 8 & 255}.{i & 255}")
    assert len(rate._left) <= 20_000


def test_classes_leave_nothing_on_disk(front, monkeypatch):
    """No file is opened for writing from the start of a class to its end."""
    written, opened, os_opened = [], io.open, os.open

    def note(path, mode="r", *args, **kwargs):
        written.extend([path] * bool(set(mode) & set("wax+")))
        return opened(path, mode, *args, **kwargs)

    def note_flags(path, flags, *args, **kwargs):
        written.extend([path] * bool(flags & (os.O_WRONLY | os.O_RDWR)))
        return os_opened(path, flags, *args, **kwargs)

    monkeypatch.setattr("builtins.open", note)
    monkeypatch.setattr(io, "open", note)
    monkeypatch.setattr(os, "open", note_flags)
    lecturer = Lecturer(front[0], "10.0.0.4")
    lecturer.go("unigram", "corpus=hug&show=word&word=unhug", 2)
    phone = Follower(front[0], lecturer.code, "10.6.0.17")
    question = lecturer.ask(kind="split")
    assert phone.vote(question, [2])[0] == 204
    lecturer.tell(reveal=True)
    phone.stream.wait("question", lambda data: "result" in data)
    assert lecturer.call("DELETE", f"/class/{lecturer.code}", key=lecturer.key)[0] == 204
    phone.stream.wait("end")
    assert not written
