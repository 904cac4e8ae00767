"""Words with a marked first character, so that BPE's trainer and history also work for WordPiece.

WordPiece has two tokens for a letter: h at the start of a word, and ##h inside one. Here, the first
character of each word is replaced by a private one. Then tokens are joined like in BPE, and a word
has as many characters as before. `Marking.name` gives the usual spelling.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.short_repr import short_repr
from bpe.wordpiece.encoder import PREFIX

FIRST = 0xF0000  # the first of 65,534 private characters


@short_repr
@dataclass(frozen=True)
class Marking:
    """The characters that can start a word or a special token, in order of their private ones.

    >>> marking = Marking.of(["hug", "pug"])
    >>> marking.name(marking.mark("hug")), marking.name("ug")
    ('hug', '##ug')
    """

    starts: tuple[str, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> "Marking":
        """The marking for these words. Raises InputError if too many characters start a word.

        >>> Marking.of(["hug", "pug", "hugs"]).starts
        ('h', 'p')
        """
        starts = tuple(dict.fromkeys(word[0] for word in words))
        if len(starts) > 0xFFFE:
            raise InputError("Too many different characters start a word. Use a smaller text.")
        return cls(starts)

    @cached_property
    def private(self) -> dict[str, str]:
        """character -> its private character.

        >>> Marking(("h",)).private["h"] == chr(FIRST)
        True
        """
        return {start: chr(FIRST + i) for i, start in enumerate(self.starts)}

    def mark(self, word: str) -> str:
        """A word, or a token that starts one, with a private first character.

        >>> Marking(("h",)).mark("hug")[1:]
        'ug'
        """
        return self.private[word[0]] + word[1:]

    def name(self, token: str) -> str:
        """The spelling of a token: with ## unless it starts a word.

        >>> Marking(("h",)).name("ug")
        '##ug'
        """
        place = ord(token[0]) - FIRST
        inside = not 0 <= place < len(self.starts)
        return PREFIX + token if inside else self.starts[place] + token[1:]

    def corpus(self, corpus: Corpus) -> Corpus:
        """A corpus with marked words.

        >>> corpus = Marking(("h",)).corpus(Corpus.from_counts({"hug": 10}))
        >>> [word[1:] for word in corpus.counts]
        ['ug']
        """
        return replace(corpus, counts={self.mark(w): n for w, n in corpus.counts.items()})
