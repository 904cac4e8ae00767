"""Loads Mistral's tekken.json: tokens in base64 in rank order, a pattern, and special tokens.

The ids 0 .. n - 1 are special tokens, and the id of another token is n more than its rank. Tokens
beyond the size of the vocabulary are left out, as the file says.
Source: mistral-common 1.13. It encodes with tiktoken.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterable

from bpe.added_tokens import AddedToken
from bpe.byte_characters import BYTE_CHARACTERS
from bpe.encoder import Encoder
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import MAX_ADDED_LENGTH, MAX_TOKENS
from bpe.formats.json_files import Json, field, items
from bpe.formats.loaded import Loaded
from bpe.formats.tiktoken_file import byte_encoder, check_ranks

# The special tokens of files that do not list any.
OLD_SPECIAL = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>",
    "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]",
)  # fmt: skip


def is_tekken(data: Json) -> bool:
    """Whether a JSON object looks like a tekken.json.

    >>> is_tekken({"config": {}, "vocab": []}), is_tekken({"model": {}})
    (True, False)
    """
    return isinstance(data.get("config"), dict) and isinstance(data.get("vocab"), list)


def load_tekken(data: Json) -> Loaded[Encoder]:
    """Load the parsed JSON object of a tekken.json. Raises InputError for an invalid one.

    >>> from base64 import b64encode
    >>> vocab = [bytes((byte,)) for byte in range(256)] + [b"ug"]
    >>> vocab = [{"rank": i, "token_bytes": b64encode(v).decode()} for i, v in enumerate(vocab)]
    >>> config = {"pattern": ".+", "default_vocab_size": 267, "default_num_special_tokens": 10}
    >>> load_tekken({"config": config, "vocab": vocab}).encoder.encode("ugh").ids
    (266, 114)
    """
    config = field(data, "config", dict)
    special = field(config, "default_num_special_tokens", int)
    size = field(config, "default_vocab_size", int)
    vocab = items(data, "vocab")
    if not 0 <= special <= size <= min(MAX_TOKENS, len(vocab) + special):
        raise InputError(
            "The sizes of the vocabulary in the file do not match its tokens. Use another file."
        )
    ids = {token: special + rank for rank, token in enumerate(read_tokens(vocab[: size - special]))}
    check_ranks(ids, size - special)
    names = special_tokens(data, special)
    added = tuple(AddedToken(token, id_) for id_, token in enumerate(names))
    remarks = (
        Remark("The file's {name} setting is not applied here.", (("name", name),))
        for name in ("image", "multimodal", "audio", "model_settings_builder")
        if data.get(name) is not None
    )
    encoder = byte_encoder(ids, field(config, "pattern", str), added)
    return Loaded(encoder, "bpe", "tekken.json", tuple(remarks))


def read_tokens(vocab: Iterable[Json]) -> Iterable[str]:
    """The tokens in GPT-2's characters, in rank order. Raises InputError for an invalid one.

    >>> list(read_tokens([{"rank": 0, "token_bytes": "IQ=="}]))
    ['!']
    """
    for rank, item in enumerate(vocab):
        if field(item, "rank", int) != rank:
            raise InputError("Token {rank} of the file has another rank. Use another file.",
                             rank=rank)  # fmt: skip
        try:
            token = b64decode(field(item, "token_bytes", str), validate=True)
        except (Base64Error, ValueError):
            token = b""
        if not token:
            raise InputError(
                "Token {rank} of the file is not in base64. Use another file.", rank=rank
            )
        yield token.decode("latin-1").translate(BYTE_CHARACTERS)


def special_tokens(data: Json, count: int) -> list[str]:
    """The special tokens in order of their ids, with fillers like <SPECIAL_20>.

    >>> special_tokens({"special_tokens": [{"rank": 0, "token_str": "<s>"}]}, 2)
    ['<s>', '<SPECIAL_1>']
    """
    listed = data.get("special_tokens")
    found = {}
    for item in items(data, "special_tokens") if listed is not None else ():
        found[field(item, "rank", int)] = field(item, "token_str", str)
    if listed is None:
        found = dict(enumerate(OLD_SPECIAL[:count]))
    names = [found.get(id_, f"<SPECIAL_{id_}>") for id_ in range(count)]
    if len(set(names)) < count or len(max(names, key=len, default="")) > MAX_ADDED_LENGTH:
        raise InputError(
            "The special tokens in the file are repeated or too long. Use another file."
        )
    if not all(names) or not found.keys() <= set(range(count)):
        raise InputError("A special token in the file is empty or has no id. Use another file.")
    return names
