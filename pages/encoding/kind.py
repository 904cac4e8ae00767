"""The stages of a text that is encoded: by merges, by the longest match, or without steps."""

from dataclasses import dataclass
from typing import ClassVar

from pages.i18n.language import Translation
from pages.serving.kinds import Kind, Kinds, Link
from pages.view.bpe.corpus_words import FIRST, Choice
from pages.view.encoding import match_records
from pages.view.encoding import records as encoding_records
from pages.view.encoding.longest_match import LongestMatch
from pages.view.encoding.segmented import Segmented
from pages.view.encoding.walk import Text
from pages.view.stage import Record


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

    def links(self, t: Translation) -> list[Link]:
        """See `Kind`."""
        return [
            (t.gettext("Watch the training"), "", {}),
            (t.gettext("Compare with Unigram"), "unigram", {"show": "both"}),
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

    def record(self, part: str, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
        """See `Kind`.

        >>> import bpe
        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> MergedText(Text(run.encoder(), "hug pug")).record("head", Translation(), "en")["last"]
        3
        """
        if part == "head":
            return encoding_records.head(self.text, t, lang)
        if part.isdigit():
            return encoding_records.block(self.text, int(part), t)
        return encoding_records.detail(self.text, part, t)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // self.text.block

    def step(self, k: int, t: Translation, choice: Choice = FIRST, shared: object = None) -> Record:
        """See `Kind`."""
        return encoding_records.steps(self.text, k, k + 1, t)

    def revealed(self, late: Record, k: int) -> Record:
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

    def record(self, part: str, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
        """See `Kind`.

        >>> from bpe.wordpiece.encoder import plain
        >>> text = MatchedText(LongestMatch.of(plain("hug", "##s"), "hugs"))
        >>> text.record("head", Translation(), "en")["last"]
        3
        """
        if part == "head":
            return match_records.head(self.text, t, lang)
        if part.isdigit():
            return match_records.block(self.text, int(part), t)
        return match_records.detail(self.text, part, t)

    def block_at(self, k: int) -> int:
        """See `Kind`."""
        return k // self.text.block

    def step(self, k: int, t: Translation, choice: Choice = FIRST, shared: object = None) -> Record:
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

    def record(self, part: str, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
        """See `Kind`."""
        raise LookupError(part)

    def step(self, k: int, t: Translation, choice: Choice = FIRST, shared: object = None) -> Record:
        """See `Kind`."""
        raise LookupError(k)


KINDS: Kinds = {Text: MergedText, LongestMatch: MatchedText, Segmented: WithoutSteps}
