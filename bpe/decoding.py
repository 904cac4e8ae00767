"""Tokens to text again, step by step, each step as Hugging Face tokenizers' decoders do it.

A step takes the tokens and returns others; in the end they are joined. But: what cutting lost,
white space between words, no step brings back.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from bpe.errors import InputError
from bpe.splitting import CHARACTER_BYTES, byte_level

Step = Callable[[list[str]], list[str]]
MOST = 8_000_000  # characters that a replacement may come to
BYTE = re.compile(r"<0x[0-9A-Fa-f]{2}>")


@dataclass(frozen=True, slots=True)
class Decoder:
    """Steps from tokens to text. byte_level: GPT-2's characters for bytes come first.

    joiner: what stands between the tokens that are left in the end.
    """

    steps: tuple[Step, ...] = ()
    byte_level: bool = False
    joiner: str = ""

    def text(self, tokens: list[str], literal: frozenset[str]) -> str:
        """The text. literal: tokens that are texts already, whatever the characters in them."""
        if self.byte_level:
            tokens = [byte_level(t) if t in literal else t for t in tokens]
        for step in (bytes_from_characters, *self.steps) if self.byte_level else self.steps:
            tokens = step(tokens)
        return self.joiner.join(tokens)


def byte_token(byte: int) -> str:
    """The token of a byte.

    >>> byte_token(10)
    '<0x0A>'
    """
    return f"<0x{byte:02X}>"


def bytes_from_characters(tokens: list[str]) -> list[str]:
    """GPT-2's characters as the bytes they stand for, read as UTF-8."""
    data = b"".join(
        bytes(map(CHARACTER_BYTES.__getitem__, t)) if CHARACTER_BYTES.keys() >= set(t)
        else t.encode()
        for t in tokens
    )  # fmt: skip
    return [data.decode("utf-8", "replace")]


def bytes_from_tokens(tokens: list[str]) -> list[str]:
    """Tokens like <0x0A> as the bytes they stand for; a row of them that is no UTF-8 as U+FFFDs."""
    result = []
    for is_byte, group in groupby(tokens, lambda token: bool(BYTE.fullmatch(token))):
        row = list(group)
        if is_byte:
            data = bytes(int(token[3:5], 16) for token in row)
            try:
                row = [data.decode()]
            except UnicodeDecodeError:
                row = ["\ufffd"] * len(data)
        result += row
    return result


def unmark(mark: str, first: bool) -> Step:
    """The mark before a word as a space; as nothing at the very start, if there it was put in."""

    def step(tokens: list[str]) -> list[str]:
        return [
            token.replace(mark, "" if first and i == 0 else " ") for i, token in enumerate(tokens)
        ]

    return step


def substitute(old: str, new: str) -> Step:
    """One text in every token as another."""

    def step(tokens: list[str]) -> list[str]:
        if sum(token.count(old) for token in tokens) * len(new) > MOST:
            raise InputError(
                "The file's decoding rules make this text too long. Enter a shorter text."
            )
        return [token.replace(old, new) for token in tokens]

    return step


def fuse(tokens: list[str]) -> list[str]:
    """All tokens as one."""
    return ["".join(tokens)]


def strip(character: str, start: int, stop: int) -> Step:
    """At most so many of a character less at the start and at the end of each token."""

    def step(tokens: list[str]) -> list[str]:
        result = []
        for token in tokens:
            left = len(token) - len(token.lstrip(character))
            right = len(token) - len(token.rstrip(character))
            result.append(token[min(left, start) : len(token) - min(right, stop)])
        return result

    return step


def end_words(suffix: str) -> Step:
    """The suffix at a word's end as a space; as nothing at the very end."""

    def step(tokens: list[str]) -> list[str]:
        last = len(tokens) - 1
        return [token.replace(suffix, "" if i == last else " ") for i, token in enumerate(tokens)]

    return step
