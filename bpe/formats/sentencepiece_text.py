"""How SentencePiece turns a text into the string that its model encodes, and tokens into text.

Source: sentencepiece 0.2. Spaces become ▁, and usually a ▁ is inserted at the start and several
spaces become one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from bpe.added_tokens import AddedToken, AddedTokenFinder
from bpe.decoding import Step
from bpe.formats.aligned_text import AlignedText, check_length
from bpe.formats.charsmap import Charsmap
from bpe.pre_tokenization import PreToken
from bpe.short_repr import short_repr

MARK = "▁"
Span = tuple[int, int]


@short_repr
@dataclass(frozen=True, eq=False)
class SentencePieceSplitter:
    """Normalizes a text as a SentencePiece file describes.

    charsmap: the rules for characters. defined: the user-defined symbols, which are never changed.
    prefix, suffix: whether to insert a mark at the start or the end. squeeze: whether to remove
    spaces at the start, at the end and after other spaces. escape: whether spaces become ▁.
    cut: whether to split before each word, and at `defined`; otherwise a text is one word.
    """

    normalizes: ClassVar[bool] = True  # at least its spaces
    names: ClassVar[tuple[list[str], list[str]]] = (["SentencePiece"], [])

    charsmap: Charsmap | None = None
    defined: tuple[AddedToken, ...] = ()
    prefix: bool = True
    suffix: bool = False
    squeeze: bool = True
    escape: bool = True
    cut: bool = False

    def __call__(self, text: str, _specials: bool) -> Iterator[PreToken]:
        """The pre-tokens of a text. Special tokens are never found in it.

        >>> [p.word for p in SentencePieceSplitter(cut=True)("This  is", False)]
        ['▁This', '▁is']
        """
        normal = self.normalize(AlignedText.of(text))
        if not self.cut:
            return iter([normal.pre_token()] if normal.text else [])
        return self.words(normal)

    def words(self, text: AlignedText) -> Iterator[PreToken]:
        """The user-defined symbols in a normalized text, and the words between them.

        >>> splitter = SentencePieceSplitter(defined=(AddedToken("<s>", 1, special=False),))
        >>> [(p.word, p.added) for p in splitter.words(AlignedText.of("▁a▁b<s>"))]
        [('▁a', False), ('▁b', False), ('<s>', True)]
        """
        for start, end, token in AddedTokenFinder.of(self.defined).find(text.text):
            if token:
                span = (text.spans[start][0], text.spans[end - 1][1])
                yield PreToken(token.token, *span, (span,), added=True)
                continue
            for here in range(start + 1, end):
                if text.text[here] == MARK != text.text[here - 1]:
                    yield text.part(start, here).pre_token()
                    start = here
            yield text.part(start, end).pre_token()

    def normalize(self, text: AlignedText) -> AlignedText:
        """The string that the model encodes.

        >>> SentencePieceSplitter().normalize(AlignedText.of(" a  b "))
        AlignedText(text='▁a▁b', spans=[(1, 2), (1, 2), (2, 3), (4, 5)])
        """
        mark = MARK if self.escape else " "
        parts: list[str] = []
        spans: list[Span] = []
        size, after_space, blank = 0, self.squeeze, True
        for start, end, new in self.chunks(text.text):
            blank = blank and self.squeeze and new == " "
            new = new.lstrip(" ") if after_space else new
            if new:
                size += len(new)
                check_length(size, text.given)
                after_space = self.squeeze and new[-1] == " "
                parts.append(new.replace(" ", mark))
                spans += [(text.spans[start][0], text.spans[end - 1][1])] * len(new)
        if self.prefix and not blank:
            parts.insert(0, mark)
            spans.insert(0, spans[0] if spans else text.spans[0])
        normal = "".join(parts)
        normal = normal.rstrip(mark) if self.squeeze else normal
        spans = spans[: len(normal)]
        if self.suffix and not blank:
            normal, spans = normal + mark, [*spans, (spans or text.spans)[-1]]
        return AlignedText(normal, spans)

    def chunks(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The parts of a text that are replaced at once: (start, end, replacement).

        >>> list(SentencePieceSplitter().chunks("ab"))
        [(0, 1, 'a'), (1, 2, 'b')]
        """
        for a, b, token in AddedTokenFinder.of(self.defined).find(text):
            if token:
                yield a, b, token.token
                continue
            data = text[a:b].encode()
            place, start = 0, a
            while start < b:
                length, new = 1, text[start]
                found = self.charsmap.longest(data, place) if self.charsmap else None
                if found:
                    length, new = found
                yield start, start + length, new
                place += len(text[start : start + length].encode())
                start += length


def sentencepiece_decoder(
    hidden: frozenset[str],
    octets: frozenset[str],
    unk: str,
    surface: str,
    prefix: bool,
    squeeze: bool,
) -> Step:
    """The step that joins tokens as sentencepiece does.

    hidden: the control symbols, which are left out. octets: the byte tokens. unk: the unknown
    token, decoded as `surface`. prefix, squeeze: as in `SentencePieceSplitter`; with either, the
    mark at the start is removed, and with squeeze several are.

    >>> step = sentencepiece_decoder(
    ...     frozenset({"<s>"}), frozenset({"<0xC3>", "<0xA9>"}), "<unk>", " ⁇ ", True, True)
    >>> step(["<s>", "▁caf", "<0xC3>", "<0xA9>", "<unk>"])
    ['café ⁇ ']
    """

    def step(tokens: list[str]) -> list[str]:
        at_start, seen = True, False
        parts: list[str] = []
        for is_byte, group in groupby(tokens, octets.__contains__):
            if is_byte:
                parts.append(decode_octets(bytes(int(token[3:5], 16) for token in group)))
                continue
            for token in group:
                if seen or parts:
                    at_start = False
                seen = False
                if token in hidden:
                    continue
                if token == unk:
                    parts.append(surface)
                    continue
                if at_start and (prefix or squeeze) and token.startswith(MARK):
                    token, seen = token[1:], not squeeze
                if token:
                    parts.append(token.replace(MARK, " "))
        return ["".join(parts)]

    return step


def decode_octets(data: bytes) -> str:
    r"""Bytes as text; each byte that is not part of a character as U+FFFD.

    >>> decode_octets(b"\xc3\xa9\xe6\x97")
    'é��'
    """
    text = ""
    while data:
        try:
            return text + data.decode()
        except UnicodeDecodeError as error:
            text += data[: error.start].decode() + "\ufffd"
            data = data[error.start + 1 :]
    return text
