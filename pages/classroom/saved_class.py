"""What a class consists of, and how it is read again: from a store, or from the lecturer's browser.

Both may have something else than we have written, so all of it is checked.
"""

from dataclasses import dataclass
from typing import Any

from pages.classroom.places import Place, parse_pin, parse_place
from pages.classroom.questions import is_specification
from pages.stage.record import Record

MAX_VERSION = 2**52  # Redis compares versions as floating point numbers
MAX_LEADER = 40  # characters of the name of a window
MAX_POLLS = 60  # questions of a class that are kept for the summary

START = Place()


@dataclass(frozen=True, slots=True)
class Poll:
    """A question that was asked. round: 1, or 2 after the discussion; state: see `STATES`.

    counts: the votes of each round by group, if they come from a restored class.
    """

    id: str
    spec: Record
    round: int = 1
    state: str = "open"
    counts: tuple[dict[str, int], ...] = ()
    dropped: tuple[str, ...] = ()  # suggested words that the lecturer has removed

    @property
    def ballot(self) -> str:
        """The name of the votes of the current round.

        >>> Poll("x", {}).ballot
        'x.1'
        """
        return f"{self.id}.{self.round}"


@dataclass(frozen=True, slots=True)
class State:
    """Where the lecturer is. gathered: how often everybody was called back.

    version: grows with each change, also across servers, because it contains the time. leader: the
    name of the window that leads; empty if that does not matter.
    """

    version: int = 0
    place: Place = START
    pin: str | None = None
    look: bool = True
    gathered: int = 0
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Polls:
    """What was asked; the last one is open for votes, or shown, unless `ended`."""

    version: int = 0
    asked: tuple[Poll, ...] = ()
    ended: bool = True


def parse_state(values: dict[str, Any]) -> State:
    """Return where the lecturer was. Raises ValueError if that is malformed, and KeyError.

    >>> place = {"page": "", "query": "corpus=hug", "step": 3}
    >>> saved = {"version": 7, "place": place, "pin": None, "look": True, "gathered": 0}
    >>> parse_state(saved).place.step
    3
    """
    place, pin = parse_place(values["place"]), parse_pin(values["pin"])
    leader = parse_leader(values.get("leader", ""))
    state = State(values["version"], place, pin, values["look"], values["gathered"], leader)
    check(
        is_version(state.version),
        isinstance(state.look, bool) and type(state.gathered) is int,
    )
    return state


def parse_polls(values: dict[str, Any]) -> Polls:
    """Return what was asked. Raises ValueError if that is malformed, and KeyError.

    >>> parse_polls({"version": 7, "asked": [], "ended": True}).version
    7
    """
    asked = tuple(
        Poll(**{**each, "counts": tuple(each["counts"]), "dropped": tuple(each["dropped"])})
        for each in values["asked"]
    )
    polls = Polls(values["version"], asked, values["ended"])
    check(
        is_version(polls.version) and isinstance(polls.ended, bool),
        len(asked) <= MAX_POLLS,
        all(is_specification(each.spec) and is_id(each.id) for each in asked),
        all(each.round in (1, 2) for each in asked),
        all(each.state in ("open", "closed", "revealed") for each in asked),
        all(
            isinstance(counts, dict) and all(type(n) is int for n in counts.values())
            for each in asked
            for counts in each.counts
        ),
        all(isinstance(word, str) for each in asked for word in each.dropped),
    )
    return polls


def is_version(version: object) -> bool:
    """Whether a value from outside can be a version.

    >>> is_version(7), is_version(-1), is_version(2**60), is_version(True)
    (True, False, False, False)
    """
    return isinstance(version, int) and version is not True and 0 <= version < MAX_VERSION


def parse_leader(name: object) -> str:
    """Return the name of a window that leads. Raises ValueError if it is not a short text.

    >>> parse_leader("k3j4h5")
    'k3j4h5'
    """
    if isinstance(name, str) and len(name) <= MAX_LEADER and name.isascii():
        return name
    raise ValueError("no leader")


def is_id(name: object) -> bool:
    """Whether a value from outside can be the id of a question.

    >>> is_id("0123456789ab"), is_id("x"), is_id(7)
    (True, False, False)
    """
    return isinstance(name, str) and len(name) == 12 and set(name) <= set("0123456789abcdef")


def check(*conditions: bool) -> None:
    """Raise ValueError unless all conditions hold."""
    if not all(conditions):
        raise ValueError("malformed")
