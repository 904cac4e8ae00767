"""The decoders of a tokenizer.json, as a `decoding.Decoder`.

Supported: Sequence, ByteLevel, Metaspace, ByteFallback, Fuse, Strip, Replace of a text, BPEDecoder,
WordPiece.
Others are left out with a remark, because they change only the decoded text and not the tokens.
"""

from bpe.decoding import (
    Decoder,
    Step,
    bytes_from_characters,
    bytes_from_tokens,
    fuse,
    join_pieces,
    remove_marks,
    remove_suffixes,
    strip,
    substitute,
)
from bpe.errors import Remark
from bpe.formats.json_files import Json, field, items
from bpe.formats.pre_tokenizers import scheme_of


def decoder(data: Json | None) -> tuple[Decoder, list[Remark]]:
    """The decoder of the field `decoder`, and remarks. Without one, tokens are space-separated.

    >>> decode, remarks = decoder({"type": "Metaspace", "replacement": "▁"})
    >>> decode.text(["▁This", "▁is"], added=frozenset()), remarks
    ('This is', [])
    """
    if data is None:
        return Decoder(joiner=" "), []
    remarks: list[Remark] = []
    steps = steps_of(data, remarks)
    if steps and steps[0] is bytes_from_characters:
        return Decoder(tuple(steps[1:]), byte_level=True, added_as_bytes=True), remarks
    return Decoder(tuple(steps)), remarks


def steps_of(data: Json, remarks: list[Remark]) -> list[Step]:
    """The steps of a decoder. Extends the remarks with the parts that are left out.

    >>> remarks = []
    >>> steps_of({"type": "Custom"}, remarks), len(remarks)
    ([], 1)
    """
    kind = field(data, "type", str)
    if kind == "Sequence":
        return [step for item in items(data, "decoders") for step in steps_of(item, remarks)]
    if kind == "ByteLevel":
        return [bytes_from_characters]
    if kind == "ByteFallback":
        return [bytes_from_tokens]
    if kind == "Fuse":
        return [fuse]
    if kind == "Metaspace":
        return [remove_marks(field(data, "replacement", str, "▁"), scheme_of(data) != "never")]
    if kind == "WordPiece":
        return [join_pieces(field(data, "prefix", str, "##"), field(data, "cleanup", bool, True))]
    if kind == "BPEDecoder":
        return [remove_suffixes(field(data, "suffix", str, "</w>"))]
    if kind == "Strip" and len(content := field(data, "content", str)) == 1:
        return [strip(content, field(data, "start", int, 0), field(data, "stop", int, 0))]
    if kind == "Replace" and "String" in (pattern := field(data, "pattern", dict)):
        return [substitute(field(pattern, "String", str), field(data, "content", str))]
    remarks.append(
        Remark(
            "The decoder {kind} is not supported, so decoded text may differ from the original.",
            (("kind", kind[:60]),),
        )
    )
    return []
