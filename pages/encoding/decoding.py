"""From ids to text: which tokens they are, and the text."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import bpe
from bpe import unigram
from bpe.text_encoder import UNKNOWN
from pages.encoding import encoders
from pages.encoding.encoders import TextEncoder
from pages.stage.tokens import shorten
from pages.state.settings import MAX_IDS

MAX_CHARACTERS = 20_000  # of all tokens
MAX_AGAIN = 600  # characters of a text that is encoded again
MAX_SHOWN = 2_000  # characters of the text
MAX_PART = 20  # characters of an id that is not one
NO_ID = "–"  # in typed ids, the unknown token, which has no id
Ids = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer that decodes ids.

    names, prefix: as in `encoders.TextEncoder`. encode: the ids of a text. split: the
    pre-tokenization of the training; empty for an uploaded tokenizer.
    """

    names: Mapping[int, str] | None
    decode: Callable[[Iterable[int | None]], str]
    encode: Callable[[str], Ids]
    unk: str
    split: str = ""
    prefix: str = ""

    @classmethod
    def of_encoder(cls, encoder: TextEncoder, split: str, specials: bool) -> "Tokenizer":
        """The tokenizer of an encoder. specials: whether it recognizes special tokens in a text.

        >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
        >>> Tokenizer.of_encoder(run.encoder(), "gpt2", False).encode("hug")
        (2, 3, 1)
        """
        options = encoders.EncodingOptions(specials=specials)

        def encode(text: str) -> Ids:
            return encoders.encode(encoder, text, options).ids

        return cls(encoder.names, encoder.decode, encode, encoder.unk, split, encoder.prefix)

    @classmethod
    def of_unigram(cls, run: unigram.Run) -> "Tokenizer":
        """The tokenizer of a Unigram run.

        >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> tokenizer = Tokenizer.of_unigram(run)
        >>> tokenizer.decode(tokenizer.encode("hug pug"))
        'hugpug'
        """
        names = dict(enumerate(run.model.pieces))
        return cls(names, run.decode, lambda text: run.encode(text).ids, UNKNOWN, run.corpus.split)

    def token(self, token_id: int | None) -> str:
        """The token of an id; the unknown token for None. Only if the tokens are known.

        >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
        >>> Tokenizer.of_encoder(run.encoder(), "gpt2", False).token(2)
        'h'
        """
        assert self.names is not None
        return self.unk if token_id is None else self.names[token_id]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Ids and their text.

    tokens: None for an uploaded tokenizer. again: the ids of the text, encoded again; None if it is
    too long. split, prefix: as in Tokenizer.
    """

    ids: Ids
    tokens: tuple[str, ...] | None
    text: str
    again: Ids | None
    split: str
    prefix: str = ""


def parse_ids(typed: str) -> Ids:
    """The ids in a text, separated by spaces or commas. Raises bpe.InputError for other text.

    >>> parse_ids("7, 9"), parse_ids("[1 –]"), parse_ids("")
    ((7, 9), (1, None), ())
    """
    found: list[int | None] = []
    for part in typed.replace(",", " ").strip(" []").split():
        if part in (NO_ID, "-", UNKNOWN):
            found.append(None)
        elif part.isascii() and part.isdigit():
            found.append(int(part))
        else:
            raise bpe.InputError(
                "{part!r} is not an id. Ids are whole numbers, separated by spaces.",
                part=shorten(part, MAX_PART),
            )
    return tuple(found)


def written(ids: Ids) -> str:
    """Ids as a reader can type them: as many of the first ones as a field holds.

    >>> written((7, None, 9))
    '7 – 9'
    """
    text = " ".join(map(id_text, ids))
    return text if len(text) <= MAX_IDS else text[: MAX_IDS + 1].rpartition(" ")[0]


def id_text(token_id: int | None) -> str:
    """An id as a reader can type it.

    >>> id_text(12345), id_text(None)
    ('12345', '–')
    """
    return NO_ID if token_id is None else str(token_id)


def decode(tokenizer: Tokenizer, ids: Ids) -> Decoded:
    """Decode ids. Raises bpe.InputError for an id that no token has, and for a text too long.

    >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
    >>> decode(Tokenizer.of_encoder(run.encoder(), "gpt2", False), (5, 3)).text
    ' hu'
    """
    tokens = None
    if tokenizer.names is not None:
        for each in ids:
            if each is not None and each not in tokenizer.names:
                raise bpe.InputError("No token has the id {id!r}.", id=each)
        tokens = tuple(map(tokenizer.token, ids))
        if sum(map(len, tokens)) > MAX_CHARACTERS:
            raise bpe.InputError("The text of these ids is too long to show. Enter fewer ids.")
    text = tokenizer.decode(ids)
    again = tokenizer.encode(text) if len(text) <= MAX_AGAIN else None
    return Decoded(ids, tokens, text, again, tokenizer.split, tokenizer.prefix)
