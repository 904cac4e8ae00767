"""Middleware that sends security headers.

They make browsers block scripts, images and frames that are not ours. An environment variable
loosens the rules: see FRAMES. Who may use the page at all is up to the proxy.
"""

import base64
import hashlib
import os
import re
from collections.abc import Container
from functools import cache
from urllib.parse import parse_qsl

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.hosting.first_paint import FIRST_SCRIPT
from pages.hosting.streamlit_patches.index_html import inline_scripts

# Space-separated origins whose pages may show ours in a frame; "*" for all.
FRAMES = "MERGE_BY_MERGE_FRAME_ANCESTORS"
FRAME_RULE = "frame-ancestors "  # the last directive of a policy
FRAME_ANCESTOR = re.compile(r"\*|https?://[a-z0-9*.:\[\]-]+", re.IGNORECASE | re.ASCII)


@cache
def content_security_policy() -> str:
    """Return the content security policy, with the hashes of all inline scripts.

    >>> content_security_policy().split("; ")[0]
    "default-src 'self'"
    """
    hashes = " ".join(map(source_of, [*inline_scripts(), FIRST_SCRIPT]))
    return (
        f"default-src 'self'; script-src 'self' blob: {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; "
        f"{FRAME_RULE}{frame_ancestors(os.environ.get(FRAMES, ''))}"
    )


def is_embedded(query: str) -> bool:
    """Whether a query asks for a page that other sites may show in a frame.

    `embedded.js` decides in the same way, so a page that may be framed is an embedded one: if the
    parameter occurs twice, both must be true.

    >>> is_embedded("corpus=hug&embed=true"), is_embedded("embed=false&embed=true")
    (True, False)
    """
    values = [value for name, value in parse_qsl(query, True) if name == "embed"]
    return bool(values) and all(value.lower() == "true" for value in values)


def policy_of(scope: Scope, policy: str, embeddable: Container[str]) -> str:
    """Return the policy of a response: without a rule for frames if it is an embedded page.

    Such a page shows the stage alone, so nobody can be tricked into anything with it. embeddable:
    the paths of the pages that have one.

    >>> scope = {"path": "/encode", "query_string": b"embed=true"}
    >>> policy_of(scope, "default-src 'self'; frame-ancestors 'self'", {"encode"})
    "default-src 'self'"
    """
    page = scope["path"].rpartition("/")[2]
    if page in embeddable and is_embedded(scope["query_string"].decode(errors="replace")):
        return policy.partition(f"; {FRAME_RULE}")[0]
    return policy


def follower_policy(style: str, forms: str = "'none'") -> str:
    """Return the stricter policy of a follower's page: our own files, and its inline style.

    forms: where a form of the page may lead.

    >>> "unsafe" in follower_policy("body { margin: 0; }")
    False
    """
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' {source_of(style)}; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
        f"form-action {forms}; {FRAME_RULE}{frame_ancestors(os.environ.get(FRAMES, ''))}"
    )


def source_of(text: str) -> str:
    """Return how a policy names an inline script or style: by the hash of its text.

    >>> source_of("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def frame_ancestors(setting: str) -> str:
    """Return the value of frame-ancestors for a setting. Raises ValueError.

    >>> frame_ancestors("")
    "'self'"
    >>> frame_ancestors("https://course.example.org https://*.example.edu")
    "'self' https://course.example.org https://*.example.edu"
    """
    for name in setting.split():
        if not FRAME_ANCESTOR.fullmatch(name):
            raise ValueError(f"{FRAMES}: {name} is not an origin such as https://example.org")
    return " ".join(["'self'", *setting.split()])


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every response.

    A response can have a policy of its own.
    """

    def __init__(self, app: ASGIApp, policy: str, embeddable: Container[str] = ()) -> None:
        self.app = app
        self.policy = policy
        self.embeddable = embeddable

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add the headers to the response."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                policy = policy_of(scope, self.policy, self.embeddable)
                headers.setdefault("Content-Security-Policy", policy)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
