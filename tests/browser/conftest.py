"""What the tests in the browser share: a server, a browser, and a page that is watched."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import bpe
from pages.address import query_of
from pages.settings import OWN_TEXT, Settings
from pages.view.tokens import visible

ROOT = Path(__file__).parents[2]
PATIENCE = 20  # seconds until something that must happen counts as not happening
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
expect.set_options(timeout=PATIENCE * 1000)


class Server:
    """The app as a learner starts it, on a port of its own."""

    def __init__(self, log: Path, headless: bool = True, **environment: str) -> None:
        self.log = log
        self.headless = headless
        self.environment = environment
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        command += ["--server.headless", str(self.headless).lower()]
        command += ["--server.port", str(self.port)]
        environment = {**os.environ, "BROWSER": "true", **self.environment}  # opens no window
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while self.get("/_stcore/health")[0] != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of what is served there; status 0 where nobody answers."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()
        except OSError:
            return 0, {}, b""

    def complaints(self, since: int = 0) -> str:
        """What the server logged, from a place in its log on, if it is of errors."""
        log = self.log.read_bytes()[since:].decode(errors="replace")
        return log if re.search("Traceback|ERROR|Exception", log) else ""


TOGETHER = "Multiple different fragmentIds"  # a step and a control in one message: see test_keys


class Watch:
    """Everything that a browser complains of, and every request to somebody else."""

    def __init__(self, context: BrowserContext) -> None:
        self.seen: list[str] = []
        context.on("console", self.console)
        context.on("weberror", lambda error: self.seen.append(f"error: {error.error}"))
        context.on("request", self.request)
        context.on("requestfailed", self.failed)
        context.on("response", self.response)
        context.on("dialog", self.dialog)

    def console(self, message) -> None:
        if message.type in ("warning", "error") and TOGETHER not in message.text:
            place = message.location.get("url", "")
            self.seen.append(f"console: {message.type}: {message.text} at {place}")

    def request(self, request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            self.seen.append(f"request to another host: {request.url}")

    def failed(self, request) -> None:
        if "ERR_ABORTED" not in str(request.failure):  # the page was left
            self.seen.append(f"failed: {request.url} {request.failure}")

    def response(self, response) -> None:
        if response.status >= 400:
            self.seen.append(f"status {response.status}: {response.url}")

    def dialog(self, dialog) -> None:
        self.seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[list[str]]:
        """Within, complaints that match one of the patterns are part of the test: its list."""
        before, expected = len(self.seen), []
        try:
            yield expected
        finally:
            since = self.seen[before:]
            expected += [each for each in since if any(re.search(p, each) for p in patterns)]
            self.seen[before:] = [each for each in since if each not in expected]


DEEP = """
const deep = (selector, root = document, found = []) => {
  found.push(...root.querySelectorAll(selector));
  for (const e of root.querySelectorAll('*')) if (e.shadowRoot) deep(selector, e.shadowRoot, found);
  return found;
};
const read = (node) => [...node.querySelectorAll('.word')].map((word) =>
  [...word.querySelectorAll('.token')].map((t) => [t.textContent, t.classList.contains('fresh')]));
"""
ACTIVE = """
() => { let e = document.activeElement;
        while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e; }
"""


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true, frame by frame, but not for ever."""
    until = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < until:
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    assert true()


class Held:
    """Requests that a test keeps waiting, from `start` to `release`.

    To be made before the page is opened: a browser begins to stop requests only after a while.
    """

    def __init__(self, page: Page, pattern: re.Pattern[str]) -> None:
        assert page.url == "about:blank"
        self.page, self.routes, self.open = page, [], True
        page.route(pattern, lambda route: self.take(route))

    def start(self) -> None:
        self.open = False

    def take(self, route) -> None:
        if self.open:
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self, count: int = 1) -> None:
        """Wait until so many requests are held."""
        wait_until(self.page, lambda: len(self.routes) >= count)

    def release(self) -> None:
        """Let these requests and all later ones pass."""
        self.open = True
        for route in self.routes:
            route.continue_()


class HeldMessages:
    """What a page tells the server, kept on its way from `start` to `release`.

    To be made before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        assert page.url == "about:blank"
        self.open, self.held = True, []
        page.route_web_socket(re.compile("_stcore/stream"), self.join)

    def join(self, page_side) -> None:
        self.server_side = page_side.connect_to_server()
        page_side.on_message(self.take)

    def take(self, message: bytes) -> None:
        if self.open:
            self.server_side.send(message)
        else:
            self.held.append(message)

    def start(self) -> list[bytes]:
        """Begin; what is kept is in the list."""
        self.open = False
        return self.held

    def release(self) -> None:
        """Send on what was kept, and all that follows."""
        self.open = True
        for message in self.held:
            self.server_side.send(message)


class Line:
    """The line between a page and the server, which a test cuts and mends, or makes slow.

    To be made before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        assert page.url == "about:blank"
        self.whole, self.slow = True, False
        self.late: list[tuple[Callable[[bytes], None], bytes]] = []
        page.route_web_socket(re.compile("_stcore/stream"), self.join)

    def join(self, page_side) -> None:
        if not self.whole:
            page_side.close(code=1011)
            return
        server_side = page_side.connect_to_server()
        page_side.on_message(lambda message: self.take(server_side.send, message))
        server_side.on_message(lambda message: self.take(page_side.send, message))
        self.sides = page_side, server_side

    def take(self, send: Callable[[bytes], None], message: bytes) -> None:
        self.late.append((send, message))
        if not self.slow:
            self.deliver(len(self.late))

    def deliver(self, count: int = 1) -> None:
        """Hand over the messages that have waited longest."""
        ripe, self.late = self.late[:count], self.late[count:]
        for send, message in ripe:
            send(message)

    def cut(self) -> None:
        self.whole = False
        for side in self.sides:
            side.close(code=1011)

    def mend(self) -> None:
        self.whole, self.slow = True, False
        self.deliver(len(self.late))


Words = list[list[tuple[str, bool]]]


class Tab:
    """A page with the stage on it, and what a test asks of it again and again."""

    def __init__(self, page: Page, url: str, watch: Watch) -> None:
        self.page, self.url, self.watch = page, url, watch
        self.corpus = page.locator("[data-step]")
        self.transport = page.locator(".transport")
        self.scrubber = page.locator(".scrubber")
        self.options = page.get_by_role("listbox").get_by_role("option")
        self.sent: list[bytes] = []
        self.errors = page.get_by_test_id("stAlertContentError")
        self.warnings = page.get_by_test_id("stAlertContentWarning")
        self.received: list[int] = []
        self.sockets = 0  # how often the page has turned to a server
        page.on("websocket", self.listen)

    def open(self, query: str = "", path: str = "/") -> "Tab":
        self.page.goto(f"{self.url}{path}?{query}")
        self.ready()
        return self

    def open_algorithm(self, query: str = "") -> None:
        """Enter by the page of the algorithm; Streamlit looks for its server there first."""
        with self.watch.expecting("404.*/algorithm/_stcore/"):
            self.page.goto(f"{self.url}/algorithm?{query}")
            expect(self.page.get_by_text("def merge_pair")).to_be_visible()
            self.idle()

    def ready(self) -> None:
        """Wait for the stage, and until the server has nothing more to say."""
        expect(self.corpus).to_have_count(1)
        self.idle()

    def idle(self) -> None:
        app = self.page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
        expect(app).to_have_attribute("data-test-script-state", "notRunning")

    def quiet(self) -> None:
        """Wait until page and server have had nothing to say to each other for 30 frames."""
        heard = -1
        while heard != len(self.sent) + len(self.received):
            heard = len(self.sent) + len(self.received)
            for _ in range(15):
                self.settle()
        self.idle()

    def settle(self) -> None:
        """Let two frames go by: whatever a key has done is on the screen."""
        frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self.page.evaluate(f"() => {frames}")

    def until(self, true: Callable[[], bool]) -> None:
        wait_until(self.page, true)

    def listen(self, socket) -> None:
        self.sockets += 1
        socket.on("framesent", lambda payload: self.sent.append(bytes(payload)))
        socket.on("framereceived", lambda _: self.received.append(1))

    def told(self, step: int) -> None:
        """Wait until the server has been told of a step."""
        message = re.compile(rb'"goto".*"step"\W+%d\b' % step, re.DOTALL)
        self.until(lambda: any(message.search(each) for each in self.sent[-3:]))
        self.idle()

    @property
    def step(self) -> int:
        return int(self.corpus.get_attribute("data-step"))

    @property
    def target(self) -> int:
        """The step that the transport is at."""
        return int(self.scrubber.input_value())

    @property
    def last(self) -> int:
        return int(self.scrubber.get_attribute("max"))

    def at(self, step: int) -> None:
        """Wait until the step is shown."""
        expect(self.corpus).to_have_attribute("data-step", str(step))
        expect(self.scrubber).to_have_value(str(step))

    def still_at(self, step: int) -> None:
        """The step is shown and stays there, frames after whatever was done."""
        self.settle()
        assert (self.step, self.target) == (step, step)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def act(self, name: str) -> None:
        """Click a button of the transport."""
        self.transport.locator(f".{name}").click()

    def words(self) -> Words:
        """The words that are shown: their tokens, and which of these were just made."""
        return [
            [(text, fresh) for text, fresh in word]
            for word in self.corpus.evaluate(f"(node) => {{ {DEEP} return read(node); }}")
        ]

    def rows(self) -> list[tuple[tuple[str, ...], list[str]]]:
        """The rows of the pair table that are shown: the pair, and the texts of all cells."""
        rows = (
            self.page.get_by_role("table")
            .first.locator("tr:visible")
            .evaluate_all(
                """(rows) => rows.map((row) => [
              [...row.querySelectorAll('.token')].map((token) => token.textContent),
              [...row.cells].map((cell) => cell.textContent)])"""
            )
        )
        return [(tuple(pair), cells) for pair, cells in rows if len(pair) == 2]

    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.page.url).query, keep_blank_values=True))

    def address_has(self, **values: object) -> None:
        """Wait until the address says so."""
        for name, value in values.items():
            expect(self.page).to_have_url(re.compile(rf"[?&]{name}={value}(&|$)"))

    def control(self, name: str):
        """A control of the sidebar, by its name in the address."""
        return self.page.locator(f"[class*=st-key-choose_{name}_en]")

    def choose(self, name: str, place: int) -> None:
        """Choose an option of a select box with the mouse, by its place."""
        self.control(name).get_by_role("combobox").click()
        self.options.nth(place).click()
        expect(self.options).to_have_count(0)

    def focus_by_keyboard(self, css: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(80):
            self.press("Tab")
            if self.page.evaluate(f"(css) => ({ACTIVE})()?.closest(css) != null", css):
                return
        pytest.fail(f"Tab does not lead to {css}")

    def focused(self, css: str) -> bool:
        return self.page.evaluate(f"(css) => ({ACTIVE})()?.closest(css) != null", css)

    def hold(self, part: str = "") -> Held:
        """What can hold back the records that are asked for, or one part of them."""
        return Held(self.page, re.compile(rf"/records/.*/{part or '[^/]+'}([?]|$)"))

    @property
    def playing(self) -> bool:
        """Whether the play button offers to pause; ask once at rest first."""
        label = self.transport.locator(".play").get_attribute("aria-label")
        self.resting = getattr(self, "resting", label)
        return label != self.resting

    def record(self) -> None:
        """From now on, note what is shown whenever it changes and in every frame."""
        self.page.evaluate(f"""() => {{ {DEEP}
          const seen = window.seenByTest = [];
          let before = '';
          const look = () => {{
            const nodes = deep('[data-step]');
            const now = nodes.map((node) => [node.getAttribute('data-step'), read(node)]);
            const text = JSON.stringify(now);
            if (text !== before) seen.push(text);
            before = text;
          }};
          const frame = () => {{ look(); requestAnimationFrame(frame); }};
          frame();
          const watch = {{ subtree: true, childList: true, attributes: true, characterData: true }};
          new MutationObserver(look).observe(deep('[data-step]')[0].getRootNode(), watch);
        }}""")

    def recorded(self) -> list[tuple[int, Words]]:
        """What was shown since `record`; never more than one corpus at a time."""
        shown = []
        for text in self.page.evaluate("() => window.seenByTest"):
            corpora = json.loads(text)
            assert len(corpora) <= 1
            for step, words in corpora:
                if step is not None:
                    shown.append((int(step), [[(t, f) for t, f in word] for word in words]))
        return shown


class Expected:
    """What the engine says is to be seen at each step of a training."""

    def __init__(self, run: bpe.Run) -> None:
        self.run, self.last = run, len(run.merges)

    def words(self, k: int) -> Words:
        words, merge = [], self.run.merges[k - 1] if k else None
        for i, (tokens, _) in enumerate(self.run.at(k).words):
            before = self.ends(self.run.at(k - 1).words[i][0]) if k else set()
            ends = [0, *sorted(self.ends(tokens))]
            fresh = [any(a < cut < b for cut in before) for a, b in pairwise(ends)]
            assert all(
                token == merge.token for token, new in zip(tokens, fresh, strict=True) if new
            )
            words.append([(visible(t), new) for t, new in zip(tokens, fresh, strict=True)])
        return words

    def pairs(self, k: int) -> list[tuple[tuple[str, ...], int]]:
        """The pairs that merge k was chosen from, the most frequent first."""
        pairs = self.run.at(k).pairs.items()
        written = [((visible(left), visible(right)), count) for (left, right), count in pairs]
        return sorted(written, key=lambda pair: -pair[1])

    @staticmethod
    def ends(tokens) -> set[int]:
        ends, place = set(), 0
        for token in tokens:
            place += len(token)
            ends.add(place)
        return ends

    def shown(self, tab: Tab, k: int) -> None:
        """Wait until a step is shown, and compare."""
        tab.at(k)
        assert tab.words() == self.words(k)

    def becomes(self, tab: Tab, k: int) -> None:
        """Wait until this training, at this step, takes the place of another."""
        words = self.words(k)
        tab.until(lambda: tab.words() == words and tab.step == k)
        self.shown(tab, k)


def course(vocab: int = 50, ties: str = "first") -> bpe.Run:
    sample = bpe.SAMPLES["course"]
    corpus = bpe.Corpus.from_texts(sample.texts, "gpt2")
    return bpe.train(corpus, vocab, ties, sample.special_tokens)


def long_text(letters: str = "abcdeghk", words: int = 170) -> str:
    """A text of invented words, the same each time."""
    state, text = 1, []
    for i in range(words):
        word = ""
        for _ in range(4 + i % 4):
            state = state * 48271 % (2**31 - 1)
            word += letters[state * len(letters) // (2**31 - 1)]
        text += [word] * (1 + i % 3)
    return " ".join(text)


def own(text: str, vocab: int, split: str = "whitespace") -> tuple[str, bpe.Run]:
    """A link to a training on a text, and the training."""
    settings = Settings(corpus=OWN_TEXT, own=text, split=split, vocab=vocab, special="")
    corpus = bpe.Corpus.from_texts(text.split("\n"), split)
    return query_of(settings), bpe.train(corpus, vocab)


def find_chromium() -> str:
    """The path of the browser; without one the tests fail."""
    wanted = os.environ.get("CHROMIUM")
    path = next(filter(None, map(shutil.which, [wanted] if wanted else NAMES)), None)
    if not path:
        missing = f"at CHROMIUM={wanted}" if wanted else "; set CHROMIUM to its path"
        pytest.fail(f"No Chromium found {missing}".replace(" ;", ";"), pytrace=False)
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()


@pytest.fixture
def server(shared_server) -> Iterator[Server]:
    """The server that all tests share; it may log no error meanwhile."""
    before = shared_server.log.stat().st_size
    yield shared_server
    assert not shared_server.complaints(before)


@pytest.fixture
def fresh_server(tmp_path) -> Iterator[Server]:
    """A server that nobody has visited yet."""
    server = Server(tmp_path / "log")
    yield server
    server.stop()
    assert not server.complaints()


@pytest.fixture
def visitor(chromium) -> Iterator[Callable[[Server], Tab]]:
    """Somebody with a browser of their own; at the end, nothing may have gone wrong in it."""
    made: list[tuple[BrowserContext, Watch]] = []

    def arrive(server: Server, first_visit: bool = False, **options) -> Tab:
        options = {"viewport": {"width": 1366, "height": 768}, "locale": "en-US", **options}
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        if not first_visit:
            context.add_init_script(
                "try { localStorage.setItem('merge-by-merge-tour', '1') } catch {}"
            )
        watch = Watch(context)
        made.append((context, watch))
        return Tab(context.new_page(), server.url, watch)

    yield arrive
    complaints = [each for _, watch in made for each in watch.seen]
    for context, _ in made:
        context.close()
    assert not complaints


@pytest.fixture
def tab(visitor, server) -> Tab:
    """A visitor of the shared server."""
    return visitor(server)


@pytest.fixture(scope="session")
def engine():
    """Trainings made here, to compare with: `course(...)`, `own(text, ...)`, `Expected(run)`."""

    class Engine:
        course = staticmethod(course)
        own = staticmethod(own)
        long_text = staticmethod(long_text)
        expected = Expected

    return Engine
