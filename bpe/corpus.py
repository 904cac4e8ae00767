"""A corpus: its distinct words, each with its count, in the order they were first met.

Here bad input is refused. But: it keeps no text, only words; and it learns nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bpe.counting import count_pieces
from bpe.errors import InputError
from bpe.splitting import NORMALIZATIONS, SPLITS, check_choice, check_text, word_finder


@dataclass(frozen=True, slots=True)
class Corpus:
    """Words and their counts.

    counts: word -> how often it occurs, in first-met order (the order that rule "first" reads).
    split, normalization: how a text is cut into such words; encoding does the same to new text.
    """

    counts: Mapping[str, int]
    split: str
    normalization: str

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        split: str = "gpt2",
        normalization: str = "none",
        most_words: int | None = None,
        most_characters: int | None = None,
    ) -> "Corpus":
        """The corpus of some texts, each normalised and pre-tokenized on its own.

        most_words, most_characters: how many different words there may be, and how many
        characters in all of them; None: any number.
        Raises InputError for anything that is not a text, an unknown split or normalization, or
        a text beyond what is allowed.

        >>> dict(Corpus.from_texts(["low low lower"], split="whitespace").counts)
        {'low': 2, 'lower': 1}
        """
        if isinstance(texts, str):
            raise InputError("Give a list of texts, not a single string.")
        _, become = word_finder(split)
        found = count_pieces(texts, split, normalization)
        if most_words is not None and len(found) > most_words:
            raise InputError(
                "This text has too many different words. The limit is {most}. Shorten the text, "
                "or choose another pre-tokenization.",
                most=most_words,
            )
        characters = sum(map(len, found))
        if most_characters is not None and characters > most_characters:
            raise InputError(
                "The different words in this text have {characters} characters in total. The "
                "limit is {most}. Shorten the text, or choose a pre-tokenization that gives "
                "shorter words.",
                characters=characters,
                most=most_characters,
            )
        counts = {become(piece): count for piece, count in found.items()}
        return cls(MappingProxyType(counts), split, normalization)

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, int], split: str = "whitespace", normalization: str = "none"
    ) -> "Corpus":
        """The corpus of words as they are given, in this order.

        The split and normalization are for new text only. Raises InputError for an empty word
        or a count that is not a whole number of at least 1.

        >>> Corpus.from_counts({"hug": 10, "pug": 5}).alphabet
        ('g', 'h', 'p', 'u')
        """
        check_choice("The pre-tokenizer", split, SPLITS)
        check_choice("The normalization", normalization, NORMALIZATIONS)
        for word, count in counts.items():
            if not check_text(word):
                raise InputError("A word must have at least one character.")
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                raise InputError(
                    "A word's count must be a whole number of at least 1, not {count!r}.",
                    count=count,
                )
        return cls(MappingProxyType(dict(counts)), split, normalization)

    @property
    def alphabet(self) -> tuple[str, ...]:
        """Every character that occurs in a word, by code point."""
        return tuple(sorted(set().union(*self.counts)))
