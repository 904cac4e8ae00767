"""Two vocabularies compared by what their tokens write, however they are spelled."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpe.inspection.vocabulary import MAX_SHOWN, written_by
from bpe.text_encoder import TextEncoder

CATEGORIES = ("first", "second", "ids")


@dataclass(frozen=True, slots=True)
class SharedToken:
    """What a token writes, in UTF-8, and its id in each vocabulary; None where it is missing."""

    bytes: bytes
    first: int | None
    second: int | None


@dataclass(frozen=True, slots=True)
class ComparedVocabularies:
    """How many texts only the first or the second vocabulary has as a token, or both, and how many
    of these have the same id; and some of the tokens of a category, with their number in all.
    """

    only_first: int
    only_second: int
    both: int
    same_id: int
    tokens: tuple[SharedToken, ...]
    all: int


@dataclass(frozen=True, slots=True)
class CompareVocabularies:
    """A question for the differences between the vocabularies of two tokenizers.

    category: one of CATEGORIES: only in the first, only in the second, or in both with different
    ids; or "all" of them, one after the other. other: the second vocabulary, see `written_ids`.
    start, most: as in `FindTokens`.
    """

    category: str
    start: int = 0
    most: int = 50
    other: Mapping[bytes, int] = field(default_factory=dict)

    def answer(self, encoder: TextEncoder) -> ComparedVocabularies:
        """The differences, those of a category in the order of the ids.

        >>> from bpe import Corpus, train
        >>> one, two = (train(Corpus.from_counts({word: 2})).encoder() for word in ("hug", "pug"))
        >>> found = CompareVocabularies("first", other=written_ids(two)).answer(one)
        >>> [each.bytes for each in found.tokens], found.only_second, found.both
        ([b'h', b'hu', b'hug'], 3, 2)
        """
        mine, other = written_ids(encoder), self.other
        both = [key for key in mine if key in other]
        moved = [key for key in both if mine[key] != other[key]]
        moved.sort(key=mine.__getitem__)
        first = sorted((key for key in mine if key not in other), key=mine.__getitem__)
        second = sorted((key for key in other if key not in mine), key=other.__getitem__)
        every = [*first, *second, *moved]
        keys = {"first": first, "second": second, "ids": moved, "all": every}[self.category]
        tokens = tuple(
            SharedToken(key[:MAX_SHOWN], mine.get(key), other.get(key))
            for key in keys[self.start : self.start + self.most]
        )
        counts = len(first), len(second), len(both), len(both) - len(moved)
        return ComparedVocabularies(*counts, tokens, len(keys))


def written_ids(encoder: TextEncoder) -> dict[bytes, int]:
    """What each token writes -> its id, the lowest if several tokens write the same.

    >>> from bpe import Corpus, train
    >>> written_ids(train(Corpus.from_counts({"ug": 10})).encoder())
    {b'ug': 2, b'u': 1, b'g': 0}
    """
    written = written_by(encoder)
    return {written(id_): id_ for id_ in sorted(encoder.names, reverse=True)}
