"""What is refused: requests that other sites' pages send, and, by headers to the browser, scripts,
images and frames that are not ours.

Two environment variables loosen it: see ORIGINS and FRAMES. But: who may use the page at all is
for the proxy before it to decide.
"""

import base64
import hashlib
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette.datastructures import Headers as RequestHeaders
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Origins, parted by spaces, that count as ours: a proxy may give the app another name than the
# browser knows. X-Forwarded-Host is not looked at: anybody can send it.
ORIGINS = "MERGE_BY_MERGE_ORIGINS"
# Origins, parted by spaces, whose pages may show ours in a frame; "*" for all.
FRAMES = "MERGE_BY_MERGE_FRAME_ANCESTORS"
READING = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": 80, "https": 443}
ANCESTOR = re.compile(r"\*|https?://[a-z0-9*.:\[\]-]+", re.IGNORECASE | re.ASCII)


@cache
def policy() -> str:
    """The content security policy. Streamlit's page has inline scripts; their hashes are in it."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text()
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'self'; script-src 'self' blob: {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; "
        f"frame-ancestors {ancestors(os.environ.get(FRAMES, ''))}"
    )


def ancestors(setting: str) -> str:
    """Whose pages may show ours in a frame, as the policy says it; raises ValueError.

    >>> ancestors("")
    "'self'"
    >>> ancestors("https://course.example.org https://*.example.edu")
    "'self' https://course.example.org https://*.example.edu"
    """
    for name in setting.split():
        if not ANCESTOR.fullmatch(name):
            raise ValueError(f"{FRAMES}: {name} is not an origin such as https://example.org")
    return " ".join(["'self'", *setting.split()])


def place(address: str) -> tuple[str, int | None] | None:
    """Host and port that an origin names; None for what names none ("null", say).

    >>> place("https://Example.org"), place("http://[::1]:8501"), place("null")
    (('example.org', 443), ('::1', 8501), None)
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not host:
        return None
    return host, port or PORTS[parts.scheme]


def is_ours(headers: RequestHeaders) -> bool:
    """Whether a request comes from a page of ours, or from no page at all.

    >>> is_ours(RequestHeaders({"host": "a.org", "origin": "https://a.org"}))
    True
    >>> is_ours(RequestHeaders({"host": "a.org", "origin": "https://b.org"}))
    False
    """
    origins, hosts = headers.getlist("origin"), headers.getlist("host")
    if not origins:
        return True
    if len(origins) > 1 or len(hosts) != 1:
        return False
    origin = place(origins[0])
    if origin is None:
        return False
    scheme = urlsplit(origins[0]).scheme
    if origin == place(f"{scheme}://{hosts[0]}"):
        return True
    return origin in map(place, os.environ.get(ORIGINS, "").split())


class OwnPagesOnly:
    """ASGI middleware that lets other sites' pages read what is public, and change nothing.

    Streamlit would refuse them too, but first asks a host outside for its own address, and
    everybody waits meanwhile; so it is not shown where a request comes from.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        reads = scope["type"] == "http" and scope["method"] in READING
        if not reads and not is_ours(RequestHeaders(scope=scope)):
            await refuse(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name != b"origin"]
        await self.app({**scope, "headers": headers}, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 403, to a handshake too."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        answer = PlainTextResponse("This request comes from the page of another site.\n", 403)
        await answer(scope, receive, send)


class Headers:
    """ASGI middleware that puts the headers on every response."""

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add the headers to what comes back."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = self.policy
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
