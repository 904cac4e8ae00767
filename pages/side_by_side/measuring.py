"""Measures a whole uploaded file with the compared tokenizers, part by part, in another process.

Between two parts the page shows how far it is, and the reader can stop.
"""

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import bpe
from bpe.measuring import Line, Tally
from pages.jobs import messages, tokenizer_file
from pages.jobs.chosen_tokenizers import TRAINED
from pages.jobs.helper_process import Busy, HelperProcess, TooSlow, Unavailable
from pages.resources.client import visitor_of_script
from pages.runs import runs
from pages.side_by_side.column import Column
from pages.side_by_side.compute import Member, finds_specials, pattern_of, settings_of
from pages.side_by_side.measuring_kept import KEPT, TOKEN_WEIGHT
from pages.side_by_side.measuring_worker import MAX_SECONDS
from pages.state.settings import Settings
from pages.storage import file_store

FAIR_SECONDS = 8.0  # for one part if other clients wait; most take less than one
IDLE = 60.0  # seconds without a request, after which the process ends
MAX_WAIT = 10.0  # seconds that a request waits for others
MAX_WAITING = 40  # requests, the current one included
FREQUENT = 10  # tokens that are listed


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file to measure: it starts at byte `start`, which is in this line, from 1.

    key: of the tokenizer. tokenizer: the fields of a StoredTokenizer, if it was uploaded; otherwise
    the process needs its run once: `run` says whether it follows. specials: whether special tokens
    in the text are found.
    """

    path: str
    start: int
    line: int
    key: str
    tokenizer: Mapping[str, Any] | None
    specials: bool
    run: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """What the process says: the tally of a part, and the byte at which the next part starts.

    missing: whether it needs the run first. error: why there is no tally.
    """

    tally: Tally
    next: int = 0
    missing: bool = False
    error: Sequence[Any] | None = None


Request = tuple[Part, messages.Run | None]


def send(stream: IO[bytes], request: Request) -> None:
    """Write a request."""
    part, run = request
    stream.write(json.dumps(asdict(part)).encode() + b"\n")
    if run:
        messages.send(stream, run)
    stream.flush()


def receive(stream: IO[bytes]) -> Reply:
    """Read a reply. Raises EOFError if the process has ended."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    reply = json.loads(line)
    tally = Tally(**reply.pop("tally", {}))
    tally.worst = [Line(**each) for each in tally.worst]  # type: ignore[arg-type]
    return Reply(tally, **reply)


PROCESS = HelperProcess(
    "pages.side_by_side.measuring_worker",
    send,
    receive,
    max_seconds=MAX_SECONDS,
    fair_seconds=FAIR_SECONDS,
    idle=IDLE,
    max_wait=MAX_WAIT,
    max_waiting=MAX_WAITING,
    max_per_client=MAX_WAITING // 2,
)


@dataclass(slots=True)
class Measured:
    """What a tokenizer made of the file so far. name: as in the settings. key: in the cache.

    used: how many different tokens were in the text, if `tally` has only the frequent ones.
    """

    column: Column
    name: str
    key: str
    tally: Tally = field(default_factory=Tally)
    used: int | None = None

    @property
    def unused(self) -> int:
        """How many tokens of the vocabulary are not in the text.

        >>> Measured(Column("A", "bpe", "", 9), "bpe", "", Tally(counts={"hug": 2})).unused
        8
        """
        used = len(self.tally.counts) if self.used is None else self.used
        return max(0, self.column.tokens - used)

    @property
    def frequent(self) -> list[tuple[str, int]]:
        """The most frequent tokens, each with its count; the first in order among equals.

        >>> Measured(Column("A", "bpe", "", 9), "bpe", "", Tally(counts={"u": 1, "a": 1})).frequent
        [('a', 1), ('u', 1)]
        """
        counts = self.tally.counts
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:FREQUENT]

    def reduce(self) -> None:
        """Keep only the frequent tokens. No more can be added.

        >>> counts = Counter({f"t{i}": 1 for i in range(50)})
        >>> measured = Measured(Column("A", "bpe", "", 60), "bpe", "", Tally(counts=counts))
        >>> measured.reduce()
        >>> measured.unused, len(measured.tally.counts)
        (10, 10)
        """
        if self.used is None:
            self.used, self.tally.counts = len(self.tally.counts), Counter(dict(self.frequent))


@dataclass(slots=True, eq=False, weakref_slot=True)
class Measuring:
    """A file that is measured. size, done: in bytes. stopped: whether the reader stopped it.

    error: why it could not go on; then `done` is where all tokenizers still had measured it.
    replies: to the part that starts there, of the tokenizers that have measured it. weight: about
    the bytes of all counts. at: when the last part was measured.
    """

    settings: Settings
    path: str
    size: int
    measured: list[Measured]
    replies: list[Reply] = field(default_factory=list)
    done: int = 0
    stopped: bool = False
    error: bpe.InputError | None = None
    weight: int = 0
    at: float = 0.0

    @property
    def ended(self) -> bool:
        """Whether no part is left, or the measuring ended before."""
        return self.stopped or self.error is not None or self.done >= self.size

    @property
    def key(self) -> tuple[str, ...]:
        """What is measured, and with what."""
        return (self.path, *(each.key for each in self.measured))

    @property
    def next(self) -> Measured:
        """The tokenizer that is asked next."""
        return self.measured[len(self.replies)]

    def step(self) -> None:
        """Ask the next tokenizer for its tally of the part. The part counts when all have one."""
        try:
            reply = ask(self, self.next, self.measured[0].tally.lines + 1)
        except bpe.InputError as error:
            self.error = self.error or error
            return
        if self.error:  # another measurement needed the room meanwhile
            return
        self.replies.append(reply)
        if len(self.replies) == len(self.measured):
            self.count(reply.next)

    def count(self, done: int) -> None:
        """Add the tallies of a part to the others. done: the byte at which the next part starts."""
        for each, reply in zip(self.measured, self.replies, strict=True):
            new = reply.tally.counts.keys() - each.tally.counts.keys()
            self.weight += sum(map(len, new)) + TOKEN_WEIGHT * len(new)
            each.tally.add(reply.tally)
        self.replies.clear()
        self.done, self.at = done, time.monotonic()
        KEPT.add(self)

    def reduce(self) -> None:
        """Keep only what is shown. A measurement that goes on ends with what it has."""
        if not self.ended:
            self.error = busy()
        for each in self.measured:
            each.reduce()
        self.weight = 0


def busy() -> bpe.InputError:
    """The error for a part that took too long, or for which there is no room.

    >>> str(busy())[-33:]
    'The results are those up to here.'
    """
    return bpe.InputError(
        "This part took too long, or the server is busy. The results are those up to here."
    )


def start(settings: Settings, members: Sequence[Member]) -> Measuring | None:
    """Return a file that is about to be measured; None if there is no file or no tokenizer."""
    path = file_store.path_of(settings.comparison.lines)
    ready = [(each.name, each.ready) for each in members if each.ready]
    if path is None or not ready:
        return None
    measured = [Measured(each.column, name, each.key) for name, each in ready]
    return Measuring(settings, str(path), Path(path).stat().st_size, measured)


def ask(measuring: Measuring, each: Measured, first: int) -> Reply:
    """Return what a tokenizer makes of the next part. Raises bpe.InputError if it can't.

    first: the number of the first line.
    """
    specials = finds_specials(measuring.settings)
    stored = None
    if each.name not in TRAINED:
        pattern = pattern_of(measuring.settings, each.name)
        stored = asdict(tokenizer_file.stored(each.name, pattern)) | {"data": ""}

    def reply_to(run: messages.Run | None) -> Reply:
        has_run = run is not None
        part = Part(measuring.path, measuring.done, first, each.key, stored, specials, has_run)
        return PROCESS.ask((part, run), visitor_of_script())

    try:
        reply = reply_to(None)
        if reply.missing:
            reply = reply_to(run_of(measuring.settings, each.name))
    except (Busy, TooSlow, Unavailable):
        raise busy() from None
    if reply.error:
        sentence, values = reply.error
        raise bpe.InputError(sentence, **values)
    return reply


def run_of(settings: Settings, name: str) -> messages.Run:
    """Return the run of a tokenizer that was trained here. Raises bpe.InputError if it is gone.

    >>> from pages.state.defaults import defaults
    >>> len(run_of(defaults("hug"), "bpe").vocab)
    14
    """
    used = settings_of(settings, name)
    run = runs.unigram_run_of(used) if name == "unigram" else runs.training_of(used)
    if run is None:
        raise bpe.InputError("The tokenizer is still in training. Measure again when it is done.")
    return run
