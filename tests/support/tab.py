"""A browser tab with the stage, and the operations that tests need."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page

from pages.hosting.components import files_path
from tests.support.network import Held, Watch, count_records
from tests.support.waiting import expect, wait_until

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

FRAMES = """async (count) => {
  for (let i = 0; i < count; i += 1) await new Promise((done) => requestAnimationFrame(done));
}"""

Words = list[list[tuple[str, bool]]]


def with_corpus(query: str) -> str:
    return query if "corpus=" in query else f"corpus=course&{query}"


# Whether the app goes to another place.
OPENS = "async (files) => (await import(`${files}/address.js`)).isOpening()"


class Tab:
    """A browser tab with the stage, and the operations that tests need."""

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
        self.sockets = 0  # the number of requests to a server
        count_records(page)
        page.on("websocket", self.listen)

    def open(self, query: str = "", path: str = "/") -> "Tab":
        """Open a page, with the course's four sentences unless the query names a corpus."""
        self.page.goto(f"{self.url}{path}?{with_corpus(query)}")
        self.ready()
        return self

    def open_algorithm(self, query: str = "") -> None:
        """Open the algorithm page, which has no stage."""
        self.page.goto(f"{self.url}/algorithm?{with_corpus(query)}")
        expect(self.page.get_by_text("def merge_pair").first).to_be_visible()
        self.idle()

    def ready(self) -> None:
        """Wait for the stage, until Streamlit has taken it over, and until the server is idle."""
        expect(self.corpus).to_have_count(1)
        expect(self.page.locator(".early-stage")).to_have_count(0)
        self.idle()

    def idle(self) -> None:
        app = self.page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
        expect(app).to_have_attribute("data-test-script-state", "notRunning")

    def unfold(self, title: str) -> None:
        """Open an expander, until Streamlit has unfolded its content.

        When that animation ends, the content is folded again for a moment: a click would miss it.
        """
        self.page.get_by_text(title).click()
        box = self.page.locator("details", has_text=title)
        expect(box.get_by_test_id("stExpanderDetails").locator(":scope > *")).not_to_have_count(0)
        self.idle()
        self.settle()
        self.until(lambda: box.evaluate("(node) => node.getAnimations().length === 0"))

    def rested(self) -> None:
        """Wait until the page has received all requested records."""
        self.until(lambda: self.page.evaluate("() => window.recordsInFlight === 0"))

    def quiet(self) -> None:
        """Wait until page and server are idle.

        The script is at rest, all records are here, and then for 30 frames nothing is sent.
        """
        heard = -1
        while heard != len(self.sent) + len(self.received):
            self.idle()
            self.rested()
            heard = len(self.sent) + len(self.received)
            self.settle(30)
        self.idle()

    def settle(self, frames: int = 2) -> None:
        """Let the page draw some frames: two are enough for changes that need no server."""
        self.page.evaluate(FRAMES, frames)

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the window, in CSS pixels."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.settle()

    def arrived(self) -> None:
        """Wait until the place is there that the app has opened."""
        self.until(lambda: not self.page.evaluate(OPENS, files_path()))
        self.ready()

    def until(self, true: Callable[[], bool]) -> None:
        wait_until(self.page, true)

    def listen(self, socket) -> None:
        self.sockets += 1
        socket.on("framesent", lambda payload: self.sent.append(bytes(payload)))
        socket.on("framereceived", lambda _: self.received.append(1))

    @property
    def step(self) -> int:
        return int(self.corpus.get_attribute("data-step"))

    @property
    def target(self) -> int:
        """The step of the transport."""
        return int(self.scrubber.input_value())

    @property
    def last(self) -> int:
        return int(self.scrubber.get_attribute("max"))

    def at(self, step: int) -> None:
        """Wait until the step is shown."""
        expect(self.corpus).to_have_attribute("data-step", str(step))
        expect(self.scrubber).to_have_value(str(step))

    def still_at(self, step: int) -> None:
        """After a press: the step is the target, it is shown, and nothing on its way changes it.

        The stage handles a key before the browser confirms the press. So its target (the
        scrubber's value) says at once whether the key counted. Only the content may come later.
        """
        assert self.target == step
        self.at(step)
        self.rested()
        assert (self.step, self.target) == (step, step)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def act(self, name: str) -> None:
        """Click a button of the transport."""
        self.transport.locator(f".{name}").click()

    def words(self) -> Words:
        """The displayed words: their tokens, and whether each is new."""
        return [
            [(text, fresh) for text, fresh in word]
            for word in self.corpus.evaluate(f"(node) => {{ {DEEP} return read(node); }}")
        ]

    def rows(self) -> list[tuple[tuple[str, ...], list[str]]]:
        """The visible rows of the pair table: the pair, and the texts of all cells."""
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
        """Wait until the URL has these parameters."""
        for name, value in values.items():
            expect(self.page).to_have_url(re.compile(rf"[?&]{name}={value}(&|$)"))

    def control(self, name: str):
        """A control of the sidebar, by its URL parameter."""
        return self.page.locator(f"[class*=st-key-choose_{name}_en]")

    def open_sentence(self):
        """Open the field of the watched sentence in the stage, and return it."""
        self.page.get_by_role("button", name="Sentence to watch").click()
        return self.page.get_by_role("textbox", name="Sentence to watch")

    def choose(self, name: str, index: int) -> None:
        """Choose an option of a select box with the mouse, by index."""
        self.control(name).get_by_role("combobox").click()
        self.options.nth(index).click()
        expect(self.options).to_have_count(0)

    def focus_by_keyboard(self, css: str) -> None:
        """Press Tab until an element has the focus, as soon as there is one."""
        expect(self.page.locator(css).first).to_be_attached()
        for _ in range(80):
            self.press("Tab")
            if self.page.evaluate(f"(css) => ({ACTIVE})()?.closest(css) != null", css):
                return
        pytest.fail(f"Tab does not lead to {css}")

    def focused(self, css: str) -> bool:
        return self.page.evaluate(f"(css) => ({ACTIVE})()?.closest(css) != null", css)

    def hold(self, part: str = "") -> Held:
        """An object that can hold the requested records, or a part of them."""
        return Held(self.page, re.compile(rf"/records/.*/{part or '[^/]+'}([?]|$)"))

    @property
    def playing(self) -> bool:
        return self.transport.locator(".play.on").count() > 0

    def record(self) -> None:
        """Start recording what is shown, at every change and in every frame."""
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
        """Everything shown since `record`. Fails if two corpora were shown at once."""
        shown = []
        for text in self.page.evaluate("() => window.seenByTest"):
            corpora = json.loads(text)
            assert len(corpora) <= 1
            for step, words in corpora:
                if step is not None:
                    shown.append((int(step), [[(t, f) for t, f in word] for word in words]))
        return shown
