"""The stage on a bare page: the app's JavaScript, styles and records, without Streamlit.

A page takes the same query as the app. It mounts the stage and the URL writer with the data that
the app would send them, and records their messages to the server in `window.sent`.
`window.show(path and query)` changes the settings as the server would. The panels of the app
(tables, figures, questions) have their own pages, see PANELS; `window.show` with the path of a
panel adds it to the page.

    python -m tests.support.bare      serves it on port 8700
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl

import streamlit
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.classroom import follower_page
from pages.classroom.hub import Hub
from pages.classroom.routes import Classroom
from pages.course import lesson_page
from pages.course import route as guide
from pages.course.learning_platform import route as platform
from pages.encoding import decoding, decoding_report, line_chart, merge_orders
from pages.encoding.contents import encoder_of, text_of
from pages.encoding.encoded_text import encode_text
from pages.figures import contents as course_page
from pages.hosting import invite, reach
from pages.hosting.components import common, files_path
from pages.hosting.files import serve_picture
from pages.hosting.files import text as file_text
from pages.hosting.other_devices import NoticeOtherDevices
from pages.hosting.styles import style_sheet
from pages.hosting.theme import color_styles
from pages.practice import ladder
from pages.practice import presentation as practice_view
from pages.practice.draw import draw
from pages.registry import PAGES
from pages.report import downloads
from pages.report import route as report
from pages.runs import by_hand, records, runs, stage_data
from pages.runs.pages import BY_PATH
from pages.settings import present, share
from pages.side_by_side import blocks
from pages.side_by_side import compute as side_by_side
from pages.side_by_side.lines import Line, in_all_languages
from pages.state.settings import Settings
from pages.state.url import from_query, query_of
from pages.training import compare_tie_rules as two
from pages.translations import streamlit_strings
from pages.translations.language import LANGUAGES, translation
from pages.unigram.comparison_section import compare, compare_text
from pages.unigram.contents import bpe_settings_for
from tests.support.servers import PATIENCE
from tests.support.tab import DEEP, Tab, with_corpus
from tests.support.waiting import ROUND, comes_true

FONTS = Path(streamlit.__file__).parent / "static" / "static" / "media"
STAGES = [each.path for each in PAGES if each.stage]


def stage_of(path: str, settings: Settings) -> dict[str, Any]:
    """Return the stage data of a page, as the app sends it."""
    shown = BY_PATH[path].shown
    found = shown(settings) if shown else None
    assert found, "there is nothing to step through"
    return found[0]


def address_of(path: str, settings: Settings) -> dict[str, Any]:
    """Return the data of the component that writes the URL."""
    page, t = BY_PATH[path], translation(settings.lang)
    return {
        **common(),
        "query": query_of(settings),
        "training": stage_data.training_subject(settings),
        "has_position": bool(page.stage) and page.step_param == "position",
        "stage": page.stage_of(settings),
        "is_new_session": False,
        "opened": 0,
        "lang": settings.lang,
        "present": present.data(settings, page, t),
        "words": streamlit_strings.dictionary(settings.lang),
        "page": path,
        "pages": [(each.path, each.title(t), each.stage) for each in PAGES],
        "pages_label": "",
        "course": "",  # there is no header for its button
        "server_away": "The server does not answer.",
        "embed": {"open": "", "language": "", "languages": list(LANGUAGES.items())},
    }


def data_of(path: str, query: str) -> dict[str, dict[str, Any]]:
    """Return the data of each script of a page, by script name."""
    settings, _, _ = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    if path in STAGES:
        settings = settings.without_stage()
        return {"mount.js": stage_of(path, settings), "frame.js": address_of(path, settings)}
    script, data = PANELS[path]
    panel = {script: {**common(), **data(settings)}}
    if path not in PRESENTED:
        return panel
    page, setting = PRESENTED[path]
    return {"frame.js": address_of(page, settings.without_stage().replace(**setting)), **panel}


def figures(settings: Settings) -> dict[str, Any]:
    return {"page": course_page.serialized(settings.lang)}


def comparison(settings: Settings) -> dict[str, Any]:
    run, t = runs.unigram_run_of(settings), translation(settings.lang)
    bpe_settings = bpe_settings_for(settings, run)
    bpe_run = runs.run_of(bpe_settings)
    shown = compare(settings, bpe_settings, bpe_run, run, t)
    return {"text_lang": settings.corpus.language, **shown.table}


def free_text(settings: Settings) -> dict[str, Any]:
    run, t = runs.unigram_run_of(settings), translation(settings.lang)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    text = settings.view.passage or settings.view.sentence
    return {"text_lang": "", **compare_text(settings, bpe_run, run, text, t)}


def decoded(settings: Settings) -> dict[str, Any]:
    encoder = encoder_of(settings)
    tokenizer = decoding.Tokenizer.of_encoder(encoder, settings.bpe.split, False)
    ids = text_of(settings, encoder).encoding.ids
    return decoding_report.table(decoding.decode(tokenizer, ids), translation(settings.lang))


def tokens(settings: Settings) -> dict[str, Any]:
    shown = text_of(settings, encoder_of(settings))
    return merge_orders.token_table(shown, translation(settings.lang))


def orders_of_merging(settings: Settings) -> dict[str, Any]:
    shown = text_of(settings, encoder_of(settings))
    return merge_orders.comparison(shown, encoder_of(settings), translation(settings.lang))


def lines(settings: Settings) -> dict[str, Any]:
    shown = encode_text(encoder_of(settings), settings.text)
    parts = [line for line in shown.text.split("\n") if line.strip()]
    found = [len(replace(shown, text=line).encoding.tokens) for line in parts]
    svg = picture(line_chart.chart(parts, found))
    table = merge_orders.line_table(parts, found, translation(settings.lang))
    return {**table, "charts": [picture_record("Tokens", svg, [])]}


def tokenizers(settings: Settings) -> dict[str, Any]:
    t = translation(settings.lang)
    is_by_language = settings.comparison.compared == "languages"
    text = Line(settings.view.passage or settings.view.sentence)
    texts = in_all_languages(t, settings.lang) if is_by_language else (text,)
    compared, _ = side_by_side.compare(side_by_side.members(settings), texts)
    return blocks.page(compared, is_by_language, t)


def rules(settings: Settings) -> dict[str, Any]:
    ties = "first" if settings.bpe.ties != "first" else "lowest"
    one, other = runs.run_of(settings), runs.run_of(settings.replace(ties=ties))
    assert one
    assert other
    k = one.first_difference(other)
    assert k is not None
    shown = two.compare((one, other), k, translation(settings.lang), settings.lang)
    return {**shown, "go": [f"Go to merge {k}", k]}


def lesson(settings: Settings) -> dict[str, Any]:
    return lesson_page.page_data(settings, translation(settings.lang))[0]


def sharing(settings: Settings) -> dict[str, Any]:
    return {**share.labels(translation(settings.lang)), "can_add": True}


def practice(part: str) -> Callable[[Settings], dict[str, Any]]:
    """A part of the practice page, at the question with the number of the setting `at`."""

    def data(settings: Settings) -> dict[str, Any]:
        t, lang, seed = translation(settings.lang), settings.lang, settings.view.quiz_seed
        at = ladder.rung(settings.view.position)
        words = settings.view.quiz_words
        asked = draw(seed, at.skill, at.level, at.index, lang, words)
        skills = ladder.after(ladder.after({}, at, 0), ladder.Rung("next", 2, 0), 1)
        shown = {
            "question": lambda: practice_view.question_record(asked, lang, t, "", at.level),
            "verdict": lambda: practice_view.verdict_record(
                (asked, "7", asked.check("7")), lang, t
            ),
            "ladder": lambda: practice_view.ladder_record(skills, at.skill, seed, lang, t),
        }[part]()
        return {"part": part, **shown}

    return data


PANELS: dict[str, tuple[str, Callable[[Settings], dict[str, Any]]]] = {
    "figures": ("figures.js", figures),
    "comparison": ("comparison.js", comparison),
    "text": ("comparison.js", free_text),
    "decoded": ("static_tables.js", decoded),
    "rules": ("compare_tie_rules.js", rules),
    "tokens": ("static_tables.js", tokens),
    "orders": ("static_tables.js", orders_of_merging),
    "lines": ("static_tables.js", lines),
    "tokenizers": ("tokenizers.js", tokenizers),
    "lesson": ("lesson.js", lesson),
    "share": ("share.js", sharing),
    "question": ("practice.js", practice("question")),
    "verdict": ("practice.js", practice("verdict")),
    "ladder": ("practice.js", practice("ladder")),
}

# Panels that can be presented: the page of the app that contains them, and its setting.
PRESENTED = {
    "comparison": ("unigram", {"show": "comparison"}),
    "text": ("unigram", {"show": "text"}),
    "decoded": ("encode", {"section": "decode"}),
    "rules": ("", {"section": "rules"}),
    "orders": ("encode", {"section": "orders"}),
    "tokenizers": ("tokenizers", {}),
    "lesson": ("lesson", {}),
}

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merge by Merge</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="FILES/frame.css">
<style>
  @font-face { font-family: "Source Sans"; font-weight: 200 900; src: url(/fonts/SANS); }
  :root { font-size: 16px; --st-font: "Source Sans", sans-serif; }
  THEME
  :root { color-scheme: light; }
  @media (prefers-color-scheme: dark) { :root { color-scheme: dark; } }
  body { margin: 0; background: var(--st-background-color); color: var(--st-text-color);
         font: 400 1rem/1.5 var(--st-font); }
  [data-testid=stApp] { display: flex; }
  [data-testid=stSidebar] { flex: 0 0 300px; background: var(--st-secondary-background-color); }
  [data-testid=stMain] { flex: 1; min-width: 0; }
  [data-testid=stMainBlockContainer] { padding-top: 68px; padding-bottom: 16px; }
  @media (max-width: 50rem) { [data-testid=stSidebar] { display: none; } }
</style>
</head>
<body>
<div data-testid="stApp" data-test-connection-state="CONNECTED"
     data-test-script-state="notRunning">
  <div data-testid="stSidebar"></div>
  <main data-testid="stMain"><div data-testid="stMainBlockContainer">
    <h1 class="unseen-title" style="position: absolute; clip-path: inset(50%)">Merge by Merge</h1>
    <div id="hosts" data-testid="stVerticalBlock"></div>
  </div></main>
</div>
<script type="module">
  const hosts = new Map();
  window.sent = [];
  // What the server does when a part of the course opens its place.
  const open = async ({ page, query, at }) => {
    if (location.pathname !== `/${page}`) {
      await window.leave();
      history.pushState(null, "", `/${page}`);
    }
    await window.show(`/${page}?${query}`, at);
  };
  const send = (name, value) => {
    window.sent.push([name, value]);
    if (name === "open") open(value);
  };
  window.show = async (address, opened = 0) => {
    const [path, query] = address.split("?");
    const parts = await (await fetch(`/data${path}?${query}`)).json();
    for (const [script, data] of Object.entries(parts)) {
      const name = "mount.js" in parts ? script : `${path} ${script}`;
      if (!hosts.has(name)) {
        const box = document.createElement("div");
        const panels = { // those that can be presented, without a text field above them
          "/comparison": "st-key-comparison",
          "/text": "st-key-comparison",
          "/decoded": "st-key-orders_sheet",
          "/orders": "st-key-orders_sheet",
          "/rules": "st-key-compare",
          "/tokenizers": "st-key-compared_tokens",
        };
        box.className = script === "mount.js" ? "st-key-stage" : (panels[path] ?? "");
        box.dataset.testid = "stElementContainer";
        document.getElementById("hosts").append(box);
        hosts.set(name, box.attachShadow({ mode: "open" }));
      }
      const { update } = await import(`FILES/${script}`);
      update({
        parentElement: hosts.get(name), data: { ...data, opened },
        setTriggerValue: send,
        setStateValue: send,
      });
    }
  };
  window.go = async (address) => {
    await window.leave();
    const { pathname, searchParams } = new URL(address, location.href);
    if (searchParams.has("at")) searchParams.set("position", searchParams.get("at"));
    history.replaceState(null, "", address);
    (await import("FILES/steps.js")).expect(pathname, searchParams.toString());
    await window.show(address);
  };
  window.leave = async () => {
    for (const [name, root] of hosts) {
      (await import(`FILES/${name.split(" ").at(-1)}`)).unmount?.({ parentElement: root });
      root.host.remove();
    }
    hosts.clear();
  };
  await window.show(location.pathname + (location.search || "?"));
</script>
</body>
</html>
"""


def html() -> str:
    """Return the bare page, in the colors of the app's theme."""
    sans = next(FONTS.glob("SourceSansVF-Upright*")).name
    page = PAGE.replace("FILES", files_path()).replace("SANS", sans)
    return page.replace("THEME", color_styles(":root"))


def serve_page(request: Request) -> HTMLResponse:
    return HTMLResponse(html())


def serve_style_sheet(request: Request) -> Response:
    """Answer with a style sheet as the app sends it: axe does not find imported ones."""
    return Response(style_sheet(f"{request.path_params['name']}.css"), media_type="text/css")


def serve_module(request: Request) -> Response:
    """Answer with a module alone, so that the browser loads each that it imports."""
    return Response(file_text(f"{request.path_params['name']}.js"), media_type="text/javascript")


def serve_data(request: Request) -> JSONResponse:
    return JSONResponse(data_of(request.path_params.get("path", ""), request.url.query))


CLASSROOM = Classroom(Hub())


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
