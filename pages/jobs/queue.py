"""The queue of the trainings, which worker processes run.

All readers who ask for the same run share one training. Small trainings do not come here, because
starting a process takes longer (see `pages.runs.runs`). A training is limited in time, in memory
(see `worker`) and in number, per client and in total. It ends when nobody waits for it any more.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from threading import Lock, Timer

from pages.jobs.job import Job
from pages.jobs.pauses import Pauses
from pages.jobs.training import Training
from pages.jobs.training_errors import MAX_PER_CLIENT, too_many_of_client, too_many_waiting
from pages.resources import machine
from pages.resources.client import leaves_room
from pages.resources.turns import NO_LIMIT, Turns

MAX_RUNNING = machine.workers(machine.memory(), machine.processors())
MAX_WAITING = 16
MAX_PER_SESSION = 2  # that nobody else waits for; a page may need one of BPE and one of Unigram
MAX_ENDED = 4  # ended trainings whose runs are remembered
MAX_FAILED = 16  # ended trainings without a run that are remembered
REMEMBERED = 30  # seconds for which they are


def turns() -> Turns:
    """Return the turns of the trainings that may run at the same time.

    >>> with turns().turn("") as has_turn:
    ...     has_turn
    True
    """
    return Turns(MAX_RUNNING, at_once=NO_LIMIT)


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._turns, self._pauses = turns(), Pauses()
        self._by_key: OrderedDict[str, Training] = OrderedDict()

    def get_or_start(
        self, key: str, make_job: Callable[[], Job], client: str = "", session: str = ""
    ) -> Training:
        """Return the training of a key; start it if there is none.

        client: that of the request (`visitor_of_script`); empty for no limit per client. session:
        its session; if it has too many trainings, it loses its oldest. Empty for no limit.
        Raises bpe.InputError if too many trainings are waiting, and whatever `make_job` raises.
        """
        with self._lock:
            training = self._by_key.get(key)
            if training is not None and training.is_stale:
                del self._by_key[key]
                training = None
            if training is None:
                self._abandon_oldest_of(session)
                self._check_room(client)
                training = self._by_key[key] = Training(make_job(), client, session, self._pauses)
                training.on_end = partial(self._forget_later, key, training)
                training.start(self._turns)
            training.look()
            self._forget_oldest()
            return training

    @property
    def _active(self) -> list[Training]:
        """The trainings that run or wait, the oldest first."""
        return [each for each in self._by_key.values() if not (each.ended or each.is_abandoned)]

    def _abandon_oldest_of(self, session: str) -> None:
        """Make room for one more training of a session, which has probably left the oldest."""
        own = [each for each in self._active if each.is_only_for(session)]
        for each in own[: len(own) - MAX_PER_SESSION + 1]:
            each.abandon()

    def _check_room(self, client: str) -> None:
        """Raise bpe.InputError if too many trainings run or wait, of all clients or of one."""
        active, most = self._active, MAX_RUNNING + MAX_WAITING
        if len(active) >= most or not leaves_room(client, [a.client for a in active], most):
            raise too_many_waiting()
        if client and sum(each.client == client for each in active) >= MAX_PER_CLIENT:
            raise too_many_of_client()

    def find(self, key: str) -> Training | None:
        """Return the training of a key, or None.

        >>> Trainings().find("a key") is None
        True
        """
        with self._lock:
            return self._by_key.get(key)

    def forget(self, key: str) -> None:
        """Forget a training that has ended, so that it can be started again."""
        with self._lock:
            if key in self._by_key and self._by_key[key].ended:
                del self._by_key[key]

    def _forget_later(self, key: str, training: Training) -> None:
        """Forget a training that has ended, so that its run does not stay in memory.

        A failed training is kept while somebody asks why it failed.
        """

        def forget() -> None:
            with self._lock:
                if self._by_key.get(key) is not training:
                    return
                if training.run is None and not training.is_stale:
                    self._forget_later(key, training)
                else:
                    del self._by_key[key]

        timer = Timer(REMEMBERED, forget)
        timer.daemon = True
        timer.start()

    def count_ahead(self, training: Training) -> int:
        """Return how many trainings are in the queue before this one.

        >>> from pages.jobs.job import BpeJob, CorpusSource
        >>> training = Training(BpeJob(CorpusSource("gpt2", "none", {"hug": 10}), 10, "first"))
        >>> Trainings().count_ahead(training)
        0
        """
        with self._lock:
            waiting = [each for each in self._by_key.values() if each.phase == "queue"]
        return waiting.index(training) if training in waiting else 0

    def _forget_oldest(self) -> None:
        ended = [(key, each.run is None) for key, each in self._by_key.items() if each.ended]
        for most, failed in ((MAX_ENDED, False), (MAX_FAILED, True)):
            keys = [key for key, has_failed in ended if has_failed == failed]
            for key in keys[: max(0, len(keys) - most)]:
                del self._by_key[key]


TRAININGS = Trainings()
