"""Loads vocabulary files that have only tokens or only merges, one a line.

A BERT vocab.txt has a token on each line, its id is the number of the line. GPT-2's merges.txt and
the merges of CLIP have no ids; the libraries that use them give ids in the order of the file. What
such a file does not say is taken from the model that it belongs to, and named in a remark.
Sources: transformers 4 (BertTokenizer, GPT2Tokenizer), open_clip 3 (SimpleTokenizer).
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bpe.byte_characters import BYTE_CHARACTERS
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import MAX_TOKENS
from bpe.formats.json_files import MAX_BYTES, Json, read_text
from bpe.formats.loaded import Loaded
from bpe.formats.loading import load_tokenizer
from bpe.text_encoder import TextEncoder

GZIP = b"\x1f\x8b"
WORD_END = "</w>"
BERT = ("[UNK]", "[CLS]", "[SEP]")
CLIP_MERGES = 48_894  # open_clip uses the first ones of its file, for a vocabulary of 49,408
CLIP_SPECIAL = ("<|startoftext|>", "<|endoftext|>")
CLIP_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+"
END = "<|endoftext|>"
# The order of the ids of single bytes in GPT-2: first those whose character is their own.
BYTES_IN_ORDER = (
    *(BYTE_CHARACTERS[byte] for byte in range(256) if BYTE_CHARACTERS[byte] == chr(byte)),
    *(BYTE_CHARACTERS[byte] for byte in range(256) if BYTE_CHARACTERS[byte] != chr(byte)),
)


def unpacked(data: bytes) -> bytes:
    """The content of a gzip file; other content as it is. Raises InputError if it is too large.

    >>> import gzip
    >>> unpacked(gzip.compress(b"u g")), unpacked(b"u g")
    (b'u g', b'u g')
    """
    if not data.startswith(GZIP):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, MAX_BYTES)
    except zlib.error:
        content = b""
    if not unpacker.eof:
        raise InputError(
            "The compressed file is damaged, or has more than {most} MB. Unpack it, or use a "
            "smaller file.",
            most=MAX_BYTES // 1_000_000,
        )
    return content


def is_vocab_txt(data: bytes) -> bool:
    r"""Whether a file is a vocab.txt of BERT: one token on each line, with BERT's own tokens.

    >>> is_vocab_txt(b"[PAD]\n[UNK]\n[CLS]\n[SEP]\nhug\n##s\n"), is_vocab_txt(b"hug\npug\n")
    (True, False)
    """
    return {token.encode() for token in BERT} <= set(data.replace(b"\r", b"").split(b"\n"))


def load_vocab_txt(data: bytes) -> Loaded[TextEncoder]:
    r"""Load a vocab.txt of BERT. Raises InputError if it is invalid.

    >>> loaded = load_vocab_txt(b"[UNK]\n[CLS]\n[SEP]\nhug\n##s\n")
    >>> loaded.encoder.encode("Hugs").tokens
    ('hug', '##s')
    """
    tokens = [line.removesuffix("\r") for line in read_text(data).rstrip("\n").split("\n")]
    check_tokens(tokens)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    is_uncased = not any(token != token.lower() for token in tokens if not is_special(token))
    special = [token for token in tokens if is_special(token)]
    return load_as(
        "vocab.txt",
        {
            "added_tokens": [added(token, ids[token]) for token in special],
            "normalizer": {
                "type": "BertNormalizer",
                "clean_text": True,
                "handle_chinese_chars": True,
                "strip_accents": None,
                "lowercase": is_uncased,
            },
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [part("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, part("[SEP]")],
                "pair": [],
                "special_tokens": {
                    token: {"id": token, "ids": [ids[token]], "tokens": [token]}
                    for token in BERT[1:]
                },
            },
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {
                "type": "WordPiece",
                "unk_token": BERT[0],
                "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100,
                "vocab": ids,
            },
        },
        Remark("The vocab.txt is used as BERT does: capital letters become lowercase.")
        if is_uncased
        else Remark("The vocab.txt is used as BERT does: capital letters stay as they are."),
    )


def load_merges(data: bytes) -> Loaded[TextEncoder] | None:
    r"""Load a merges.txt of GPT-2 or CLIP without its vocab.json; None for other merges.

    Other merges do not say which tokens they start with. Raises InputError for invalid lines.

    >>> load_merges("#version: 0.2\nu g\nĠ ug\n".encode()).encoder.encode("a ug").tokens
    ('a', 'Ġug')
    >>> load_merges("夜 市\n".encode()) is None
    True
    """
    lines = [line.removesuffix("\r") for line in read_text(data).split("\n")]
    merges = [line for line in lines if line and "#version" not in line]
    characters = set("".join(merges).replace(WORD_END, "")) - {" "}
    if not characters <= set(BYTES_IN_ORDER):
        return None
    is_clip = any(line.endswith(WORD_END) for line in merges)
    merges = merges[:CLIP_MERGES] if is_clip else merges
    ends = [token + WORD_END for token in BYTES_IN_ORDER] if is_clip else []
    special = CLIP_SPECIAL if is_clip else (END,)
    made = ["".join(line.split(" ")) for line in merges]
    tokens = list(dict.fromkeys([*BYTES_IN_ORDER, *ends, *made, *special]))
    check_tokens(tokens)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": not is_clip}
    pieces = {
        "added_tokens": [added(token, ids[token]) for token in special],
        "pre_tokenizer": byte_level,
        "decoder": {"type": "ByteLevel"},
        "model": {
            "type": "BPE",
            "vocab": ids,
            "merges": merges,
            "end_of_word_suffix": WORD_END if is_clip else None,
        },
    }
    if not is_clip:
        return load_as(
            "merges.txt",
            pieces,
            Remark("The file has only merges. The ids are those that GPT-2 would give."),
        )
    split = {
        "type": "Split",
        "pattern": {"Regex": CLIP_PATTERN},
        "behavior": "Removed",
        "invert": True,
    }
    spaces = {"type": "Replace", "pattern": {"String": WORD_END}, "content": " "}
    pieces["decoder"] = {"type": "Sequence", "decoders": [{"type": "ByteLevel"}, spaces]}
    pieces["normalizer"] = {"type": "Lowercase"}
    pieces["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, byte_level]}
    return load_as(
        "merges.txt",
        pieces,
        Remark("The file has only merges. The ids and the lowercase letters are those of CLIP."),
    )


def load_as(source: str, data: Json, remark: Remark) -> Loaded[TextEncoder]:
    """Load what a tokenizer.json would say. source: the format of the file. remark: what it lacks.

    >>> model = {"type": "Unigram", "vocab": [["u", -1.0]]}
    >>> load_as("vocab.txt", {"model": model}, Remark("No ids.")).unsupported[0]
    'No ids.'
    """
    loaded = load_tokenizer(data)
    return replace(loaded, source=source, remarks=(remark, *loaded.remarks))


def is_special(token: str) -> bool:
    """Whether a token of BERT is special.

    >>> is_special("[CLS]"), is_special("[unused1]"), is_special("hug")
    (True, False, False)
    """
    return token in (*BERT, "[PAD]", "[MASK]")


def added(token: str, id_: int) -> Json:
    """A special token as a tokenizer.json has it."""
    return {"content": token, "id": id_, "special": True}


def part(token: str) -> Json:
    """A special token in the template of a tokenizer.json."""
    return {"SpecialToken": {"id": token, "type_id": 0}}


def check_tokens(tokens: Sequence[str]) -> None:
    """Raise InputError for too many tokens, or for one that occurs twice.

    >>> check_tokens(["hug", "hug"])
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file has the token 'hug' twice. Use another file.
    """
    if len(tokens) > MAX_TOKENS:
        raise InputError(
            "The file has {size} tokens. The limit is {most}. Use a smaller tokenizer.",
            size=len(tokens),
            most=MAX_TOKENS,
        )
    twice = first_twice(tokens)
    if twice is not None:
        raise InputError("The file has the token {token!r} twice. Use another file.", token=twice)


def first_twice(tokens: Iterable[str]) -> str | None:
    """The first token that occurs a second time, cut if it is long; None if there is none.

    >>> first_twice(["hug", "pug", "hug"])
    'hug'
    """
    seen: set[str] = set()
    for token in tokens:
        if token in seen:
            return token[:60]
        seen.add(token)
    return None
