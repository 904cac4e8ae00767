"""Middleware that makes redirects relative: a proxy may have removed the start of every path."""

from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def relative(location: str, path: str, host: str) -> str:
    """Return a redirect as a URL relative to the path of its request. host: that of the request.

    >>> relative("/unigram?corpus=hug", "/unigram/", "a.org")
    '../unigram?corpus=hug'
    >>> relative("http://a.org/app/", "/app", "a.org"), relative("https://b.org/", "/x", "a.org")
    ('./app/', 'https://b.org/')
    """
    parts = urlsplit(location)
    if parts.netloc not in ("", host) or not parts.path.startswith("/"):
        return location
    up = "../" * (path.count("/") - 1) or "./"
    return urlunsplit(parts._replace(scheme="", netloc="", path=up + parts.path.lstrip("/")))


class RelativeRedirects:
    """ASGI middleware that makes redirects to paths of this server relative.

    Streamlit redirects a page with a slash at its end to an absolute path.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and change the header Location of a redirect."""

        async def with_relative_location(message: Message) -> None:
            if message["type"] == "http.response.start" and 300 <= message["status"] < 400:
                headers = MutableHeaders(scope=message)
                if "location" in headers:
                    host = Headers(scope=scope).get("host", "")
                    headers["location"] = relative(headers["location"], scope["path"], host)
            await send(message)

        await self.app(scope, receive, with_relative_location if scope["type"] == "http" else send)
