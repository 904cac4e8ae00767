"""A text with the offset of each character in the text it was made from.

Source: Hugging Face tokenizers' NormalizedString, also for the offsets of replacements.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bpe.byte_characters import byte_level
from bpe.errors import InputError
from bpe.normalization import align_change
from bpe.pre_tokenization import PreToken
from bpe.short_repr import short_repr

Span = tuple[int, int]
MAX_LENGTH = 8_000_000  # characters
# The rules of a file may make a text so many times as long, plus some characters. NFD and then
# ByteLevel make Korean text 9 times as long.
MAX_GROWTH = 10
MAX_INSERTED = 200


def check_length(length: int, given: int) -> None:
    """Raise InputError if a text that was made from `given` characters is too long.

    >>> check_length(211, given=1)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file's rules make this text too long. Enter a shorter text.
    """
    if length > min(MAX_LENGTH, MAX_GROWTH * given + MAX_INSERTED):
        raise InputError("The file's rules make this text too long. Enter a shorter text.")


@short_repr
@dataclass(frozen=True, slots=True)
class AlignedText:
    """A text. spans: for each character, its (start, end) in the given text.

    >>> AlignedText.of("a b").prepended("▁")
    AlignedText(text='▁a b', spans=[(0, 1), (0, 1), (1, 2), (2, 3)])
    """

    text: str
    spans: list[Span]

    @classmethod
    def of(cls, text: str, start: int = 0) -> "AlignedText":
        """An unchanged text. start: its offset in the given text.

        >>> AlignedText.of("hug", start=5).spans
        [(5, 6), (6, 7), (7, 8)]
        """
        end = start + len(text)
        return cls(text, list(zip(range(start, end), range(start + 1, end + 1), strict=True)))

    @property
    def given(self) -> int:
        """The number of characters in the given text that this text was made from.

        >>> AlignedText.of("a b", start=5).prepended("▁").given
        3
        """
        return self.spans[-1][1] - self.spans[0][0] if self.spans else 0

    def part(self, start: int, end: int) -> "AlignedText":
        """The characters start .. end - 1.

        >>> AlignedText.of("hugs").part(1, 3)
        AlignedText(text='ug', spans=[(1, 2), (2, 3)])
        """
        return AlignedText(self.text[start:end], self.spans[start:end])

    def changed(self, change: Callable[[str], str], composes: bool) -> "AlignedText":
        """The text after a change by characters; see `normalization.align_change`.

        >>> AlignedText.of("Hug").changed(str.lower, composes=False).text
        'hug'
        """
        changed = change(self.text)
        if changed == self.text:
            return self
        check_length(len(changed), self.given)
        text, spans = align_change(self.text, change, composes)
        return AlignedText(text, [(self.spans[a][0], self.spans[b - 1][1]) for a, b in spans])

    def prepended(self, text: str) -> "AlignedText":
        """The text with a prefix, which has the span of the first character.

        >>> AlignedText.of("hu").prepended("▁")
        AlignedText(text='▁hu', spans=[(0, 1), (0, 1), (1, 2)])
        """
        if not self.text:
            return self
        check_length(len(text) + len(self.text), self.given)
        return AlignedText(text + self.text, [*self.spans[:1] * len(text), *self.spans])

    def replaced(self, matches: Iterator[Span], content: str) -> "AlignedText":
        """The text with each span replaced by content, with the span of its last character.

        >>> AlignedText.of("a  b").replaced(iter([(1, 3)]), "▁")
        AlignedText(text='a▁b', spans=[(0, 1), (2, 3), (3, 4)])
        """
        texts: list[str] = []
        spans: list[Span] = []
        done, size, given = 0, len(self.text), self.given
        for start, end in matches:
            if start < end:
                size += max(0, len(content) - (end - start))
                check_length(size, given)
                texts += self.text[done:start], content
                spans += self.spans[done:start] + self.spans[end - 1 : end] * len(content)
                done = end
        return AlignedText("".join([*texts, self.text[done:]]), spans + self.spans[done:])

    def in_bytes(self) -> "AlignedText":
        """The text with each byte as GPT-2's visible character.

        >>> AlignedText.of("é").in_bytes()
        AlignedText(text='Ã©', spans=[(0, 1), (0, 1)])
        """
        if self.text.isascii():
            return AlignedText(byte_level(self.text), self.spans)
        check_length(len(self.text.encode()), self.given)
        pairs = zip(self.text, self.spans, strict=True)
        return AlignedText(byte_level(self.text), [s for c, s in pairs for _ in c.encode()])

    def pre_token(self) -> PreToken:
        """The text as a pre-token.

        >>> AlignedText.of("hi", start=5).pre_token()
        PreToken(word='hi', start=5, end=7, spans=((5, 6), (6, 7)), added=False)
        """
        return PreToken(self.text, self.spans[0][0], self.spans[-1][1], tuple(self.spans))
