"""From ids to text: which tokens they are, the text, and what decoding does to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import bpe
from bpe import unigram
from bpe.split_patterns import is_byte_level
from bpe.text_encoder import UNKNOWN
from pages.encoding import encoders
from pages.encoding.encoders import TextEncoder
from pages.encoding.result import token_chip
from pages.stage.record_types import Column, Content, StaticTablesData, TableData, TableRow
from pages.stage.tokens import number, shorten
from pages.state.settings import MAX_IDS
from pages.translations.language import Translation

MAX_CHARACTERS = 20_000  # of all tokens
MAX_AGAIN = 600  # characters of a text that is encoded again
MAX_SHOWN = 2_000  # characters of the text
MAX_LISTED = 60  # tokens in the table
MAX_NAMED = 20  # ids in a sentence
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


def notes(decoded: Decoded, t: Translation) -> list[str]:
    """What decoding did to the tokens, what it cannot restore, and whether the ids come back.

    >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
    >>> tokenizer = Tokenizer.of_encoder(run.encoder(), "gpt2", False)
    >>> notes(decode(tokenizer, (5,)), Translation())
    ['Each Ġ becomes a space.', 'Encoding this text gives the same ids again.']
    """
    tokens = decoded.tokens or ()
    found = []
    if is_byte_level(decoded.split) and any("Ġ" in token for token in tokens):
        found.append(t.gettext("Each Ġ becomes a space."))
    if decoded.split == "metaspace" and any("▁" in token for token in tokens):
        if tokens[0].startswith("▁"):
            found.append(
                t.gettext(
                    "Each ▁ becomes a space. The first one is removed, because pre-tokenization "
                    "added it."
                )
            )
        else:
            found.append(t.gettext("Each ▁ becomes a space."))
    if decoded.prefix and any(token.startswith(decoded.prefix) for token in tokens[1:]):
        found.append(
            t.gettext("{prefix} marks a token inside a word. Decoding removes it.").format(
                prefix=decoded.prefix
            )
        )
    if decoded.split in ("whitespace", "punctuation") and len(tokens) > 1:
        found.append(
            t.gettext(
                "Pre-tokenization dropped the spaces between words. Decoding puts one space "
                "between two words."
            )
            if decoded.prefix
            else t.gettext(
                "Pre-tokenization dropped the spaces between words, so the tokens are joined "
                "without spaces."
            )
        )
    if None in decoded.ids:
        found.append(
            t.gettext(
                "{dash} is an unknown token without an id. Decoding cannot restore its text."
            ).format(dash=NO_ID)
        )
    if has_invalid_bytes(decoded):
        found.append(
            t.gettext(
                "Some of these bytes are not valid UTF-8, for example only a part of a character. "
                "� (U+FFFD) replaces them."
            )
        )
    if decoded.again is not None and None not in decoded.ids:
        found.append(describe_again(decoded.ids, decoded.again, t))
    return found


def has_invalid_bytes(decoded: Decoded) -> bool:
    r"""Whether U+FFFD stands for bytes that are not UTF-8; the text can also contain it itself.

    >>> has_invalid_bytes(Decoded((1,), ("Ã",), "\ufffd", None, "gpt2"))
    True
    >>> has_invalid_bytes(Decoded((1,), ("\ufffd",), "\ufffd", None, "whitespace"))
    False
    """
    if "\ufffd" not in decoded.text or decoded.tokens is None:
        return "\ufffd" in decoded.text
    try:
        b"".join(bytes_of(decoded)).decode()
    except UnicodeDecodeError:
        return True
    return False


def bytes_of(decoded: Decoded) -> list[bytes]:
    """The bytes of each token, without the prefix of a token inside a word.

    >>> bytes_of(Decoded((0, 1), ("hug", "##s"), "hugs", None, "gpt2", "##"))
    [b'hug', b's']
    """
    first, rest = (decoded.tokens or ())[:1], (decoded.tokens or ())[1:]
    parts = (*first, *(token.removeprefix(decoded.prefix) for token in rest))
    return [bpe.token_bytes(part, decoded.split) for part in parts]


def describe_again(ids: Ids, again: Ids, t: Translation) -> str:
    """Whether encoding the text gives the same ids.

    >>> describe_again((1, 2), (3,), Translation()).partition(". ")[0]
    'Encoding this text gives other ids: 3'
    """
    if ids == again:
        return t.gettext("Encoding this text gives the same ids again.")
    if not again:
        return t.gettext("Encoding this text gives no ids.")
    more = ["…"] if len(again) > MAX_NAMED else []
    named = " ".join([*map(id_text, again[:MAX_NAMED]), *more])
    return t.gettext(
        "Encoding this text gives other ids: {ids}. Several lists of ids can have the same text, "
        "but the encoder chooses one of them."
    ).format(ids=named)


def table(decoded: Decoded, t: Translation) -> StaticTablesData:
    """The table of the tokens; at byte level, with their bytes.

    >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
    >>> tokenizer = Tokenizer.of_encoder(run.encoder(), "gpt2", False)
    >>> table(decode(tokenizer, (5,)), Translation())["tables"][0]["rows"]
    [TableRow(cells=['5', [Chip(text='Ġh', number=0)], '20 68'], mark='')]
    """
    tokens = decoded.tokens or ()
    rows: list[TableRow] = []
    has_bytes = is_byte_level(decoded.split)
    data = bytes_of(decoded) if has_bytes else []
    for i, (token_id, token) in enumerate(zip(decoded.ids[:MAX_LISTED], tokens, strict=False)):
        kind = "unknown" if token_id is None else "token"
        cells: list[Content] = [id_text(token_id), [token_chip(token, kind, {})]]
        if has_bytes:
            cells.append("" if token_id is None else data[i].hex(" "))
        rows.append(TableRow(cells))
    note = ""
    if len(tokens) > MAX_LISTED:
        note = t.gettext("The table has the first {shown} of {all} tokens.").format(
            shown=number(MAX_LISTED), all=number(len(tokens))
        )
    columns = [Column("id", t.gettext("Id")), Column("segmentation", t.gettext("Token"))]
    if has_bytes:
        columns.append(Column("value", t.gettext("Bytes (hexadecimal)")))
    title = t.gettext("The tokens of these ids")
    shown: TableData = {"title": title, "columns": columns, "rows": rows, "note": note}
    return {"title": title, "tables": [shown]}
