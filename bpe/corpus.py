"""A corpus: its distinct words with their counts, in first-met order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bpe.byte_characters import CHARACTER_BYTES
from bpe.counting import count_words
from bpe.errors import InputError, check_choice, check_text
from bpe.normalization import NORMALIZATIONS
from bpe.notebook import table, title
from bpe.pre_tokenization import check_split, pattern_and_mapping
from bpe.short_repr import short_repr
from bpe.split_patterns import is_byte_level

ALPHABETS = ("corpus", "bytes")


@short_repr
@dataclass(frozen=True, slots=True)
class Corpus:
    """Words and their counts.

    counts: word -> count, in first-met order, which matters for the tie rule "first".
    split, normalization: how texts were split into these words. New text is split in the same way.
    """

    counts: Mapping[str, int]
    split: str
    normalization: str

    def _repr_html_(self) -> str:
        """The first words with their counts, for a notebook."""
        words, total = len(self.counts), sum(self.counts.values())
        heading = f"Corpus: {words:,} different words, {total:,} in all, split: {self.split}"
        if self.normalization != "none":
            heading += f", normalization: {self.normalization}"
        return title(heading) + table(("word", "count"), self.counts.items(), words)

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        split: str = "gpt2",
        normalization: str = "none",
        max_words: int | None = None,
        max_characters: int | None = None,
        special_tokens: Iterable[str] = (),
    ) -> "Corpus":
        """The corpus of texts. Each text is normalized and pre-tokenized on its own.

        special_tokens: split a text where they occur, and are not counted themselves, as in the
        handout of Stanford CS336; by default, they are text like any other. max_words: limit for
        the number of distinct words. max_characters: limit for the total of their lengths. None:
        no limit.
        Raises InputError for a text that is not a string or not valid Unicode, an unknown split or
        normalization, or texts beyond a limit.

        >>> dict(Corpus.from_texts(["low low lower"], split="whitespace").counts)
        {'low': 2, 'lower': 1}
        >>> dict(Corpus.from_texts(["low<s>lower"], special_tokens=["<s>"]).counts)
        {'low': 1, 'lower': 1}
        """
        if isinstance(texts, str) or not isinstance(texts, Iterable):
            raise InputError("Give a list of texts, not {kind}.", kind=type(texts).__name__)
        _, to_word = pattern_and_mapping(split)
        found = count_words(texts, split, normalization, special_tokens)
        if max_words is not None and len(found) > max_words:
            raise InputError(
                "This text has too many different words. The limit is {most}. Shorten the text, "
                "or choose another pre-tokenization.",
                most=max_words,
            )
        characters = sum(map(len, found))
        if max_characters is not None and characters > max_characters:
            raise InputError(
                "The different words in this text have {characters} characters in total. The "
                "limit is {most}. Shorten the text, or choose a pre-tokenization that gives "
                "shorter words.",
                characters=characters,
                most=max_characters,
            )
        counts = {to_word(word): count for word, count in found.items()}
        return cls(MappingProxyType(counts), split, normalization)

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, int], split: str = "whitespace", normalization: str = "none"
    ) -> "Corpus":
        """The corpus of the given words, in the given order.

        The words are used as they are; split and normalization apply only to new text. Raises
        InputError for an empty word, or a count that is not an integer of at least 1.

        >>> Corpus.from_counts({"hug": 10, "pug": 5}).alphabet
        ('g', 'h', 'p', 'u')
        """
        check_split(split)
        check_choice("The normalization", normalization, NORMALIZATIONS)
        if not isinstance(counts, Mapping):
            raise InputError(
                "Give the counts as a dictionary, such as {{'hug': 10}}, not as {kind}.",
                kind=type(counts).__name__,
            )
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
        """The distinct characters of the words, sorted by code point.

        >>> Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}).alphabet
        ('b', 'g', 'h', 'n', 'p', 's', 'u')
        """
        return tuple(sorted(set().union(*self.counts)))

    def first_tokens(self, alphabet: str) -> tuple[str, ...]:
        """The single characters with which a training starts, sorted by code point.

        alphabet: "corpus": the characters that occur; "bytes": the characters of all 256 bytes, so
        that no text has an unknown token. Raises InputError for another alphabet, and for "bytes"
        if the words are not bytes.

        >>> corpus = Corpus.from_texts(["hug"])
        >>> corpus.first_tokens("corpus"), len(corpus.first_tokens("bytes"))
        (('g', 'h', 'u'), 256)
        """
        check_choice("The alphabet", alphabet, ALPHABETS)
        if alphabet == "corpus":
            return self.alphabet
        if not is_byte_level(self.split):
            raise InputError(
                "All 256 bytes can be the alphabet only if the pre-tokenization writes text as "
                "bytes, as GPT-2's does. Choose that pre-tokenization, or the corpus's characters "
                "as the alphabet."
            )
        return tuple(sorted(CHARACTER_BYTES.keys() | set(self.alphabet)))


def check_corpus(corpus: object) -> None:
    """Raise InputError for anything that is not a corpus.

    >>> check_corpus("abc")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: A training needs a corpus, not str. Make one with ...
    """
    if not isinstance(corpus, Corpus):
        raise InputError(
            "A training needs a corpus, not {kind}. Make one with Corpus.from_texts([...]) or "
            "Corpus.from_counts({{...}}).",
            kind=type(corpus).__name__,
        )
