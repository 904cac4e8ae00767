"""Tokens that stand in a text as they are, like <|endoftext|>: found before the text is cut.

Where several start at the same place the longest wins, and the search goes on behind it: as
Hugging Face tokenizers finds its added tokens. They are never cut, and nothing merges with them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any

import regex

from bpe.errors import InputError

WORD = regex.compile(r"\w")
SPACE = regex.compile(r"\p{White_Space}")
Node = dict[str, Any]  # character -> Node; "" -> the token that ends here


def late() -> InputError:
    """The refusal of a text that takes too long."""
    return InputError(
        "Splitting this text takes too long. Use a shorter text, or a tokenizer with simpler "
        "patterns."
    )


def check_deadline(deadline: float | None) -> None:
    """Raise InputError once the deadline (of `time.monotonic`) is over; None: there is none."""
    if deadline is not None and monotonic() > deadline:
        raise late()


@dataclass(frozen=True, slots=True)
class Added:
    """A token to find in texts, and its id.

    special: found only where special tokens are to be recognised; others always are.
    lstrip, rstrip: takes the white space before or behind it along. single_word: not where it
    touches a letter or digit. normalized: found in the normalised text, not in the one as given.
    """

    token: str
    id: int
    special: bool = True
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False
    normalized: bool = False


@dataclass(frozen=True, eq=False)
class Finder:
    """Finds some added tokens in texts. needles: (what to look for, the token it stands for)."""

    needles: tuple[tuple[str, Added], ...]

    @classmethod
    def of(cls, tokens: Iterable[Added]) -> "Finder":
        """Finds each token as it is written."""
        return cls(tuple((token.token, token) for token in tokens))

    @cached_property
    def trie(self) -> Node:
        """The needles letter by letter; under "" the token that ends there, the first of equals."""
        root: Node = {}
        for needle, token in self.needles:
            node = root
            for character in needle:
                node = node.setdefault(character, {})
            if needle:
                node.setdefault("", token)
        return root

    @cached_property
    def first(self) -> "regex.Pattern[str]":
        """Matches where a needle can start."""
        return regex.compile("|".join(map(regex.escape, self.trie)))

    def longest(self, text: str, start: int) -> tuple[int, Added] | None:
        """The longest needle that starts here: where it ends, and its token."""
        node = self.trie
        found: tuple[int, Added] | None = None
        for place in range(start, len(text)):
            if text[place] not in node:
                break
            node = node[text[place]]
            if "" in node:
                found = place + 1, node[""]
        return found

    def find(
        self, text: str, deadline: float | None = None
    ) -> Iterator[tuple[int, int, Added | None]]:
        """A text as (start, end, the added token that stands there or None), without gaps.

        A token may begin in the white space that the token before it took along.

        >>> finder = Finder.of([Added("<s>", 0), Added("<s>>", 1)])
        >>> [(a, b, token and token.id) for a, b, token in finder.find("a<s>>b<s>")]
        [(0, 1, None), (1, 5, 1), (5, 6, None), (6, 9, 0)]
        """
        done = free = 0  # done: told of until here; free: the next needle starts here or later
        for match in self.first.finditer(text) if self.trie else ():
            check_deadline(deadline)
            found = self.longest(text, match.start()) if match.start() >= free else None
            if found is None:
                continue
            free, token = found
            if token.single_word and _touches_a_word(text, match.start(), free):
                continue
            start, end = _with_space(token, text, match.start(), free, done)
            if done < start:
                yield done, start, None
            if start < end:
                yield start, end, token
            done = max(done, end)
        if done < len(text):
            yield done, len(text), None


def _with_space(token: Added, text: str, start: int, end: int, done: int) -> tuple[int, int]:
    """Where a token starts and ends with the white space that it takes along, from `done` on."""
    if token.lstrip:
        while start > done and SPACE.match(text, start - 1):
            start -= 1
        start = max(start, done)
    if token.rstrip:
        while end < len(text) and SPACE.match(text, end):
            end += 1
    return start, end


def _touches_a_word(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit stands right before or behind."""
    return bool(WORD.match(text[start - 1 : start]) or WORD.match(text[end : end + 1]))
