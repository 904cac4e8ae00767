"""The stage on a bare page: the app's JavaScript, styles and records, without Streamlit.

A page takes the same query as the app. It mounts the stage and the URL writer with the data that
the app would send them, and records their messages to the server in `window.sent`.
`window.show(path and query)` changes the settings as the server would. The panels of the app
(tables, figures, questions) have their own pages, see `bare_data.py`; `window.show` with the path
of a panel adds it to the page.

    python -m tests.support.bare      serves it on port 8700
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from threading import Thread
from typing import Any

import streamlit
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pages.classroom import follower_page
from pages.classroom.hub import Hub
from pages.classroom.routes import Classroom
from pages.course import route as guide
from pages.course.learning_platform import route as platform
from pages.hosting import invite, reach
from pages.hosting.components import files_path
from pages.hosting.files import serve_picture
from pages.hosting.modules import browser_module
from pages.hosting.other_devices import NoticeOtherDevices
from pages.hosting.static_files import FOREVER
from pages.hosting.styles import style_sheet
from pages.hosting.theme import color_styles
from pages.report import downloads
from pages.report import route as report
from pages.resources.rates import Rate
from pages.runs import by_hand, records
from tests.support.bare_data import PANELS, STAGES, data_of
from tests.support.servers import PATIENCE
from tests.support.tab import DEEP, Tab, with_corpus
from tests.support.waiting import ROUND, comes_true

FONTS = Path(streamlit.__file__).parent / "static" / "static" / "media"
PAGE = (Path(__file__).parent / "bare.html").read_text(encoding="utf-8")


@cache
def html() -> str:
    """Return the bare page, in the colors of the app's theme."""
    sans = next(FONTS.glob("SourceSansVF-Upright*")).name
    page = PAGE.replace("FILES", files_path()).replace("SANS", sans)
    return page.replace("THEME", color_styles(":root"))


def serve_page(request: Request) -> HTMLResponse:
    return HTMLResponse(html())


async def serve_style_sheet(request: Request) -> Response:
    """Answer with a style sheet as the app sends it: axe does not find imported ones."""
    return Response(style_sheet(f"{request.path_params['name']}.css"), media_type="text/css")


async def serve_module(request: Request) -> Response:
    """Answer with a module as the app sends it."""
    return lasting(browser_module(f"{request.path_params['name']}.js"), "text/javascript")


def lasting(text: str, media_type: str) -> Response:
    """Answer with a file that the browser keeps for the next page, as those of the app."""
    return Response(text, headers={"Cache-Control": FOREVER}, media_type=media_type)


def serve_data(request: Request) -> JSONResponse:
    return JSONResponse(data_of(request.path_params.get("path", ""), request.url.query))


CLASSROOM = Classroom(Hub())
CLASSROOM.opening.openings = Rate(per_second=100, burst=1_000)  # all tests have one address
CLASSROOM.leading.questions = Rate(per_second=100, burst=1_000)


@asynccontextmanager
async def running(app: Starlette) -> AsyncIterator[None]:
    """What runs as long as the server."""
    async with CLASSROOM.hub.running():
        yield


app = Starlette(
    routes=[
        records.route(files_path()),
        report.route(files_path()),
        downloads.route(files_path()),
        by_hand.route(files_path()),
        invite.route(files_path()),
        reach.route(files_path()),
        *guide.routes(files_path()),
        platform.route(files_path()),
        *CLASSROOM.routes(""),
        *follower_page.routes("", files_path()),
        Route(files_path() + "/{name}.css", serve_style_sheet),
        Route(files_path() + "/{name}.js", serve_module),
        Route(files_path() + "/{name}", serve_picture),
        Mount("/fonts", StaticFiles(directory=FONTS)),
        Route("/data/{path}", serve_data),
        Route("/data/", serve_data),
        Route("/favicon.ico", lambda request: RedirectResponse("data:,")),
        *(Route(f"/{path}", serve_page) for path in (*STAGES, *PANELS)),
    ],
    middleware=[Middleware(NoticeOtherDevices)],
)


# The step that each corpus shows, and that of the transport.
AT = """() => {
  const root = document.querySelector(".st-key-stage")?.shadowRoot;
  return [...root?.querySelectorAll("[data-step]") ?? []].map((each) =>
    [each.dataset.step, root.querySelector(".scrubber")?.value]);
}"""


class BareTab(Tab):
    """A tab on the bare page, without Streamlit."""

    def idle(self) -> None:
        pass

    def quiet(self) -> None:
        """Wait until all records have arrived and the URL has the step."""
        written = f"""() => {{
          {DEEP}
          const at = deep('.scrubber')[0]?.value ?? null;
          const query = new URLSearchParams(location.search);
          return window.recordsInFlight === 0
            && (at === null || [query.get('step'), query.get('position')].includes(at));
        }}"""
        self.until(lambda: self.page.evaluate(written))

    def messages(self) -> list[list[Any]]:
        """The messages of the page to the server."""
        return self.page.evaluate("() => window.sent")

    def show(self, query: str = "", path: str = "/") -> None:
        """Change the settings, as a control of the sidebar does; the page stays."""
        self.page.evaluate("(address) => window.show(address)", f"{path}?{with_corpus(query)}")

    def leave(self) -> None:
        """Remove the stage, as when another page of the app is opened."""
        self.page.evaluate("() => window.leave()")

    def go(self, query: str = "", path: str = "/") -> None:
        """Show another page, as the app's menu does: its parts are mounted anew.

        It takes a third of the time to load a page. The first one is loaded.
        """
        address = f"{path}?{with_corpus(query)}"
        if self.page.url.startswith(self.url):
            self.page.evaluate("(address) => window.go(address)", address)
        else:
            self.page.goto(self.url + address)

    def ready(self) -> None:
        self.is_soon(lambda at: len(at) == 1) or super().ready()

    def at(self, step: int) -> None:
        """Wait until the step is shown. Looks only where the stage is, so it is quick."""
        self.is_soon(lambda at: at == [[str(step), str(step)]]) or super().at(step)

    def is_soon(self, fits: Callable[[list[list[str]]], bool]) -> bool:
        """Wait until the shown and the wanted step of the stage fit. Returns whether they do."""
        return comes_true(self.page, lambda: fits(self.page.evaluate(AT)), ROUND / 1000)


class BareServer:
    """The bare page on a port of its own, served by a thread of this process."""

    tab = BareTab

    def __init__(self, port: int = 0) -> None:
        self.socket = socket()
        self.socket.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < until, "the bare page is not served"
            time.sleep(0.01)

    def run(self) -> None:
        self.loop.run_until_complete(self.server.serve(sockets=[self.socket]))

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(CLASSROOM.hub.close)
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()


if __name__ == "__main__":
    print(json.dumps({"url": BareServer(8700).url}))
    while True:
        time.sleep(60)
