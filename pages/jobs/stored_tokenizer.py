"""What the process with the uploaded tokenizers is asked, and what it says about one of them."""

from dataclasses import dataclass

from bpe.encoding import Encoding
from bpe.inspection.questions import Question


@dataclass(frozen=True, slots=True)
class StoredTokenizer:
    """A request for the Description of a tokenizer: an upload, or one of `NAMED`.

    name: one of `named_tokenizers.NAMED`, or that of the stored file, which depends on its content.
    path: where it is. data: its content, if it is not stored yet. pattern: for a tiktoken file, one
    of `bpe.formats.tiktoken_file.PATTERNS`; empty for the one that fits.
    """

    name: str
    path: str = ""
    data: bytes = b""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """What a page says about a tokenizer.

    kind: one of `bpe.formats.loaded.KINDS`. source: the format of its file. pattern: the name of
    the pattern that splits texts, if the file has none. tokens: how many it has, with added ones.
    merges: how many it has. remarks: settings of the file that are not applied, each as the
    sentence and the values of a `bpe.formats.Remark`. normalizes: whether the file says how to
    normalize a text. before, after: the tokens that the file puts around a text. title: the names
    of its files, or of the model.
    """

    kind: str
    source: str
    pattern: str
    tokens: int
    merges: int
    remarks: tuple[tuple[str, tuple[tuple[str, object], ...]], ...]
    normalizes: bool
    before: tuple[str, ...]
    after: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Encode:
    """A request for the Encoding of a text, with a tokenizer's first `last` merges.

    whole: whether a word that is a token becomes this token without merges, also if the file does
    not say so. Other fields: as in `bpe.encoder.Encoder.encode`. A tokenizer without merges needs
    only text, specials and max_symbols.
    """

    tokenizer: StoredTokenizer
    last: int
    whole: bool
    text: str
    order: str
    specials: bool
    dropout: float
    seed: int
    max_symbols: int | None


@dataclass(frozen=True, slots=True)
class EncodeAll:
    """A request for the Encodings of several texts.

    how: the options for each text; its own text is not used. max_in_all: limit for the words of all
    texts, in characters.
    """

    how: Encode
    texts: tuple[str, ...]
    max_in_all: int

    @property
    def tokenizer(self) -> StoredTokenizer:
        """The tokenizer."""
        return self.how.tokenizer


@dataclass(frozen=True, slots=True)
class Encodings:
    """What a tokenizer makes of several texts: tokens without words and merges, to save time."""

    each: tuple[Encoding, ...]


@dataclass(frozen=True, slots=True)
class Restrict:
    """A request for an encoder with only what an encoding uses: see `Encoder.restricted`.

    last, whole: as in Encode.
    """

    tokenizer: StoredTokenizer
    last: int
    whole: bool
    encoding: Encoding


@dataclass(frozen=True, slots=True)
class Decode:
    """A request for the start of the text of some ids."""

    tokenizer: StoredTokenizer
    ids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Inspect:
    """A question about a tokenizer. other: the one to compare it with, if the question needs it."""

    tokenizer: StoredTokenizer
    question: Question
    other: StoredTokenizer | None = None
