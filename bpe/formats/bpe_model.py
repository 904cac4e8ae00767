"""Reads and checks the vocabulary, merges and added tokens of a file."""

from collections.abc import Mapping
from typing import Any

from bpe.added_tokens import AddedToken
from bpe.errors import InputError
from bpe.formats.json_files import Json, field, items
from bpe.records import Pair

MAX_TOKENS = 300_000
MAX_MERGES = 700_000  # Gemma 3's file has 514,906
MAX_ADDED = 500_000  # characters of all added tokens together
# Characters of one added token: Unicode normalization can take quadratic time.
MAX_ADDED_LENGTH = 1_000


def vocabulary(vocab: dict[str, Any]) -> dict[str, int]:
    """Return the vocabulary, token -> id. Raise InputError for an invalid or repeated id.

    >>> vocabulary({"a": 0, "b": 1})
    {'a': 0, 'b': 1}
    """
    if len(vocab) > MAX_TOKENS:
        raise InputError(
            "The vocabulary has {size} tokens. The limit is {most}. Use a smaller tokenizer.",
            size=len(vocab),
            most=MAX_TOKENS,
        )
    for token, id_ in vocab.items():
        if type(id_) is not int or not 0 <= id_ < 2**32:
            raise InputError(
                "The id of {token!r} must be a whole number, 0 or more. Use another file.",
                token=token[:60],
            )
    if len(set(vocab.values())) < len(vocab):
        raise InputError("Two tokens in the vocabulary have the same id. Use another file.")
    return vocab


def merged_pairs(merges: list[Any], ids: Mapping[str, int]) -> tuple[Pair, ...]:
    """The merged pairs in rank order. merges: each "left right" or [left, right].

    Raises InputError for a merge that is not a pair, or whose tokens are not in the vocabulary.

    >>> merged_pairs(["#version: 0.2", "u g"], {"u": 0, "g": 1, "ug": 2})
    (('u', 'g'),)
    """
    if len(merges) > MAX_MERGES:
        raise InputError(
            "The file has {size} merges. The limit is {most}. Use a smaller tokenizer.",
            size=len(merges),
            most=MAX_MERGES,
        )
    tokens = {token: token for token in ids}  # merges share the strings of the vocabulary
    pairs = []
    for number, item in enumerate(merges, 1):
        if type(item) is str and item.startswith("#version"):
            continue
        pair = item.split(" ") if type(item) is str else item
        if type(pair) is not list or [type(part) for part in pair] != [str, str] or not all(pair):
            raise InputError(
                "Merge {place} in the file is not a pair of tokens. Use another file.", place=number
            )
        left, right = map(tokens.get, pair)
        if left is None or right is None or left + right not in tokens:
            raise InputError(
                "Merge {place} in the file uses or makes a token that is not in the vocabulary. "
                "Use another file.",
                place=number,
            )
        pairs.append((left, right))
    return tuple(pairs)


def added_tokens(data: Json, ids: Mapping[str, int]) -> tuple[AddedToken, ...]:
    """The added tokens of a file. Raises InputError if two tokens share an id or one has two.

    >>> data = {"added_tokens": [{"content": "<s>", "id": 3, "special": True}]}
    >>> [(token.token, token.id) for token in added_tokens(data, {"a": 0})]
    [('<s>', 3)]
    """
    found: dict[str, AddedToken] = {}
    tokens = {id_: token for token, id_ in ids.items()}
    for item in items(data, "added_tokens") if data.get("added_tokens") is not None else ():
        content, id_ = field(item, "content", str), field(item, "id", int)
        if not content:
            continue
        if len(content) > MAX_ADDED_LENGTH:
            raise InputError(
                "The added token {token!r} is longer than the limit of {most} characters. Use "
                "another file.",
                token=content[:60],
                most=MAX_ADDED_LENGTH,
            )
        if tokens.setdefault(id_, content) != content or ids.get(content, id_) != id_:
            raise InputError(
                "The id of the added token {token!r} conflicts with another id in the file. Use "
                "another file.",
                             token=content[:60])  # fmt: skip
        flags = {
            name: field(item, name, bool, False)
            for name in ("special", "lstrip", "rstrip", "single_word", "normalized")
        }
        found[content] = AddedToken(content, id_, **flags)
    if len(tokens) > MAX_TOKENS or sum(map(len, found)) > MAX_ADDED:
        raise InputError("The file has too many added tokens. Use another file.")
    return tuple(found.values())
