"""How many codes of classes an address can try."""

from collections import OrderedDict

from pages.resources.rates import MAX_KEYS, Rate


class Guesses:
    """Limits how many codes an address can try.

    An address that has found a class may always come back to it, so that a student who tries codes
    does not lock out the rest of the room.
    """

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def may_try(self, address: str, code: str) -> bool:
        """Whether an address may ask for a code.

        >>> guesses = Guesses(Rate(per_second=0, burst=1))
        >>> guesses.note("10.0.0.7", "AAAAAA", exists=False)
        >>> guesses.may_try("10.0.0.7", "BBBBBB"), guesses.may_try("10.0.0.8", "BBBBBB")
        (False, True)
        """
        return (address, code) in self._known or self.rate.left(address) >= 1

    def note(self, address: str, code: str, exists: bool) -> None:
        """Note whether there was a class with the code."""
        if not exists:
            self.rate.take(address)
            return
        self._known[address, code] = None
        self._known.move_to_end((address, code))
        if len(self._known) > MAX_KEYS:
            self._known.popitem(last=False)
