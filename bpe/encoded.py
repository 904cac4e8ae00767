"""What encoding a text tells: its tokens, and how each word of it came to them.

But: nothing is merged here; `encoding` does.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bpe.merging import Fired
from bpe.splitting import Piece

KINDS = ("token", "unknown", "byte", "added")
Span = tuple[int, int]
Trim = Callable[[str, Span, int], Span]  # (token, its offsets, its place) -> offsets


@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as tokens. tokens, ids, offsets and kinds run in parallel; words, trace and word_ends
    as well.

    ids: places in the vocabulary; None for an unknown token that it does not hold.
    offsets: (start, end) in the text as given, in characters. kinds: one of KINDS for each.
    words: the words of the text, in order, an added token being one; trace: for each word the
    rules that fired, in order; word_ends: how many tokens there are up to the word's end.
    """

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[str, ...]
    trace: tuple[tuple[Fired, ...], ...]
    kinds: tuple[str, ...]
    word_ends: tuple[int, ...]

    def cut_at(self, k: int) -> Iterator[tuple[str, ...]]:
        """Each word as the rules up to rank k cut it: as spelled there, unknown characters too."""
        for word, trace in zip(self.words, self.trace, strict=True):
            joined = {fired.middle for fired in trace if fired.rank <= k}
            cuts = [i for i in range(len(word) + 1) if i not in joined]
            yield tuple(word[a:b] for a, b in pairwise(cuts))


@dataclass(frozen=True, slots=True)
class Word:
    """A word as tokens: as in `Encoding`, but spans count the word's characters."""

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    spans: tuple[tuple[int, int], ...]
    kinds: tuple[str, ...]
    fired: tuple[Fired, ...]


class Builder:
    """An encoding as it grows, word by word."""

    def __init__(self, trim: Trim | None) -> None:
        self.trim = trim
        self.tokens: list[str] = []
        self.ids: list[int | None] = []
        self.offsets: list[tuple[int, int]] = []
        self.kinds: list[str] = []
        self.words: list[str] = []
        self.trace: list[tuple[Fired, ...]] = []
        self.ends: list[int] = []

    def add(self, piece: Piece, word: Word) -> None:
        """Add a word where it stands in the text."""
        spans, trim = piece.spans, self.trim
        found = [(spans[a][0], spans[b - 1][1]) for a, b in word.spans]
        if trim:
            here = len(self.offsets)
            found = [
                trim(token, span, here + i)
                for i, (token, span) in enumerate(zip(word.tokens, found, strict=True))
            ]
        self.offsets += found
        self.tokens += word.tokens
        self.ids += word.ids
        self.kinds += word.kinds
        self.words.append(piece.word)
        self.trace.append(word.fired)
        self.ends.append(len(self.tokens))

    def finish(self) -> Encoding:
        """The encoding."""
        return Encoding(
            tokens=tuple(self.tokens),
            ids=tuple(self.ids),
            offsets=tuple(self.offsets),
            words=tuple(self.words),
            trace=tuple(self.trace),
            kinds=tuple(self.kinds),
            word_ends=tuple(self.ends),
        )
