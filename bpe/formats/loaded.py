"""What loading a tokenizer file gives, the same for all formats."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from bpe.errors import Remark
from bpe.notebook import notes, title
from bpe.short_repr import short_repr
from bpe.text_encoder import TextEncoder

KINDS = ("bpe", "unigram", "wordpiece", "wordlevel", "longest_match")

AnyEncoder = TypeVar("AnyEncoder", bound=TextEncoder, covariant=True)


@short_repr
@dataclass(frozen=True, eq=False)
class Loaded(Generic[AnyEncoder]):
    """A tokenizer from a file.

    encoder: `Encoder` for kind "bpe", `unigram.Encoder` for "unigram", and so on. kind: one of
    KINDS. source: the format of the file, for example "tiktoken". remarks: settings of the file
    that are not applied. pattern: the name of the pattern that was chosen because the file does
    not contain one; "" otherwise.
    """

    encoder: AnyEncoder
    kind: str
    source: str
    remarks: tuple[Remark, ...] = ()
    pattern: str = ""

    def _repr_html_(self) -> str:
        """The format, the encoder, and the remarks, for a notebook."""
        heading = title(f"Loaded from {self.source}")
        return heading + self.encoder._repr_html_() + notes(self.unsupported)

    @property
    def unsupported(self) -> tuple[str, ...]:
        """The remarks as sentences.

        >>> from bpe.formats import load_tokenizer_json
        >>> data = b'{"model": {"vocab": {"a": 0}, "merges": [], "unk_token": "a"}, "padding": {}}'
        >>> load_tokenizer_json(data).unsupported
        ("The file's padding setting is not applied here.",)
        """
        return tuple(map(str, self.remarks))
