"""Codes, keys and voters of classes, and how they are checked.

A code is a hash of the key. So whoever knows the code, as all students do, cannot take over a class
that the server has forgotten. If the server has a secret (see `pages.storage.secret`), the hash
depends on it, and nobody else can compute it. Without one, the hash is slow, and depends on the
installation: a key for a code takes 2^30 slow hashes, and nobody can compute them ahead for all
servers.
"""

import hashlib
import hmac
import re
import secrets

from pages.storage.secret import configured_secret, installation

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 O 1 I; lower case is accepted
LENGTH = 6
MAX_KEY = 100  # characters
NETWORK = 4  # characters of a voter that name its network
_VOTER = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-f]{32})")


def new_key() -> str:
    """Return a key that nobody can guess.

    >>> len(new_key()), new_key() == new_key()
    (43, False)
    """
    return secrets.token_urlsafe(32)


def is_slow() -> bool:
    """Whether `code_of` takes long, because the server has no secret.

    >>> is_slow() == (not configured_secret())
    True
    """
    return not configured_secret()


def new_token() -> str:
    """Return a token for a key, which is short enough for a QR code that a phone reads easily.

    >>> len(new_token())
    22
    """
    return secrets.token_urlsafe(16)


def code_of(key: str) -> str:
    """Return the code that belongs to a key. Without a secret, it takes about 50 ms and 16 MB.

    >>> code_of("a key") == code_of("a key"), len(code_of("another key"))
    (True, 6)
    """
    secret = configured_secret()
    if secret:
        digest = hmac.digest(secret, b"merge-by-merge class " + key.encode(), "sha256")[:8]
    else:
        salt = b"merge-by-merge class " + installation()
        digest = hashlib.scrypt(key.encode(), salt=salt, n=2**14, r=8, p=1, dklen=8)
    number = int.from_bytes(digest)
    return "".join(ALPHABET[number >> 5 * i & 31] for i in range(LENGTH))


def parse_code(text: str) -> str | None:
    """Return a code as we write it; None if the text is not a code.

    >>> parse_code("k7m2qx"), parse_code("../etc"), parse_code("K7M2Q0")
    ('K7M2QX', None, None)
    """
    code = text.upper() if text.isascii() else ""
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def parse_typed_code(text: str) -> str | None:
    """Return a code that somebody has typed, also with spaces or hyphens; None if it is not one.

    >>> parse_typed_code(" k7m 2qx "), parse_typed_code("K7M-2QX"), parse_typed_code("K7M")
    ('K7M2QX', 'K7M2QX', None)
    """
    return parse_code(re.sub(r"[\s\-\u2010-\u2015]", "", text))


def hash_of(key: str) -> str:
    """Return what the server keeps of a key.

    >>> len(hash_of("a key"))
    64
    """
    return hashlib.sha256(key.encode()).hexdigest()


def is_key(key: str | None, expected: str) -> bool:
    """Whether a key has this hash. Takes the same time for every wrong key.

    >>> is_key("a key", hash_of("a key")), is_key("", hash_of("a key")), is_key(None, "")
    (True, False, False)
    """
    if not key or len(key) > MAX_KEY:
        return False
    return hmac.compare_digest(hash_of(key), expected)


def new_voter(key_hash: str, address: str = "") -> str:
    """Return a voter of the class that has a key with this hash. Only the server can make one.

    It begins with the network of its address, see `network`.

    >>> is_voter(new_voter("a hash"), "a hash"), is_voter(new_voter("a hash"), "another hash")
    (True, False)
    """
    name = network(address, key_hash) + secrets.token_urlsafe(16)[NETWORK:]
    return f"{name}.{_signature(name, key_hash)}"


def network(address: str, key_hash: str) -> str:
    """Return a name for an address in a class. It says nothing about the address to others.

    >>> network("10.0.0.7", "a hash") == network("10.0.0.7", "a hash"), len(network("", ""))
    (True, 4)
    """
    digest = hmac.digest(key_hash.encode(), b"network " + address.encode(), "sha256")
    return digest.hex()[:NETWORK]


def is_voter(voter: object, key_hash: str) -> bool:
    """Whether the server has made this voter for this class.

    >>> is_voter("somebody", "a hash"), is_voter(7, "a hash")
    (False, False)
    """
    match = _VOTER.fullmatch(voter) if isinstance(voter, str) else None
    return match is not None and hmac.compare_digest(match[2], _signature(match[1], key_hash))


def _signature(name: str, key_hash: str) -> str:
    return hmac.digest(key_hash.encode(), b"voter " + name.encode(), "sha256").hex()[:32]
