"""Stored texts in Redis, so that a link to a large text works on every replica.

The environment variable REDIS has the URL. Without it, each server has only its own texts. While
Redis is away, too.
"""

import logging
import os
import time
import traceback
from functools import cache
from typing import Any

REDIS = "MERGE_BY_MERGE_REDIS"
PREFIX = "merge-by-merge:text:"
PATIENCE = 2.0  # seconds until Redis counts as away
PAUSE = 5.0  # seconds in which it is not asked again then
LOG = logging.getLogger(__name__)


class SharedTexts:
    """Texts in Redis by name. lifetime: seconds without use after which a text is deleted."""

    def __init__(self, url: str, lifetime: int) -> None:
        import redis  # only where it is used

        self._away = (OSError, redis.ConnectionError, redis.TimeoutError)
        self._redis: Any = redis.Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._lifetime = lifetime
        self._away_until = 0.0

    def put(self, name: str, data: bytes) -> None:
        """Keep a text."""
        self._do("set", name, data, ex=self._lifetime)

    def get(self, name: str) -> bytes | None:
        """Return a text, which counts as used now; None if it is not there."""
        found = self._do("getex", name, ex=self._lifetime)
        return found if isinstance(found, bytes) else None

    def _do(self, command: str, name: str, *values: object, **options: object) -> object:
        """Return what Redis answers; None while it is away."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return getattr(self._redis, command)(PREFIX + name, *values, **options)
        except self._away as error:
            self._away_until = time.monotonic() + PAUSE
            LOG.warning("Texts are not shared: %s", type(error).__name__)
        except Exception as error:
            log_mistake(LOG, error)
        return None


def log_mistake(log: logging.Logger, error: Exception) -> None:
    """Log an error that does not mean that Redis is away: where it is, without a user's text."""
    location = "".join(traceback.format_tb(error.__traceback__))
    log.error("%s with Redis\n%s", type(error).__name__, location)


@cache
def shared_texts(lifetime: int) -> SharedTexts | None:
    """Return the texts that the replicas share; None if they share none.

    >>> shared_texts(60) is None
    True
    """
    url = os.environ.get(REDIS, "")
    return SharedTexts(url, lifetime) if url else None
