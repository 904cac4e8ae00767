"""Whether requests come from this machine or from other devices, and when the last of those came.

"Can a phone reach me?" uses it: a request from another device proves that the network, the firewall
and the port are right.
"""

import time
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.resources.client import parse

IS_HERE = "merge_by_merge.is_here"  # a key of the scope
# The starts of headers that only proxies send; that of Jupyter sends no X-Forwarded-For.
FORWARDING = ("x-forwarded-", "forwarded", "via", "x-real-ip", "x-proxycontextpath")


@dataclass
class Visits:
    """When the last request from another device came, in seconds of time.monotonic()."""

    last: float | None = None

    def seconds_ago(self, now: float) -> int | None:
        """Return how long ago another device sent a request; None if none has.

        >>> Visits(5.0).seconds_ago(8.5), Visits().seconds_ago(8.5)
        (3, None)
        """
        return None if self.last is None else int(now - self.last)


VISITS = Visits()


def is_same_machine(scope: Scope) -> bool:
    """Whether the connection of a request comes from this machine.

    A connection of a machine to its own network address has this address at both ends.

    >>> is_same_machine({"client": ("127.0.0.1", 5), "server": ("127.0.0.1", 80)})
    True
    >>> is_same_machine({"client": ("10.0.0.8", 5), "server": ("10.0.0.7", 80)})
    False
    """
    client, server = scope.get("client"), scope.get("server")
    source = parse(client[0]) if client else None
    target = parse(server[0]) if server else None
    return source is not None and (source.is_loopback or source == target)


def is_forwarding(name: str) -> bool:
    """Whether a header, by its name in lower case, says that a proxy has passed the request on.

    >>> is_forwarding("x-forwarded-for"), is_forwarding("accept")
    (True, False)
    """
    return name.startswith(FORWARDING)


class NoticeOtherDevices:
    """ASGI middleware that notes requests from other devices, and marks those from this machine.

    It must see the connection's address, so it comes before `RequestLimits`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "http":
            if is_same_machine(scope):
                names = Headers(scope=scope).keys()
                scope = {**scope, IS_HERE: not any(map(is_forwarding, names))}
            else:
                VISITS.last = time.monotonic()
        await self.app(scope, receive, send)


def is_here(scope: Scope) -> bool:
    """Whether a request comes from a browser on this machine, not through a proxy.

    >>> is_here({"type": "http"})
    False
    """
    return bool(scope.get(IS_HERE))
