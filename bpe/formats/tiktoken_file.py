"""Loads a file of tiktoken: for each token, a line with its bytes in base64 and its rank.

The file contains neither the pattern that splits a text nor the special tokens. OpenAI's own four
are recognized by their number of ranks, and Whisper's by a token without bytes; for others, the
caller chooses a pattern.
Source: tiktoken 0.14.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bpe.added_tokens import AddedToken
from bpe.byte_characters import BYTE_CHARACTERS
from bpe.decoding import Decoder
from bpe.encoder import Encoder
from bpe.errors import InputError, Remark, check_choice
from bpe.formats.bpe_model import MAX_TOKENS
from bpe.formats.json_files import check_size
from bpe.formats.loaded import Loaded
from bpe.formats.patterns import compile_pattern
from bpe.formats.pipeline import Pipeline
from bpe.formats.pre_tokenizers import byte_level_steps, split_step
from bpe.formats.token_ranks import RecoveredMerges, TokenRanks

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
WORD_END = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
O200K = (
    rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]*"
    rf"[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]+{WORD_END}"
    rf"|[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]+"
    rf"[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]*{WORD_END}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


@dataclass(frozen=True, slots=True)
class Known:
    """An encoding of OpenAI: the number of its ranks, its pattern and its special tokens."""

    ranks: int
    pattern: str
    special: Mapping[str, int]


KNOWN = {
    "gpt2": Known(50_256, GPT2, {"<|endoftext|>": 50_256}),
    "p50k": Known(50_280, GPT2, {"<|endoftext|>": 50_256}),
    "cl100k": Known(
        100_256,
        CL100K,
        {
            "<|endoftext|>": 100_257,
            "<|fim_prefix|>": 100_258,
            "<|fim_middle|>": 100_259,
            "<|fim_suffix|>": 100_260,
            "<|endofprompt|>": 100_276,
        },
    ),
    "o200k": Known(199_998, O200K, {"<|endoftext|>": 199_999, "<|endofprompt|>": 200_018}),
}
PATTERNS = tuple(KNOWN)
EMPTY = b"= "  # how Whisper's file writes a token without bytes, which no text can use
WHISPER_SPECIAL = {"<|endoftext|>": 50_257, "<|startoftranscript|>": 50_258}


def load_tiktoken(data: bytes, pattern: str | None = None) -> Loaded[Encoder]:
    r"""Load a file of tiktoken's ranks, given as bytes.

    pattern: one of PATTERNS; by default the one of the encoding that has as many ranks, or else
    that of cl100k. Raises InputError for a file that is too large or invalid, or another pattern.

    >>> from base64 import b64encode
    >>> ranks = [bytes((byte,)) for byte in range(256)] + [b"ug", b"hug"]
    >>> data = b"".join(b"%s %d\n" % (b64encode(token), i) for i, token in enumerate(ranks))
    >>> load_tiktoken(data).encoder.encode("hug").ids
    (257,)
    """
    ranks = read_ranks(data)
    found = next((name for name, known in KNOWN.items() if known.ranks == len(ranks)), None)
    if pattern is not None:
        check_choice("The pattern", pattern, PATTERNS)
    name = pattern or found or "cl100k"
    remarks = []
    if name != found:
        remarks.append(
            Remark(
                "A tiktoken file does not say how to split a text, nor its special tokens. Here, "
                "the pattern of {name} splits the text, and there are no special tokens.",
                (("name", name),),
            )
        )
    special = KNOWN[name].special if name == found else {}
    if name == found == "gpt2" and b"\n" + EMPTY in data:
        special = WHISPER_SPECIAL
        remarks.append(
            Remark(
                "This is the file of Whisper's multilingual models. Of their special tokens, only "
                "{known} are known here, because the others depend on the model.",
                (("known", ", ".join(special)),),
            )
        )
    added = tuple(AddedToken(token, id_) for token, id_ in special.items())
    encoder = byte_encoder(ranks, KNOWN[name].pattern, added)
    return Loaded(encoder, "bpe", "tiktoken", tuple(remarks), pattern=name)


def read_ranks(data: bytes) -> dict[str, int]:
    """token in GPT-2's characters -> rank. Raises InputError for an invalid file.

    >>> read_ranks(b"IHVn 256")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file does not have all 256 bytes as tokens. Use another file.
    """
    check_size(data)
    if data.count(b"\n") > MAX_TOKENS:
        raise InputError(
            "The tiktoken file has more than {most} lines. Use another file.", most=MAX_TOKENS
        )
    lines = data.rstrip().split(b"\n")
    ranks = dict(
        read_line(line, number)
        for number, line in enumerate(lines, 1)
        if not line.startswith(EMPTY)
    )
    check_ranks(ranks, sum(not line.startswith(EMPTY) for line in lines))
    return ranks


def read_line(line: bytes, number: int) -> tuple[str, int]:
    """The token of a line in GPT-2's characters, and its rank. number: of the line, for errors.

    >>> read_line(b"IHVn 256", number=1)
    ('Ġug', 256)
    """
    parts = line.split(None, 2)
    try:
        token = b64decode(parts[0], validate=True)
        rank = int(parts[1]) if parts[1].isdigit() and len(parts) == 2 else -1
    except (Base64Error, ValueError, IndexError):
        token, rank = b"", -1
    if not token or not 0 <= rank < 2**32:
        raise InputError(
            "Line {line} of the tiktoken file is not a token in base64 and its rank. Use another "
            "file.",
            line=number,
        )
    return token.decode("latin-1").translate(BYTE_CHARACTERS), rank


def check_ranks(ranks: Mapping[str, int], count: int) -> None:
    """Raise InputError if a token or a rank occurs twice, or a byte is not a token.

    >>> check_ranks({"a": 0}, 1)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file does not have all 256 bytes as tokens. Use another file.
    """
    if len(ranks) < count or len(set(ranks.values())) < count:
        raise InputError("The file has the same token or rank twice. Use another file.")
    if not ranks.keys() >= set(BYTE_CHARACTERS.values()):
        raise InputError("The file does not have all 256 bytes as tokens. Use another file.")


def byte_encoder(ids: Mapping[str, int], pattern: str, added: tuple[AddedToken, ...]) -> Encoder:
    """The encoder of tokens in GPT-2's characters, whose ids are in the order of their merges.

    pattern: splits a text. added: the special tokens.

    >>> ids = {character: byte for byte, character in BYTE_CHARACTERS.items()} | {"ug": 256}
    >>> byte_encoder(ids, GPT2, ()).encode("ugh").tokens
    ('ug', 'h')
    """
    merged = tuple(token for token in sorted(ids, key=ids.__getitem__) if len(token) > 1)
    ranks = dict.fromkeys(ids, 0) | {token: rank for rank, token in enumerate(merged, 1)}
    by_token = TokenRanks(ranks)
    steps = byte_level_steps({"add_prefix_space": False, "use_regex": False})
    split = replace(split_step(compile_pattern(pattern, "fancy"), "Isolated"), detail=pattern)
    return Encoder(
        ids=ids,
        characters=frozenset(BYTE_CHARACTERS.values()),
        merges=RecoveredMerges(merged, by_token),
        ranks=by_token,
        last=len(merged),
        first_ranks=ranks,
        pre_tokenizer=Pipeline((), (split, *steps), added),
        decoder=Decoder(byte_level=True),
        added=added,
        ignore_merges=True,
    )
