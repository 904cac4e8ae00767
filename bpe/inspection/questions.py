"""The questions about a tokenizer, and their answers."""

from dataclasses import dataclass

from bpe.inspection.merges import FindMerges, FindTree, FoundMerges, Node, Rule, TokenTree
from bpe.inspection.stages import Part, Stage, stages
from bpe.inspection.two_vocabularies import (
    ComparedVocabularies,
    CompareVocabularies,
    SharedToken,
)
from bpe.inspection.vocabulary import FindTokens, FoundTokens, Token
from bpe.text_encoder import TextEncoder


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a text: see `bpe.inspection.stages`."""

    each: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class FindStages:
    """A question for what each step does with a text. specials: see `stages`."""

    text: str
    specials: bool = True

    def answer(self, encoder: TextEncoder) -> Stages:
        """The stages. Raises InputError as `stages` does."""
        return Stages(stages(encoder, self.text, self.specials))


Question = FindStages | FindTokens | FindMerges | FindTree | CompareVocabularies
Answer = Stages | FoundTokens | FoundMerges | TokenTree | ComparedVocabularies
# All records of questions and answers.
RECORDS: tuple[type, ...] = (FindStages, FindTokens, FindMerges, FindTree, CompareVocabularies)
RECORDS += (Stages, Stage, Part, FoundTokens, Token, FoundMerges, Rule, TokenTree, Node)
RECORDS += (ComparedVocabularies, SharedToken)
