"""The HTTP route by which the page gets the address for a class, and its QR code."""

from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pages.hosting import network_address
from pages.hosting.origins import is_own_page
from pages.hosting.other_devices import is_here
from pages.resources.turns import Busy, Turns, visitor

MAX_URL = 2_000  # characters; the page sends a longer URL without its query
MAX_HOST = 253  # characters of a name, as in DNS
MAX_IMAGES = 100  # QR codes that are kept
DRAWING = Turns(max_running=1, max_waiting=400, max_per_client=100)  # a code takes some 10 ms


async def get_invitation(request: Request) -> Response:
    """Answer GET join?url=...&address=..., with 400 for a URL that is not one of our pages.

    address: of the network card to use, see `address_for`. The answer is that of `invite`. It is
    not cached, because a network address can change.
    """
    url = request.query_params.get("url", "")
    if not is_own_url(url, request.headers):
        return PlainTextResponse("This is not the URL of a page of this server.\n", 400)
    try:
        answer = await invitation(url, request)
    except Busy:
        sentence = "The server is busy. Try again in a few seconds.\n"
        return PlainTextResponse(sentence, 503, {"Retry-After": "5"})
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


async def invitation(url: str, request: Request) -> dict[str, str | None]:
    """Return what `invite` returns for a request, drawn in a thread. Raises Busy."""
    local = address_for(request)
    return await DRAWING.run(visitor(request), lambda: invite(url, local))


def address_for(request: Request) -> str | None:
    """Return the address of this machine by which others reach it; None if there is none.

    A browser on this machine can choose the address of another network card. Others do not learn
    these addresses. Behind a tunnel or in a container, they would be useless anyway.
    """
    if not is_here(request.scope):
        return None
    asked = request.query_params.get("address")
    return asked if asked in network_address.network_cards() else network_address.local_address()


def is_own_url(url: str, headers: Headers) -> bool:
    """Whether a URL is that of a page of this server, and not too long. headers: of the request.

    >>> headers = Headers({"host": "a.org"})
    >>> is_own_url("http://a.org/unigram?lang=ko", headers)
    True
    >>> is_own_url("http://b.org/", headers), is_own_url("http://a.org@b.org/", headers)
    (False, False)
    """
    if len(url) > MAX_URL or not (url.isascii() and url.isprintable()):
        return False
    if not is_own_page(url, headers):
        return False
    parts = urlsplit(url)
    return "@" not in parts.netloc and len(parts.hostname or "") <= MAX_HOST


def invite(url: str, local: str | None) -> dict[str, str | None]:
    """Return how others open a page: {url, short, image}.

    local: this machine's address on the network. url: what the QR code opens: the page, or, if that
    is too long for a code, the page without its query; None if others cannot reach this machine.
    short: the URL without its query. image: the QR code, see `network_address.qr_code`.

    >>> answer = invite("http://localhost:8501/?corpus=hug", "10.0.0.7")
    >>> answer["url"], answer["short"]
    ('http://10.0.0.7:8501/?corpus=hug', 'http://10.0.0.7:8501/')
    >>> invite("http://localhost:8501/", None)["url"]
    """
    reachable = network_address.reachable_url(url, local)
    if reachable is None:
        return {"url": None, "short": None, "image": None}
    short = reachable.partition("?")[0]
    image = qr_code(reachable)
    if image is None:
        reachable, image = short, qr_code(short)
    return {"url": reachable, "short": short, "image": image}


@lru_cache(maxsize=MAX_IMAGES)
def qr_code(url: str) -> str | None:
    """Return the QR code of a URL as `network_address.qr_code` draws it."""
    return network_address.qr_code(url)


def route(path: str) -> Route:
    """Return the route of `get_invitation` under a path.

    >>> route("/stage").path
    '/stage/join'
    """
    return Route(path + "/join", get_invitation)
