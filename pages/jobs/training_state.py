"""The state of one training: the sessions that wait for it, its progress, and how it ended."""

import math
import time

import bpe
from pages.jobs.messages import SENDING, Run
from pages.jobs.pace import interval
from pages.jobs.training_errors import failed, stopped_too_early, too_many_waiting

VIEWER_TIMEOUT = 3  # seconds by which a viewer may be late before they count as gone
ABANDONED = 10  # seconds without any viewer after which a training ends
REFUSED = 300  # seconds after the last look for which a refused training is not started again
# How much of a training is done when a phase starts, and how much is done in that phase, about.
STARTS = {"queue": 0.0, "words": 0.0, "pairs": 0.35, "pieces": 0.35, "merges": 0.4}
STARTS |= {SENDING: 1.0, "end": 1.0}
SHARES = {"words": 1 / 3, "pieces": 0.65, "merges": 0.6}


class TrainingState:
    """The state of one training.

    client: the first that asked (`visitor_of_script`). session: its session. phase: "queue",
    "words", "pairs", "merges", "pieces", SENDING or "end"; `done` of `total` in that phase. run:
    the result. refusal: why there is no result, if the input cannot be used. stopping: whether
    somebody has stopped it. given_up: whether it ended because nobody waited; the next
    request starts it again.
    """

    def __init__(self, client: str = "", session: str = "") -> None:
        self.client = client
        self.session = session
        self.phase, self.done, self.total = "queue", 0, 1
        self.phase_started = time.monotonic()
        self.run: Run | None = None
        self.refusal: bpe.InputError | None = None
        self.stopping = self.given_up = False
        self.last_look = time.monotonic()
        self.last_seen: dict[str, float] = {}  # viewer -> when they last asked for the progress

    def look(self) -> None:
        """Note that somebody waits for this training.

        >>> training = TrainingState()
        >>> training.look()
        >>> training.is_abandoned
        False
        """
        self.last_look = time.monotonic()

    def add_viewer(self, viewer: str) -> bool:
        """Note that somebody is waiting for this training. Return whether others are too.

        >>> training = TrainingState()
        >>> training.add_viewer("a"), training.add_viewer("b")
        (False, True)
        """
        self.look()
        now = self.last_seen[viewer] = self.last_look
        timeout = VIEWER_TIMEOUT + 2 * interval(len(self.last_seen))
        gone = [each for each, seen in list(self.last_seen.items()) if now - seen >= timeout]
        for each in gone:
            self.last_seen.pop(each, None)
        return len(self.last_seen) > 1

    def is_only_for(self, session: str) -> bool:
        """Whether this session asked for this training, and nobody else waits for it.

        >>> training = TrainingState(session="a")
        >>> training.is_only_for("a"), training.is_only_for("b")
        (True, False)
        """
        return bool(session) and session == self.session and len(self.last_seen) <= 1

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody has waited for this training for a while.

        >>> training = TrainingState()
        >>> training.last_look -= ABANDONED
        >>> training.is_abandoned
        True
        """
        return time.monotonic() - self.last_look >= ABANDONED

    def abandon(self) -> None:
        """End this training soon, unless somebody looks at it again.

        >>> training = TrainingState()
        >>> training.abandon()
        >>> training.is_abandoned
        True
        """
        self.last_look = -math.inf

    @property
    def is_stale(self) -> bool:
        """Whether there is no run, and the next request starts the training again.

        A refusal is kept for longer, because the same training would be refused again.

        >>> training = TrainingState()
        >>> training.phase, training.refusal = "end", failed()
        >>> training.last_look -= ABANDONED
        >>> training.is_stale
        False
        """
        if self.ended and self.given_up:
            return True
        patience = REFUSED if self.ended and self.refusal else ABANDONED
        return self.run is None and time.monotonic() - self.last_look >= patience

    @property
    def ended(self) -> bool:
        """Whether the training is over, with or without a result.

        >>> training = TrainingState()
        >>> training.ended
        False
        """
        return self.phase == "end"

    @property
    def phase_fraction(self) -> float:
        """How much of the time of this phase has passed, from 0 to 1.

        Later merges are faster: the time grows with about the square root of their number.

        >>> training = TrainingState()
        >>> training.phase, training.done, training.total = "merges", 1, 4
        >>> training.phase_fraction
        0.5
        """
        part = min(1.0, self.done / max(self.total, 1))
        return float(part**0.5) if self.phase == "merges" else part

    @property
    def fraction(self) -> float:
        """About how much of the whole training is done, from 0 to 1.

        >>> training = TrainingState()
        >>> training.phase, training.done, training.total = "merges", 1, 4
        >>> training.fraction
        0.7
        """
        return STARTS[self.phase] + SHARES.get(self.phase, 0.0) * self.phase_fraction

    @property
    def seconds_left(self) -> float | None:
        """About how many seconds this phase still takes; None if that is not known yet.

        >>> training = TrainingState()
        >>> training.seconds_left is None
        True
        """
        part = self.phase_fraction
        passed = time.monotonic() - self.phase_started
        return passed * (1 - part) / part if part > 0.05 else None

    def error(self) -> bpe.InputError:
        """Return why there is no result.

        >>> training = TrainingState()
        >>> training.stopping = True
        >>> str(training.error())
        'Training was stopped before its first step.'
        """
        if self.refusal:
            return self.refusal
        if self.stopping:
            return stopped_too_early()
        if self.given_up:
            return too_many_waiting()
        return failed()
