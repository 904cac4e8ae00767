"""Tokenizers that are compared, with what they make of the same texts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pages.side_by_side.boundaries import Agreement, boundaries
from pages.side_by_side.column import Column
from pages.side_by_side.lines import Line
from pages.side_by_side.tokenized import Counts, Tokenized


@dataclass(frozen=True, eq=False)
class Compared:
    """Tokenizers and texts. results: for each tokenizer, what it makes of each text.

    numbers: of the tokens of those that are trained here, for the colors. The first one decides.
    """

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    results: tuple[tuple[Tokenized, ...], ...]
    numbers: Sequence[Mapping[str, int]] = ()

    def of_line(self, i: int) -> list[tuple[Column, Tokenized]]:
        """Each tokenizer with its tokens of a text."""
        return [(each, found[i]) for each, found in zip(self.columns, self.results, strict=True)]

    @cached_property
    def boundaries(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """For each tokenizer, the boundaries of each text."""
        return tuple(
            tuple(boundaries(each.text, each.offsets) for each in found) for found in self.results
        )

    @cached_property
    def agreements(self) -> tuple[Agreement, ...]:
        """For each text, where the tokenizers agree."""
        return tuple(Agreement.of(found) for found in zip(*self.boundaries, strict=True))

    def counts(self, which: int) -> Counts:
        """The counts of a tokenizer in all texts together."""
        return Counts.of(self.results[which])

    def tokens(self) -> Iterator[tuple[Column, Line, Tokenized]]:
        """Every text under every tokenizer, text by text."""
        for i, line in enumerate(self.lines):
            for column, found in self.of_line(i):
                yield column, line, found
