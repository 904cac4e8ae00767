"""SentencePiece's compiled normalization rules: which characters to replace, and with what.

The format: the size of a trie in bytes, the trie, then the replacements, each ended by a zero byte.
The trie is a double array of 32-bit units, as written by the library Darts-clone: a unit has the
label of its arc, the offset to the units of its children, and whether a key ends there.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import regex

from bpe.errors import InputError
from bpe.formats.aligned_text import AlignedText, check_length
from bpe.short_repr import short_repr

GRAPHEME = regex.compile(r"\X")
MAX_GRAPHEME = 5  # bytes: Hugging Face tokenizers replaces longer ones character by character


def invalid() -> InputError:
    """The error for rules that cannot be read.

    >>> str(invalid())
    'The normalization rules in the file are not valid. Use another file.'
    """
    return InputError("The normalization rules in the file are not valid. Use another file.")


@short_repr
@dataclass(frozen=True, eq=False)
class Charsmap:
    """The rules. units: the trie. replacements: the texts, as UTF-8 with zero bytes between."""

    units: "array[int]"
    replacements: bytes

    @classmethod
    def of(cls, data: bytes) -> "Charsmap":
        """The rules in the given bytes. Raises InputError if these are not rules.

        >>> Charsmap.of(b"abc")
        Traceback (most recent call last):
            ...
        bpe.errors.InputError: The normalization rules in the file are not valid. Use another file.
        """
        size = int.from_bytes(data[:4], "little")
        if size < 4 or size % 4 or size > len(data) - 4:
            raise invalid()
        units = array("I", data[4 : 4 + size])
        if array("H", [1]).tobytes() == b"\0\1":
            units.byteswap()
        return cls(units, data[4 + size :])

    @cached_property
    def first_bytes(self) -> frozenset[int]:
        """The bytes with which a key can start.

        >>> one_rule().first_bytes
        frozenset({97})
        """
        return frozenset(b for b in range(1, 256) if self.child(_offset(self.units[0]), b))

    def child(self, here: int, byte: int) -> int:
        """The unit that a byte leads to, as an index; 0 if there is none. here: offset of a node.

        >>> one_rule().child(0, ord("a"))
        97
        """
        there = here ^ byte
        # The label of a unit with a value has the highest bit set, so it is no byte.
        found = there < len(self.units) and self.units[there] & 0x800000FF == byte
        return there if found else 0

    def matches(self, data: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The keys that the bytes have at a start: (end, replacement), shortest key first.

        >>> list(one_rule().matches(b"cat", 1))
        [(2, 'b')]
        """
        here = _offset(self.units[0])
        for end in range(start + 1, len(data) + 1):
            there = self.child(here, data[end - 1])
            if not there:
                return
            unit = self.units[there]
            here = there ^ _offset(unit)
            if unit >> 8 & 1:
                value = self.units[here] if here < len(self.units) else -1
                yield end, self.replacement(value & 0x7FFFFFFF)

    def replacement(self, start: int) -> str:
        """The replacement that starts at this byte. Raises InputError if it is not UTF-8.

        >>> one_rule().replacement(0)
        'b'
        """
        end = self.replacements.find(b"\0", start)
        try:
            return self.replacements[start : len(self.replacements) if end < 0 else end].decode()
        except UnicodeDecodeError:
            raise invalid() from None

    def longest(self, data: bytes, start: int) -> tuple[int, str] | None:
        """The longest key that the bytes have at a start: its length in characters, and what
        replaces it.

        >>> one_rule().longest(b"ab", 0), one_rule().longest(b"ab", 1)
        ((1, 'b'), None)
        """
        if data[start] not in self.first_bytes:
            return None
        found = None
        for end, replacement in self.matches(data, start):
            found = end, replacement
        if found is None:
            return None
        try:
            return len(data[start : found[0]].decode()), found[1]
        except UnicodeDecodeError:
            raise invalid() from None

    def by_grapheme(self, text: AlignedText, _deadline: float = 0.0) -> AlignedText:
        """The text after the rules as Hugging Face tokenizers applies them.

        It takes the shortest key. If a short grapheme starts with a key, the whole grapheme is
        replaced, also if the key is only its first character.

        >>> one_rule().by_grapheme(AlignedText.of("cat")).text
        'cbt'
        """
        texts: list[str] = []
        spans: list[tuple[int, int]] = []
        size = 0
        for match in GRAPHEME.finditer(text.text):
            a, b = match.span()
            whole = self.first(match[0]) if len(match[0].encode()) <= MAX_GRAPHEME else None
            pieces = [(a, b, whole)] if whole is not None else [
                (i, i + 1, self.first(text.text[i])) for i in range(a, b)
            ]  # fmt: skip
            for start, end, new in pieces:
                new = text.text[start] if new is None else new
                size += len(new)
                texts.append(new)
                spans += [(text.spans[start][0], text.spans[end - 1][1])] * len(new)
            check_length(size, text.given)
        return AlignedText("".join(texts), spans)

    def first(self, text: str) -> str | None:
        """The replacement for the shortest key at the start of a text; None if there is no key.

        >>> one_rule().first("a"), one_rule().first("b")
        ('b', None)
        """
        data = text.encode()
        if data[0] not in self.first_bytes:
            return None
        return next((new for _, new in self.matches(data)), None)


def _offset(unit: int) -> int:
    """Where the children of a unit are, to be combined with its own index by exclusive or."""
    return unit >> 10 << (unit >> 6 & 8)


def one_rule() -> Charsmap:
    """The rules that replace a with b, for examples.

    >>> one_rule().first_bytes
    frozenset({97})
    """
    units = array("I", bytes(4 * 256))
    units[ord("a")] = ord("a") | 1 << 8 | (ord("a") ^ 1) << 10  # its value is unit 1
    units[1] = 1 << 31
    return Charsmap(units, b"b\0")
