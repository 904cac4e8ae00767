"""The result of encoding a text: its tokens, and the merges that made them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bpe.merging import AppliedMerge
from bpe.notebook import table, title, token_row
from bpe.pre_tokenization import PreToken
from bpe.short_repr import short_repr

KINDS = ("token", "unknown", "byte", "added")
Span = tuple[int, int]
Trim = Callable[[str, Span, int], Span]  # (token, its offsets, its index) -> offsets


@short_repr
@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as tokens. tokens, ids, offsets and kinds are parallel; so are words, trace and
    word_ends.

    ids: None for an unknown token that is not in the vocabulary. offsets: (start, end) in the
    given text, in characters. kinds: one of KINDS for each token. words: the words of the text in
    order, with each added token as a word. trace: for each word, the applied merges in order.
    word_ends: for each word, the number of tokens up to its end.
    """

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[str, ...]
    trace: tuple[tuple[AppliedMerge, ...], ...]
    kinds: tuple[str, ...]
    word_ends: tuple[int, ...]

    def _repr_html_(self) -> str:
        """The tokens, with ids and offsets of the first ones, for a notebook."""
        rows = zip(self.tokens, self.ids, self.offsets, self.kinds, strict=True)
        heading = title(f"{len(self.tokens):,} tokens")
        headers = ("token", "id", "offsets", "kind")
        return heading + token_row(self.tokens) + table(headers, rows, len(self.tokens))

    def tokens_at(self, k: int) -> Iterator[tuple[str, ...]]:
        """The tokens of each word after the merges of rank 1 .. k, unknown characters as spelled.

        >>> from bpe import Corpus, train
        >>> encoding = train(Corpus.from_counts({"hug": 10, "pug": 5})).encode("hug")
        >>> list(encoding.tokens_at(1)), list(encoding.tokens_at(2))
        ([('h', 'ug')], [('hug',)])
        """
        for word, trace in zip(self.words, self.trace, strict=True):
            merged = {applied.middle for applied in trace if applied.rank <= k}
            bounds = [i for i in range(len(word) + 1) if i not in merged]
            yield tuple(word[a:b] for a, b in pairwise(bounds))


@short_repr
@dataclass(frozen=True, slots=True)
class EncodedWord:
    """A word as tokens: fields as in `Encoding`, but spans are offsets within the word."""

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    spans: tuple[tuple[int, int], ...]
    kinds: tuple[str, ...]
    trace: tuple[AppliedMerge, ...]


class EncodingBuilder:
    """Builds an Encoding word by word. trim: shortens the offsets of a token."""

    def __init__(self, trim: Trim | None) -> None:
        self.trim = trim
        self.tokens: list[str] = []
        self.ids: list[int | None] = []
        self.offsets: list[tuple[int, int]] = []
        self.kinds: list[str] = []
        self.words: list[str] = []
        self.trace: list[tuple[AppliedMerge, ...]] = []
        self.word_ends: list[int] = []

    def add(self, pre_token: PreToken, word: EncodedWord) -> None:
        """Append an encoded word at the position of its pre-token.

        >>> builder = EncodingBuilder(trim=None)
        >>> word = EncodedWord(("h", "ug"), (0, 1), ((0, 1), (1, 3)), ("token", "token"), ())
        >>> builder.add(PreToken("hug", 2, 5, ((2, 3), (3, 4), (4, 5))), word)
        >>> builder.offsets
        [(2, 3), (3, 5)]
        """
        spans, trim = pre_token.spans, self.trim
        offsets = [(spans[a][0], spans[b - 1][1]) for a, b in word.spans]
        if trim:
            first = len(self.offsets)
            offsets = [
                trim(token, span, index)
                for index, (token, span) in enumerate(zip(word.tokens, offsets, strict=True), first)
            ]
        self.offsets += offsets
        self.tokens += word.tokens
        self.ids += word.ids
        self.kinds += word.kinds
        self.words.append(pre_token.word)
        self.trace.append(word.trace)
        self.word_ends.append(len(self.tokens))

    def finish(self) -> Encoding:
        """The encoding of all words so far.

        >>> builder = EncodingBuilder(trim=None)
        >>> word = EncodedWord(("u",), (3,), ((0, 1),), ("token",), ())
        >>> builder.add(PreToken("u", 0, 1, ((0, 1),)), word)
        >>> builder.finish().tokens, builder.finish().ids
        (('u',), (3,))
        """
        return Encoding(
            tokens=tuple(self.tokens),
            ids=tuple(self.ids),
            offsets=tuple(self.offsets),
            words=tuple(self.words),
            trace=tuple(self.trace),
            kinds=tuple(self.kinds),
            word_ends=tuple(self.word_ends),
        )
