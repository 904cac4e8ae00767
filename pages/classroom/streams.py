"""The response that streams the events of a class to one reader.

It does the least that a stream needs, because a step of a class goes through it once per reader.
"""

import asyncio
from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pages.classroom.listeners import Listener

# Only the proxy of Jupyter sends this header. It forwards a stream as it is, but without its
# Content-Encoding (jupyter-server-proxy 4.6).
JUPYTER = "x-proxycontextpath"


def can_be_compressed(headers: Headers) -> bool:
    """Whether the reader of a stream, by the headers of the request, understands gzip.

    >>> can_be_compressed(Headers({"accept-encoding": "gzip, br"}))
    True
    >>> can_be_compressed(Headers({"accept-encoding": "gzip", JUPYTER: "/user/ada/proxy/8501"}))
    False
    """
    return "gzip" in headers.get("accept-encoding", "") and JUPYTER not in headers


class EventStream(Response):
    """A stream of events. join: called when the stream begins; leave: when it has ended."""

    media_type = "text/event-stream"

    def __init__(
        self,
        listener: Listener,
        join: Callable[[Listener], None],
        leave: Callable[[Listener], None],
        headers: Mapping[str, str],
    ) -> None:
        self.listener, self.join, self.leave = listener, join, leave
        self.status_code, self.background = 200, None
        # Some proxies would keep events until they have many.
        self.init_headers({**headers, "X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader leaves, or the class or the server ends."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if scope["method"] != "HEAD":
            self.join(self.listener)
            # A task of its own: each event would otherwise resume all middleware.
            sending = asyncio.create_task(self._send_events(send))
            watching = asyncio.create_task(self._watch(receive))
            try:
                await asyncio.wait({sending})
            finally:
                watching.cancel()
                sending.cancel()
                self.leave(self.listener)
            if sending.cancelled():
                return  # the reader does not read
            sending.result()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_events(self, send: Send) -> None:
        """Send events as they come."""
        while body := await self.listener.next():
            await send({"type": "http.response.body", "body": body, "more_body": True})

    async def _watch(self, receive: Receive) -> None:
        """Close the listener when the reader has left."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.listener.close()
