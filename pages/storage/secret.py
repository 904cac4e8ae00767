"""A secret of the server, so that nobody can compute the names under which it keeps things.

Whoever guesses a private text could otherwise compute its name, and ask whether it is there.
"""

import hmac
import os
import secrets
from functools import cache
from pathlib import Path

from pages.resources.machine import read

# The same value makes several replicas give the same names. Without it, each process has its own.
SECRET = "MERGE_BY_MERGE_SECRET"
MACHINE_IDS = ("/etc/machine-id", "/var/lib/dbus/machine-id")  # of Linux, made when it is installed


@cache
def secret() -> bytes:
    """Return the secret: what is configured, otherwise a random one of this process.

    >>> secret() == secret()
    True
    """
    return configured_secret() or secrets.token_bytes(32)


def configured_secret() -> bytes:
    """Return the secret that also other replicas have, and that survives a restart; or nothing."""
    return os.environ.get(SECRET, "").encode()


@cache
def installation() -> bytes:
    """Return what tells this installation from others: the id of the machine, and the app's folder.

    All processes of an installation agree, also after a restart. A machine can have no id, for
    example in a container; then only the folder counts.

    >>> installation() == installation()
    True
    """
    machine = next(filter(None, (read(each).strip() for each in MACHINE_IDS)), "")
    return f"{machine} {Path(__file__).parents[2]}".encode()


def keyed_hash(purpose: str, data: bytes) -> str:
    """Return 24 hexadecimal digits that depend on a purpose, on data and on the secret.

    Names for one purpose say nothing about names for another: a reader may choose the whole content
    of a file, and must not learn the key of a run from the file's name.

    >>> len(keyed_hash("run", b"hug")), keyed_hash("run", b"hug") == keyed_hash("file", b"hug")
    (24, False)
    """
    key = hmac.digest(secret(), purpose.encode(), "sha256")
    return hmac.digest(key, data, "sha256").hex()[:24]


def cache_key(*parts: str) -> str:
    """A key that nobody can guess or read, made from what readers chose and typed.

    Another server has other keys, unless both are configured with the same secret.

    >>> len(cache_key("hug", "10")), cache_key("a", "b") == cache_key("ab")
    (24, False)
    """
    return keyed_hash("run", repr(parts).encode())
