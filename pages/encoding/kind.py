"""The stages of a text that is encoded: by merges, by the longest match, or without steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Never

from pages.encoding import match_records
from pages.encoding import records as encoding_records
from pages.encoding.longest_match import LongestMatch
from pages.encoding.record_types import (
    EncodingHead,
    EncodingRecord,
    MatchingHead,
    MatchingRecord,
    TextBlock,
)
from pages.encoding.segmented import Segmented
from pages.encoding.walk import Text
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Kind, Kinds
from pages.stage.record_types import CodeBlock, NextLink
from pages.translations.language import Translation


class EncodedText(Kind):
    """What the kinds of encoded texts have in common."""

    text: Text | LongestMatch | Segmented

    @property
    def last(self) -> int:
        """See `Kind`."""
        return self.text.last

    @property
    def size(self) -> int:
        """See `Kind`."""
        return self.text.size

    def links(self, t: Translation) -> list[NextLink]:
        """See `Kind`."""
        return [
            NextLink(t.gettext("Watch the training"), "", {}),
            NextLink(t.gettext("Compare with Unigram"), "unigram", {"show": "both"}),
        ]


@dataclass(frozen=True, slots=True)
class MergedText(EncodedText):
    """The encoding of a text by merges, word by word."""

    text: Text
    name: ClassVar[str] = "encoding"
    renderer: ClassVar[str] = "encoding.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css", "encoding.css")
    secrets: ClassVar[tuple[str, ...]] = ("merges", "result")

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return encoding_records.has(self.text, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> EncodingHead:
        """See `Kind`.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> MergedText(Text(run.encoder(), "hug pug")).head(Translation(), "en")["last"]
        3
        """
        return encoding_records.head(self.text, t, lang)

    def block(
        self, which: int, t: Translation, choice: WordChoice = FIRST
    ) -> TextBlock[EncodingRecord]:
        """See `Kind`."""
        return encoding_records.block(self.text, which, t)

    def detail(self, part: str, t: Translation) -> CodeBlock:
        """See `Kind`."""
        return encoding_records.detail(self.text, part, t)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // self.text.block

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> TextBlock[EncodingRecord]:
        """See `Kind`."""
        return encoding_records.steps(self.text, k, k + 1, t)

    def revealed(self, late: Mapping[str, object], k: int) -> Mapping[str, object]:
        """See `Kind`. The merges are the rules that the text is encoded with."""
        return late if k == self.last else {"merges": late["merges"]}


@dataclass(frozen=True, slots=True)
class MatchedText(EncodedText):
    """The encoding of a text by the longest match, word by word."""

    text: LongestMatch
    name: ClassVar[str] = "matching"
    renderer: ClassVar[str] = "longest_match.js"
    styles: ClassVar[tuple[str, ...]] = ("unigram.css", "encoding.css")
    secrets: ClassVar[tuple[str, ...]] = ("result",)

    def has(self, part: str) -> bool:
        """See `Kind`."""
        return match_records.has(self.text, part)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> MatchingHead:
        """See `Kind`.

        >>> from bpe.wordpiece.encoder import plain
        >>> text = MatchedText(LongestMatch.of(plain("hug", "##s"), "hugs"))
        >>> text.head(Translation(), "en")["last"]
        3
        """
        return match_records.head(self.text, t, lang)

    def block(
        self, which: int, t: Translation, choice: WordChoice = FIRST
    ) -> TextBlock[MatchingRecord]:
        """See `Kind`."""
        return match_records.block(self.text, which, t)

    def detail(self, part: str, t: Translation) -> CodeBlock:
        """See `Kind`."""
        return match_records.detail(self.text, part, t)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // self.text.block

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> TextBlock[MatchingRecord]:
        """See `Kind`."""
        return match_records.steps(self.text, k, k + 1, t)


@dataclass(frozen=True, slots=True)
class WithoutSteps(EncodedText):
    """A text in segmented words. Each of its words has a lattice, and that is what is stepped."""

    text: Segmented

    def has(self, part: str) -> bool:
        """See `Kind`.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0})
        >>> text = Segmented(encoder, "ug", encoder.encode("ug"), "ug", 2)
        >>> WithoutSteps(text).has("head")
        False
        """
        return False

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> Never:
        """See `Kind`."""
        raise LookupError("head")

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> Never:
        """See `Kind`."""
        raise LookupError(which)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: object = None
    ) -> Never:
        """See `Kind`."""
        raise LookupError(k)


KINDS: Kinds = {Text: MergedText, LongestMatch: MatchedText, Segmented: WithoutSteps}
