"""The stages of a text that is encoded: by merges, by the longest match, or without steps."""

from dataclasses import dataclass
from typing import Never

from pages.encoding.longest_match import LongestMatch
from pages.encoding.match_records import MatchedText
from pages.encoding.records import MergedText
from pages.encoding.segmented import Segmented
from pages.encoding.text_records import EncodedText
from pages.encoding.walk import Text
from pages.runs.choice import FIRST, WordChoice
from pages.runs.kinds import Kinds
from pages.translations.language import Translation


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
