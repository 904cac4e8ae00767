"""Readers of single values of the address: each takes a text and raises ValueError.

But: which parameter has which reader is for `pages.state.url` to say.
"""

from collections.abc import Callable


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from low to high; it raises ValueError for anything else."""

    def read(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 12):
            raise ValueError("not a whole number")
        if not low <= int(value) <= high:
            raise ValueError("out of range")
        return int(value)

    return read


def one_of(allowed: tuple[str, ...]) -> Callable[[str], str]:
    """A reader of ids; it raises ValueError for one that is not allowed."""

    def read(value: str) -> str:
        if value not in allowed:
            raise ValueError("not allowed")
        return value

    return read


def text(most: int) -> Callable[[str], str]:
    """A reader of texts of at most so many characters; ValueError for longer or broken ones."""

    def read(value: str) -> str:
        value.encode()
        if len(value) > most:
            raise ValueError("too long")
        return value

    return read


def some_of(allowed: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """A reader of ids parted by spaces, each at most once; ValueError for one not allowed."""

    def read(value: str) -> tuple[str, ...]:
        each = one_of(allowed)
        return tuple(dict.fromkeys(each(word) for word in value.split()))

    return read


def words(most: int) -> Callable[[str], str]:
    """A reader of words parted by spaces, of at most so many characters in all."""
    read = text(most)
    return lambda value: read(" ".join(value.split()))
