"""The HTTP route that checks whether phones can reach this computer."""

import time
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pages.hosting import invite, network_address
from pages.hosting import reach_view as reach
from pages.hosting.origins import DEFAULT_PORTS
from pages.hosting.other_devices import VISITS, is_here
from pages.translations.language import preferred_language, translation


async def get_reach(request: Request) -> Response:
    """Answer GET reach?url=...&lang=...&address=... with the record of `pages.hosting.reach_view`.

    url: of a page of this server, otherwise 400. address: of a network card, see
    `invite.address_for`. Only a browser on this machine learns about its network.
    """
    url, lang = request.query_params.get("url", ""), request.query_params.get("lang", "")
    if not invite.is_own_url(url, request.headers):
        return PlainTextResponse("This is not the URL of a page of this server.\n", 400)
    parts = urlsplit(url)
    port = parts.port or DEFAULT_PORTS[parts.scheme]
    found = reach.Reach(False, port)
    if is_here(request.scope):
        address = invite.address_for(request)
        found = reach.Reach(
            True,
            port,
            address,
            address is not None and await network_address.accepts_connections(address, port),
            VISITS.seconds_ago(time.monotonic()),
            tuple(network_address.network_cards().items()),
        )
    answer = reach.record(found, translation(preferred_language(lang)))
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


def route(path: str) -> Route:
    """Return the route of `get_reach` under a path.

    >>> route("/stage").path
    '/stage/reach'
    """
    return Route(path + "/reach", get_reach)
