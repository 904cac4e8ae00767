"""Which kept files there are, whose they are, and which of them make room for a new one.

Only numbers and names: `pages.storage.file_store` writes and deletes the files.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

BLOCK = 4_096  # bytes: a file takes whole blocks on a disk, and at least one


@dataclass(frozen=True, slots=True)
class Owner:
    """Who keeps a file: a session and its address. Empty strings have no quota."""

    session: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Quota:
    """How much may be kept: bytes on disk, and files."""

    size: int
    files: int


@dataclass(slots=True)
class Entry:
    """A kept file: its bytes on disk, its owner, and when somebody used it last, in seconds.

    is_shared: whether other sessions than the owner's use it.
    """

    size: int
    owner: Owner
    used: float
    is_shared: bool = False


@dataclass(slots=True)
class Group:
    """Files that share a quota, the least recently used first."""

    names: OrderedDict[str, None] = field(default_factory=OrderedDict)
    size: int = 0


class Full(Exception):
    """There is no room in a quota ("session", "address" or "all"): all of its files are in use."""


def size_on_disk(size: int) -> int:
    """Return how many bytes a file of a size takes on a disk.

    >>> size_on_disk(1), size_on_disk(4_097)
    (4096, 8192)
    """
    return max(1, -(-size // BLOCK)) * BLOCK


class Ledger:
    """The kept files.

    quotas: of one session, of one address, and of all. in_use: for how many seconds after its last
    use a file is not deleted for others. lifetime: after how many seconds without use it is.

    >>> ledger = Ledger((Quota(8_192, 9), Quota(8_192, 9), Quota(8_192, 9)), 60, 600)
    >>> ledger.add("a", 1, Owner(), 0), ledger.add("b", 1, Owner(), 70)
    ([], [])
    >>> ledger.add("c", 1, Owner(), 80)
    ['a']
    >>> ledger.add("d", 1, Owner(), 90)
    Traceback (most recent call last):
        ...
    pages.storage.ledger.Full: all
    """

    def __init__(self, quotas: tuple[Quota, Quota, Quota], in_use: float, lifetime: float) -> None:
        self.quotas = quotas
        self.in_use, self.lifetime = in_use, lifetime
        self.entries: dict[str, Entry] = {}
        self.groups: dict[tuple[str, str], Group] = {}

    def touch(self, name: str, session: str, now: float) -> None:
        """Note that a session uses a file; an empty string if the session is not known."""
        entry = self.entries.get(name)
        if entry:
            entry.used = now
            entry.is_shared |= session not in ("", entry.owner.session)
            for group in self._groups_of(entry.owner):
                group.names.move_to_end(name)

    def add(self, name: str, size: int, owner: Owner, now: float) -> list[str]:
        """Add a file of a size; return the files that must be deleted for it.

        A session that keeps too much loses its own oldest file that nobody else uses. Other files
        are deleted only if nobody has used them for a while. If that is not enough, Full is raised
        with the name of the quota, and nothing changes. So a few addresses cannot fill everything:
        each gets at most half of what the files of others that are in use leave.
        """
        if name in self.entries:
            self.touch(name, owner.session, now)
            return []
        size = size_on_disk(size)
        leaving = self._expired(now)
        limits = zip(self._keys(owner), self.quotas, (True, False, False), strict=True)
        for key, quota, is_own in limits:
            if key[1] or key[0] == "all":
                self._make_room(key, quota, size, now, leaving, is_own)
        if owner.address and not self._leaves_room(owner.address, size, now, leaving):
            raise Full("all")
        for each in leaving:
            self.remove(each)
        self.entries[name] = Entry(size, owner, now)
        for group in self._groups_of(owner):
            group.names[name] = None
            group.size += size
        return list(leaving)

    def remove(self, name: str) -> None:
        """Forget a file."""
        entry = self.entries.pop(name, None)
        if entry is None:
            return
        for key in self._keys(entry.owner):
            group = self.groups[key]
            del group.names[name]
            group.size -= entry.size
            if not group.names:
                del self.groups[key]

    def _expired(self, now: float) -> dict[str, None]:
        """The files that nobody has used for too long."""
        found: dict[str, None] = {}
        for name in self.groups.get(("all", ""), Group()).names:
            if now - self.entries[name].used < self.lifetime:
                break
            found[name] = None
        return found

    def _make_room(
        self,
        key: tuple[str, str],
        quota: Quota,
        size: int,
        now: float,
        leaving: dict[str, None],
        is_own: bool,
    ) -> None:
        """Choose files that leave until the new one fits into a quota."""
        group = self.groups.get(key, Group())
        gone = [name for name in leaving if name in group.names]
        room = quota.size - group.size + sum(self.entries[name].size for name in gone)
        places = quota.files - len(group.names) + len(gone)
        for name in group.names:
            if size <= room and places > 0:
                return
            if name in leaving:
                continue
            entry = self.entries[name]
            may_go = is_own and not entry.is_shared
            if not may_go and now - entry.used < self.in_use:
                if is_own:
                    continue
                raise Full(key[0])
            leaving[name] = None
            room += entry.size
            places += 1
        if size > room or places <= 0:
            raise Full(key[0])

    def _leaves_room(self, address: str, size: int, now: float, leaving: dict[str, None]) -> bool:
        """Whether an address with another file has at most half of what others leave."""
        most = self.quotas[-1]
        own, own_files, others, others_files = size, 1, 0, 0
        for name, entry in self.entries.items():
            if name in leaving:
                continue
            if entry.owner.address == address:
                own, own_files = own + entry.size, own_files + 1
            elif now - entry.used < self.in_use:
                others, others_files = others + entry.size, others_files + 1
        return own <= (most.size - others) / 2 and own_files <= (most.files - others_files) / 2

    def _keys(self, owner: Owner) -> tuple[tuple[str, str], ...]:
        return ("session", owner.session), ("address", owner.address), ("all", "")

    def _groups_of(self, owner: Owner) -> list[Group]:
        return [self.groups.setdefault(key, Group()) for key in self._keys(owner)]
