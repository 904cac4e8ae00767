"""The phones of a class by address: their streams, and how many voters they get."""

from collections import Counter
from dataclasses import dataclass, field

from pages.classroom import codes
from pages.classroom.listeners import Listener

FEW = 40  # voters that an address gets in any case
VOTERS = 2  # more for each stream: a phone whose browser keeps nothing comes back as a new one


@dataclass(slots=True)
class Phones:
    """The phones that follow a class. key_hash: of the class.

    An address gets as many voters as it has streams, and some more. So one phone cannot fill the
    ballot by joining again and again. Phones that come back say who they are.

    >>> phones = Phones("a hash")
    >>> phone = Listener("en", leads=False, address="10.0.0.7")
    >>> phones.add(phone)
    >>> phone.voter = phones.voter_of(phone)
    >>> phones.streams["10.0.0.7"], phones.voter_of(phone) == phone.voter
    (1, True)
    """

    key_hash: str
    streams: Counter[str] = field(default_factory=Counter)
    _networks: Counter[str] = field(default_factory=Counter)  # streams by network
    _most: Counter[str] = field(default_factory=Counter)  # streams that an address had at once
    _voters: Counter[str] = field(default_factory=Counter)  # that an address has got

    def add(self, phone: Listener) -> None:
        """Count a stream that begins."""
        address = phone.address
        self.streams[address] += 1
        self._networks[codes.network(address, self.key_hash)] += 1
        self._most[address] = max(self._most[address], self.streams[address])

    def remove(self, phone: Listener) -> None:
        """Count a stream that has ended."""
        self.streams[phone.address] -= 1
        self._networks[codes.network(phone.address, self.key_hash)] -= 1

    def voter_of(self, phone: Listener) -> str:
        """Return the voter of a stream: the same as before, or a new one; empty for too many."""
        if codes.is_voter(phone.voter, self.key_hash):
            return phone.voter
        address = phone.address
        if self._voters[address] >= FEW + VOTERS * self._most[address]:
            return ""
        self._voters[address] += 1
        return codes.new_voter(self.key_hash, address)

    def in_network(self, name: str) -> int:
        """Return how many streams there are from a network, see `codes.network`.

        >>> phones = Phones("a hash")
        >>> phones.add(Listener("en", leads=False, address="10.0.0.7"))
        >>> phones.in_network(codes.network("10.0.0.7", "a hash")), phones.in_network("0000")
        (1, 0)
        """
        return self._networks[name]
