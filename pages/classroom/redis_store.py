"""Classes in Redis or Valkey, so that lecturer and students can be on different processes.

The environment variable REDIS has its URL. Each process keeps its own copy of the classes that its
readers follow. While Redis is away, it continues with that copy, and later brings both together:
the newer version of each part counts, and the latest vote of each voter. What Redis has may be
anything: what we have not written is ignored, with a line in the log.
"""

import asyncio
import json
import logging
import os
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pages.classroom.rooms import LIFETIME
from pages.classroom.saved_class import MAX_SAVED
from pages.classroom.store import HANDED_OVER, Change, Saved, Store, StoreUnavailable
from pages.resources.rates import Rate
from pages.storage.shared_texts import log_mistake

REDIS = "MERGE_BY_MERGE_REDIS"
PREFIX = "merge-by-merge:class:"
CHANNEL = "merge-by-merge:changes"
PATIENCE = 1.0  # seconds until Redis counts as away
RETRY = 0.5  # seconds between two attempts to reach it
BEAT = 2.0  # seconds between two checks
HERE = 8.0  # seconds after which the followers are noted again
GONE = 25  # seconds after which the followers of a process that has stopped do not count
MAX_MESSAGE = 10 * MAX_SAVED  # characters: in JSON within JSON, one can take seven

KEY_HASH = re.compile("[0-9a-f]{64}")
T = TypeVar("T")
LOG = logging.getLogger(__name__)

# KEYS: the class. ARGV: part, version, text, hash of the key, lifetime, channel, message.
SAVE = """
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1] .. '_version') or '') or -1
redis.call('HSETNX', KEYS[1], 'key_hash', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
if tonumber(ARGV[2]) <= known then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3], ARGV[1] .. '_version', ARGV[2])
redis.call('PUBLISH', ARGV[6], ARGV[7])
return 1
"""
# KEYS: the votes, the class, the names of its ballots. ARGV: ballot, lifetime, channel, message,
# whether the votes are new, then voters and votes. A new vote counts although the clock of the
# process that took the voter's last one is ahead.
VOTE = """
for i = 6, #ARGV, 2 do
    local known, given = redis.call('HGET', KEYS[1], ARGV[i]), ARGV[i + 1]
    local time = known and tonumber(string.match(known, '^%d+ ')) or 0
    if ARGV[5] == '1' and time >= tonumber(string.sub(given, 1, 16)) and time < 9e15 then
        given = string.format('%016.0f', time + 1) .. string.sub(given, 17)
    end
    if time == 0 or known < given then redis.call('HSET', KEYS[1], ARGV[i], given) end
end
redis.call('SADD', KEYS[3], ARGV[1])
for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[2]) end
redis.call('PUBLISH', ARGV[3], ARGV[4])
"""
# KEYS: the phones, each with the process that it follows and the time. ARGV: process, seconds until
# a phone is gone, lifetime, channel, message, then the phones that follow there. One that has moved
# to another process belongs to that one from then on.
COUNT = """
local now, here, changed, count = redis.call('TIME')[1], {}, 0, 0
for i = 6, #ARGV do
    here[ARGV[i]] = true
    changed = changed + redis.call('HSET', KEYS[1], ARGV[i], ARGV[1] .. ' ' .. now)
end
local known = redis.call('HGETALL', KEYS[1])
for i = 1, #known, 2 do
    local process, time = string.match(known[i + 1], '^(%x+) (%d+)$')
    local has_left = process == ARGV[1] and not here[known[i]]
    if not time or has_left or now - time > tonumber(ARGV[2]) then
        changed = changed + redis.call('HDEL', KEYS[1], known[i])
    else
        count = count + 1
    end
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
if changed > 0 then redis.call('PUBLISH', ARGV[4], ARGV[5]) end
return count
"""


class RedisStore(Store):
    """See `Store`. url: such as redis://localhost:6379/0, also with a password or as rediss://."""

    def __init__(self, url: str) -> None:
        import redis as library  # only where it is used
        from redis import asyncio as redis

        self._away = (library.ConnectionError, library.TimeoutError, OSError, TimeoutError)
        self._refused = library.RedisError
        self._complaints = Rate(per_second=1 / 60, burst=1)
        self._redis: Any = redis.Redis.from_url(
            url,
            decode_responses=True,
            encoding_errors="replace",
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )
        self._save = self._redis.register_script(SAVE)
        self._vote = self._redis.register_script(VOTE)
        self._count = self._redis.register_script(COUNT)
        self._me = secrets.token_hex(8)  # this process
        self._followed: set[str] = set()  # the classes that phones follow here
        self._is_up = False
        self._tasks: list[asyncio.Task[None]] = []
        self._on_change: Callable[[Change], None] = lambda change: None

    async def start(
        self, on_change: Callable[[Change], None], resync: Callable[[], Awaitable[None]]
    ) -> None:
        """See `Store`. Waits a moment for Redis, but starts without it too."""
        self._on_change = on_change
        is_up = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._follow(resync, is_up)),
            asyncio.create_task(self._keep_counting()),
        ]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await is_up.wait()

    async def stop(self) -> None:
        """See `Store`."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._redis.aclose()

    async def _follow(self, resync: Callable[[], Awaitable[None]], is_up: asyncio.Event) -> None:
        """Report changes, and connect again whenever Redis is away."""
        was_lost = False
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._is_up = True
                    await resync()
                    is_up.set()
                    if was_lost:
                        LOG.warning("Redis is back")
                    was_lost = False
                    await self._listen(pubsub)
            except Exception as error:
                if not isinstance(error, (*self._away, self._refused, StoreUnavailable)):
                    log_mistake(LOG, error)
                elif not was_lost:
                    LOG.warning("Redis is away (%s); classes continue here", type(error).__name__)
                was_lost, self._is_up = True, False
            await asyncio.sleep(RETRY)

    async def _listen(self, pubsub: Any) -> None:
        """Report changes until Redis is away; then raise an error."""
        checked = time.monotonic()
        while self._is_up:
            message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=BEAT / 2)
            if message:
                await self._report(message["data"])
            if time.monotonic() - checked > BEAT:
                await self._redis.ping()
                checked = time.monotonic()

    async def _report(self, text: str) -> None:
        """Report a change of another process."""
        try:
            if len(text) > MAX_MESSAGE:
                raise ValueError("too long")
            found = json.loads(text)
            sender, parts = found["from"], [found[name] for name in ("code", "what", "text")]
            if sender == self._me:
                return
            if not all(isinstance(each, str) for each in parts):
                raise ValueError("no text")
            change = Change(*parts)
            self._on_change(change)
        except (ValueError, KeyError, TypeError, RecursionError):
            self._complain("a message")
            return
        if change.what == "end":  # this process may have counted since the class ended
            await self._do(self._redis.delete(f"{PREFIX}{change.code}:here"), None)

    def _complain(self, about: str) -> None:
        """Log that Redis has something that we have not written, or refuses what we ask for."""
        if self._complaints.take("redis"):
            LOG.warning("Ignored in Redis: %s", about)

    async def _keep_counting(self) -> None:
        """Note again and again who follows here, so that those of a stopped process expire."""
        while True:
            await asyncio.sleep(HERE)
            for code in list(self._followed):
                self._on_change(Change(code, "here"))

    def _message(self, code: str, what: str, text: str = "") -> str:
        return json.dumps({"from": self._me, "code": code, "what": what, "text": text})

    async def _do(self, work: Awaitable[T], otherwise: T) -> T:
        """Return what Redis answers, or something else if it is away or refuses."""
        if not self._is_up:
            if hasattr(work, "close"):
                work.close()
            return otherwise
        try:
            async with asyncio.timeout(PATIENCE):
                return await work
        except self._away:  # the loop in `_follow` connects again, and brings both together
            self._is_up = False
            return otherwise
        except self._refused as error:  # a value of another type, or no memory
            self._complain(type(error).__name__)
            return otherwise
        except Exception as error:
            log_mistake(LOG, error)
            return otherwise

    async def find(self, code: str) -> Saved | None:
        """See `Store`."""
        missing: dict[str, str] = {"": ""}
        found = await self._do(self._redis.hgetall(PREFIX + code), missing)
        if found is missing and not self._is_up:
            raise StoreUnavailable
        if not KEY_HASH.fullmatch(found.get("key_hash", "")):
            return None
        return Saved(found["key_hash"], found.get("state", ""), found.get("polls", ""))

    async def save(self, code: str, key_hash: str, what: str, version: int, text: str) -> None:
        """See `Store`."""
        message = self._message(code, what, text)
        values: list[str | int] = [what, version, text, key_hash, LIFETIME, CHANNEL, message]
        await self._do(self._save(keys=[PREFIX + code], args=values), None)

    async def vote(
        self, code: str, ballot: str, votes: Mapping[str, str], is_new: bool = True
    ) -> None:
        """See `Store`."""
        if not votes:
            return
        own = PREFIX + code
        keys = [f"{own}:votes:{ballot}", own, f"{own}:ballots"]
        flat = [text for item in votes.items() for text in item]
        values: list[str | int] = [ballot, LIFETIME, CHANNEL, self._message(code, "votes")]
        values += [int(is_new), *flat]
        await self._do(self._vote(keys=keys, args=values), None)

    async def votes(self, code: str, ballot: str) -> Mapping[str, str]:
        """See `Store`."""
        none: dict[str, str] = {}
        return await self._do(self._redis.hgetall(f"{PREFIX}{code}:votes:{ballot}"), none)

    async def here(self, code: str, phones: Collection[str]) -> int:
        """See `Store`."""
        (self._followed.add if phones else self._followed.discard)(code)
        values: list[str | int] = [self._me, GONE, LIFETIME, CHANNEL, self._message(code, "here")]
        counted = self._count(keys=[f"{PREFIX}{code}:here"], args=[*values, *phones])
        return await self._do(counted, len(phones))

    async def say(self, code: str, command: str) -> None:
        """See `Store`."""
        message = self._message(code, "command", command)
        await self._do(self._redis.publish(CHANNEL, message), None)

    async def hand_over(self, code: str, token: str, key: str) -> None:
        """See `Store`."""
        await self._do(self._redis.set(f"{PREFIX}{code}:key:{token}", key, ex=HANDED_OVER), None)

    async def take_over(self, code: str, token: str) -> str | None:
        """See `Store`."""
        name = f"{PREFIX}{code}:key:{token}"
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.get(name)
            pipe.delete(name)
            found, _ = await self._do(pipe.execute(), (None, 0))
        return found if isinstance(found, str) else None

    async def delete(self, code: str) -> None:
        """See `Store`."""
        self._followed.discard(code)
        own = PREFIX + code
        ballots = await self._do(self._redis.smembers(f"{own}:ballots"), set[str]())
        names = [own, f"{own}:ballots", f"{own}:here", *(f"{own}:votes:{each}" for each in ballots)]
        await self._do(self._redis.delete(*names), None)
        await self._do(self._redis.publish(CHANNEL, self._message(code, "end")), None)


def configured_store() -> Store:
    """Return the store that the environment asks for.

    >>> type(configured_store()).__name__
    'Store'
    """
    url = os.environ.get(REDIS, "")
    return RedisStore(url) if url else Store()
