"""The stages of a text that is encoded: by merges, by the longest match, or without steps."""

from dataclasses import dataclass

from pages.encoding.longest_match import LongestMatch
from pages.encoding.match_records import MatchedText
from pages.encoding.records import MergedText
from pages.encoding.segmented import Segmented
from pages.encoding.text_records import TextKind
from pages.encoding.walk import Text
from pages.runs.kinds import Kinds


@dataclass(frozen=True, slots=True)
class WithoutSteps(TextKind):
    """A text in segmented words. Each of its words has a lattice, and that is what is stepped."""

    text: Segmented


KINDS: Kinds = {Text: MergedText, LongestMatch: MatchedText, Segmented: WithoutSteps}
