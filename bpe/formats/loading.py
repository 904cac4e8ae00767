"""Loads a tokenizer.json of Hugging Face tokenizers with a BPE model.

Unsupported settings that change the tokens are rejected, also other models and subword prefixes or
suffixes. Other unsupported settings become remarks.
Source: the format written by tokenizers 0.23, and its older forms.
"""

from collections.abc import Iterator

from bpe.byte_characters import CHARACTER_BYTES
from bpe.encoder import UNKNOWN, Encoder
from bpe.errors import InputError
from bpe.formats.bpe_model import MAX_ADDED_LENGTH, added_tokens, merged_pairs, vocabulary
from bpe.formats.decoders import decoder
from bpe.formats.json_files import Json, Remark, field, read_json, unsupported
from bpe.formats.loaded import Loaded
from bpe.formats.normalizers import normalizers
from bpe.formats.pipeline import Pipeline
from bpe.formats.post_processors import PostProcessing, post_processing
from bpe.formats.pre_tokenizers import pre_tokenizers

MAX_STEPS = 100  # of the normalizer, pre-tokenizer, post-processor and decoder together
MAX_STEP_CHARACTERS = 50_000  # of all texts in these steps: patterns, replacements, tokens


def load_tokenizer_json(data: bytes) -> Loaded[Encoder]:
    """Load a tokenizer.json, given as bytes.

    Raises InputError for a file that is too large or invalid, or has an unsupported setting that
    changes the tokens.

    >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    >>> load_tokenizer_json(data).encoder.encode("ug").ids
    (2,)
    """
    try:
        return _load_object(read_json(data))
    except RecursionError:
        raise InputError("The file's JSON is nested too deeply. Use another file.") from None


def _load_object(data: Json) -> Loaded[Encoder]:
    """Load the parsed JSON object of a tokenizer.json. See `load_tokenizer_json`."""
    check_steps(data)
    model = field(data, "model", dict)
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise InputError(
            "The file contains a {kind} model. Only BPE models can be loaded.", kind=str(kind)[:60]
        )
    for name in ("continuing_subword_prefix", "end_of_word_suffix"):
        if model.get(name):
            raise unsupported(name, model[name])
    ids = vocabulary(field(model, "vocab", dict))
    merges = merged_pairs(field(model, "merges", list), ids)
    added = added_tokens(data, ids)
    post = _checked_post_processing(data, ids.keys() | {token.token for token in added})
    steps = pre_tokenizers(_part(data, "pre_tokenizer"))
    decode, remarks = decoder(_part(data, "decoder"))
    unk = field(model, "unk_token", str, "")
    if len(unk) > MAX_ADDED_LENGTH:
        raise InputError(
            "The file's unknown token is longer than the limit of {most} characters. Use another "
            "file.",
            most=MAX_ADDED_LENGTH,
        )
    encoder = Encoder.of(
        ids,
        merges,
        pre_tokenizer=Pipeline(normalizers(_part(data, "normalizer")), steps, added),
        decoder=decode,
        added=added,
        unk=unk or UNKNOWN,
        unk_id=ids.get(unk) if unk else None,
        fuse_unk=field(model, "fuse_unk", bool, False),
        byte_fallback=field(model, "byte_fallback", bool, False),
        ignore_merges=field(model, "ignore_merges", bool, False),
        before=post.before,
        after=post.after,
        trim=post.trim,
    )
    found = (*_find_remarks(data, model, encoder), *post.remarks, *remarks)
    return Loaded(encoder, "bpe", "tokenizer.json", found)


def check_steps(data: Json) -> None:
    """Raise InputError for a file with too many or too long steps.

    >>> check_steps({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}] * 100}})
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file has too many steps. The limit is 100. Use another file.
    """
    names = ("normalizer", "pre_tokenizer", "post_processor", "decoder")
    parts: list[object] = [data.get(name) for name in names]
    steps = characters = 0
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            steps += "type" in part
            parts += part.values()
        elif isinstance(part, list):
            parts += part
        elif isinstance(part, str):
            characters += len(part)
    if steps > MAX_STEPS:
        raise InputError(
            "The file has too many steps. The limit is {most}. Use another file.", most=MAX_STEPS
        )
    if characters > MAX_STEP_CHARACTERS:
        raise InputError(
            "The rules in the file have {length} characters. The limit is {most}. Use another "
            "file.",
            length=characters,
            most=MAX_STEP_CHARACTERS,
        )


def _checked_post_processing(data: Json, tokens: set[str]) -> PostProcessing:
    """The post-processing of a file. Raises InputError if it adds something that is not a token."""
    post = post_processing(_part(data, "post_processor"))
    for token in post.before + post.after:
        if token not in tokens:
            raise InputError(
                "The file's template uses {token!r}, which is not a token of this tokenizer. Use "
                "another file.",
                token=token[:60],
            )
    return post


def _part(data: Json, name: str) -> Json | None:
    return field(data, name, dict) if data.get(name) is not None else None


def _find_remarks(data: Json, model: Json, encoder: Encoder) -> Iterator[Remark]:
    """The settings of a file that are not applied, and deliberate differences."""
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            yield Remark("The file's {name} setting is not applied here.", (("name", name),))
    if model.get("dropout"):
        p = str(model["dropout"])[:20]
        yield Remark(
            "The file sets dropout to {p}. Dropout is off here unless you turn it on.", (("p", p),)
        )
    unk = model.get("unk_token")
    has_all_bytes = encoder.characters.issuperset(CHARACTER_BYTES)
    if not unk and not (has_all_bytes and "ByteLevel" in step_types(data)):
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


def step_types(data: Json) -> set[str]:
    """The types of all normalizers and pre-tokenizers of a file.

    >>> sorted(step_types({"normalizer": {"type": "NFC"}, "pre_tokenizer": {"type": "Digits"}}))
    ['Digits', 'NFC']
    """
    found: set[str] = set()
    parts = [data.get("normalizer"), data.get("pre_tokenizer")]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found.add(str(part.get("type")))
            parts += part.get("normalizers", ()), part.get("pretokenizers", ())
        elif isinstance(part, list):
            parts += part
    return found
