"""Whether a request, or the URL that it names, is of one of our own pages.

Behind a proxy, only the browser knows the app's public origin: its scheme, host and port. A page is
ours if its host is the Host of the request. Some proxies send another Host than the browser has
sent. Then what the browser says about itself counts: pages can set neither `Sec-Fetch-Site` nor
`Referer` of another site. X-Forwarded-Host is ignored, because anybody can send it.
"""

import hmac
import logging
import os
import secrets
from functools import cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger(__name__)
# Space-separated origins that count as ours, for browsers and proxies that say too little.
ORIGINS = "MERGE_BY_MERGE_ORIGINS"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS = {"http": 80, "https": 443}
# Streamlit's client asks for this before each WebSocket.
BEFORE_WEBSOCKET = "/_stcore/host-config"
SAME_ORIGIN = "same-origin"
KEY = secrets.token_bytes(32)  # of this process: a page asks again before it connects to another


def host_and_port(origin: str) -> tuple[str, int] | None:
    """Return the host and the port of an origin; None if it has none, like the origin "null".

    >>> host_and_port("https://Example.org"), host_and_port("http://[::1]:8501")
    (('example.org', 443), ('::1', 8501))
    """
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not host:
        return None
    return host, port or DEFAULT_PORTS[parts.scheme]


def is_own_origin(url: str, headers: Headers) -> bool:
    """Whether the origin of a URL is ours by the Host of the request, or by the setting ORIGINS.

    >>> headers = Headers({"host": "a.org"})
    >>> is_own_origin("https://a.org/page", headers), is_own_origin("https://b.org", headers)
    (True, False)
    """
    origin, hosts = host_and_port(url), headers.getlist("host")
    if origin is None or len(hosts) != 1:
        return False
    if origin == host_and_port(f"{urlsplit(url).scheme}://{hosts[0]}"):
        return True
    return origin in map(host_and_port, os.environ.get(ORIGINS, "").split())


def is_own_page(url: str, headers: Headers) -> bool:
    """Whether a URL is of one of our pages, or at least of the page that sends the request.

    >>> headers = Headers({"host": "localhost:8501", "referer": "https://a.org/app/encode"})
    >>> is_own_page("https://a.org/app/", headers), is_own_page("https://b.org/", headers)
    (True, False)
    """
    if is_own_origin(url, headers):
        return True
    if headers.getlist("sec-fetch-site") not in ([], [SAME_ORIGIN]):
        return False
    origin = host_and_port(url)
    return origin is not None and [origin] == [*map(host_and_port, headers.getlist("referer"))]


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from one of our pages, or from no page at all.

    >>> is_same_origin(Headers({"host": "a.org", "origin": "https://a.org"}))
    True
    >>> is_same_origin(Headers({"host": "a.org", "origin": "https://b.org"}))
    False
    """
    origins = headers.getlist("origin")
    if not origins:
        return True
    if len(origins) != 1:
        return False
    return (
        is_own_origin(origins[0], headers)
        or headers.getlist("sec-fetch-site") == [SAME_ORIGIN]
        or has_proof(origins[0], headers)
    )


def proof(origin: tuple[str, int]) -> tuple[str, str]:
    """Return the name and the value of the cookie that proves that an origin is ours.

    Chromium sends no `Sec-Fetch-Site` with a WebSocket. It sends it with the request before, whose
    answer therefore sets this cookie if the Host of the request is not that of the page. The value
    depends on the origin, so it is of no use to other pages, which also cannot set or read it.
    Servers next to each other behind one proxy have other names for it.

    >>> proof(("a.org", 443)) == proof(("b.org", 443))
    False
    """
    host, port = origin
    name, value = (
        hmac.digest(KEY, text.encode(), "sha256").hex() for text in ("name", f"{host}:{port}")
    )
    return f"__Host-merge-by-merge-{name[:8]}", value


def has_proof(url: str, headers: Headers) -> bool:
    """Whether a request has the cookie that proves that the origin of a URL is ours."""
    origin = host_and_port(url)
    if origin is None:
        return False
    name, value = proof(origin)
    return hmac.compare_digest(cookie_parser(headers.get("cookie", "")).get(name, ""), value)


def cookie_to_set(headers: Headers) -> str | None:
    """Return the cookie for a browser that says that we have another origin than our Host.

    It also works in a frame of another site: there, it is valid for that site alone.

    >>> said = {"sec-fetch-site": "same-origin", "referer": "https://a.org/app/"}
    >>> cookie_to_set(Headers({"host": "localhost", **said})).partition(";")[2]
    ' Path=/; Secure; HttpOnly; SameSite=None; Partitioned'
    >>> cookie_to_set(Headers({"host": "a.org", **said}))
    """
    pages = headers.getlist("referer")
    origin = host_and_port(pages[0]) if len(pages) == 1 else None
    if origin is None or headers.getlist("sec-fetch-site") != [SAME_ORIGIN]:
        return None
    if is_own_origin(pages[0], headers):
        return None
    name, value = proof(origin)
    return f"{name}={value}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned"


class RejectCrossOriginWrites:
    """ASGI middleware that rejects writes and WebSockets from the pages of other sites.

    Streamlit rejects them too, but it first asks an external host for its own address, and all
    requests wait for that. So the Origin header is removed from what Streamlit gets.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or reject it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reads = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not reads and not is_same_origin(headers):
            await reject(scope, receive, send)
            return
        cookie = cookie_to_set(headers) if scope["path"].endswith(BEFORE_WEBSOCKET) else None
        kept = [(name, value) for name, value in scope["headers"] if name != b"origin"]
        await self.app({**scope, "headers": kept}, receive, setting(cookie, send))


def setting(cookie: str | None, send: Send) -> Send:
    """Return a `send` that also sets a cookie, if there is one."""
    if cookie is None:
        return send

    async def with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("Set-Cookie", cookie)
        await send(message)

    return with_cookie


@cache
def explain() -> None:
    """Log once what to do if such requests come from the app itself."""
    LOG.warning(
        "A request from the page of another origin was rejected. If the app does not open behind "
        "a proxy that changes the Host header, use HTTPS, or set %s to the app's public origin.",
        ORIGINS,
    )


async def reject(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 403, or close a WebSocket."""
    explain()
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        answer = PlainTextResponse("This request comes from the page of another site.\n", 403)
        await answer(scope, receive, send)
