"""A class: where the lecturer is, and what was asked. Pure logic; time comes from a clock.

`hub` keeps the rooms of a server and tells listeners about changes.
"""

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace

import bpe
from pages.classroom.places import Place
from pages.classroom.saved_class import (
    MAX_DROPPED,
    MAX_GROUPS,
    MAX_KEPT,
    MAX_LEFT_OUT,
    MAX_POLLS,
    Poll,
    Polls,
    State,
)
from pages.classroom.shown_part import PartTexts
from pages.classroom.votes import Ballot
from pages.stage.record import Record

LIFETIME = 3 * 3_600  # seconds after its last event in which a class is kept


@dataclass
class Room:
    """A class. key_hash: see `codes.hash_of`; clock: the time in seconds since 1970.

    >>> room = Room("K7M2QX", "hash", clock=lambda: 5.0)
    >>> room.lead(Place("", "corpus=hug", 3))
    >>> room.state.version, room.state.place.step
    (5000, 3)
    """

    code: str
    key_hash: str
    state: State = field(default_factory=State)
    polls: Polls = field(default_factory=Polls)
    ballots: dict[str, Ballot] = field(default_factory=dict)
    clock: Callable[[], float] = time.time
    touched: float = 0.0
    _texts: dict[str, tuple[Poll, str]] = field(default_factory=dict)  # of questions, as saved

    def __post_init__(self) -> None:
        self.touch()

    def touch(self) -> None:
        """Note that something happened."""
        self.touched = self.clock()

    @property
    def idle(self) -> float:
        """How long nothing has happened, in seconds."""
        return self.clock() - self.touched

    @property
    def is_over(self) -> bool:
        """Whether nothing has happened for too long."""
        return self.idle > LIFETIME

    @property
    def version(self) -> int:
        """The version of the whole class."""
        return max(self.state.version, self.polls.version)

    def _next_version(self) -> int:
        return max(self.version + 1, int(self.clock() * 1_000))

    @property
    def poll(self) -> Poll | None:
        """The question that is shown, if there is one."""
        return None if self.polls.ended or not self.polls.asked else self.polls.asked[-1]

    @property
    def is_asking(self) -> bool:
        """Whether there is a question whose answer is not revealed yet.

        >>> room = Room("K7M2QX", "hash")
        >>> _ = room.open({"kind": "predict"})
        >>> room.change("close")
        >>> room.is_asking
        True
        """
        poll = self.poll
        return poll is not None and poll.spec["kind"] != "word" and poll.state != "revealed"

    @property
    def may_look(self) -> bool:
        """Whether followers may look around now: other steps would show what is asked.

        >>> room = Room("K7M2QX", "hash")
        >>> room.lead(Place("", "corpus=hug", 3, ("predict",)))
        >>> room.state.look, room.may_look
        (True, False)
        """
        return self.state.look and not self.is_asking and not self.state.place.asks

    @property
    def open_ballot(self) -> str:
        """The name of the votes that can be given now; empty if there are none.

        >>> Room("K7M2QX", "hash").open_ballot
        ''
        """
        poll = self.poll
        return poll.ballot if poll and poll.state == "open" else ""

    def lead(
        self,
        place: Place,
        pin: str | None = None,
        look: bool | None = None,
        gather: bool = False,
        leader: str = "",
        part: PartTexts = (),
    ) -> None:
        """Go to a place. look: whether followers may look around; None leaves it as it is.

        leader: the window that leads from now on; empty leaves it as it is.
        """
        self.state = State(
            self._next_version(),
            place,
            pin,
            self.state.look if look is None else look,
            self.state.gathered + gather,
            leader or self.state.leader,
            part,
        )
        self.touch()

    def open(self, spec: Record) -> Poll:
        """Ask a question, and return it."""
        corpus, step = self.state.place.asked_at
        now = int(self.clock() * 1_000)
        poll = Poll(secrets.token_hex(6), spec, at=now, corpus=corpus, step=step)
        kept = self.polls.asked[-(MAX_POLLS - 1) :]
        for old in self.polls.asked[: -len(kept)] if kept else ():
            self._texts.pop(old.id, None)
            self.ballots = {k: v for k, v in self.ballots.items() if not k.startswith(old.id)}
        self.polls = Polls(self._next_version(), (*kept, poll), ended=False)
        self.touch()
        return poll

    def change(self, command: str, word: str = "") -> None:
        """Do what the lecturer says with the question: close, reveal, again, end, drop, leave_out.

        word: what to drop, or the network whose votes are left out, or counted again. Raises
        bpe.InputError if that is not possible now.

        >>> room = Room("K7M2QX", "hash")
        >>> _ = room.open({"kind": "word"})
        >>> room.change("reveal")
        >>> room.poll.state, room.open_ballot
        ('revealed', '')
        """
        poll = self.poll
        if poll is None:
            raise bpe.InputError("No question is open.")
        ended = command == "end"
        if command == "again":
            if poll.round != 1:
                raise bpe.InputError("This question has had its second vote.")
            poll = replace(poll, round=2, state="open")
        elif command == "leave_out":
            out = [each for each in poll.left_out if each != word]
            is_out = word in poll.left_out
            poll = replace(poll, left_out=tuple(out if is_out else [*out, word][-MAX_LEFT_OUT:]))
        elif command == "drop":
            poll = replace(poll, dropped=(*poll.dropped, word)[-MAX_DROPPED:])
        elif command == "reveal":
            poll = replace(poll, state="revealed")
        elif poll.state == "open":
            poll = replace(poll, state="closed")
        self.polls = Polls(self._next_version(), (*self.polls.asked[:-1], poll), ended)
        self.touch()

    def ballot(self, name: str) -> Ballot:
        """The votes of a round, by the name of the ballot."""
        return self.ballots.setdefault(name, Ballot())

    def vote(self, question: object, voter: str, group: str) -> str:
        """Count a vote; return it with its time. Raises bpe.InputError if it is too late.

        >>> room = Room("K7M2QX", "hash")
        >>> poll = room.open({"kind": "word"})
        >>> _ = room.vote(poll.id, "ann", "hug")
        >>> room.rounds(poll)
        [Counter({'hug': 1})]
        """
        poll = self.poll
        if poll is None or poll.id != question or not self.open_ballot:
            raise bpe.InputError("This question is closed.")
        self.touch()
        return self.ballot(poll.ballot).vote(voter, group)

    def rounds(self, poll: Poll) -> list[Counter[str]]:
        """The votes of each round of a question, by group."""
        found = []
        for number in range(1, poll.round + 1):
            counts = self.ballot(f"{poll.id}.{number}").counts(poll.left_out)
            if not counts and number <= len(poll.counts):
                counts = Counter(poll.counts[number - 1])
            found.append(counts)
        return found

    def save_state(self) -> str:
        """Where the lecturer is, as text."""
        return json.dumps(asdict(self.state))

    def save_polls(self, with_counts: bool = False) -> str:
        """What was asked, as text. with_counts: with the votes by group of each closed round.

        The oldest questions are left out if they are too much.
        """
        texts: list[str] = []
        left = MAX_KEPT
        for poll in reversed(self.polls.asked):
            texts.append(self._text_of(poll, with_counts))
            left -= len(texts[-1])
            if left < 0:
                texts.pop()
                break
        head = json.dumps({"version": self.polls.version, "ended": self.polls.ended})
        return f'{head[:-1]}, "asked": [{", ".join(reversed(texts))}]}}'

    def _text_of(self, poll: Poll, with_counts: bool) -> str:
        """A question as text. It is kept, because the others are written again with each change."""
        if with_counts:
            poll = replace(poll, counts=self.closed_rounds(poll))
        known, text = self._texts.get(poll.id, (None, ""))
        if known != poll:
            text = json.dumps(asdict(poll))
            self._texts[poll.id] = poll, text
        return text

    def closed_rounds(self, poll: Poll) -> tuple[dict[str, int], ...]:
        """The votes of the rounds in which nobody can vote any more."""
        rounds = self.rounds(poll)
        closed = rounds[:-1] if poll.ballot == self.open_ballot else rounds
        return tuple(
            dict(each) if len(each) <= MAX_GROUPS else dict(each.most_common(MAX_GROUPS))
            for each in closed
        )

    def save(self) -> str:
        """What the lecturer's browser needs to restore the class.

        >>> from pages.classroom.saved_class import read_saved
        >>> room = Room("K7M2QX", "hash")
        >>> room.lead(Place("", "corpus=hug", 3))
        >>> copy = Room("K7M2QX", "hash")
        >>> copy.take_state(read_saved(room.save())[0]), copy.state == room.state
        (True, True)
        """
        return f'{{"state": {self.save_state()}, "polls": {self.save_polls(with_counts=True)}}}'

    def take_state(self, state: State) -> bool:
        """Take over a state if it is newer; return whether it is."""
        is_newer = state.version > self.state.version
        self.state = state if is_newer else self.state
        return is_newer

    def take_polls(self, polls: Polls) -> bool:
        """Take over questions if they are newer; return whether they are."""
        is_newer = polls.version > self.polls.version
        self.polls = polls if is_newer else self.polls
        return is_newer
