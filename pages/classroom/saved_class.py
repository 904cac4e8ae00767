"""What a class consists of, and how it is read again: from a store, or from the lecturer's browser.

Both may have something else than we have written, so all of it is checked.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pages.classroom.codes import NETWORK
from pages.classroom.places import Place, parse_pin, parse_place
from pages.classroom.questions import is_specification
from pages.classroom.shown_part import PartTexts, parse_part
from pages.stage.record import Record
from pages.state.corpus import CORPORA

MAX_VERSION = 2**52  # Redis compares versions as floating point numbers
MAX_LEADER = 40  # characters of the name of a window
MAX_POLLS = 60  # questions of a class that are kept for the summary
MAX_KEPT = 300_000  # characters of all these questions as text; the oldest are dropped
MAX_SAVED = 400_000  # bytes of a class to restore
MAX_GROUPS = 200  # of answers of a round, for which votes are kept in a saved class
MAX_GROUP = 400  # characters of the name of a group
MAX_DROPPED = 500  # suggested words that the lecturer has removed
MAX_LEFT_OUT = 50  # networks of a question
MAX_VOTES = 10**6

START = Place()


@dataclass(frozen=True, slots=True)
class Poll:
    """A question that was asked. round: 1, or 2 after the discussion; state: see `STATES`.

    counts: the votes of each round by group, if they come from a restored class. at: when it was
    asked, in milliseconds since 1970; 0 in older ones. corpus, step: what was shown then, as
    `asked_at` returns it.
    """

    id: str
    spec: Record
    round: int = 1
    state: str = "open"
    counts: tuple[dict[str, int], ...] = ()
    dropped: tuple[str, ...] = ()  # suggested words that the lecturer has removed
    left_out: tuple[str, ...] = ()  # networks whose votes the lecturer does not count
    at: int = 0
    corpus: str = ""
    step: int | None = None

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
    name of the window that leads; empty if that does not matter. part: of the course or a lesson.
    """

    version: int = 0
    place: Place = START
    pin: str | None = None
    look: bool = True
    gathered: int = 0
    leader: str = ""
    part: PartTexts = ()


@dataclass(frozen=True, slots=True)
class Polls:
    """What was asked; the last one is open for votes, or shown, unless `ended`."""

    version: int = 0
    asked: tuple[Poll, ...] = ()
    ended: bool = True


def read_saved(text: str) -> tuple[State, Polls]:
    """Return what the lecturer's browser has kept. Raises ValueError if that is malformed.

    >>> read_saved('{"state": [], "polls": {}}')
    Traceback (most recent call last):
        ...
    ValueError: malformed
    """
    with only_value_errors():
        parts = json.loads(text)
        return parse_state(parts["state"]), parse_polls(parts["polls"])


def read_state(text: str) -> State:
    """Return where the lecturer was, from a text. Raises ValueError if that is malformed."""
    with only_value_errors():
        return parse_state(json.loads(text))


def read_polls(text: str, known: Sequence[Poll] = ()) -> Polls:
    """Return what was asked, from a text. Raises ValueError if that is malformed.

    known: questions that were checked before.
    """
    with only_value_errors():
        return parse_polls(json.loads(text), known)


@contextmanager
def only_value_errors() -> Iterator[None]:
    """Raise a ValueError in place of any error that values of another type lead to.

    >>> with only_value_errors():
    ...     {}["place"]
    Traceback (most recent call last):
        ...
    ValueError: malformed
    """
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError("malformed") from None


def parse_state(values: dict[str, Any]) -> State:
    """Return where the lecturer was. Raises one of `only_value_errors` if that is malformed.

    >>> place = {"page": "", "query": "corpus=hug", "step": 3}
    >>> saved = {"version": 7, "place": place, "pin": None, "look": True, "gathered": 0}
    >>> parse_state(saved).place.step
    3
    """
    place, pin = parse_place(values["place"]), parse_pin(values["pin"])
    leader = parse_leader(values.get("leader", ""))
    part = parse_part(values.get("part"))
    state = State(values["version"], place, pin, values["look"], values["gathered"], leader, part)
    check(
        is_version(state.version),
        isinstance(state.look, bool) and type(state.gathered) is int,
    )
    return state


def parse_polls(values: dict[str, Any], known: Sequence[Poll] = ()) -> Polls:
    """Return what was asked. Raises one of `only_value_errors` if that is malformed.

    How many there are is checked first, so a long list costs nothing.

    >>> parse_polls({"version": 7, "asked": [], "ended": True}).version
    7
    """
    asked, ended = values["asked"], values["ended"]
    check(isinstance(asked, list) and len(asked) <= MAX_POLLS)
    check(is_version(values["version"]) and isinstance(ended, bool))
    by_id = {each.id: each for each in known}
    polls = [parse_poll(each, by_id.get(str(each["id"]))) for each in asked]
    return Polls(values["version"], tuple(polls), ended)


def parse_poll(values: dict[str, Any], known: Poll | None = None) -> Poll:
    """Return a question. Raises one of `only_value_errors`. known: the same one as it was before.

    >>> parse_poll({"id": "0" * 12, "spec": {"kind": "word"}, "counts": [], "dropped": []}).round
    1
    """
    check(isinstance(values["counts"], list) and isinstance(values["dropped"], list))
    counts, dropped = tuple(values["counts"]), tuple(values["dropped"])
    left_out = values.get("left_out", [])
    check(isinstance(left_out, list))
    poll = Poll(**{**values, "counts": counts, "dropped": dropped, "left_out": tuple(left_out)})
    check(
        len(counts) <= 2 and len(dropped) <= MAX_DROPPED and len(left_out) <= MAX_LEFT_OUT,
        all(isinstance(name, str) and len(name) == NETWORK for name in left_out),
        is_version(poll.at),
        poll.corpus in ("", *CORPORA) and (poll.step is None or is_version(poll.step)),
        is_id(poll.id) and poll.round in (1, 2) and poll.state in ("open", "closed", "revealed"),
        all(isinstance(word, str) and len(word) < 20 for word in dropped),
        all(map(is_counts, counts)),
        (known is not None and poll.spec == known.spec) or is_specification(poll.spec),
    )
    return poll


def is_counts(counts: object) -> bool:
    """Whether a value from outside can be the votes of a round by group.

    >>> is_counts({"right": 7}), is_counts({"right": -7}), is_counts([])
    (True, False, False)
    """
    return isinstance(counts, dict) and all(
        type(n) is int and 0 <= n <= MAX_VOTES and len(group) <= MAX_GROUP
        for group, n in counts.items()
    )


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
