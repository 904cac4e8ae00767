"""A mistake of ours is not taken for Redis being away."""

import asyncio
import logging

import pytest
import redis

from pages.classroom.redis_store import MAX_MESSAGE, RedisStore
from pages.classroom.store import Change
from pages.storage.shared_texts import SharedTexts

NOBODY = "redis://127.0.0.1:1/0"
TEXT = "a sentence of a learner"


class Mistaken:
    """What raises an error whatever it is asked for."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def info(self, *args: object) -> None:
        raise self.error


@pytest.mark.parametrize("kind", [KeyError, redis.ResponseError, redis.DataError])
def test_texts_are_shared_again_after_a_mistake(kind, monkeypatch, caplog, provoked):
    texts = SharedTexts(NOBODY, 60)
    monkeypatch.setattr(texts, "_redis", Mistaken(kind(TEXT)))
    texts.put("name", b"data")
    texts.put("name", b"data")
    assert [each.levelno for each in caplog.records] == [logging.ERROR] * 2
    assert f"{kind.__name__} with Redis" in caplog.text
    assert "test_redis_mistakes.py" in caplog.text
    assert TEXT not in caplog.text


def test_texts_are_not_asked_for_while_nobody_answers(caplog):
    texts = SharedTexts(NOBODY, 60)
    assert texts.get("name") is texts.get("name") is None
    assert [each.levelno for each in caplog.records] == [logging.WARNING]


def test_texts_are_not_put_again_at_once_into_full_redis(monkeypatch, caplog):
    texts = SharedTexts(NOBODY, 60)
    monkeypatch.setattr(texts, "_redis", Mistaken(redis.exceptions.OutOfMemoryError(TEXT)))
    texts.put("name", b"data")
    texts.put("name", b"data")
    assert [each.levelno for each in caplog.records] == [logging.WARNING]
    assert TEXT not in caplog.text


@pytest.mark.parametrize(
    ("error", "is_away", "says"),
    [
        (KeyError(TEXT), False, "test_redis_mistakes.py"),
        (redis.ResponseError(TEXT), False, "ResponseError"),
        (redis.ConnectionError(), True, ""),
        (redis.TimeoutError(), True, ""),
        (TimeoutError(), True, ""),
        (ConnectionResetError(), True, ""),
    ],
)
def test_class_is_away_from_redis_only_without_a_connection(error, is_away, says, caplog, provoked):
    async def fail() -> str:
        raise error

    async def use() -> None:
        store = RedisStore(NOBODY)
        store._is_up = True
        assert await store._do(fail(), "otherwise") == "otherwise"
        assert store._is_up is not is_away

    asyncio.run(use())
    assert says in caplog.text
    assert bool(caplog.text) is not is_away
    assert TEXT not in caplog.text


def test_texts_are_not_put_again_at_once_beside_a_value_of_another_type(monkeypatch, caplog):
    texts = SharedTexts(NOBODY, 60)
    error = redis.ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value")
    monkeypatch.setattr(texts, "_redis", Mistaken(error))
    texts.put("name", b"data")
    texts.put("name", b"data")
    assert [each.levelno for each in caplog.records] == [logging.WARNING]


def test_message_that_is_too_long_is_not_read(caplog):
    """To read it would block the event loop."""
    store = RedisStore(NOBODY)
    changes: list[Change] = []
    store._on_change = changes.append
    texts = ("x", "x" * MAX_MESSAGE)
    messages = [
        store._message("K7M2QX", "command", text).replace(store._me, "other") for text in texts
    ]
    for message in messages:
        asyncio.run(store._report(message))
    assert changes == [Change("K7M2QX", "command", "x")]
    assert "Ignored in Redis" in caplog.text
