"""Middleware that answers 404 for paths where nothing is.

Streamlit sends its whole page for each of them, so that a page could have any path. It looks for a
file first, in a thread. A flood of such requests would make everybody wait. Our pages are known.
"""

import html
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.hosting.components import base_path
from pages.hosting.redirects import relative
from pages.hosting.streamlit_patches.index_html import STATIC
from pages.translations.language import preferred_language, translation

PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Merge by Merge</title>
<style>html {{ background: canvas; font: 1rem/1.5 system-ui, sans-serif }} body {{ margin: 2rem }}
h1 {{ font-size: 1rem; font-weight: normal }}</style>
<body><main><h1>{sentence}</h1><p><a href="{root}">{link}</a></p></main></body></html>
"""
MAX_LANGUAGE = 100  # characters of the header with the reader's languages
# Characters of a path below the app's own; ours have at most 150. The pattern of a route can take
# long to see that a long path does not match.
MAX_PATH = 300


class KnownPathsOnly:
    """ASGI middleware that passes on requests for pages, files and routes, and answers the others.

    pages: the paths of all pages.
    """

    def __init__(self, app: ASGIApp, pages: Iterable[str]) -> None:
        self.app = app
        base = base_path()
        self.most = len(base) + MAX_PATH
        files = (each for each in STATIC.rglob("*") if each.is_file())
        self.paths = {f"{base}/{each.relative_to(STATIC).as_posix()}" for each in files}
        self.paths |= {f"{base}/{page}".rstrip("/") for page in pages}
        self.routes: list[BaseRoute] = []  # of the app, which exists once there is a request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 404."""
        if scope["type"] != "http" or self.is_known(scope):
            await self.app(scope, receive, send)
        else:
            await not_found(scope)(scope, receive, send)

    def is_known(self, scope: Scope) -> bool:
        """Whether there is something at the path of a request.

        Streamlit redirects a page with a slash at its end.
        """
        path = scope["path"].rstrip("/")
        if len(path) > self.most:
            return False
        if path in self.paths:
            return True
        if not self.routes:
            routes = scope["app"].routes
            self.routes = [each for each in routes if not (is_rest(each) or is_login(each))]
        scope = {**scope, "path": path}
        return any(route.matches(scope)[0] != Match.NONE for route in self.routes)


def is_rest(route: BaseRoute) -> bool:
    """Whether a route takes all paths that no other one takes.

    >>> is_rest(Mount("/", routes=[])), is_rest(Mount("/stage", routes=[]))
    (True, False)
    """
    return isinstance(route, Mount) and route.path == base_path()


def is_login(route: BaseRoute) -> bool:
    """Whether a route is one of Streamlit's for signing in, which nobody can do here.

    >>> is_login(Mount("/auth/login", routes=[])), is_login(Mount("/stage", routes=[]))
    (True, False)
    """
    paths = (f"{base_path()}/{path}" for path in ("auth/login", "auth/logout", "oauth2callback"))
    return isinstance(route, Mount | Route) and route.path in paths


def not_found(scope: Scope) -> Response:
    r"""Return the answer for an unknown path: for a browser's address bar, with a link to the app.

    >>> not_found({"type": "http", "path": "/nowhere", "headers": []}).body
    b'Not found\n'
    """
    headers = Headers(scope=scope)
    if "text/html" not in headers.get("accept", ""):
        return PlainTextResponse("Not found\n", 404)
    lang = preferred_language(headers.get("accept-language", "")[:MAX_LANGUAGE].partition(",")[0])
    t = translation(lang)
    page = PAGE.format(
        lang=lang,
        sentence=html.escape(t.gettext("There is no page at this address.")),
        root=html.escape(relative(f"{base_path()}/", scope["path"], "")),
        link=html.escape(t.gettext("Open Merge by Merge")),
    )
    return HTMLResponse(page, 404, {"Vary": "Accept, Accept-Language"})
