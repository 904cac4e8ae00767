"""Turns of scripts: only a few scripts of one client run at the same time.

Otherwise a client with many open pages would take the processor from all others. All visitors of
unknown proxies share turns that are enough for a class (see `pages.resources.client`).
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Lock, Semaphore

from pages.resources import client

MAX_PER_CLIENT = 2  # of one address; a whole class may share one, and then takes turns
MAX_VIA_PROXIES = 64  # of all sessions behind unknown proxies; a session has one script at a time
MAX_WAIT = 20  # seconds: a script before this one may wait that long for another process


@dataclass(slots=True)
class Client:
    """The free turns of a client whose scripts run or wait, and how many these are."""

    free: Semaphore
    scripts: int = 0


class ScriptTurns:
    """Gives each client its turns. Clients without scripts take no memory."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.clients: dict[str, Client] = {}

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait for a turn of a client, at most MAX_WAIT seconds. address: the client's.

        >>> turns = ScriptTurns()
        >>> with turns.turn("10.0.0.7"):
        ...     list(turns.clients)
        ['10.0.0.7']
        >>> list(turns.clients)
        []
        """
        is_shared = address.startswith(client.VIA)
        name, most = (client.VIA, MAX_VIA_PROXIES) if is_shared else (address, MAX_PER_CLIENT)
        with self._lock:
            known = self.clients.setdefault(name, Client(Semaphore(most)))
            known.scripts += 1
        has_turn = known.free.acquire(timeout=MAX_WAIT)
        try:
            yield
        finally:
            if has_turn:
                known.free.release()
            with self._lock:
                known.scripts -= 1
                if not known.scripts:
                    del self.clients[name]


TURNS = ScriptTurns()


def turn_of_this_script() -> AbstractContextManager[None]:
    """Return a context in which the running script has its client's turn."""
    _, address = client.of_script()
    return TURNS.turn(address)
