"""A text that a Unigram tokenizer from a file segments, with the lattice of each of its words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from bpe import unigram
from bpe.encoding import Encoding
from pages.encoding.encoders import TextWithTokens, numbers_by_id
from pages.state.settings import MAX_WORD
from pages.unigram.word import Vocabulary, Word

SYMBOL_BYTES = 250  # of memory for each character of the text and of its words
PIECE_BYTES = 400  # of memory for each piece
GOOD = 6  # characters of the word that is shown first, if there is one as long
MAX_LISTED = 200  # words to choose from


@dataclass(frozen=True, eq=False)
class Segmented(TextWithTokens):
    """A text with its tokens. encoder: restricted to the text. pieces: of the whole tokenizer."""

    encoder: unigram.Encoder
    text: str
    encoding: Encoding
    decoded: str
    pieces: int

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """piece -> the number of its color, from its id.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3).numbers
        {'ug': 3}
        """
        return numbers_by_id(self.encoder.ids)

    @property
    def last(self) -> int:
        """The last step: 0, because only the words have steps.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug"), "ug", 2).last
        0
        """
        return 0

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The distinct words of the text, each at most MAX_WORD characters long.

        A longer word is divided between two of its tokens. The best segmentation of each part is
        the one that the part has in the whole word.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug" * 20), "ug", 3).words
        ('ugugugugugugugugugugugugugugug', 'ugugugugug')
        """
        found: dict[str, None] = {}
        ends = self.encoding.word_ends
        for word, (start, _) in zip(self.encoding.words, pairwise((0, *ends)), strict=True):
            if self.encoding.kinds[start : start + 1] != ("added",):
                found.update(dict.fromkeys(self.parts(word)))
        return tuple(found)[:MAX_LISTED]

    def parts(self, word: str) -> Iterator[str]:
        """The parts of a word. A token that is longer than MAX_WORD is left out.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> list(Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3).parts("ug"))
        ['ug']
        """
        part = ""
        for start, end in self.encoder.best_path(word):
            if part and len(part) + end - start > MAX_WORD:
                yield part
                part = ""
            if end - start <= MAX_WORD:
                part += word[start:end]
        if part:
            yield part

    def choose(self, word: str) -> str:
        """The word, if the text has it; otherwise the first one that is not very short.

        The result is empty if the text has no words.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3).choose("hug")
        'ug'
        """
        if word in self.words:
            return word
        long = (each for each in self.words if len(each) >= GOOD)
        return next(long, max(self.words, key=len, default=""))

    def lattice_of(self, word: str) -> Word:
        """A word with its lattice.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3).lattice_of("ug").lattice.count
        2
        """
        spans = self.encoder.best_path(word)
        made = tuple(token for token, *_ in self.encoder.tokens_along(word, spans))
        about = Vocabulary(self.pieces, tuple(word[a:b] for a, b in spans), made)
        return Word(word, 0, self.encoder.model, self.numbers, self.encoder.ids, about)

    @property
    def size(self) -> int:
        """About how many bytes of memory the text takes.

        >>> from bpe.unigram.encoder import plain
        >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
        >>> Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3).size < 20_000
        True
        """
        symbols = len(self.text) + sum(map(len, self.encoding.words))
        return 10_000 + SYMBOL_BYTES * symbols + PIECE_BYTES * len(self.encoder.ids)
