"""What a class may make a server compute and keep, and who makes room for whom."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from urllib.parse import quote

from pages.classroom import (
    asking,
    codes,
    following,
    hub,
    leading,
    live,
    phones,
    rooms,
    saved_class,
    store,
    votes,
)
from pages.classroom.rooms import LIFETIME, Room
from pages.classroom.votes import Ballot
from pages.hosting import invite, network_address
from pages.practice import answers, expressions
from tests.support.live_class import Caller, Follower, Lecturer, serving_classes
from tests.support.servers import PATIENCE


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_guesses_refuse_neither_a_key_nor_a_new_class(front, monkeypatch):
    """From the same address, which a whole school may share."""
    lecturer, dice = Lecturer(front[0], "10.7.0.3"), random.Random(1)
    mallory = Caller(front[0], "10.7.0.3")
    statuses = []
    for _ in range(70):
        code = "".join(dice.choice(codes.ALPHABET) for _ in range(6))
        statuses.append(mallory.call("GET", f"/class/{code}/events")[0])
        if len(statuses) <= 45:
            statuses.append(mallory.call("POST", "/class", {"code": code}, "wrong")[0])
    assert {404, 403} <= set(statuses)
    assert statuses[-1] == 429
    lecturer.go("", "corpus=hug", 3)
    assert lecturer.restore("") == 200
    path = f"/class/{lecturer.code}/summary"
    assert lecturer.call("GET", path, key=lecturer.key)[0] == 200
    other = Lecturer(front[0], "10.7.0.27")
    assert mallory.call("GET", f"/class/{other.code}/summary", key=other.key)[0] == 200
    assert mallory.call("GET", f"/class/{other.code}/summary", key="wrong")[0] in (403, 429)


def test_phone_that_joins_again_and_again_gets_few_voters(front):
    """One phone cannot fill a ballot; a class behind one address votes as before."""
    lecturer = Lecturer(front[0], "10.7.0.4")
    lecturer.go("", "corpus=hug", 2)
    question = lecturer.ask(kind="predict")
    voters = []
    streams = front[1].classes[lecturer.code].phones.streams
    most = phones.FEW + phones.VOTERS  # for one stream
    for _ in range(most + 3):
        mallory = Follower(front[0], lecturer.code, "10.7.0.5")
        voters.append(mallory.voter)
        mallory.stream.close()
        wait_until(lambda: not streams["10.7.0.5"])
    assert len(set(voters) - {""}) == most
    assert mallory.vote(question, 1) == (400, "This class is full.\n")
    before = Follower(front[0], lecturer.code, "10.7.0.6")
    before.vote(question, 1)
    before.stream.close()
    before.join()
    assert before.stream.wait("hello")["voter"] == before.voter, "it comes back as the same voter"
    students = [Follower(front[0], lecturer.code, "10.7.0.6") for _ in range(59)]
    again = [Follower(front[0], lecturer.code, "10.7.0.6") for _ in range(59)]
    for each in (*students, *again):
        assert each.vote(question, 0)[0] == 204
        each.stream.close()
    lecturer.tally(lambda data: data["answered"] == 119)


def test_address_has_a_share_of_a_class(front, monkeypatch):
    """The rest of the places is for others."""
    lecturer = Lecturer(front[0], "10.7.0.7")
    monkeypatch.setattr(following, "most_of_class", lambda: 2)
    found = [Follower(front[0], lecturer.code, "10.7.0.8") for _ in range(2)]
    path = f"/class/{lecturer.code}/events"
    assert found[0].call("GET", path) == (503, "This class is full.\n")
    Follower(front[0], lecturer.code, "10.7.0.9").stream.close()
    for each in found:
        each.stream.close()


def test_empty_classes_make_room_and_used_ones_stay(front, monkeypatch):
    """Those of the address with the most go first; its lecturer's browser could restore them."""
    there = front[1]
    lecturer = Lecturer(front[0], "10.7.0.10")
    phone = Follower(front[0], lecturer.code, "10.7.0.10")
    alone = Lecturer(front[0], "10.7.0.11")
    mallory = [Lecturer(front[0], "10.7.0.12") for _ in range(3)]
    monkeypatch.setattr(hub, "MAX_CLASSES", len(there.classes))
    new = Lecturer(front[0], "10.7.0.13")
    left = [each.code in there.classes for each in mallory]
    assert sum(left) == 2
    gone = mallory[left.index(False)]
    assert gone.call("POST", f"/class/{gone.code}/state", {}, gone.key)[0] == 404
    assert {lecturer.code, alone.code, new.code} <= set(there.classes)
    monkeypatch.setattr(hub, "MAX_CLASSES_PER_ADDRESS", 2)
    Lecturer(front[0], "10.7.0.12")
    assert sum(each.code in there.classes for each in mallory) == 1
    phone.stream.close()


def test_full_server_keeps_the_class_of_each_lecturer(monkeypatch):
    with serving_classes() as (server, _):
        Lecturer(server)
        monkeypatch.setattr(hub, "MAX_CLASSES", 1)
        assert Caller(server).call("POST", "/class", {})[0] == 503


def test_class_that_nobody_joined_is_forgotten_early(front):
    there = front[1]
    empty, used, led = (Lecturer(front[0], f"10.7.0.{i}") for i in (14, 15, 16))
    phone = Follower(front[0], used.code, "10.7.0.15")
    phone.stream.close()
    for each in (empty, used):
        each.stream.close()
    wait_until(lambda: not any(there.classes[each.code].listeners for each in (empty, used)))
    now = time.time()
    for each in (empty, used, led):
        there.classes[each.code].room.clock = lambda: now + hub.UNUSED + 60
    assert hub.UNUSED + 60 < LIFETIME
    there.sweep()
    found = [each.code in there.classes for each in (empty, used, led)]
    assert found == [False, True, True]
    assert empty.restore("") == 200


def test_event_that_failed_is_made_again_and_the_lecturer_is_told(
    front, monkeypatch, caplog, provoked
):
    """Phones don't stay on an old step, although nobody presses again."""
    lecturer = Lecturer(front[0], "10.7.0.17")
    lecturer.go("", "corpus=hug", 1)
    phone = Follower(front[0], lecturer.code, "10.7.0.17")
    phone.stream.wait("state", lambda data: data["step"] == 1)
    make, failed, secret = live.scenes_of, [], ["a learner", "'s text"]

    def fail(*arguments):
        if len(failed) < 2:
            failed.append(arguments)
            raise RuntimeError("".join(secret))
        return make(*arguments)

    monkeypatch.setattr(live, "scenes_of", fail)
    monkeypatch.setattr(live, "RETRY", 0.01)
    lecturer.go("", "corpus=hug", 2)
    phone.stream.wait("state", lambda data: data["step"] == 2)
    lecturer.stream.wait("problem", lambda data: data["failed"] == [])
    problems = [data["failed"] for kind, data in lecturer.stream.events if kind == "problem"]
    assert problems[0] == ["state"]
    assert not [data for kind, data in phone.stream.events if kind == "problem"]
    logged = [each.getMessage() for each in caplog.records if "RuntimeError" in each.getMessage()]
    assert len(logged) == 1
    assert "in fail" in logged[0]
    assert "".join(secret) not in caplog.text
    phone.stream.close()


def test_changed_vote_counts_although_the_clock_was_set_back():
    times = iter([1_000.0, 10.0, 20.0])
    ballot = Ballot(now=times.__next__)
    first = {"ann": ballot.vote("ann", "A")}
    ballot.vote("ann", "B")
    ballot.merge(first)
    assert ballot.counts() == {"B": 1}
    ballot.vote("ann", "C")
    assert ballot.counts() == {"C": 1}


def test_codes_depend_on_the_secret_of_the_server(monkeypatch):
    """Whoever has computed keys ahead has none for this server. Replicas have the same secret."""
    key = codes.new_key()
    without = codes.code_of(key)
    monkeypatch.setenv("MERGE_BY_MERGE_SECRET", "one")
    with serving_classes() as (server, _):
        lecturer = Lecturer(server)
        saved_text = lecturer.stream.wait("saved")["saved"]
        own = codes.code_of(key)
    with serving_classes() as (server, _):
        lecturer.server = server
        assert lecturer.restore(saved_text) == 200
    monkeypatch.setenv("MERGE_BY_MERGE_SECRET", "another")
    with serving_classes() as (server, _):
        lecturer.server = server
        assert lecturer.restore(saved_text) == 403
    assert len({without, own, codes.code_of(key)}) == 3


def test_qr_codes_are_drawn_in_turns_outside_of_the_event_loop(front, monkeypatch):
    """And once for each address; a name has at most 253 characters."""
    drawn = []
    draw = network_address.qr_code

    def note(url: str) -> str | None:
        drawn.append(threading.current_thread().name)
        return draw(url)

    monkeypatch.setattr(network_address, "qr_code", note)
    lecturer = Lecturer(front[0], "10.7.0.18")

    def ask(host: str) -> int:
        url = quote(f"http://{host}/class/{lecturer.code}", safe="")
        path = f"/class/{lecturer.code}/join?url={url}"
        with lecturer.request("GET", path, Host=host) as answer:
            answer.read()
            return answer.status

    assert ask("a" * 254 + ".example") == 400
    assert not drawn
    assert [ask("class.example"), ask("class.example")] == [200, 200]
    assert len(drawn) == 1
    assert "AnyIO" in drawn[0]
    assert invite.DRAWING.max_running == 1


def test_token_hands_over_the_key_once_and_for_some_minutes(front, monkeypatch):
    """The browser of the other device keeps the URL with the token in its history."""
    lecturer, other = (Lecturer(front[0], f"10.7.0.{i}") for i in (19, 20))
    phone = Caller(front[0], "10.7.0.21")

    def hand_over() -> str:
        url, path = f"http://class.example/class/{lecturer.code}", f"/class/{lecturer.code}/pairing"
        with lecturer.request("POST", path, {"url": url}, lecturer.key, Host="class.example") as it:
            text = it.read().decode()
        assert lecturer.key not in text
        return json.loads(text)["url"].partition("#pair=")[2]

    token = hand_over()

    def take(code: str, given: object) -> tuple[int, str]:
        return phone.call("POST", f"/class/{code}/paired", {"token": given})

    for wrong in ("", token[:-1], None, 7, [token]):
        assert take(lecturer.code, wrong)[0] == 403
    assert take(other.code, token)[0] == 403
    assert json.loads(take(lecturer.code, token)[1]) == {"key": lecturer.key}
    status, text = take(lecturer.code, token)
    assert status == 403
    assert "was used already" in text
    monkeypatch.setattr(store, "HANDED_OVER", -1.0)
    assert take(lecturer.code, hand_over())[0] == 403


def test_long_answers_and_results_are_read_in_a_thread(front, monkeypatch):
    """An expression of 400 characters and a split with many ties take long."""
    lecturer, phone_threads = Lecturer(front[0], "10.7.0.22"), []
    evaluate, result = expressions.evaluate, asking.result_of

    def note(text: str) -> object:
        phone_threads.append((len(text), threading.current_thread().name))
        return evaluate(text)

    def note_result(*arguments):
        phone_threads.append((1_000, threading.current_thread().name))
        return result(*arguments)

    monkeypatch.setattr(answers, "evaluate", note)
    monkeypatch.setattr(asking, "result_of", note_result)
    question = lecturer.ask(kind="practice", skill="count", level=1, seed=3, index=0)
    phone = Follower(front[0], lecturer.code, "10.7.0.22")
    for answer in ("1+1", "1+" * 100 + "1"):
        assert phone.vote(question, answer)[0] == 204
    lecturer.tell(reveal=True)
    lecturer.stream.wait("question", lambda data: "result" in data)
    long = [name for length, name in phone_threads if length > asking.SHORT]
    assert len(long) >= 2
    assert all("AnyIO" in name for name in long)
    phone.stream.close()


def test_questions_of_a_class_are_limited_more_if_its_address_has_many(front, monkeypatch):
    """All that a class was asked goes to its lecturer and to Redis with each change."""
    monkeypatch.setattr(leading, "MANY", 1)
    alone, *many = (Lecturer(front[0], f"10.7.0.{i}") for i in (23, 24, 24, 24, 24))
    asked = {}
    for each in (alone, many[0]):
        statuses = [each.post("question", end=True)[0] for _ in range(60)]
        assert statuses[0] == 409, "no question is open"
        assert statuses[-1] == 429
        asked[each] = statuses.count(409)
    assert asked[alone] > 2 * asked[many[0]]
    assert many[1].post("question", end=True)[0] == 409, "each class has its own limit"


def test_many_classes_of_an_address_share_a_turn():
    """So they do not delay those of others, however many there are."""

    async def check() -> None:
        there = hub.Hub()
        for _ in range(hub.OWN_TURNS + 2):
            await there.open("10.7.0.25", "somebody")
        await there.open("10.7.0.26")
        clients = [each.client for each in there.classes.values()]
        assert clients[-3:-1] == ["somebody"] * 2
        assert len(set(clients)) == hub.OWN_TURNS + 2

    asyncio.run(check())


def test_text_of_a_question_is_written_once(monkeypatch):
    """A class has up to 60 of them, and changes several times per second."""
    room, written = Room("K7M2QX", "hash"), []
    for _ in range(60):
        room.open({"kind": "word"})
    room.save()
    own = SimpleNamespace(dumps=lambda each: written.append(each) or json.dumps(each))
    monkeypatch.setattr(rooms, "json", own)  # servers of other tests use the real one
    room.change("close")
    saved_class.read_saved(room.save())
    assert len([each for each in written if "spec" in each]) == 1
    room.ballot(room.polls.asked[0].ballot).vote("ann", "hug")
    assert room.save().count('"hug": 1') == 1


def test_votes_stuffed_from_one_network_are_seen_and_left_out(front):
    """One phone joins again and again for new voters. The others are in networks of their own."""
    server, _ = front
    lecturer = Lecturer(server, "10.8.0.1")
    phones = [Follower(server, lecturer.code, f"10.8.1.{i}") for i in range(votes.ENOUGH)]
    question = lecturer.ask(kind="own", form="choice", prompt="?", choices=["a", "b"], right=[0])
    for phone in phones:
        assert phone.vote(question, 0)[0] == 204
    honest = lecturer.tally(lambda data: data["answered"] == votes.ENOUGH)
    assert honest["networks"] == []
    stuffed = 12
    for _ in range(stuffed):
        mallory = Follower(server, lecturer.code, "10.8.2.7")
        assert mallory.vote(question, 1)[0] == 204
        mallory.stream.close()
    all_votes = votes.ENOUGH + stuffed
    seen = lecturer.tally(lambda data: data["answered"] == all_votes and data["networks"])
    (network,) = seen["networks"]
    assert (network["votes"], network["is_out"]) == (stuffed, False)
    assert "10.8.2.7" not in lecturer.stream.text()
    lecturer.tell(leave_out=network["id"])
    left = lecturer.tally(lambda data: data["answered"] == votes.ENOUGH)
    assert [bar["votes"] for bar in left["bars"]] == [votes.ENOUGH, 0]
    lecturer.tell(reveal=True)
    shown = phones[0].stream.wait("question", lambda data: "result" in data)
    (round_,) = shown["result"]["rounds"]
    assert [bar["votes"] for bar in round_["bars"]] == [votes.ENOUGH, 0]
    assert "networks" not in phones[0].stream.text()
    lecturer.tell(leave_out=network["id"])
    lecturer.tally(lambda data: data["answered"] == all_votes)
    assert lecturer.post("question", leave_out="no network")[0] == 400
    lecturer.tell(end=True)
