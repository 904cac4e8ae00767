"""A live class on several processes that share Redis, with a real redis-server."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from pages.classroom import votes
from pages.classroom.hub import Hub
from pages.classroom.redis_store import RedisStore
from pages.storage import file_store
from pages.storage.shared_texts import SharedTexts
from pages.storage.temporary_folder import TemporaryFolder
from tests.benchmarks.replicas import proxying
from tests.support.live_class import Follower, Lecturer, serving_classes
from tests.support.redis_server import Redis
from tests.support.servers import PATIENCE, Server


@pytest.fixture
def shared(tmp_path):
    found = Redis(tmp_path)
    yield found
    found.stop()


@contextmanager
def replica(shared: Redis) -> Iterator[str]:
    """A replica in this process: its host and port."""
    with serving_classes(Hub(RedisStore(shared.url))) as (server, _):
        yield server


def answered(lecturer: Lecturer, count: int) -> dict:
    """The tally once so many have voted."""
    return lecturer.tally(lambda data: data["answered"] == count)


def test_vote_survives_a_killed_replica(shared, tmp_path, monkeypatch):
    """Half of the class is on the killed replica, and moves to the other one.

    Before, both halves have a text that only one replica was given.
    """
    texts = SharedTexts(shared.url, 60)
    monkeypatch.setattr(file_store, "shared_texts", lambda lifetime: texts)
    other = Server(tmp_path / "log", MERGE_BY_MERGE_REDIS=shared.url)
    try:
        with replica(shared) as server:
            lecturer = Lecturer(server)
            there = other.url.removeprefix("http://")
            near = [Follower(server, lecturer.code) for _ in range(3)]
            far = [Follower(there, lecturer.code) for _ in range(3)]
            lecturer.go("", "corpus=hug", 2)
            far[0].stream.wait("state", lambda data: data["step"] == 2)
            assert lecturer.stream.wait("here", lambda data: data["count"] == 6)
            name = file_store.keep(b"a large text " * 5_000)
            lecturer.go("", f"corpus=own&file={name}", 1)
            for follower in (near[0], far[0]):
                follower.stream.wait("state", lambda d: name in d["query"] and "block" in d)
            lecturer.go("", "corpus=hug", 2)
            far[0].stream.wait("state", lambda data: "corpus=hug" in data["query"])
            question = lecturer.ask(kind="predict")
            for follower in (*near, *far):
                follower.stream.wait("question", lambda data: data["id"] == question)
            for follower in (near[0], *far[:2]):
                assert follower.vote(question, 1)[0] == 204
            answered(lecturer, 3)
            other.stop()
            for follower in far:
                follower.server = server
                follower.join()
                follower.stream.wait("question", lambda data: data["id"] == question)
                assert follower.vote(question, 1)[0] == 204
            for follower in near:
                assert follower.vote(question, 0)[0] == 204
            answered(lecturer, 6)
            lecturer.tell(reveal=True)
            shown = far[0].stream.wait("question", lambda data: "result" in data)["result"]
            assert [bar["votes"] for bar in shown["rounds"][0]["bars"]][:2] == [3, 3]
            Follower(server, lecturer.code)
            lecturer.stream.wait("here", lambda data: data["count"] >= 7)
            counts = [data["count"] for kind, data in lecturer.stream.events if kind == "here"]
            assert max(counts) == 7, "phones that have moved count once"
    finally:
        other.stop()


@pytest.mark.parametrize("shares", [True, False], ids=["redis", "alone"])
def test_class_behind_haproxy_survives_a_killed_replica(
    shared, server, tmp_path, monkeypatch, shares
):
    """Without Redis, the lecturer's browser opens the class again on the other replica."""
    url = shared.url if shares else ""
    monkeypatch.setenv("MERGE_BY_MERGE_REDIS", url)
    dying = Server(tmp_path / "a.log", MERGE_BY_MERGE_REDIS=url)
    own = Server(tmp_path / "b.log", MERGE_BY_MERGE_REDIS=url) if shares else None
    replicas = [dying, own or server]
    try:
        with proxying(tmp_path, replicas) as proxy:
            front = proxy.url.removeprefix("http://")
            proxy.say("set server replicas/b state drain")
            lecturer = Lecturer(front)  # on a
            proxy.say("set server replicas/b state ready")
            phones = [Follower(front, lecturer.code) for _ in range(6)]
            lecturer.go("", "corpus=hug", 2)
            question = lecturer.ask(kind="predict")
            for phone in phones[:3]:
                phone.stream.wait("question", lambda data: data["id"] == question)
                assert phone.vote(question, 1)[0] == 204
            answered(lecturer, 3)
            saved = lecturer.stream.wait("saved")["saved"]
            dying.stop()
            body = {"code": lecturer.code, "saved": saved}
            assert lecturer.call("POST", "/class", body, lecturer.key)[0] == 200
            lecturer.listen()
            for phone in phones:
                phone.join()
                phone.stream.wait("question", lambda data: data["id"] == question)
                assert phone.vote(question, 1)[0] == 204
            assert answered(lecturer, 6)["bars"][1]["votes"] == 6
    finally:
        for each in filter(None, (dying, own)):
            each.stop()


@pytest.mark.parametrize("how", ["restarted", "unreachable"])
def test_class_continues_without_redis_and_recovers(shared, how):
    with replica(shared) as server, replica(shared) as there:
        lecturer = Lecturer(server)
        near = [Follower(server, lecturer.code) for _ in range(3)]
        far = [Follower(there, lecturer.code) for _ in range(votes.ENOUGH)]
        lecturer.go("", "corpus=hug", 1)
        question = lecturer.ask(kind="predict")
        for follower in (*near, *far):
            follower.stream.wait("question", lambda data: data["id"] == question)
        assert near[0].vote(question, 1)[0] == 204
        with shared.away(how):
            lecturer.go("", "corpus=hug", 2)
            near[0].stream.wait("state", lambda data: data["step"] == 2)
            for follower in (*near[1:], *far):
                assert follower.vote(question, 1)[0] == 204
            near[0].stream.close()
            near[0].join()
            assert near[0].vote(question, 1)[0] == 204
        far[0].stream.wait("state", lambda data: data["step"] == 2)
        tally = answered(lecturer, len(near) + len(far))
        assert tally["bars"][1]["votes"] == len(near) + len(far)
        late = Follower(there, lecturer.code)
        assert late.stream.wait("question")["id"] == question
        lecturer.tell(reveal=True)
        far[0].stream.wait("question", lambda data: "result" in data)


def test_class_ends_on_every_replica_and_leaves_nothing(shared):
    with replica(shared) as server, replica(shared) as there:
        lecturer = Lecturer(server)
        phone = Follower(there, lecturer.code)
        assert phone.vote(lecturer.ask(kind="word"), "hug")[0] in (204, 409)
        assert lecturer.call("DELETE", f"/class/{lecturer.code}", key=lecturer.key)[0] == 204
        phone.stream.wait("end")
        client = redis.Redis.from_url(shared.url)
        until = time.monotonic() + PATIENCE
        while client.keys("*"):  # a replica may count once more before it hears of the end
            assert time.monotonic() < until
            time.sleep(0.01)
        client.close()


def test_large_text_is_on_every_replica(shared, monkeypatch):
    """A text that is too large for a link is found by the other replica, also later."""
    texts = SharedTexts(shared.url, 60)
    monkeypatch.setattr(file_store, "shared_texts", lambda lifetime: texts)
    folders = [TemporaryFolder(), TemporaryFolder()]
    try:
        monkeypatch.setattr(file_store, "folder", lambda: folders[0])
        name = file_store.keep(b"a large text " * 10_000)
        monkeypatch.setattr(file_store, "folder", lambda: folders[1])
        monkeypatch.setattr(file_store, "ledger", file_store.ledger.__wrapped__)
        found = file_store.path_of(name)
        assert found
        assert found.read_bytes() == b"a large text " * 10_000
        os.kill(shared.process.pid, signal.SIGKILL)
        assert file_store.path_of(name) == found
        assert file_store.path_of("0" * 24) is None
    finally:
        for folder in folders:
            folder.delete()
