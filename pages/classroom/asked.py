"""What all questions to a class have in common.

A vote is kept as the group of answers that it belongs to, for example the number of a choice, or a
known mistake. Groups are the same in every language, and nobody's own words are kept.
"""

from collections import Counter
from typing import Protocol

import bpe
from pages.stage.record import Record


class Malformed(ValueError):
    """What our pages never send."""


class Unreadable(bpe.InputError):
    """An answer that does not count. Whoever typed it can correct it."""


class Asked(Protocol):
    """A question in a language."""

    def public(self) -> Record:
        """Return what phones get before the reveal: the question without its answer."""
        ...

    def group(self, answer: object) -> str:
        """Return the group of an answer. Raises Malformed or Unreadable."""
        ...

    def bars(self, counts: Counter[str]) -> Record:
        """Return {bars} for the votes of a round by group; for a split word also {arcs}."""
        ...

    def solution(self) -> Record:
        """Return {right, explanation, feedback}: the right choices, why, and a text for each.

        A practice question also has its {answer} as a text.
        """
        ...

    def verdict(self, answer: object) -> Record:
        """Return {right, reason} for an answer. Raises Malformed or Unreadable."""
        ...


def one_of(answer: object, count: int) -> str:
    """Return the group of a choice by its index. Raises Malformed for other values.

    >>> one_of(2, 6)
    '2'
    """
    if type(answer) is not int or not 0 <= answer < count:
        raise Malformed
    return str(answer)
