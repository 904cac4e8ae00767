"""Encodes words with WordPiece: the longest token at the start of what is left of the word.

A token inside a word starts with a prefix, ##. If no token matches somewhere, the whole word is
unknown. `WordLevelEncoder` has tokens only for whole words.
Source: Schuster and Nakajima 2012, as in BERT and in Hugging Face tokenizers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from bpe.added_tokens import AddedToken
from bpe.decoding import Decoder
from bpe.encoding import EncodedWord, Encoding, Trim
from bpe.short_repr import short_repr
from bpe.text_encoder import UNKNOWN, PreTokenizer, TextEncoder, no_words

MAX_WORD = 100  # characters: longer words are unknown, as in BERT
PREFIX = "##"


@short_repr
@dataclass(frozen=True, slots=True)
class Attempt:
    """One look at a word: is word[start:end] a token?

    token: its spelling in the vocabulary, with the prefix inside a word. found: whether it is
    there; then the next attempt starts at `end`.
    """

    start: int
    end: int
    token: str
    found: bool


@short_repr
@dataclass(frozen=True, eq=False)
class Encoder(TextEncoder):
    """A WordPiece vocabulary and all settings of encoding. Other fields: see `TextEncoder`.

    prefix: starts each token that is not at the start of a word. max_word: words with more
    characters are unknown.
    """

    kind: ClassVar[str] = "wordpiece"

    ids: Mapping[str, int]
    pre_tokenizer: PreTokenizer
    decoder: Decoder
    added: tuple[AddedToken, ...] = ()
    unk: str = UNKNOWN
    unk_id: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None
    prefix: str = PREFIX
    max_word: int = MAX_WORD

    @cached_property
    def longest(self) -> int:
        """The length of the longest token, with its prefix.

        >>> plain("h", "hug", "##s").longest
        3
        """
        return max(map(len, self.ids), default=0)

    def attempts(self, word: str) -> Iterator[Attempt]:
        """The looks at a word, in order. The last one is not found if the word is unknown.

        A word with more than `max_word` characters is unknown without an attempt.

        >>> [(a.token, a.found) for a in plain("hug", "##s").attempts("hugs")]
        [('hugs', False), ('hug', True), ('##s', True)]
        """
        start = 0
        while start < len(word) <= self.max_word:
            prefix = self.prefix if start else ""
            # Without a prefix, the word is a whole text (RWKV), of which nobody tries all.
            last = len(word) if self.prefix else min(len(word), start + self.longest)
            for end in range(last, start, -1):
                attempt = Attempt(start, end, prefix + word[start:end], False)
                if attempt.token in self.ids:
                    yield replace(attempt, found=True)
                    start = end
                    break
                yield attempt
            else:
                return

    def encode_word(self, word: str) -> EncodedWord:
        """Encode one word: its longest tokens from left to right, or one unknown token.

        >>> encoder = plain("hug", "##s")
        >>> encoder.encode_word("hugs").tokens, encoder.encode_word("hugsy").tokens
        (('hug', '##s'), ('[UNK]',))
        """
        tokens: list[str] = []
        spans: list[tuple[int, int]] = []
        start = 0
        while start < len(word) <= self.max_word:
            prefix = self.prefix if start else ""
            last = min(len(word), start + self.longest)
            for end in range(last, start, -1):
                if (token := prefix + word[start:end]) in self.ids:
                    tokens.append(token)
                    spans.append((start, end))
                    start = end
                    break
            else:
                break
        if start < len(word):
            return EncodedWord((self.unk,), (self.unk_id,), ((0, len(word)),), ("unknown",), ())
        kinds = ("token",) * len(tokens)
        return EncodedWord(tuple(tokens), tuple(map(self.ids.get, tokens)), tuple(spans), kinds, ())

    def restricted(self, encoding: Encoding) -> "Encoder":
        """An encoder with only the tokens that occur in the words of one of its encodings.

        The attempts at these words are the same, but it cannot split a text into words.

        >>> encoder = plain("hug", "##s", "##t")
        >>> sorted(encoder.restricted(encoder.encode("hugs")).ids)
        ['##s', 'hug']
        """
        found = set(encoding.tokens)
        for word in dict.fromkeys(encoding.words):
            for start in range(len(word) if len(word) <= self.max_word else 0):
                ends = range(start + 1, min(len(word), start + self.longest) + 1)
                prefix = self.prefix if start else ""
                found.update(t for end in ends if (t := prefix + word[start:end]) in self.ids)
        ids = {token: self.ids[token] for token in found if token in self.ids}
        added = tuple(token for token in self.added if token.token in found)
        return replace(self, ids=ids, pre_tokenizer=no_words, added=added)

    @property
    def size(self) -> int:
        """About how many bytes of memory the vocabulary and the added tokens take.

        >>> plain("hug").size < 3_000
        True
        """
        return self.base_size


class LongestMatch(Encoder):
    """A vocabulary whose longest token is taken at each place of a text, as RWKV does."""

    kind: ClassVar[str] = "longest_match"


@short_repr
@dataclass(frozen=True, eq=False)
class WordLevelEncoder(TextEncoder):
    """A vocabulary of whole words; all other words are unknown. Fields: see `TextEncoder`."""

    kind: ClassVar[str] = "wordlevel"

    ids: Mapping[str, int]
    pre_tokenizer: PreTokenizer
    decoder: Decoder
    added: tuple[AddedToken, ...] = ()
    unk: str = UNKNOWN
    unk_id: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None

    def encode_word(self, word: str) -> EncodedWord:
        """Encode one word as one token.

        >>> from bpe.unigram.encoder import whole_text
        >>> encoder = WordLevelEncoder({"hug": 0}, whole_text, Decoder())
        >>> encoder.encode("hug").ids, encoder.encode("hugs").tokens
        ((0,), ('[UNK]',))
        """
        span = ((0, len(word)),)
        if word in self.ids:
            return EncodedWord((word,), (self.ids[word],), span, ("token",), ())
        return EncodedWord((self.unk,), (self.unk_id,), span, ("unknown",), ())

    def restricted(self, encoding: Encoding) -> "WordLevelEncoder":
        """An encoder with only the tokens of one of its encodings, which cannot split texts.

        >>> from bpe.unigram.encoder import whole_text
        >>> encoder = WordLevelEncoder({"hug": 0, "pug": 1}, whole_text, Decoder())
        >>> encoder.restricted(encoder.encode("pug")).ids
        {'pug': 1}
        """
        ids = {token: self.ids[token] for token in encoding.tokens if token in self.ids}
        added = tuple(token for token in self.added if token.token in encoding.tokens)
        return replace(self, ids=ids, pre_tokenizer=no_words, added=added)

    @property
    def size(self) -> int:
        """About how many bytes of memory the vocabulary and the added tokens take.

        >>> from bpe.unigram.encoder import whole_text
        >>> WordLevelEncoder({"hug": 0}, whole_text, Decoder()).size < 3_000
        True
        """
        return self.base_size


def plain(*tokens: str) -> Encoder:
    """An encoder that takes a text as one word.

    >>> plain("hug").encode("hug").tokens
    ('hug',)
    """
    from bpe.unigram.encoder import whole_text

    return Encoder({token: i for i, token in enumerate(tokens)}, whole_text, Decoder())
