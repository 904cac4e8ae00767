"""Stored texts in Redis, so that a link to a large text works on every replica.

The environment variable TEXTS has the URL of a Redis for texts alone, REDIS that of one with live
classes too. Without them, each server has only its own texts. While Redis is away, too. Texts never
fill it: together they take at most half of its memory, or nearly all if it is for texts alone. An
address gets a quarter of that, and at most half of what the texts of others that are in use leave.
If there is no room, the text stays on the server that has it.
"""

import logging
import os
import time
import traceback
from functools import cache
from typing import Any

from pages.storage.secret import keyed_hash

REDIS = "MERGE_BY_MERGE_REDIS"
TEXTS = "MERGE_BY_MERGE_REDIS_TEXTS"
PREFIX = "merge-by-merge:text:"
INDEX = "merge-by-merge:texts"  # by name: when a text was used, its size, and whose it is
PATIENCE = 2.0  # seconds until Redis counts as away
PAUSE = 5.0  # seconds in which it is not asked again then
MOST = 256_000_000  # bytes of all texts, if Redis has no limit of its own
SHARE = 0.5  # of Redis's memory that all texts may take, if classes are there too
SHARE_ALONE = 0.9  # the same if they are not
OF_ADDRESS = 0.25  # of that which those of one address may take
MAX_TEXTS, MAX_TEXTS_OF_ADDRESS = 2_000, 200
IN_USE = 3_600  # seconds after its last use in which a text is not deleted for others
LOG = logging.getLogger(__name__)

# Make room for a text. KEYS: the index. ARGV: name, size, owner; now, the lifetime, and how long a
# text is in use (all in microseconds); the most bytes of all and of an owner, the most texts of all
# and of an owner; the prefix. Returns whether there is room. An owner loses its own oldest texts
# for it; others lose those that nobody uses.
RESERVE = """
local name, size, owner, now = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local texts, total, own, count, own_count, others, others_count = {}, 0, 0, 0, 0, 0, 0
local function forget(text)
    redis.call('HDEL', KEYS[1], text.name)
    redis.call('DEL', ARGV[11] .. text.name)
end
local flat = redis.call('HGETALL', KEYS[1])
for i = 1, #flat, 2 do
    local used, bytes, whose = string.match(flat[i + 1], '^(%d+) (%d+) (%w*)$')
    local text = {name = flat[i], used = tonumber(used), size = tonumber(bytes), owner = whose}
    if not used or text.used + tonumber(ARGV[5]) < now or flat[i] == name then
        if flat[i] ~= name then forget(text) end
    else
        table.insert(texts, text)
        total, count = total + text.size, count + 1
        if whose == owner then
            own, own_count = own + text.size, own_count + 1
        elseif text.used + tonumber(ARGV[6]) >= now then
            others, others_count = others + text.size, others_count + 1
        end
    end
end
table.sort(texts, function(a, b) return a.used < b.used end)
local leaving = {}
local function is_too_much_of_owner()
    return own + size > math.min(tonumber(ARGV[8]), (tonumber(ARGV[7]) - others) / 2)
        or own_count + 1 > math.min(tonumber(ARGV[10]), (tonumber(ARGV[9]) - others_count) / 2)
end
local function is_too_much()
    return total + size > tonumber(ARGV[7]) or count >= tonumber(ARGV[9])
end
for _, text in ipairs(texts) do
    local is_own = text.owner == owner
    local goes = is_own and is_too_much_of_owner()
    goes = goes or is_too_much() and (is_own or text.used + tonumber(ARGV[6]) < now)
    if goes then
        table.insert(leaving, text)
        total, count = total - text.size, count - 1
        if is_own then own, own_count = own - text.size, own_count - 1 end
    end
end
if is_too_much_of_owner() or is_too_much() then return 0 end
for _, text in ipairs(leaving) do forget(text) end
redis.call('HSET', KEYS[1], name, string.format('%.0f %.0f %s', now, size, owner))
return 1
"""
# Note that a text is used. KEYS: the index, the text. ARGV: name, now, lifetime.
TOUCH = """
local known = redis.call('HGET', KEYS[1], ARGV[1])
if redis.call('EXPIRE', KEYS[2], ARGV[3]) == 1 and known then
    redis.call('HSET', KEYS[1], ARGV[1], (string.gsub(known, '^%d+', ARGV[2])))
end
return redis.call('GET', KEYS[2])
"""


class SharedTexts:
    """Texts in Redis by name.

    lifetime: seconds without use after which a text is deleted. share: of Redis's memory for them.
    """

    def __init__(self, url: str, lifetime: int, share: float = SHARE) -> None:
        import redis  # only where it is used

        self._away = (redis.ConnectionError, redis.TimeoutError, OSError)
        self._refused = (redis.OutOfMemoryError, redis.ReadOnlyError)  # not what we ask for
        self._redis: Any = redis.Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._reserve = self._redis.register_script(RESERVE)
        self._touch = self._redis.register_script(TOUCH)
        self._lifetime, self._share = lifetime, share
        self._away_until = 0.0
        self._own: set[str] = set()  # that this server has put there

    def put(self, name: str, data: bytes, address: str = "") -> None:
        """Keep a text of an address, if there is room."""
        self._do(self._put, name, data, address)

    def get(self, name: str) -> bytes | None:
        """Return a text, which counts as used now; None if it is not there."""
        found = self._do(self._get, name)
        return found if isinstance(found, bytes) else None

    def delete(self, name: str) -> None:
        """Delete a text that this server has put there, because it has deleted its own copy."""
        if name in self._own:
            self._own.discard(name)
            self._do(self._delete, name)

    def _put(self, name: str, data: bytes, address: str) -> None:
        memory = int(self._redis.info("memory").get("maxmemory", 0))
        most = int(memory * self._share) if memory else MOST
        limits = [most, int(most * OF_ADDRESS), MAX_TEXTS, MAX_TEXTS_OF_ADDRESS]
        owner = keyed_hash("address", address.encode())
        times = [microseconds(each) for each in (time.time(), self._lifetime, IN_USE)]
        values: list[str | int] = [name, len(data), owner, *times, *limits, PREFIX]
        if self._reserve(keys=[INDEX], args=values):
            self._redis.set(PREFIX + name, data, ex=self._lifetime)
            self._own.add(name)

    def _get(self, name: str) -> object:
        values: list[str | int] = [name, microseconds(time.time()), self._lifetime]
        return self._touch(keys=[INDEX, PREFIX + name], args=values)

    def _delete(self, name: str) -> None:
        self._redis.hdel(INDEX, name)
        self._redis.delete(PREFIX + name)

    def _do(self, work: Any, *values: object) -> object:
        """Return what Redis answers; None while it is away."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return work(*values)
        except (*self._away, *self._refused) as error:
            self._away_until = time.monotonic() + PAUSE
            LOG.warning("Texts are not shared: %s", type(error).__name__)
        except Exception as error:
            if "WRONGTYPE" in str(error):  # what is there is not ours
                self._away_until = time.monotonic() + PAUSE
                LOG.warning("Texts are not shared: a value in Redis has another type")
            else:
                log_mistake(LOG, error)
        return None


def log_mistake(log: logging.Logger, error: Exception) -> None:
    """Log an error that does not mean that Redis is away: where it is, without a user's text."""
    location = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s with Redis\n%s", type(error).__name__, location)


def microseconds(seconds: float) -> int:
    """Return a time in the unit of the index, in which no two texts are used at once.

    >>> microseconds(2.5)
    2500000
    """
    return int(seconds * 1_000_000)


@cache
def shared_texts(lifetime: int) -> SharedTexts | None:
    """Return the texts that the replicas share; None if they share none.

    >>> shared_texts(60) is None
    True
    """
    alone, url = os.environ.get(TEXTS, ""), os.environ.get(REDIS, "")
    if alone and alone != url:
        return SharedTexts(alone, lifetime, SHARE_ALONE)
    return SharedTexts(url, lifetime) if url else None
