"""The models of a tokenizer.json, as encoders: BPE, Unigram, WordPiece and WordLevel."""

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

from bpe import unigram, wordpiece
from bpe.byte_characters import CHARACTER_BYTES
from bpe.encoder import UNKNOWN, Encoder
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import (
    MAX_ADDED_LENGTH,
    MAX_TOKENS,
    merged_pairs,
    vocabulary,
)
from bpe.formats.json_files import Json, field, unsupported
from bpe.text_encoder import TextEncoder

KINDS = {"BPE": "bpe", "Unigram": "unigram", "WordPiece": "wordpiece", "WordLevel": "wordlevel"}


def model_type(model: Json) -> str:
    """The type of a model. Old files leave it out. Raises InputError for an unknown one.

    >>> model_type({"merges": []}), model_type({"vocab": [["a", -1.0]]})
    ('BPE', 'Unigram')
    """
    kind = model.get("type")
    if kind is None and "merges" in model:
        return "BPE"
    if kind is None and isinstance(model.get("vocab"), list):
        return "Unigram"
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(
            "The file contains a {kind} model, which is not supported. Use a file with a BPE, "
            "Unigram, WordPiece or WordLevel model.",
            kind=str(kind)[:60],
        )
    return kind


def model_ids(model: Json, kind: str) -> dict[str, int]:
    """token -> id. Raises InputError for an invalid vocabulary.

    >>> model_ids({"vocab": [["u", -1.0], ["ug", -2]]}, "Unigram")
    {'u': 0, 'ug': 1}
    """
    if kind != "Unigram":
        return vocabulary(field(model, "vocab", dict))
    pieces = field(model, "vocab", list)
    if len(pieces) > MAX_TOKENS:
        raise InputError(
            "The vocabulary has {size} tokens. The limit is {most}. Use a smaller tokenizer.",
            size=len(pieces),
            most=MAX_TOKENS,
        )
    for place, item in enumerate(pieces, 1):
        if not _is_piece(item):
            raise InputError(
                "Piece {place} in the file is not a text with a score. Use another file.",
                place=place,
            )
    return {item[0]: id_ for id_, item in enumerate(pieces)}


def _is_piece(item: Any) -> bool:
    """Whether this is a piece, not too long, with its score."""
    if type(item) is not list or len(item) != 2 or type(item[0]) is not str:
        return False
    is_number = type(item[1]) is float or (type(item[1]) is int and abs(item[1]) < 1e15)
    return is_number and isfinite(item[1]) and len(item[0]) <= MAX_ADDED_LENGTH


def unknown_token(model: Json, ids: Mapping[str, int], kind: str) -> str:
    """The unknown token, or "" without one. Raises InputError for an invalid one.

    >>> unknown_token({"unk_id": 1}, {"u": 0, "<unk>": 1}, "Unigram")
    '<unk>'
    """
    if kind == "Unigram":
        unk_id = model.get("unk_id")
        if unk_id is None:
            return ""
        names = {id_: token for token, id_ in ids.items()}
        unk = names.get(field(model, "unk_id", int))
        if not unk:
            raise InputError("In the file, unk_id is not the id of a token. Use another file.")
        return unk
    unk = field(model, "unk_token", str, "" if kind == "BPE" else UNKNOWN)
    if len(unk) > MAX_ADDED_LENGTH:
        raise InputError(
            "The file's unknown token is longer than the limit of {most} characters. Use another "
            "file.",
            most=MAX_ADDED_LENGTH,
        )
    return unk


def build(model: Json, kind: str, ids: Mapping[str, int], shared: dict[str, Any]) -> TextEncoder:
    """The encoder of a model. shared: the fields that do not depend on it.

    Raises InputError for invalid values, or settings that would change the tokens.

    >>> from bpe.decoding import Decoder
    >>> from bpe.unigram.encoder import whole_text
    >>> shared = {"pre_tokenizer": whole_text, "decoder": Decoder()}
    >>> build({"vocab": {"u": 0}}, "WordLevel", {"u": 0}, shared).encode("u").ids
    (0,)
    """
    unk = unknown_token(model, ids, kind)
    fields = shared | {"unk": unk or UNKNOWN, "unk_id": ids.get(unk) if unk else None}
    builders: dict[str, Callable[[Json, Mapping[str, int], dict[str, Any]], TextEncoder]]
    builders = {"BPE": bpe_encoder, "Unigram": unigram_encoder, "WordPiece": wordpiece_encoder}
    if kind == "WordLevel":
        return wordpiece.WordLevelEncoder(ids, **fields)
    return builders[kind](model, ids, fields)


def bpe_encoder(model: Json, ids: Mapping[str, int], fields: dict[str, Any]) -> Encoder:
    """The encoder of a BPE model. Raises InputError for a subword prefix."""
    prefix, suffix = model.get("continuing_subword_prefix"), model.get("end_of_word_suffix")
    fallback = field(model, "byte_fallback", bool, False)
    if prefix:
        raise unsupported("continuing_subword_prefix", prefix)
    if suffix and (type(suffix) is not str or len(suffix) > MAX_ADDED_LENGTH or fallback):
        raise unsupported("end_of_word_suffix", suffix)
    return Encoder.of(
        ids,
        merged_pairs(field(model, "merges", list), ids),
        fuse_unk=field(model, "fuse_unk", bool, False),
        byte_fallback=fallback,
        ignore_merges=field(model, "ignore_merges", bool, False),
        suffix=suffix or "",
        **fields,
    )


def unigram_encoder(model: Json, ids: Mapping[str, int], fields: dict[str, Any]) -> unigram.Encoder:
    """The encoder of a Unigram model. All pieces are found in texts, special ones too."""
    scores = {piece: float(score) for piece, score in model["vocab"] if piece}
    if not scores:
        raise InputError("A vocabulary must have at least one piece.")
    pieces = unigram.Model(tuple(scores), tuple(scores.values()))
    fallback = field(model, "byte_fallback", bool, False)
    return unigram.Encoder(pieces, ids, byte_fallback=fallback, **fields)


def wordpiece_encoder(
    model: Json, ids: Mapping[str, int], fields: dict[str, Any]
) -> wordpiece.Encoder:
    """The encoder of a WordPiece model."""
    prefix = field(model, "continuing_subword_prefix", str, wordpiece.PREFIX)
    max_word = field(model, "max_input_chars_per_word", int, wordpiece.MAX_WORD)
    return wordpiece.Encoder(ids, prefix=prefix[:MAX_ADDED_LENGTH], max_word=max_word, **fields)


def model_remarks(
    model: Json, kind: str, encoder: TextEncoder, steps: set[str]
) -> Iterator[Remark]:
    """The settings of a model that are not applied, and deliberate differences.

    steps: the types of the file's normalizers and pre-tokenizers.
    """
    if model.get("dropout"):
        p = str(model["dropout"])[:20]
        yield Remark(
            "The file sets dropout to {p}. Dropout is off here unless you turn it on.", (("p", p),)
        )
    unk = unknown_token(model, encoder.ids, kind)
    if not isinstance(encoder, Encoder):
        if not unk or encoder.unk_id is None:
            yield Remark(
                "The file has no unknown token. Unknown characters or words are shown here as "
                "[UNK]. Hugging Face tokenizers would stop with an error.")  # fmt: skip
        return
    has_all_bytes = encoder.characters.issuperset(CHARACTER_BYTES)
    if not unk and not (has_all_bytes and "ByteLevel" in steps):
        yield Remark(
            "The file has no unknown token. Unknown characters are shown here as [UNK]. Hugging "
            "Face tokenizers would drop them. Then merges could join the tokens on both "
            "sides.")  # fmt: skip
    if unk and encoder.unk_id is None:
        yield Remark("The unknown token {unk} is not in the vocabulary.", (("unk", unk[:60]),))
    parts = {part for pair in encoder.merges for part in pair if part[0] == "<" or part == unk}
    if unk in parts or (encoder.byte_fallback and any(p[:3] == "<0x" for p in parts)):
        yield Remark(
            "Merges that use the unknown token or byte tokens like <0x0A> are never applied here."
        )
