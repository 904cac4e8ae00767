"""What questions are drawn from: a small corpus, trained with BPE and with Unigram."""

from dataclasses import dataclass
from functools import cached_property

import bpe
from bpe import unigram
from pages.practice.answers import Tokens
from pages.state.settings import Settings


@dataclass(frozen=True)
class Material:
    """A corpus with its settings. It must be small, because it is trained at once.

    >>> from pages.state.defaults import defaults
    >>> len(Material(defaults("hug")).run.merges)
    7
    """

    settings: Settings

    @cached_property
    def run(self) -> bpe.Run:
        """The BPE run."""
        return self.settings.train()

    @cached_property
    def pieces(self) -> unigram.Run:
        """The Unigram run."""
        return self.settings.train_unigram()

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """The characters of the corpus, which answers can contain.

        The run may start with more.
        """
        return frozenset(self.run.corpus.alphabet)

    def tokens(self, word: str) -> Tokens:
        """The parser of answers about the tokens of a word.

        >>> from pages.state.defaults import defaults
        >>> Material(defaults("hug")).tokens("unhug").read("un + hug")
        ('un', 'hug')
        """
        return Tokens(self.alphabet | frozenset(word), word)
