"""Loads a .model file of SentencePiece, of the types Unigram and BPE.

Source: sentencepiece 0.2. Tokens and ids are the same. Offsets start at the same character but can
end elsewhere: here, every token covers at least one character, so an inserted ▁ has the offset of
the character after it, and all tokens made from one character have its offset. Sentencepiece gives
an inserted ▁ no characters, several spaces to the token of the first one, and a replaced character
only to the last token that is made from it.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from bpe import unigram
from bpe.added_tokens import AddedToken
from bpe.decoding import Decoder
from bpe.encoder import Encoder
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import MAX_ADDED_LENGTH, MAX_TOKENS
from bpe.formats.charsmap import Charsmap
from bpe.formats.json_files import check_size
from bpe.formats.loaded import Loaded
from bpe.formats.sentencepiece_schema import message_class
from bpe.formats.sentencepiece_text import MARK, SentencePieceSplitter, sentencepiece_decoder
from bpe.formats.token_ranks import RecoveredMerges, TokenRanks
from bpe.text_encoder import TextEncoder

NORMAL, UNKNOWN, CONTROL, DEFINED, UNUSED, BYTE = range(1, 7)  # types of pieces
MODEL_TYPES = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}
DEFINED_SCORE = -0.1  # of user-defined symbols in a Unigram model
# Bytes of a file: mT5's has 4 million. Each 2 bytes could be an empty piece, which takes 40 bytes.
MAX_BYTES = 10_000_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the file. kind: one of the types above."""

    text: str
    score: float
    kind: int


def load_sentencepiece(data: bytes) -> Loaded[TextEncoder]:
    """Load a .model file of SentencePiece, given as bytes.

    Raises InputError for a file that is too large, invalid or of another type.

    >>> load_sentencepiece(b"not a model")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file is not a complete SentencePiece model. Use another file.
    """
    if len(check_size(data)) > MAX_BYTES:
        raise InputError(
            "The SentencePiece file is {size} MB. The limit is {most} MB. Use a smaller file.",
            size=len(data) // 1_000_000,
            most=MAX_BYTES // 1_000_000,
        )
    file = parse("Model", data)
    kind = MODEL_TYPES.get(file.trainer_spec.model_type, "other")
    if kind not in ("unigram", "bpe"):
        raise InputError(
            "The file has a SentencePiece model of type {kind}. Only Unigram and BPE models can be "
            "loaded. Use another file.",
            kind=kind,
        )
    pieces = read_pieces(file.pieces)
    build = unigram_encoder if kind == "unigram" else bpe_encoder
    encoder = build(pieces, file)
    return Loaded(encoder, kind, "SentencePiece", tuple(find_remarks(kind, pieces, file)))


def parse(name: str, data: bytes) -> Any:
    """Read a protobuf message. Raises InputError if the bytes are not one.

    >>> parse("Piece", b"").score
    0.0
    """
    from google.protobuf.message import DecodeError

    try:
        return message_class(name).FromString(data)
    except DecodeError:
        raise not_a_model() from None


def not_a_model() -> InputError:
    """The error for a file that cannot be read as a SentencePiece model.

    >>> str(not_a_model())
    'The file is not a complete SentencePiece model. Use another file.'
    """
    return InputError("The file is not a complete SentencePiece model. Use another file.")


def read_pieces(found: Any) -> list[Piece]:
    """The pieces of a file, whose ids are their indices. Raises InputError for invalid pieces.

    >>> read_pieces([b""])
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file is not a complete SentencePiece model. Use another file.
    """
    if len(found) > MAX_TOKENS:
        raise InputError(
            "The vocabulary has {size} tokens. The limit is {most}. Use a smaller tokenizer.",
            size=len(found),
            most=MAX_TOKENS,
        )
    pieces = []
    for data in found:
        message = parse("Piece", data)
        try:
            piece = Piece(message.piece.decode(), message.score, message.type)
        except UnicodeDecodeError:
            raise not_a_model() from None
        if not 0 < len(piece.text) <= MAX_ADDED_LENGTH or not isfinite(piece.score):
            raise not_a_model()
        pieces.append(piece)
    kinds = [piece.kind for piece in pieces]
    distinct = {piece.text for piece in pieces}
    if kinds.count(UNKNOWN) != 1 or NORMAL not in kinds or len(distinct) < len(pieces):
        raise not_a_model()
    return pieces


def shared(pieces: list[Piece], file: Any, cut: bool) -> dict[str, Any]:
    """The fields of both kinds of encoders. cut: see `SentencePieceSplitter`."""
    rules, trainer = file.normalizer_spec, file.trainer_spec
    charsmap = rules.precompiled_charsmap
    suffix = trainer.treat_whitespace_as_suffix
    defined = (AddedToken(p.text, i, False) for i, p in enumerate(pieces) if p.kind == DEFINED)
    unk = next(i for i, piece in enumerate(pieces) if piece.kind == UNKNOWN)
    splitter = SentencePieceSplitter(
        Charsmap.of(charsmap) if charsmap else None,
        tuple(defined),
        prefix=rules.add_dummy_prefix and not suffix,
        suffix=rules.add_dummy_prefix and suffix,
        squeeze=rules.remove_extra_whitespaces,
        escape=rules.escape_whitespaces,
        cut=cut,
    )
    decode = sentencepiece_decoder(
        frozenset(piece.text for piece in pieces if piece.kind == CONTROL),
        frozenset(piece.text for piece in pieces if piece.kind == BYTE),
        pieces[unk].text,
        trainer.unk_surface.decode(errors="replace"),
        rules.add_dummy_prefix,
        rules.remove_extra_whitespaces,
    )
    return {
        "ids": {piece.text: id_ for id_, piece in enumerate(pieces)},
        "pre_tokenizer": splitter,
        "decoder": Decoder((decode,)),
        "unk": pieces[unk].text,
        "unk_id": unk,
        "fuse_unk": True,
        "byte_fallback": trainer.byte_fallback,
    }


def unigram_encoder(pieces: list[Piece], file: Any) -> unigram.Encoder:
    """The encoder of a Unigram file. It encodes a whole text, and shows words that start with ▁."""
    found = [piece for piece in pieces if piece.kind in (NORMAL, DEFINED)]
    model = unigram.Model(
        tuple(piece.text for piece in found),
        tuple(piece.score if piece.kind == NORMAL else DEFINED_SCORE for piece in found),
        floor=min(piece.score for piece in found if piece.kind == NORMAL),
    )
    mark = "" if crosses_words(found) else MARK
    return unigram.Encoder(model, single=True, mark=mark, **shared(pieces, file, cut=False))


def bpe_encoder(pieces: list[Piece], file: Any) -> Encoder:
    """The encoder of a BPE file. Two tokens merge if their concatenation is a piece.

    The piece with the highest score is merged first.
    """
    found = [piece for piece in pieces if piece.kind == NORMAL]
    merged = sorted((p for p in found if len(p.text) > 1), key=lambda piece: -piece.score)
    ranks = dict.fromkeys((piece.text for piece in pieces), 0)
    rank, before = 0, float("inf")
    for place, piece in enumerate(merged, 1):
        if piece.score != before:  # pieces with the same score have the same rank
            rank, before = place, piece.score
        ranks[piece.text] = rank
    by_token = TokenRanks(ranks)
    fields = shared(pieces, file, cut=not crosses_words(found))
    return Encoder(
        characters=frozenset(piece.text for piece in found if len(piece.text) == 1),
        merges=RecoveredMerges(tuple(piece.text for piece in merged), by_token),
        ranks=by_token,
        last=len(merged),
        first_ranks=ranks,
        added=fields["pre_tokenizer"].defined,
        **fields,
    )


def crosses_words(pieces: list[Piece]) -> bool:
    """Whether a piece contains the start of a word after its first characters, like a▁b.

    >>> crosses_words([Piece("▁a", -1.0, NORMAL)]), crosses_words([Piece("a▁b", -1.0, NORMAL)])
    (False, True)
    """
    return any(MARK in piece.text.lstrip(MARK) for piece in pieces)


def find_remarks(kind: str, pieces: list[Piece], file: Any) -> list[Remark]:
    """The settings of a file that are not applied."""
    remarks = []
    if file.denormalizer_spec.precompiled_charsmap:
        remarks.append(
            Remark("The file has rules for decoded text, which are not supported. Decoded text may "
                   "differ.")
        )  # fmt: skip
    normal = [piece.text for piece in pieces if piece.kind == NORMAL]
    unused = sum(piece.kind == UNUSED for piece in pieces)
    if kind == "bpe" and unused:
        remarks.append(
            Remark(
                "Tokens that the file marks as not used: {count}. Here, merges do not go through "
                "them, so tokens can differ.",
                (("count", unused),),
            )
        )
    if kind == "bpe" and not set("".join(normal)) <= set(normal):
        remarks.append(
            Remark(
                "Some tokens contain a character that is not a token. Merges with such a character "
                "are never applied here, so tokens can differ."
            )
        )
    return remarks
