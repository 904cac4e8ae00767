"""Random walks through the app in a real browser: clicks and types everywhere."""

import os
import random
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import ElementHandle, Error, Page
from playwright.sync_api import TimeoutError as Blocked

from pages.storage.typed import pack
from tests.support.errors import SENTENCES
from tests.support.exploring import FILES, PARTS, SLOW, TYPED
from tests.support.servers import PATIENCE, Server
from tests.support.tab import DEEP, Tab

# Streamlit's own menu is no control of ours; Play is an action of its own, so that it also stops.
FIND = f"""() => {{ {DEEP}
  const all = deep('button, summary, input, textarea, [role=combobox], [role=tab], a[href]');
  const dialog = deep('dialog[open]')[0];
  const inside = (e) => !dialog || dialog.contains(e);
  return all.filter((e) => inside(e) && e.checkVisibility({{ visibilityProperty: true }})
    && !e.disabled && !e.closest('[data-testid=stMainMenu], .play, [inert]')
    && e.type !== 'file' && !(e.tagName === 'A' && (e.target || e.origin !== location.origin)));
}}"""
NAME = """(e) => [e.tagName.toLowerCase(), e.getAttribute('role') || e.type || '',
  (e.getAttribute('aria-label') || e.textContent || '').trim().slice(0, 40)].join(' ')"""
# The page, the step, and by the names of the settings what their controls show.
SHOWN = f"""() => {{ {DEEP}
  const shown = {{ page: location.pathname }};
  for (const node of deep('[data-step]')) shown.step = node.getAttribute('data-step');
  for (const box of document.querySelectorAll('[class*=st-key-choose_]')) {{
    const name = box.className.match(/st-key-choose_([a-z_]+?)_(en|ko|zh-Hant)/)[1];
    if (name === 'part' || !box.checkVisibility()) continue;
    const field = box.querySelector('input, textarea');
    if (field && !field.checkValidity()) continue;  // Streamlit has not sent this number
    const pressed = box.querySelector('[aria-checked=true], [data-testid$=Active]');
    const combo = box.querySelector('[role=combobox]');
    if (combo && combo === document.activeElement) continue;  // it may show a text to search for
    shown[name] = field?.type === 'checkbox' ? field.checked
      : combo ? combo.closest('[data-baseweb], div').textContent + (combo.value || '')
      : field ? field.value : pressed?.textContent;
  }}
  return shown;
}}"""
# Controls with options: their choices lead further than most clicks.
CHOICES = """(e) => e.matches('[role=combobox], [role=radio], [data-testid*=segmented]')"""
LESSON = pack("/?corpus=hug&step=1 Point at u+g.\n? How often?\n= 20\n/unigram?corpus=hug Look.")
STARTS = (  # where a walk begins, unless a place is named
    "/?corpus=hug",
    "/unigram?corpus=hug",
    "/unigram?corpus=course&show=word",
    "/encode?corpus=hug",
    "/practice?corpus=hug",
    "/tokenizers?corpus=hug",
    "/lesson?",
    f"/lesson?lesson={LESSON}",
    *(f"/?part={part.name}" for part in (PARTS[0], PARTS[len(PARTS) // 2])),
    "/?corpus=hug&view=by_hand",
    "/unigram?corpus=hug&show=word&view=by_hand",
    "/unigram?corpus=hug&show=rounds&view=by_hand",
    "/?corpus=hug&step=2&view=projector",  # its bar starts and ends classes
)
ACTIONS = "EXPLORE_ACTIONS"  # how many, in the environment
START = "EXPLORE_FROM"  # the path and query where each walk begins, in the environment
LENGTH, NEAR = 25, 8  # actions of one walk; of one that stays near a named place
COMPARED = 5 if os.environ.get(ACTIONS) else 10  # actions until the next comparison
SHORT, LONG = 2500, PATIENCE * 1000  # milliseconds
# A class refuses what is not possible now, such as a question about the next step on a page without
# steps; the browser then says why.
LOOKS = "409.*/class/"
# Chromium's headless shell stops scripts while it prints, and Streamlit reads the URL at the event
# afterprint. A plain page with that event and this call, and nothing of ours, has the same error.
PRINTED = "'forEach' on 'URLSearchParams': The provided callback is no longer runnable"
# Streamlit asks for the file of a button as soon as it is drawn. If the reader leaves the page at
# once, the file is gone. Nothing was pressed, and nobody sees it.
PROBED = "404.*/media/|Download Button source error"
KEYS = ["ArrowRight", "ArrowLeft", "Home", "End", "PageDown", "PageUp", "p", "?", "Escape", "Enter"]
FILES_BY_NAME = list(FILES.values())


class Clicker:
    """A user in a browser who acts on everything the page offers."""

    def __init__(self, tab: Tab, server: Server) -> None:
        self.tab, self.server = tab, server
        self.page: Page = tab.page
        self.logged = server.log.stat().st_size
        self.depth = 0  # how many pages can be gone back
        self.done = 0  # actions
        self.stays = False  # whether it follows no links
        self.story: list[str] = []

    def walk(self, numbers: list[int], start: str = "") -> None:
        """Open a page, act once for each further number, and check what is shown each time.

        start: its path and query; such a walk follows no links. Otherwise the first number
        chooses a start.

        A number determines its action on a given page, so a walk with fewer numbers can be tried.
        """
        with self.tab.watch.expecting(LOOKS, PRINTED):
            self.stays = bool(start)
            start = start or random.Random(numbers[0]).choice(STARTS)
            self.tell(f"open {start}")
            self.page.goto(f"{self.tab.url}{start}")
            self.check()
            for number in numbers[1:]:
                self.done += 1
                self.random = random.Random(number)
                self.try_to_act()
                self.check()
                if self.done % COMPARED == 0:
                    self.compare()

    def try_to_act(self) -> None:
        """Act unless the control is covered or just being redrawn."""
        try:
            self.page.set_default_timeout(SHORT)
            self.act()
        except Error as error:
            if not isinstance(error, Blocked) and "not attached" not in str(error):
                raise
            self.tell(f"  in vain: {str(error).splitlines()[0]}")
            self.page.keyboard.press("Escape")
        finally:
            self.page.set_default_timeout(LONG)

    def tell(self, action: str) -> None:
        """Record an action. The actions are printed if the test fails."""
        self.story.append(action)
        print(f"{len(self.story)}: {action}", flush=True)

    def act(self) -> None:
        """Do something."""
        weights = {"control": 14, "key": 4, "reload": 1, "files": 1, "play": 1}
        if not self.stays:
            weights |= {"link": 2, "back": 1}
        what = self.random.choices([*weights], [*weights.values()])[0]
        getattr(self, f"do_{what}")()

    def do_control(self) -> None:
        handles = self.page.evaluate_handle(FIND)
        found = [each.as_element() for each in handles.get_properties().values()]
        links = "(e) => e.matches('a[href]')"
        found = [each for each in found if each and not (self.stays and each.evaluate(links))]
        if self.random.random() < 1 / 2:
            found = [each for each in found if each.evaluate(CHOICES)] or found
        control = self.random.choice(found)
        name, tag, *_ = (control.evaluate(NAME), *control.evaluate(NAME).split(" "))
        if "combobox" in name:
            self.choose(control, name)
        elif "input number" in name:
            self.type(control, name, str(self.random.choice([1, 2, 7, 20, 100, 0, -5])))
        elif tag == "textarea" or "input text" in name:
            self.type(control, name, self.random.choice(TYPED))
        elif "input range" in name:
            self.tell(f"{name}: press a key")
            control.press(self.random.choice(["ArrowRight", "End", "Home"]))
        else:
            self.tell(f"click {name}")
            address = urlsplit(self.page.url).path
            control.click()
            self.depth += urlsplit(self.page.url).path != address

    def choose(self, control: ElementHandle, name: str) -> None:
        """Choose an option of a select box."""
        control.click()
        options = self.tab.options
        options.first.wait_for()  # in vain if the page is redrawn now: that closes the list
        count = options.count()
        index = self.random.randrange(count)
        is_corpus = control.evaluate("(e) => e.closest('[class*=choose_corpus]') !== null")
        if is_corpus and index == SLOW:
            index = 0
        self.tell(f"{name}: choose option {index}")
        options.nth(index).click()

    def type(self, control: ElementHandle, name: str, text: str) -> None:
        """Type into a field and leave it."""
        self.tell(f"{name}: type {text!r}")
        control.fill(text)
        control.press(self.random.choice(["Enter", "Tab", "Control+Enter"]))

    def do_key(self) -> None:
        key = self.random.choice(KEYS)
        self.tell(f"press {key}")
        self.page.keyboard.press(key)

    def do_link(self) -> None:
        links = self.page.get_by_test_id("stTopNavLink")
        index = self.random.randrange(max(1, links.count()))
        self.tell(f"follow link {index} of the navigation")
        address = urlsplit(self.page.url).path
        links.nth(index).click()
        self.depth += urlsplit(self.page.url).path != address

    def do_back(self) -> None:
        if self.depth:
            self.tell("go back")
            self.depth -= 1
            self.tab.quiet()  # a step reported at the moment of Back can leave an empty page
            self.page.go_back(timeout=LONG)

    def do_reload(self) -> None:
        self.settle()
        self.tell("load again")
        self.page.reload(timeout=LONG)

    def do_files(self) -> None:
        fields = self.page.locator("input[type=file]")
        if fields.count():
            index = self.random.randrange(len(FILES))
            self.tell(f"upload {list(FILES)[index]}")
            files = FILES_BY_NAME[index]
            fields.last.set_input_files(
                [{"name": n, "mimeType": "text/plain", "buffer": d} for n, d in files.items()]
            )

    def do_play(self) -> None:
        play = self.page.locator(".transport .play")
        if play.count():
            self.tell("play and pause")
            label = play.get_attribute("aria-label")
            play.click()
            if play.get_attribute("aria-label") != label:
                play.click()

    def settle(self) -> None:
        """Wait until the server has answered and the address is up to date."""
        self.tab.idle()
        before = ""
        while before != self.page.url:
            before = self.page.url
            self.page.wait_for_timeout(500)  # the address is written at most every 350 ms
        self.tab.idle()

    def check(self) -> None:
        """Fail if the page, the browser or the server reports an error."""
        for page in self.page.context.pages[1:]:
            page.close()  # opened by a button: the notes of a lesson, for example
        self.tab.idle()
        shown = [text for text in self.tab.errors.all_inner_texts() if text.strip() in SENTENCES]
        seen = [s for s in self.tab.watch.seen if not re.search(f"{LOOKS}|{PRINTED}|{PROBED}", s)]
        wrong = [*shown, *seen, *self.server.complaints(self.logged).splitlines()]
        assert not wrong, "\n".join([self.page.url, *self.story, *wrong])

    def compare(self) -> None:
        """Open the URL in a new tab, which must show the same."""
        self.settle()
        if "/practice" in self.page.url and "position=" in self.page.url:
            return  # what was answered stays in its window
        other = Tab(self.page.context.new_page(), self.tab.url, self.tab.watch)
        try:
            other.page.goto(self.page.url)
            other.idle()
            until = time.monotonic() + PATIENCE
            while (found := self.differences(other)) and time.monotonic() < until:
                self.page.wait_for_timeout(200)
            refused = self.tab.warnings.count() or self.tab.errors.count()
            story = "\n".join([*self.story, self.page.url])
            assert not found or refused, f"{story}\nname: (here, in a new tab) {found}"
        finally:
            other.page.close()

    def differences(self, other: Tab) -> dict[str, tuple[object, object]]:
        """What another window shows otherwise. Only one of them may have opened an expander."""
        mine, theirs = self.page.evaluate(SHOWN), other.page.evaluate(SHOWN)
        names = (mine.keys() & theirs.keys()) | {"page", "step"}
        return {
            name: (mine.get(name), theirs.get(name))
            for name in sorted(names)
            if mine.get(name) != theirs.get(name)
        }


def shortened(numbers: list[int], fails: Callable[[list[int]], bool], tries: int) -> list[int]:
    """Remove ever smaller parts of a walk as long as it still fails.

    >>> shortened([0, 1, 2, 3, 4, 5, 6, 7], lambda walk: 3 in walk and 6 in walk, 50)
    [0, 3, 6]
    """
    size = len(numbers) // 2
    while size:
        start = 1  # the first number opens the page
        while start < len(numbers) and tries:
            shorter = numbers[:start] + numbers[start + size :]
            tries -= 1
            if fails(shorter):
                numbers = shorter
            else:
                start += size
        size //= 2
    return numbers


def explore(
    visitor: Callable[[Server], Tab], server: Server, actions: int, seed: int, start: str = ""
) -> None:
    """Take walks with this many actions in all. After a failure, print a short walk that fails too.

    start: the path and query where each walk begins; otherwise each chooses one.
    """
    print(f"explorer: {actions} actions in the browser, seed {seed}", flush=True)
    dice, done = random.Random(seed), 0
    while done < actions:
        length = min(NEAR if start else LENGTH, actions - done)
        numbers = [dice.randrange(10**9) for _ in range(length + 1)]
        clicker = Clicker(visitor(server), server)
        try:
            clicker.walk(numbers, start)
        except AssertionError:
            print(f"Found after {done + clicker.done} actions", flush=True)
            if os.environ.get(ACTIONS):
                walk = numbers[: clicker.done + 1]
                story = shortest(visitor, server, walk, start, clicker.story)
                print("The shortest walk found:", *story, sep="\n  ", flush=True)
            raise
        clicker.page.context.close()
        done += length


def shortest(
    visitor: Callable[[Server], Tab],
    server: Server,
    numbers: list[int],
    start: str,
    story: list[str],
) -> list[str]:
    """Return the story of a shorter walk that fails too. story: that of the whole walk."""

    def fails(walk: list[int]) -> bool:
        nonlocal story
        clicker = Clicker(visitor(server), server)
        try:
            clicker.walk(walk, start)
        except AssertionError:
            story = clicker.story
            return True
        except Error:
            pass  # another failure: what follows cannot be done without what was left out
        finally:
            clicker.page.context.close()
        return False

    shortened(numbers, fails, tries=60)
    return story
