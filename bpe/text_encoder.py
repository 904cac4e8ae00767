"""What all encoders share: they split a text into words, put its tokens together, and decode ids.

An encoder encodes one word at a time: `Encoder` with merges, `unigram.Encoder` with probabilities,
`wordpiece.Encoder` with the longest match. Unknown characters are never dropped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from sys import getsizeof
from typing import ClassVar

from bpe.added_tokens import AddedToken
from bpe.decoding import Decoder
from bpe.encoding import EncodedWord, Encoding, EncodingBuilder, Trim
from bpe.errors import InputError, check_text
from bpe.notebook import facts, token_row
from bpe.pre_tokenization import PlainSplit, PreToken

UNKNOWN = "[UNK]"  # the default unknown token
NO_SPANS = ((0, 0),)  # of a token that is not in the text
MAX_KNOWN = 100_000  # texts whose ids are kept
MAX_KNOWN_LENGTH = 100  # characters of a text whose ids are kept

# (text, whether to find special tokens) -> its pre-tokens in order
PreTokenizer = Callable[[str, bool], Iterable[PreToken]]
# (word, its number in the text) -> its tokens
WordEncoder = Callable[[str, int], EncodedWord]


class Known(dict[str, Sequence[int | None]]):
    """The ids of texts that were encoded before. make: encodes a text that is not known.

    Long texts are not kept, and all are dropped when there are too many.

    >>> known = Known(lambda text: [len(text)])
    >>> known["hug"], dict(known)
    ([3], {'hug': [3]})
    """

    def __init__(self, make: Callable[[str], Sequence[int | None]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, text: str) -> Sequence[int | None]:
        ids = self.make(text)
        if len(text) <= MAX_KNOWN_LENGTH:
            if len(self) >= MAX_KNOWN:
                self.clear()
            self[text] = ids
        return ids


def _ids_after(
    step: Callable[[str], Iterable[str]],
    ids_of: Callable[[str], Iterable[int | None]],
    text: str,
) -> list[int | None]:
    """The ids of all parts into which a step splits a text."""
    return list(chain.from_iterable(map(ids_of, step(text))))


def plain_words(pre_tokenizer: "PreTokenizer", specials: bool) -> PlainSplit:
    """The words of a pre-tokenizer that cannot split without offsets.

    >>> plain_words(lambda text, specials: [PreToken(text, 0, 1, ((0, 1),))], False).parts("a")
    [('a', False)]
    """

    def parts(text: str) -> list[tuple[str, bool]]:
        return [(found.word, found.added) for found in pre_tokenizer(text, specials)]

    return PlainSplit(parts, ())


class TextEncoder(ABC):
    """The part of an encoder that does not depend on its model. Subclasses are dataclasses.

    ids: token -> id. pre_tokenizer: splits a text into pre-tokens. decoder: turns tokens into text.
    added: tokens to find in a text before that. unk: the unknown token. unk_id: its id, or None.
    before, after: tokens to put around a text, like <s>, if `encode` is asked to.
    trim: removes white space from the offsets of a token. kind: one of `formats.loaded.KINDS`.
    prefix: starts each token inside a word; only in WordPiece. max_word: characters of a word that
    is not unknown at once; 0 for no limit.
    """

    kind: ClassVar[str]
    prefix: str = ""
    max_word: int = 0

    ids: Mapping[str, int]
    pre_tokenizer: PreTokenizer
    decoder: Decoder
    added: tuple[AddedToken, ...]
    unk: str
    unk_id: int | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    trim: Trim | None

    def _repr_html_(self) -> str:
        """Its size, its steps and its added tokens, for a notebook."""
        normalizers, splits = getattr(self.pre_tokenizer, "names", ((), ()))
        around = (*self.before, "…", *self.after) if self.before or self.after else ()
        values = {
            "kind": self.kind,
            "tokens": f"{len(self.names):,}",
            "merges": f"{self.merge_count:,}" if self.merge_count else "",
            "unknown token": self.unk if self.unk_id is not None else "",
            "normalizer": ", ".join(normalizers),
            "pre-tokenizer": ", ".join(splits),
            "around a text": " ".join(around),
            "decoder": ", ".join(self.decoder.names),
            "added and special tokens": f"{len(self.added):,}",
        }
        return facts(values) + token_row([each.token for each in self.added])

    def encode(
        self,
        text: str,
        *,
        specials: bool = False,
        frame: bool = False,
        max_symbols: int | None = None,
    ) -> Encoding:
        """Encode a text.

        specials: whether to find special tokens in the text; otherwise they are encoded like other
        text. frame: whether to put `before` and `after` around the text. max_symbols: limit for the
        total length of all words after normalization and pre-tokenization, in characters.
        Raises InputError for a text that is not valid Unicode or too long.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10}), special_tokens=("<s>",)).encoder()
        >>> encoder.encode("<s>hug", specials=True).tokens
        ('<s>', 'hug')
        """
        return self.encode_words(
            text, lambda word, _: self.encode_word(word), specials, frame, max_symbols
        )

    def encode_ids(
        self, text: str, *, specials: bool = False, frame: bool = False
    ) -> list[int | None]:
        """The ids of a text: those of `encode` with the same arguments, but much faster.

        Computes no offsets and no trace, and encodes equal words only once.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().encode_ids("hug mug")
        [5, None, 4]
        """
        return next(self.iterate_ids([text], specials=specials, frame=frame))

    def iterate_ids(
        self, texts: Iterable[str], *, specials: bool = False, frame: bool = False
    ) -> Iterator[list[int | None]]:
        """The ids of each text, one by one. Words that occur again are known from earlier texts.

        Arguments and errors: see `encode`.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> list(encoder.iterate_ids(["hug", "pug hug"]))
        [[5], [6, 5]]
        """
        before = [self.id_of(token) for token in self.before] if frame else []
        after = [self.id_of(token) for token in self.after] if frame else []
        plain = getattr(self.pre_tokenizer, "plain", None)
        split = (plain(specials) if plain else None) or plain_words(self.pre_tokenizer, specials)
        ids_of: Callable[[str], Iterable[int | None]] = Known(self.word_ids).__getitem__
        for step in reversed(split.steps):
            ids_of = Known(partial(_ids_after, step, ids_of)).__getitem__
        for text in texts:
            ids: list[int | None] = [*before]
            for part, added in split.parts(check_text(text)):
                if added:
                    ids.append(self.id_of(part))
                else:
                    ids += ids_of(part)
            ids += after
            yield ids

    def word_ids(self, word: str) -> Sequence[int | None]:
        """The ids of one word.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().word_ids("hugs")
        (5, None)
        """
        return self.encode_word(word).ids

    @abstractmethod
    def encode_word(self, word: str) -> EncodedWord:
        """Encode one word. Each subclass does this in its own way."""

    @property
    def merge_count(self) -> int:
        """The number of merges; 0 for an encoder without merges.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10})).encoder().merge_count
        2
        """
        return 0

    def with_merges(self, last: int, ignore_merges: bool = False) -> "TextEncoder":
        """The encoder with only the first merges; itself if it has none. See `Encoder`.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10})).encoder()
        >>> encoder.with_merges(1).encode("hug").tokens
        ('hu', 'g')
        """
        return self

    def encode_with(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        max_symbols: int | None = None,
    ) -> Encoding:
        """Encode a text with the options of `Encoder.encode`; others than BPE ignore some of them.

        >>> from bpe import Corpus, wordpiece
        >>> encoder = wordpiece.train(Corpus.from_counts({"hug": 10}), vocab_size=4).encoder()
        >>> encoder.encode_with("hug", "rules").tokens
        ('hu', '##g')
        """
        return self.encode(text, specials=specials, max_symbols=max_symbols)

    @abstractmethod
    def restricted(self, encoding: Encoding) -> "TextEncoder":
        """An encoder with only what one of its encodings uses. It cannot split texts."""

    @property
    @abstractmethod
    def size(self) -> int:
        """About how many bytes of memory the encoder takes."""

    def encode_words(
        self,
        text: str,
        encode_word: WordEncoder,
        specials: bool,
        frame: bool,
        max_symbols: int | None,
        repeat: bool = True,
    ) -> Encoding:
        """Encode a text word by word. Arguments: see `encode`.

        repeat: whether equal words get the same tokens, so that each is encoded only once.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10})).encoder()
        >>> letters = EncodedWord(("h",), (1,), ((0, 1),), ("token",), ())
        >>> encoder.encode_words("hug", lambda word, number: letters, False, False, None).tokens
        ('h',)
        """
        known: dict[str, EncodedWord] = {}
        builder = EncodingBuilder(self.trim)
        for token in self.before if frame else ():
            builder.add(PreToken(token, 0, 0, NO_SPANS, added=True), self.added_word(token))
        symbols = 0
        for number, pre_token in enumerate(self.pre_tokenizer(check_text(text), specials)):
            symbols += len(pre_token.word)
            if max_symbols is not None and symbols > max_symbols:
                raise InputError(
                    "After normalization, the words of this text have more than {most} characters "
                    "in total. Shorten the text.",
                    most=f"{max_symbols:,}",
                )
            if pre_token.added:
                builder.add(pre_token, self.added_word(pre_token.word))
                continue
            word = known.get(pre_token.word)
            if word is None:
                word = encode_word(pre_token.word, number)
                if repeat:
                    known[pre_token.word] = word
            for part, encoded in self.parts(pre_token, word):
                builder.add(part, encoded)
        for token in self.after if frame else ():
            builder.add(PreToken(token, 0, 0, NO_SPANS, added=True), self.added_word(token))
        return builder.finish()

    def parts(
        self, pre_token: PreToken, word: EncodedWord
    ) -> Iterable[tuple[PreToken, EncodedWord]]:
        """The words as which an encoded pre-token is shown: itself.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10})).encoder()
        >>> pre_token = PreToken("hug", 0, 3, ((0, 1), (1, 2), (2, 3)))
        >>> len(encoder.parts(pre_token, encoder.encode_word("hug")))
        1
        """
        return [(pre_token, word)]

    def decode(self, ids: Iterable[int | None], specials: bool = True) -> str:
        """Decode ids to text. None stands for the unknown token.

        specials: whether to include special tokens. Bytes that are not valid UTF-8 become U+FFFD.
        Raises InputError for an id that no token has.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_texts(["a hug"])).encoder()
        >>> encoder.decode(encoder.encode("a hug").ids)
        'a hug'
        """
        names = self.names
        hidden = set() if specials else {token.id for token in self.added if token.special}
        tokens = []
        for id_ in ids:
            if id_ is not None and id_ not in names:
                raise InputError("No token has the id {id!r}.", id=id_)
            if id_ not in hidden:
                tokens.append(self.unk if id_ is None else names[id_])
        added = {self.unk, *(token.token for token in self.added)}
        return self.decoder.text(tokens, frozenset(added))

    def added_word(self, token: str) -> EncodedWord:
        """An added token as an encoded word. Its pre-token has one span, and so has the word.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10}), special_tokens=("<s>",)).encoder()
        >>> encoder.added_word("<s>").ids, encoder.added_word("<s>").kinds
        ((0,), ('added',))
        """
        return EncodedWord((token,), (self.id_of(token),), ((0, 1),), ("added",), ())

    @cached_property
    def names(self) -> Mapping[int, str]:
        """id -> token, added tokens included.

        >>> from bpe import Corpus, train
        >>> dict(train(Corpus.from_counts({"ug": 10})).encoder().names)
        {0: 'g', 1: 'u', 2: 'ug'}
        """
        names = {id_: token for token, id_ in self.ids.items()}
        return names | {token.id: token.token for token in self.added}

    @cached_property
    def added_ids(self) -> Mapping[str, int]:
        """added token -> id.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"ug": 10}), special_tokens=("<s>",)).encoder().added_ids
        {'<s>': 0}
        """
        return {token.token: token.id for token in self.added}

    def id_of(self, token: str) -> int:
        """The id of a token, added tokens included.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"ug": 10}), special_tokens=("<s>",)).encoder()
        >>> encoder.id_of("<s>"), encoder.id_of("ug")
        (0, 3)
        """
        return self.added_ids[token] if token in self.added_ids else self.ids[token]

    @property
    def base_size(self) -> int:
        """About how many bytes of memory the vocabulary and the added tokens take.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"ug": 10})).encoder().base_size < 3_000
        True
        """
        strings = sum(map(getsizeof, self.ids)) + 2 * sum(map(getsizeof, self.added_ids))
        return getsizeof(self.ids) + strings + 64 * len(self.ids) + 500 * len(self.added)


def no_words(text: str, specials: bool) -> Iterable[PreToken]:
    """The pre-tokenizer of an encoder that cannot split texts: no pre-tokens.

    >>> no_words("hug", False)
    ()
    """
    return ()
