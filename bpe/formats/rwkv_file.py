r"""Loads the vocabulary of RWKV: on each line an id, a Python literal, and its length in bytes.

    257 '\t\t' 2
    9154 b'\xe2\x80' 2

The tokenizer takes the longest token at each place of the text's bytes. The literals are read here,
and never evaluated. Source: rwkv 0.8 (rwkv_tokenizer.py).
"""

from dataclasses import fields, replace

import regex

from bpe.byte_characters import BYTE_CHARACTERS
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import MAX_TOKENS
from bpe.formats.json_files import read_text
from bpe.formats.loaded import Loaded
from bpe.formats.loading import load_tokenizer
from bpe.text_encoder import TextEncoder
from bpe.wordpiece.encoder import LongestMatch

MAX_LINE = 2_000  # characters
LINE = regex.compile(
    r"""(\d{1,9}) (b?)(?|'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)") (\d{1,4})""", regex.DOTALL
)
START = regex.compile(rb"\d{1,9} b?['\"][^\n]{1,2000}['\"] \d{1,4}\r?(?:\n|\Z)")
ESCAPE = regex.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", regex.DOTALL
)
SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


def is_rwkv(data: bytes) -> bool:
    r"""Whether a file starts like the vocabulary of RWKV.

    >>> is_rwkv(b"1 '\\x00' 1\n"), is_rwkv(b"u g\n")
    (True, False)
    """
    return bool(START.match(data))


def load_rwkv(data: bytes) -> Loaded[TextEncoder]:
    r"""Load the vocabulary of RWKV. Raises InputError if it is invalid.

    >>> lines = [f"{byte + 1} {bytes([byte])!r} 1" for byte in range(256)] + ["257 'hug' 3"]
    >>> load_rwkv("\n".join(lines).encode()).encoder.encode("hugs").ids
    (257, 116)
    """
    lines = read_text(data).rstrip("\n").split("\n")
    if len(lines) > MAX_TOKENS:
        raise InputError(
            "The file has {size} tokens. The limit is {most}. Use a smaller tokenizer.",
            size=len(lines),
            most=MAX_TOKENS,
        )
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token, id_ = read_line(line.removesuffix("\r"), number)
        ids[token.decode("latin-1").translate(BYTE_CHARACTERS)] = id_
    if len(ids) < len(lines) or len(set(ids.values())) < len(lines):
        raise InputError("The file has the same token or rank twice. Use another file.")
    if not ids.keys() >= set(BYTE_CHARACTERS.values()):
        raise InputError("The file does not have all 256 bytes as tokens. Use another file.")
    loaded = load_tokenizer(
        {
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False},
            "decoder": {"type": "ByteLevel"},
            "model": {
                "type": "WordPiece",
                "continuing_subword_prefix": "",
                "max_input_chars_per_word": 10**9,
                "vocab": ids,
            },
        }
    )
    remark = Remark(
        "The RWKV vocabulary has no merges: at each place of a text, the longest token that fits "
        "is taken. The text is not split into words."
    )
    values = {each.name: getattr(loaded.encoder, each.name) for each in fields(LongestMatch)}
    encoder = LongestMatch(**values)
    return replace(loaded, encoder=encoder, kind=encoder.kind, source="RWKV", remarks=(remark,))


def read_line(line: str, number: int) -> tuple[bytes, int]:
    r"""The token of a line and its id. number: of the line, for errors.

    >>> read_line(r"9154 b'\xe2\x80' 2", 1), read_line('40 "\'" 1', 2)
    ((b'\xe2\x80', 9154), (b"'", 40))
    """
    found = LINE.fullmatch(line) if len(line) <= MAX_LINE else None
    try:
        if found is None:
            raise ValueError("not a line of the vocabulary")
        text = ESCAPE.sub(unescaped, found[3])
        token = text.encode("latin-1") if found[2] else text.encode()
        if len(token) != int(found[4]) or not token:
            raise ValueError("another length")
    except ValueError:  # also of a character that cannot be encoded
        raise InputError(
            "Line {line} of the RWKV vocabulary is not an id, a quoted token and its length in "
            "bytes. Use another file.",
            line=number,
        ) from None
    return token, int(found[1])


def unescaped(escape: "regex.Match[str]") -> str:
    r"""The character of an escape in a Python literal. Raises ValueError for an unknown one.

    >>> ESCAPE.sub(unescaped, r"\x41\n")
    'A\n'
    """
    *numbers, character = escape.groups()
    number = next((int(each, 16) for each in numbers if each), None)
    if number is not None:
        return chr(number)
    if character not in SIMPLE:
        raise ValueError("not an escape of the vocabulary")
    return SIMPLE[character]
