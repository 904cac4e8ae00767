"""Random walks through the app without a browser; checks every page on the way.

It finds the controls on the page by itself, so it tries new ones too.
"""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

import hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.WidgetStates_pb2 import WidgetState
from tokenizers import Tokenizer, models

from pages.course.course import chapters
from pages.practice.ladder import SKILLS
from pages.registry import PAGES
from pages.settings.present import targets
from pages.state.corpus import CORPORA, PYTHON
from tests.support.errors import ERRORS
from tests.support.visit import ACTED_ON, CHOICES, TEXTS, Control, Visit, changed, told

T = TypeVar("T")
PARTS = [part for chapter in chapters("en") for part in chapter.parts]
TYPED_INTO = (*TEXTS, "number_input")
SEED = "EXPLORE_SEED"
STEPS = 20  # actions of one walk
PATHS = (*(each.path for each in PAGES), "", "encode", "unigram")  # the last ones more often
SLOW = CORPORA.index(PYTHON)  # the index of the corpus that takes seconds
TYPED = [
    "", " ", "a", "hug", "un hug", "This is not a token.", "low 5\nlower 2", "한국어 문장",
    "今天天氣很好", "שלום עולם", "مرحبا بالعالم", "नमस्ते", "e\u0301e\u0301",
    "👩\u200d👩\u200d👧 🇹🇼", "ĠĠ ▁▁ <|endoftext|>",
    "**a** $x$ <b>", "\x00\u202e", "aaaa\r\n\r\naaaa", "A", "1 2", "b a 3\na b 2",
]  # fmt: skip


FILES = {
    "a text": {"a.txt": "The cat sat. 貓坐下了。\nThat cat!".encode()},
    "two texts": {"a.txt": b"one two", "b.txt": b"two three"},
    "counts": {"a.csv": b"word,count\nhug,10\npug,5"},
    "too long for a link": {"a.txt": random.Random(1).randbytes(15_000).hex().encode()},
    "nothing": {"a.txt": b""},
    "no text": {"a.txt": b"\xff\xfe\x00\x80"},
    "no counts": {"a.tsv": b"hug\tmany"},
    "no tokenizer": {"tokenizer.json": b"{}"},
    "a tokenizer": {
        "tokenizer.json": Tokenizer(
            models.BPE(vocab={"a": 0, "b": 1, "ab": 2}, merges=[("a", "b")])
        )
        .to_str()
        .encode()
    },
    "a Unigram tokenizer": {
        "unigram.json": Tokenizer(
            models.Unigram([("<unk>", 0.0), ("a", -1.0), ("b", -2.0), ("ab", -2.5)], unk_id=0)
        )
        .to_str()
        .encode()
    },
    "a WordPiece tokenizer": {
        "wordpiece.json": Tokenizer(
            models.WordPiece({"[UNK]": 0, "a": 1, "##b": 2}, unk_token="[UNK]")
        )
        .to_str()
        .encode()
    },
}  # fmt: skip


class Picks:
    """Choices derived from one number, so that Hypothesis always draws the same amount."""

    def __init__(self, number: int) -> None:
        self.number = number

    def one(self, values: Sequence[T]) -> T:
        self.number, index = divmod(self.number, len(values))
        return values[index]


LESSONS = (
    "",
    "no link",
    "/?corpus=hug&step=1 Point at u+g.\n? How often?\n= 20",
    "/unigram?corpus=hug&show=word Step.\n* Ties\n# A note\n> 3\n-\n/practice?seed=3 Answer.",
)


def messages(component: Control, path: str, picks: Picks) -> tuple[str, object] | None:
    """A message of a component on a page with its value; None if it sends none there.

    It opens a part of the course, presents a page, changes a lesson, types a watched sentence, or
    chooses a skill to practice.
    """
    name = component.proto.component_name
    if name.endswith("address"):
        part = picks.one(PARTS)
        place = {"page": part.place.page, "query": part.place.query, "at": 1 + picks.number % 1000}
        shown = {"page": picks.one([*targets()]), "corpus": picks.one([*CORPORA[:SLOW], "nothing"])}
        return picks.one([("open", place), ("open", {**place, "at": "x"}), ("present", shown)])
    if name.endswith("lesson"):
        return "lesson", {"text": picks.one(LESSONS)}
    if name.endswith("stage") and path == "":
        return "sentence", picks.one([each for each in TYPED if "\n" not in each])
    if name.endswith("practice") and component.data["part"] == "ladder":
        return "choose", picks.one([*SKILLS, "next", "nothing"])
    return None


class Walk(RuleBasedStateMachine):
    """A user who acts on everything the page offers."""

    wide = False  # whether slow corpora and large numbers are chosen too

    @initialize(path=st.sampled_from(PATHS), corpus=st.sampled_from(["course", "hug", "aaaa"]))
    def open(self, path: str, corpus: str) -> None:
        self.story: list[str] = []
        self.typed: tuple[WidgetState, ...] = ()  # is sent with the next action
        self.visit = Visit(path, f"corpus={corpus}")
        self.check(f"open /{path}?corpus={corpus}")

    @rule(
        what=st.sampled_from([*["act"] * 4, *["choose"] * 3, "link", "reload", "tell"]),
        with_text=st.sampled_from([False, False, False, True]),
        number=st.integers(0, 10**9),
    )
    def step(self, what: str, with_text: bool, number: int) -> None:
        """Act on a control (often one with options), follow a link, reload, or send a message.

        with_text: the reader has just typed a text, and its message contains both.
        """
        picks = Picks(number)
        if with_text:
            self.type(picks)
        if what == "link":
            path = picks.one(PATHS)
            self.visit.open_page(path, *self.typed)
            self.check(f"go to /{path}")
        elif what == "reload":
            self.visit = Visit(self.visit.path, self.visit.query)
            self.check("load again")
        elif what == "tell":
            found = [each for each in self.visit.controls() if each.kind == "bidi_component"]
            component = picks.one(found)
            message = messages(component, self.visit.path, picks)
            if message:
                self.visit.send(*self.typed, *told(component, *message))
                self.check(f"{component} sends {message}")
        else:
            controls = [each for each in self.visit.controls() if self.is_of_use(each)]
            kinds = CHOICES if what == "choose" else ACTED_ON
            control = picks.one([each for each in controls if each.kind in kinds])
            self.check(f"{control}: {self.do(control, picks)!r}")
        self.typed = ()

    def type(self, picks: Picks) -> None:
        """Type a text that the browser sends together with the next action."""
        found = self.visit.controls()
        fields = [each for each in found if each.kind in TYPED_INTO and not each.form]
        stages = [each for each in found if "stage" in getattr(each.proto, "component_name", "")]
        if not (fields or stages):
            return
        control = picks.one([*fields, *stages])
        if control.kind == "bidi_component":
            message = messages(control, self.visit.path, picks)
            self.typed = told(control, *message) if message else ()
            self.story.append(f"{control} sends {message}, and in the same message:")
        else:
            value = self.value(control, picks)
            self.typed = (changed(control, value),)
            self.story.append(f"{control}: {value!r}, and in the same message:")

    def check(self, action: str) -> None:
        """Fail if the action led to an error, and print the actions."""
        self.story.append(action)
        complaints = self.visit.complaints()
        if complaints:
            print("Found after these actions:", *self.story, *complaints, sep="\n  ", flush=True)
        assert not complaints

    def is_of_use(self, control: Control) -> bool:
        """Whether the control acts by itself. A field in a form needs the form's button."""
        return control.kind == "button" or not control.form

    def do(self, control: Control, picks: Picks) -> object:
        """Act on a control, and return what was chosen."""
        if control.kind == "button":
            fields = [each for each in self.visit.controls() if each.form == control.form]
            fields = [each for each in fields if control.form and each.kind != "button"]
            values = [self.value(each, picks) for each in fields]
            self.visit.press(control, *self.typed, *map(changed, fields, values))
            return values
        if control.kind == "file_uploader":
            name = picks.one(list(FILES))
            self.visit.upload(control, FILES[name])
            return name
        value = self.value(control, picks)
        self.visit.send(*self.typed, changed(control, value))
        return value

    def value(self, control: Control, picks: Picks) -> object:
        """A value for a control."""
        if control.kind in CHOICES:
            options = control.options
            if "choose_corpus" in control.id and not self.wide:
                options = [*options[:SLOW], *options[SLOW + 1 :]]
            own = TYPED if getattr(control.proto, "accept_new_options", False) else []
            return picks.one([*options, *own])
        if control.kind in TEXTS:
            most = getattr(control.proto, "max_chars", 0) or 1000
            return picks.one(TYPED)[:most]
        if control.kind == "number_input":
            low, high = int(control.proto.min), int(control.proto.max)
            numbers = [low, low + 1, 2, 7, 20, 100, *([high] if self.wide or high <= 1000 else [])]
            return picks.one([each for each in numbers if low <= each <= high])
        return not getattr(self.visit.memory.get(control.id), "bool_value", False)


def explore(actions: int, seed: int | None = None, wide: bool = False) -> None:
    """Act this many times. An error names the shortest walk that leads to it.

    seed: seed of an earlier walk. wide: also choose slow corpora and large numbers.
    """
    seed = int(os.environ.get(SEED, random.randrange(10**6))) if seed is None else seed
    print(f"explorer: {actions} actions, seed {seed}", flush=True)
    found = manifest_scanner.scan_component_manifests()
    scan, manifest_scanner.scan_component_manifests = (
        manifest_scanner.scan_component_manifests,
        lambda: found,
    )
    machine = type("Walk", (Walk,), {"wide": wide})
    settings = hypothesis.settings(
        max_examples=max(1, actions // STEPS),
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=False,
        database=None,
        print_blob=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    try:
        with ERRORS.listening():
            run_state_machine_as_test(hypothesis.seed(seed)(machine), settings=settings)
    finally:
        manifest_scanner.scan_component_manifests = scan
