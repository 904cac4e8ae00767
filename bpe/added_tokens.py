"""Added tokens, like <|endoftext|>: found in a text before it is pre-tokenized, and never split.

If several start at the same position, the longest is taken, and the search continues after it.
Source: Hugging Face tokenizers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

import regex

from bpe.errors import InputError
from bpe.short_repr import short_repr

WORD = regex.compile(r"\w")
SPACE = regex.compile(r"\p{White_Space}")


def timeout_error() -> InputError:
    """The error for a text that takes too long to split.

    >>> str(timeout_error()).partition(".")[0]
    'Splitting this text takes too long'
    """
    return InputError(
        "Splitting this text takes too long. Use a shorter text, or a tokenizer with simpler "
        "patterns."
    )


def check_deadline(deadline: float | None) -> None:
    """Raise InputError after the deadline, a value of `time.monotonic`; None: no deadline.

    >>> check_deadline(monotonic() - 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Splitting this text takes too long. ...
    """
    if deadline is not None and monotonic() > deadline:
        raise timeout_error()


@short_repr
@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token to find in texts, and its id. The options are those of Hugging Face tokenizers.

    special: found only if the caller asks for special tokens; other added tokens always are.
    lstrip, rstrip: includes the white space before or after it. single_word: not found next to a
    letter, digit or underscore. normalized: found in the normalized text, not in the given text.
    """

    token: str
    id: int
    special: bool = True
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False
    normalized: bool = False


@short_repr
@dataclass(frozen=True, eq=False)
class AddedTokenFinder:
    """Finds added tokens in texts. needles: (string to search for, its token)."""

    needles: tuple[tuple[str, AddedToken], ...]

    @classmethod
    def of(cls, tokens: Iterable[AddedToken]) -> "AddedTokenFinder":
        """The finder that searches for each token as it is spelled.

        >>> AddedTokenFinder.of([AddedToken("<s>", 0)]).needles[0][0]
        '<s>'
        """
        return cls(tuple((token.token, token) for token in tokens))

    @cached_property
    def tokens(self) -> Mapping[str, AddedToken]:
        """needle -> its token. If two needles are equal, the first one's token is kept.

        >>> AddedTokenFinder.of([AddedToken("<s>", 7)]).tokens["<s>"].id
        7
        """
        return {needle: token for needle, token in reversed(self.needles) if needle}

    @cached_property
    def lengths(self) -> Mapping[str, tuple[int, ...]]:
        """First character of a needle -> the lengths of these needles, longest first.

        >>> AddedTokenFinder.of([AddedToken("<s>", 0), AddedToken("</s>", 1)]).lengths
        {'<': (4, 3)}
        """
        found: dict[str, set[int]] = {}
        for needle, _ in self.needles:
            if needle:
                found.setdefault(needle[0], set()).add(len(needle))
        return {first: tuple(sorted(sizes, reverse=True)) for first, sizes in found.items()}

    @cached_property
    def first_character(self) -> "regex.Pattern[str]":
        """A pattern that matches any first character of a needle.

        >>> finder = AddedTokenFinder.of([AddedToken("<s>", 0), AddedToken("[MASK]", 1)])
        >>> finder.first_character.findall("a [MASK] <s>")
        ['[', '<']
        """
        return regex.compile("|".join(map(regex.escape, self.lengths)))

    def longest_at(self, text: str, start: int) -> tuple[int, AddedToken] | None:
        """The end and the token of the longest needle at this start; None if there is none.

        >>> finder = AddedTokenFinder.of([AddedToken("<s>", 0), AddedToken("<s>>", 1)])
        >>> end, token = finder.longest_at("a<s>>b", 1)
        >>> end, token.token
        (5, '<s>>')
        """
        for length in self.lengths.get(text[start : start + 1], ()):
            if token := self.tokens.get(text[start : start + length]):
                return start + len(text[start : start + length]), token
        return None

    def find(
        self, text: str, deadline: float | None = None
    ) -> Iterator[tuple[int, int, AddedToken | None]]:
        """Split a text into parts (start, end, added token or None), without gaps.

        A token may begin in white space that the token before it included. Raises InputError
        after the deadline.

        >>> finder = AddedTokenFinder.of([AddedToken("<s>", 0), AddedToken("<s>>", 1)])
        >>> [(a, b, token and token.id) for a, b, token in finder.find("a<s>>b<s>")]
        [(0, 1, None), (1, 5, 1), (5, 6, None), (6, 9, 0)]
        """
        done = free = 0  # done: end of the parts so far; free: end of the last needle
        for match in self.first_character.finditer(text) if self.lengths else ():
            check_deadline(deadline)
            found = self.longest_at(text, match.start()) if match.start() >= free else None
            if found is None:
                continue
            free, token = found
            if token.single_word and _touches_word(text, match.start(), free):
                continue
            start, end = _with_space(token, text, match.start(), free, done)
            if done < start:
                yield done, start, None
            if start < end:
                yield start, end, token
            done = max(done, end)
        if done < len(text):
            yield done, len(text), None


def _with_space(token: AddedToken, text: str, start: int, end: int, done: int) -> tuple[int, int]:
    """The start and end of a token with the white space it includes, not before `done`."""
    if token.lstrip:
        while start > done and SPACE.match(text, start - 1):
            start -= 1
        start = max(start, done)
    if token.rstrip:
        while end < len(text) and SPACE.match(text, end):
            end += 1
    return start, end


def _touches_word(text: str, start: int, end: int) -> bool:
    """Whether a letter, digit or underscore is adjacent."""
    return bool(WORD.match(text[start - 1 : start]) or WORD.match(text[end : end + 1]))
