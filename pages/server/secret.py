"""A secret of the server, so that nobody can compute the names under which it keeps things.

Whoever guesses a private text could otherwise compute its name, and ask whether it is there.
"""

import hmac
import os
import secrets
from functools import cache

# The same value makes several replicas give the same names. Without it, each process has its own.
SECRET = "MERGE_BY_MERGE_SECRET"


@cache
def secret() -> bytes:
    """Return the secret: what is configured, otherwise a random one of this process.

    >>> secret() == secret()
    True
    """
    return os.environ.get(SECRET, "").encode() or secrets.token_bytes(32)


def keyed_hash(data: bytes) -> str:
    """Return 24 hexadecimal digits that depend on data and on the secret.

    >>> len(keyed_hash(b"hug")), keyed_hash(b"hug") == keyed_hash(b"pug")
    (24, False)
    """
    return hmac.digest(secret(), data, "sha256").hex()[:24]
