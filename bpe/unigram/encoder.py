"""Encodes texts with a Unigram model from a file: each word by its best segmentation.

Source: Hugging Face tokenizers (64-bit sums) and sentencepiece (32-bit sums).
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from typing import ClassVar

from bpe.added_tokens import AddedToken
from bpe.decoding import Decoder, byte_token
from bpe.encoding import EncodedWord, Encoding, Trim
from bpe.pre_tokenization import PreToken
from bpe.short_repr import short_repr
from bpe.text_encoder import UNKNOWN, PreTokenizer, TextEncoder, no_words
from bpe.unigram.model import Model

Span = tuple[int, int]


@short_repr
@dataclass(frozen=True, eq=False)
class Encoder(TextEncoder):
    """A Unigram model and all settings of encoding. Other fields: see `TextEncoder`.

    model: the pieces that are found in texts; `model.lattice(word)` shows all segmentations of a
        word. ids: piece -> id, also of pieces that are not found in texts.
    fuse_unk: whether adjacent unknown characters become one token. byte_fallback: whether they
        become tokens like <0xE9>, one for each byte, if the vocabulary has all of them.
    single: whether sums are rounded to 32 bits, as in sentencepiece.
    mark: if not empty, a pre-token is a whole text, and is shown as words that start with it.
    """

    kind: ClassVar[str] = "unigram"

    model: Model
    ids: Mapping[str, int]
    pre_tokenizer: PreTokenizer
    decoder: Decoder
    added: tuple[AddedToken, ...] = ()
    unk: str = UNKNOWN
    unk_id: int | None = None
    fuse_unk: bool = True
    byte_fallback: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None
    single: bool = False
    mark: str = ""

    @cached_property
    def lengths(self) -> Mapping[str, tuple[int, ...]]:
        """First character of a piece -> the lengths of these pieces, shortest first.

        >>> plain({"u": -1.0, "ug": -1.5}).lengths
        {'u': (1, 2)}
        """
        found: dict[str, set[int]] = {}
        for piece in self.model.pieces:
            found.setdefault(piece[0], set()).add(len(piece))
        return {first: tuple(sorted(lengths)) for first, lengths in found.items()}

    def best_path(self, word: str) -> list[Span]:
        """The (start, end) of each piece or unknown character on the best path through a word.

        >>> plain({"h": -3.0, "u": -2.0, "g": -2.0, "ug": -3.0}).best_path("hug")
        [(0, 1), (1, 3)]
        """
        size, scores, lengths = len(word), self.model.scores, self.lengths
        totals = array("f" if self.single else "d", bytes((4 if self.single else 8) * (size + 1)))
        rounded = array(totals.typecode, [self.model.unknown_score])  # assigning rounds a number
        unknown = rounded[0]
        back = [-1] * (size + 1)
        for start in range(size):
            before, has_character = totals[start], False
            for length in lengths.get(word[start], ()):
                end = start + length
                if end > size:
                    break
                score = scores.get(word[start:end])
                if score is not None:
                    has_character = has_character or length == 1
                    rounded[0] = before + score
                    if back[end] < 0 or rounded[0] > totals[end]:
                        totals[end], back[end] = rounded[0], start
            if not has_character:
                rounded[0], end = before + unknown, start + 1
                if back[end] < 0 or rounded[0] > totals[end]:
                    totals[end], back[end] = rounded[0], start
        path = [size]
        while path[-1]:
            path.append(back[path[-1]])
        return list(pairwise(reversed(path)))

    def encode_word(self, word: str) -> EncodedWord:
        """Encode one word by its best segmentation.

        >>> encoder = plain({"h": -3.0, "u": -2.0, "g": -2.0, "ug": -3.0})
        >>> encoder.encode_word("hugs").tokens, encoder.encode_word("hugs").ids
        (('h', 'ug', '[UNK]'), (0, 3, None))
        """
        found = list(self.tokens_along(word, self.best_path(word)))
        tokens, ids, spans, kinds = zip(*found, strict=True) if found else ((), (), (), ())
        return EncodedWord(tokens, ids, spans, kinds, ())

    def is_known(self, piece: str) -> bool:
        """Whether a piece of a path is in the model and is not the unknown token itself.

        >>> plain({"u": -1.0}).is_known("u"), plain({"u": -1.0}).is_known("x")
        (True, False)
        """
        return piece in self.model.scores and self.ids[piece] != self.unk_id

    def tokens_along(
        self, word: str, path: list[Span]
    ) -> Iterator[tuple[str, int | None, Span, str]]:
        """The tokens along a path: (token, id, span, kind).

        >>> [token for token, *_ in plain({"u": -1.0}).tokens_along("ux", [(0, 1), (1, 2)])]
        ['u', '[UNK]']
        """
        for known, group in groupby(path, lambda span: self.is_known(word[slice(*span)])):
            run = list(group)
            text = word[run[0][0] : run[-1][1]]
            if known:
                for a, b in run:
                    yield word[a:b], self.ids[word[a:b]], (a, b), "token"
            elif self.falls_back(text):
                for a in range(run[0][0], run[-1][1]):
                    for token in map(byte_token, word[a].encode()):
                        yield token, self.ids[token], (a, a + 1), "byte"
            else:
                for span in [(run[0][0], run[-1][1])] if self.fuse_unk else run:
                    yield self.unk, self.unk_id, span, "unknown"

    def falls_back(self, text: str) -> bool:
        """Whether unknown characters become their bytes.

        >>> replace(plain({"u": -1.0, "<0x78>": -2.0}), byte_fallback=True).falls_back("x")
        True
        """
        if not self.byte_fallback or text in self.ids:
            return False
        return all(byte_token(byte) in self.ids for byte in set(text.encode()))

    def parts(
        self, pre_token: PreToken, word: EncodedWord
    ) -> Iterable[tuple[PreToken, EncodedWord]]:
        """An encoded pre-token, split before each token that starts a word.

        >>> encoder = replace(plain({"▁a": -1.0, "▁": -1.0}), mark="▁")
        >>> pre_token = PreToken("▁a▁a", 0, 3, ((0, 1), (0, 1), (1, 2), (2, 3)))
        >>> parts = encoder.parts(pre_token, encoder.encode_word("▁a▁a"))
        >>> [(part.word, encoded.tokens) for part, encoded in parts]
        [('▁a', ('▁a',)), ('▁a', ('▁a',))]
        """
        text, mark, spans = pre_token.word, self.mark, pre_token.spans
        starts = [
            i
            for i, (a, _) in enumerate(word.spans)
            if i == 0 or (mark and text[a] == mark != text[a - 1] and a >= word.spans[i - 1][1])
        ]
        for first, last in pairwise([*starts, len(word.spans)]):
            a, b = word.spans[first][0], word.spans[last - 1][1]
            part = PreToken(text[a:b], spans[a][0], spans[b - 1][1], spans[a:b])
            inner = tuple((c - a, d - a) for c, d in word.spans[first:last])
            here = slice(first, last)
            yield (
                part,
                EncodedWord(word.tokens[here], word.ids[here], inner, word.kinds[here], ()),
            )

    def restricted(self, encoding: Encoding) -> "Encoder":
        """An encoder with only the pieces that occur in the words of one of its encodings.

        The lattices of these words are the same, but it cannot split a text into words.

        >>> encoder = plain({"h": -3.0, "u": -2.0, "g": -2.0, "ug": -3.0, "gh": -9.0})
        >>> encoder.restricted(encoder.encode("hug")).model.pieces
        ('h', 'u', 'g', 'ug')
        """
        found = set(encoding.tokens)
        for word in dict.fromkeys(encoding.words):
            for start, first in enumerate(word):
                pieces = (word[start : start + n] for n in self.lengths.get(first, ()))
                found.update(piece for piece in pieces if piece in self.ids)
        kept = [i for i, piece in enumerate(self.model.pieces) if piece in found]
        model = Model(
            tuple(self.model.pieces[i] for i in kept),
            tuple(self.model.log_probabilities[i] for i in kept),
            floor=self.model.lowest,
        )
        ids = {token: self.ids[token] for token in found if token in self.ids}
        added = tuple(token for token in self.added if token.token in found)
        return replace(self, model=model, ids=ids, pre_tokenizer=no_words, added=added)

    @property
    def size(self) -> int:
        """About how many bytes of memory the model, vocabulary and added tokens take.

        >>> plain({"u": -1.0}).size < 5_000
        True
        """
        return self.base_size + 200 * len(self.model.pieces)


def plain(scores: Mapping[str, float]) -> Encoder:
    """An encoder that takes a text as one word. scores: piece -> log probability.

    >>> plain({"u": -1.0, "ug": -1.5}).encode("ug").tokens
    ('ug',)
    """
    model = Model.from_log_probabilities(scores)
    return Encoder(model, model.ids, whole_text, Decoder())


def whole_text(text: str, specials: bool) -> Iterable[PreToken]:
    """The pre-tokenizer that takes a text as one word.

    >>> [pre_token.word for pre_token in whole_text("a hug", False)]
    ['a hug']
    """
    spans = tuple((i, i + 1) for i in range(len(text)))
    return [PreToken(text, 0, len(text), spans)] if text else []
