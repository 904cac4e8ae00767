"""What Redis may do to a server, and what users may do to Redis, with a real redis-server."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from pages.classroom.hub import Hub
from pages.classroom.redis_store import CHANNEL, PREFIX, RedisStore
from pages.storage import file_store
from pages.storage.ledger import Ledger, Quota
from pages.storage.shared_texts import IN_USE, INDEX, SharedTexts, microseconds
from pages.storage.temporary_folder import TemporaryFolder
from tests.support.live_class import Caller, Follower, Lecturer, serving_classes
from tests.support.redis_server import Redis
from tests.support.servers import PATIENCE

MEMORY = 32_000_000  # bytes of Redis: 16 for all texts, 4 for those of an address
GARBAGE = ["", "x", "[]", "null", '{"version": 99999999999999}', "\xff\x00", "[" * 50_000]


@pytest.fixture
def shared(tmp_path):
    found = Redis(tmp_path, "--maxmemory", str(MEMORY), "--maxmemory-policy", "volatile-lru")
    yield found
    found.stop()


@pytest.fixture
def database(shared):
    found = redis.Redis.from_url(shared.url)
    yield found
    found.close()


@contextmanager
def replica(shared: Redis) -> Iterator[tuple[str, Hub]]:
    """A replica in this process: its host and port, and its hub."""
    with serving_classes(Hub(RedisStore(shared.url))) as found:
        yield found


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_in_redis_is_ignored(shared, database, caplog, garbage):
    """Whatever somebody else has written there: no request fails, and the class goes on."""
    data = garbage.encode("latin-1")
    with replica(shared) as (server, _), replica(shared) as (there, other):
        lecturer = Lecturer(server)
        phone = Follower(server, lecturer.code)
        lecturer.go("", "corpus=hug", 1)
        question = lecturer.ask(kind="predict")
        ballot = f"{PREFIX}{lecturer.code}:votes:{question}.1"
        own = PREFIX + lecturer.code
        database.hset(own, mapping={"state": data, "polls": data, "state_version": data})
        database.hset(ballot, mapping={data: data, "x" * 22: "0000000000000009 99"})
        database.hset(f"{own}:here", "x", data)
        for message in (
            data,
            b'{"from": "x"}',
            json.dumps({"from": "x", "code": lecturer.code, "what": "polls", "text": garbage}),
        ):
            database.publish(CHANNEL, message)
        late = Follower(there, lecturer.code)
        assert lecturer.code in other.classes
        assert phone.vote(question, 1)[0] == 204
        lecturer.go("", "corpus=hug", 2)
        phone.stream.wait("state", lambda state: state["step"] == 2)
        late.stream.wait("state", lambda state: state["step"] == 2)
        lecturer.tally(lambda tally: tally["answered"] == 1)
        summary = f"/class/{lecturer.code}/summary"
        assert lecturer.call("GET", summary, key=lecturer.key)[0] == 200
        database.set(PREFIX + "K7M2QX", data)
        database.hset(PREFIX + "K7M2QY", "key_hash", data)
        for code in ("K7M2QX", "K7M2QY"):
            assert Caller(there).call("GET", f"/class/{code}/events", key="a key")[0] == 404
        assert Caller(there).call("POST", "/class", {})[0] == 201, "Redis doesn't count as away"
    warnings = [each.getMessage() for each in caplog.records if each.levelname != "INFO"]
    assert 1 <= len(warnings) <= 4
    assert all("in Redis" in each or "in the store" in each for each in warnings)
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_changed_vote_counts_on_a_replica_whose_clock_is_behind(shared):
    with replica(shared) as (server, hub), replica(shared) as (there, _):
        lecturer = Lecturer(server)
        lecturer.go("", "corpus=hug", 1)
        question = lecturer.ask(kind="word")
        phone = Follower(server, lecturer.code)
        ahead = hub.classes[lecturer.code].room.ballot(f"{question}.1")
        ahead._now = lambda: time.time() + 3_600
        assert phone.vote(question, "hug")[0] == 204
        lecturer.tally(lambda tally: "hug" in str(tally["words"]))
        phone.stream.close()
        phone.server = there
        phone.join()
        assert phone.vote(question, "pug")[0] == 204
        words = lecturer.tally(lambda tally: "pug" in str(tally["words"]))
        assert words["answered"] == 1


def texts_in(database: redis.Redis) -> set[str]:
    """The names of the texts in Redis. The index has the same ones."""
    found = {each.decode().rpartition(":")[2] for each in database.keys("merge-by-merge:text:*")}
    assert {each.decode() for each in database.hkeys(INDEX)} == found
    return found


def test_texts_never_fill_redis(shared, database):
    """An address has a quota and loses its own oldest text; a class stays where it is."""
    texts = SharedTexts(shared.url, file_store.LIFETIME)
    with replica(shared) as (server, _):
        lecturer = Lecturer(server)
        lecturer.go("", "corpus=hug", 1)
        texts.put("teacher", b"a" * 1_000_000, "10.0.0.1")
        for i in range(8):
            texts.put(f"mallory{i}", b"a" * 1_000_000, "10.6.6.6")
        assert texts_in(database) == {"teacher", *(f"mallory{i}" for i in range(4, 8))}
        texts.put("large", b"a" * 5_000_000, "10.6.6.7")
        for i in range(60):
            texts.put(f"x{i}", b"a" * 1_000_000, f"10.6.7.{i}")
        kept = texts_in(database)
        assert "teacher" in kept, "it is in use, so it makes no room for others"
        assert len(kept) == 15, "an address gets half of what the others leave"
        assert "large" not in kept
        assert database.exists(PREFIX + lecturer.code)
        for name in kept:  # nobody has used them for a while
            used, rest = database.hget(INDEX, name).decode().split(" ", 1)
            database.hset(INDEX, name, f"{int(used) - microseconds(IN_USE) - 1} {rest}")
        assert texts.get("teacher") == b"a" * 1_000_000
        for i in range(60, 74):
            texts.put(f"x{i}", b"a" * 1_000_000, f"10.6.7.{i}")
        kept = texts_in(database)
        assert {"teacher", *(f"x{i}" for i in range(60, 74))} <= kept
        assert len(kept) == 16
        assert database.info("memory")["used_memory"] < MEMORY
        assert texts.get("x1") is None


def test_text_leaves_redis_together_with_the_copy_of_its_server(shared, database, monkeypatch):
    texts = SharedTexts(shared.url, 60)
    folder, quota = TemporaryFolder(), Quota(10_000, 9)
    total = Quota(100_000, 90)
    books = Ledger((quota, quota, total), file_store.IN_USE, file_store.LIFETIME)
    monkeypatch.setattr(file_store, "shared_texts", lambda lifetime: texts)
    monkeypatch.setattr(file_store, "folder", lambda: folder)
    monkeypatch.setattr(file_store, "ledger", lambda: books)
    monkeypatch.setattr(file_store.client, "of_script", lambda: ("session", "10.0.0.1"))
    try:
        names = [file_store.keep(bytes([65 + i]) * 3_000) for i in range(3)]
        assert texts_in(database) == set(names[1:])
        other = SharedTexts(shared.url, 60)
        other.delete(names[1])
        assert texts_in(database) == set(names[1:]), "another replica has only a copy"
    finally:
        folder.delete()


def test_redis_that_is_full_or_wrong_does_not_count_as_away(shared, database, caplog):
    """It refuses to store, and says so; classes go on, and a programming error is one."""
    with replica(shared) as (server, hub):
        lecturer = Lecturer(server)
        database.config_set("maxmemory-policy", "noeviction")
        database.config_set("maxmemory", 1)
        lecturer.go("", "corpus=hug", 1)
        database.config_set("maxmemory", MEMORY)
        lecturer.go("", "corpus=hug", 2)
        until = time.monotonic() + PATIENCE
        while b'"step": 2' not in (database.hget(PREFIX + lecturer.code, "state") or b""):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert hub.store._is_up
    assert "away" not in caplog.text
    assert "Ignored in Redis: OutOfMemoryError" in caplog.text
