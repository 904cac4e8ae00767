"""A text under change that knows where each of its characters came from.

Source: Hugging Face tokenizers' NormalizedString; what a replacement's offsets are is its rule.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bpe.errors import InputError
from bpe.splitting import Piece, align_change, byte_level

Span = tuple[int, int]
MOST = 8_000_000  # characters that a text may come to


def check_length(length: int) -> None:
    """Raise InputError where a text would become longer than is good for anyone."""
    if length > MOST:
        raise InputError("The file's rules make this text too long. Enter a shorter text.")


@dataclass(frozen=True, slots=True)
class Aligned:
    """A text; spans: for each of its characters the (start, end) it has in the text as given."""

    text: str
    spans: list[Span]

    @classmethod
    def of(cls, text: str, start: int = 0) -> "Aligned":
        """A text that nothing was done to, which stands `start` characters into a longer one."""
        end = start + len(text)
        return cls(text, list(zip(range(start, end), range(start + 1, end + 1), strict=True)))

    def part(self, start: int, end: int) -> "Aligned":
        """Some of its characters."""
        return Aligned(self.text[start:end], self.spans[start:end])

    def changed(self, change: Callable[[str], str], composes: bool) -> "Aligned":
        """Changed character by character; see `splitting.align_change`."""
        if change(self.text) == self.text:
            return self
        text, places = align_change(self.text, change, composes)
        return Aligned(text, [(self.spans[a][0], self.spans[b - 1][1]) for a, b in places])

    def prepended(self, text: str) -> "Aligned":
        """With a text put in before it, which has the place of its first character."""
        if not self.text:
            return self
        check_length(len(text) + len(self.text))
        return Aligned(text + self.text, [*self.spans[:1] * len(text), *self.spans])

    def replaced(self, places: Iterator[Span], content: str) -> "Aligned":
        """With some places replaced; what comes in has the place of the last one replaced."""
        texts: list[str] = []
        spans: list[Span] = []
        done = size = 0
        for start, end in places:
            if start < end:
                size += len(content)
                check_length(size)
                texts += self.text[done:start], content
                spans += self.spans[done:start] + self.spans[end - 1 : end] * len(content)
                done = end
        return Aligned("".join([*texts, self.text[done:]]), spans + self.spans[done:])

    def in_bytes(self) -> "Aligned":
        """Each byte as GPT-2's visible character for it."""
        if self.text.isascii():
            return Aligned(byte_level(self.text), self.spans)
        check_length(len(self.text.encode()))
        sizes = zip(self.text, self.spans, strict=True)
        return Aligned(byte_level(self.text), [s for c, s in sizes for _ in c.encode()])

    def piece(self) -> Piece:
        """The same as a word."""
        return Piece(self.text, self.spans[0][0], self.spans[-1][1], tuple(self.spans))
