"""Turns of scripts: only a few scripts of one client run at the same time.

Otherwise a client with many open pages would take the processor from all others. All visitors of
unknown proxies share turns that are enough for a class (see `pages.resources.client`).
"""

from contextlib import AbstractContextManager

from pages.resources import client
from pages.resources.turns import NO_LIMIT, Turns

MAX_PER_CLIENT = 2  # of one address; a whole class may share one, and then takes turns
MAX_VIA_PROXIES = 64  # of all sessions behind unknown proxies; a session has one script at a time


class ScriptTurns:
    """Gives each client its turns."""

    def __init__(self) -> None:
        self.direct = Turns(at_once=MAX_PER_CLIENT)
        self.via_proxies = Turns(MAX_VIA_PROXIES, at_once=NO_LIMIT)

    def turn(self, address: str) -> AbstractContextManager[bool]:
        """Return a context with a turn of a client. address: the client's.

        >>> with ScriptTurns().turn("10.0.0.7") as has_turn:
        ...     has_turn
        True
        """
        turns = self.via_proxies if address.startswith(client.VIA) else self.direct
        return turns.turn(address)


TURNS = ScriptTurns()


def turn_of_this_script() -> AbstractContextManager[bool]:
    """Return a context in which the running script has its client's turn."""
    _, address = client.of_script()
    return TURNS.turn(address)
