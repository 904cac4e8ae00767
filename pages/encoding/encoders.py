"""What the encoding page needs from an encoder, trained here or uploaded, and from its result."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from bpe.encoding import Encoding
from bpe.text_encoder import TextEncoder as AnyEncoder
from pages.jobs.tokenizer_file import UploadedEncoder
from pages.unigram.word import Word

# Of any kind, or one that asks another process, where an uploaded tokenizer is.
TextEncoder = AnyEncoder | UploadedEncoder

MAX_SYMBOLS = 6_000  # characters of all words after normalization and pre-tokenization
MAX_SYMBOLS_IN_ALL = 60_000  # of all words of lines that are compared
MAX_DECODED = 2_000  # characters of the decoded text


class TextWithTokens(ABC):
    """A text and its tokens, of any kind of tokenizer.

    decoded: the text that the ids decode to, at most MAX_DECODED characters of it. encoder: may be
    restricted to the text.
    """

    encoder: AnyEncoder
    text: str
    encoding: Encoding
    decoded: str
    has_merges: ClassVar[bool] = False  # so that their order matters

    @property
    @abstractmethod
    def numbers(self) -> Mapping[str, int]:
        """token -> the number of its color: see `pages.stage.tokens.chip`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words from which a reader chooses the one that is stepped through."""
        return ()

    def choose(self, word: str) -> str | None:
        """The word that is stepped through; None if the whole text is. word: what is wanted."""
        return None

    def lattice_of(self, word: str) -> Word:
        """A word to step through."""
        raise LookupError(word)

    @property
    def unk(self) -> str:
        """The unknown token."""
        return self.encoder.unk

    @property
    def has_bytes(self) -> bool:
        """Whether the tokens are bytes in GPT-2's characters."""
        return self.encoder.decoder.byte_level


class EncodingOptions(NamedTuple):
    """How a text is encoded: see `bpe.Encoder.encode`. Without merges, only specials applies."""

    order: str = "rank"
    specials: bool = False
    dropout: float = 0.0
    seed: int = 0


PLAIN = EncodingOptions()


def encode(encoder: TextEncoder, text: str, options: EncodingOptions = PLAIN) -> Encoding:
    """Encode a text. Options that do not apply to the kind of encoder are ignored.

    Raises bpe.InputError if its words are too long for the steps.

    >>> import bpe
    >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> encode(run.encoder(), "hug", EncodingOptions("rules")).tokens
    ('hu', '##g')
    """
    return encoder.encode_with(text, *options, max_symbols=MAX_SYMBOLS)


def numbers_by_id(ids: Mapping[str, int], prefix: str = "") -> dict[str, int]:
    """token -> the number of its color, from its id; single characters have none.

    prefix: starts a token inside a word, and does not count.

    >>> numbers_by_id({"h": 4, "##u": 5, "hu": 6}, "##")
    {'hu': 7}
    """
    return {
        token: id_ + 1
        for token, id_ in ids.items()
        if len(token.removeprefix(prefix) if prefix else token) > 1
    }
