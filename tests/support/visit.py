"""A visit to the app without a browser that remembers control values like a browser.

AppTest sends what the server knows of a control. A browser sends what it drew itself: if the
options of a select box change, it goes on sending the label of an old one. `Visit` does that too.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qsl

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from tests.support.errors import mistakes

FRAME = Path(__file__).parents[2] / "pages" / "frame.py"
CHOICES = ("selectbox", "radio", "button_group")
TEXTS = ("text_input", "text_area")
VALUES = (*CHOICES, *TEXTS, "number_input", "checkbox", "expander")
ACTED_ON = (*VALUES, "button", "file_uploader")


@dataclass(frozen=True)
class Control:
    """A control that a user can act on, or a component. kind: one of ACTED_ON for a control."""

    kind: str
    id: str
    node: object

    def __repr__(self) -> str:
        name = getattr(self.proto, "label", "") or getattr(self.proto, "component_name", "")
        return f"{self.kind} {name!r}"

    @property
    def proto(self):
        return self.node.proto

    @property
    def form(self) -> str:
        """The form that the control belongs to, if any."""
        return getattr(self.proto, "form_id", "")

    @property
    def options(self) -> list[str]:
        """The labels to choose from."""
        if self.kind == "button_group":
            return [each.content for each in self.proto.options]
        return list(self.proto.options)

    @property
    def data(self) -> dict:
        """The data of a component."""
        return json.loads(self.proto.json)


class Visit:
    """The app in one session, opened at a path with a query."""

    def __init__(self, path: str = "", query: str = "") -> None:
        self.app = AppTest.from_file(str(FRAME), default_timeout=120)
        self.app.query_params.update(dict(parse_qsl(query, keep_blank_values=True)))
        self.app._page_hash = calc_hash(path)
        self.memory: dict[str, WidgetState] = {}
        self.until = time.monotonic() + 120
        self.send()

    def send(self, *changes: WidgetState) -> None:
        """Send the changes and all remembered values, then draw the response."""
        states = {**self.memory, **{each.id: each for each in changes}}
        for each in self.controls():
            if each.kind == "file_uploader":
                states[each.id] = each.node._widget_state
        self.app._run(WidgetStates(widgets=states.values()))
        kept = [each for each in changes if "trigger" not in str(each.WhichOneof("value"))]
        self.memory.update({each.id: each for each in kept})
        self.app._page_hash = calc_hash(self.path)  # the script may have opened another page
        self.draw()
        if self.app.get("progress"):  # a worker trains; the page asks again in a moment
            assert time.monotonic() < self.until, "a training takes too long"
            time.sleep(0.1)
            self.send()
        self.until = time.monotonic() + 120

    def draw(self) -> None:
        """Remember new controls, apply values set by the server, and drop removed controls."""
        there = {each.id: each for each in self.controls()}
        self.memory = {id: state for id, state in self.memory.items() if id in there}
        for control in there.values():
            if control.kind not in VALUES:
                continue
            if control.id not in self.memory or getattr(control.proto, "set_value", False):
                self.memory[control.id] = first_state(control)

    def controls(self) -> list[Control]:
        """All controls."""
        if self.app._tree is None:
            return []
        found = []
        for node in nodes(self.app._tree):
            kind, proto = getattr(node, "type", ""), getattr(node, "proto", None)
            name = getattr(proto, "id", "")
            is_known = kind in (*ACTED_ON, "bidi_component")
            if is_known and name and not getattr(proto, "disabled", False):
                found.append(Control(kind, name, node))
        return found

    def open_page(self, path: str, *changes: WidgetState) -> None:
        """Follow a link of the navigation; changes: what else the same message contains."""
        self.app._page_hash = calc_hash(path)
        self.send(*changes)

    def unfolded(self) -> tuple[tuple[str, bool], ...]:
        """The expanders, and whether they are open."""
        expanders = (each.id for each in self.controls() if each.kind == "expander")
        return tuple((id, self.memory[id].bool_value) for id in expanders)

    def unfold(self, wanted: dict[str, bool]) -> None:
        """Open and close expanders: some draw their controls only once they are open."""
        changes = [id for id, is_open in self.unfolded() if wanted.get(id, is_open) != is_open]
        if changes:
            self.send(*(WidgetState(id=id, bool_value=wanted[id]) for id in changes))

    def press(self, button: Control, *changes: WidgetState) -> None:
        """Press a button; changes: those of its form."""
        self.send(*changes, WidgetState(id=button.id, trigger_value=True))

    def upload(self, field: Control, files: dict[str, bytes]) -> None:
        """Upload files."""
        field.node.set_value([(name, data, "text/plain") for name, data in files.items()])
        self.send()

    @property
    def path(self) -> str:
        """The path of the page."""
        return self.app.session_state["session"].page

    @property
    def query(self) -> str:
        """The current query of the URL."""
        (address,) = (
            each.data
            for each in self.controls()
            if each.kind == "bidi_component" and "address" in each.proto.component_name
        )
        return str(address["query"])

    def state(self) -> dict[str, object]:
        """The state that a new session with the same URL must also show."""
        session = self.app.session_state["session"]
        return {
            "path": session.page,
            "settings": session.settings,
            "question": session.practice.question if session.page == "practice" else None,
            "stage": [
                {name: each.data[name] for name in ("run", "subject") if name in each.data}
                for each in self.controls()
                if "stage" in getattr(each.proto, "component_name", "")
            ],
        }

    def values(self) -> dict[str, str]:
        """The values of the settings controls, by name."""
        shown = {}
        for each in self.controls():
            name = each.id.partition("-choose_")[2]
            if name and each.id in self.memory:
                state = self.memory[each.id]
                kind = state.WhichOneof("value")
                value = getattr(state, kind) if kind else ""
                shown[name.rstrip("_0123456789")] = str(getattr(value, "data", value))
        return shown

    def mistakes(self) -> list[str]:
        """The unexpected errors on the page or in the log."""
        return mistakes(self.app)

    def complaints(self) -> list[str]:
        """Compare with a new session with this URL, and list all differences and errors."""
        found = self.mistakes()
        if found:
            return found
        other = reopened(self.path, self.query, self.unfolded())
        found = [f"in a new session: {each}" for each in other.mistakes]
        mine, theirs = self.state(), other.state
        found += [
            f"{name}: here {mine[name]}, in a new session {theirs[name]}"
            for name in mine
            if mine[name] != theirs[name]
        ]
        if not found and not self.app.session_state["session"].error:
            mine, theirs = self.values(), other.values
            found += [
                f"control {name}: here {mine.get(name)}, in a new session {theirs.get(name)}"
                for name in {**mine, **theirs}
                if mine.get(name) != theirs.get(name)
            ]
        return [f"{each} at /{self.path}?{self.query}" for each in found]


@dataclass(frozen=True)
class Reopened:
    """What a new session shows."""

    mistakes: list[str]
    state: dict[str, object]
    values: dict[str, str]


@lru_cache(maxsize=64)
def reopened(path: str, query: str, unfolded: tuple[tuple[str, bool], ...]) -> Reopened:
    """What a new session with a URL shows: kept, because two of three actions leave the URL."""
    visit = Visit(path, query)
    visit.unfold(dict(unfolded))
    return Reopened(visit.mistakes(), visit.state(), visit.values())


def nodes(node) -> Iterator[object]:
    """All nodes of a tree in page order."""
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def told(component: Control, event: str, value: object) -> tuple[WidgetState, WidgetState]:
    """A message of a component, as its JavaScript sends it."""
    id_ = f"$$STREAMLIT_INTERNAL_KEY_{component.id}__events"
    message = json.dumps([{"event": event, "value": value}])
    return (
        WidgetState(id=component.id, json_value="{}"),
        WidgetState(id=id_, json_trigger_value=message),
    )


def first_state(control: Control) -> WidgetState:
    """The value that a browser shows for a control that was just drawn or set."""
    proto, was_set = control.proto, getattr(control.proto, "set_value", False)
    state = WidgetState(id=control.id)
    if control.kind == "button_group":
        chosen = list(proto.raw_values) if was_set else [control.options[i] for i in proto.default]
        state.string_array_value.data[:] = chosen
    elif control.kind in CHOICES:
        if was_set and proto.HasField("raw_value"):
            state.string_value = proto.raw_value
        elif not was_set and proto.HasField("default") and control.options:
            state.string_value = control.options[proto.default]
    elif control.kind == "number_input":
        field = "value" if was_set else "default"
        if proto.HasField(field):  # an empty one sends nothing
            state.double_value = getattr(proto, field)
    elif control.kind == "checkbox":
        state.bool_value = proto.value if was_set else proto.default
    elif control.kind == "expander":
        state.bool_value = proto.expanded
    else:
        state.string_value = proto.value if was_set else proto.default
    return state


def changed(control: Control, value: object) -> WidgetState:
    """The state of a control with another value: a label, a text, a number or a switch."""
    state = WidgetState(id=control.id)
    if control.kind == "button_group":
        state.string_array_value.data[:] = [str(value)]
    elif control.kind in (*CHOICES, *TEXTS):
        state.string_value = str(value)
    elif control.kind == "number_input":
        state.double_value = float(str(value))
    else:
        state.bool_value = bool(value)
    return state
