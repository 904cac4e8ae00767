"""Loads a tokenizer.json of Hugging Face tokenizers.

Unsupported settings that change the tokens are rejected, also subword prefixes of BPE.
Other unsupported settings become remarks.
Source: the format written by tokenizers 0.23, and its older forms. Tokens and ids are the same.
Offsets differ where a normalization joins or replaces characters: here, they cover all characters
that a token was made from. There, they leave some out. A byte token has the offsets of its own
character here, and those of all adjacent unknown characters there, if the model is Unigram.
"""

from collections.abc import Iterator

from bpe.encoder import Encoder
from bpe.errors import InputError, Remark
from bpe.formats.bpe_model import added_tokens
from bpe.formats.decoders import decoder
from bpe.formats.json_files import Json, field, read_json
from bpe.formats.loaded import Loaded
from bpe.formats.models import KINDS, build, model_ids, model_remarks, model_type
from bpe.formats.normalizers import normalizers
from bpe.formats.pipeline import Pipeline
from bpe.formats.post_processors import PostProcessing, post_processing
from bpe.formats.pre_tokenizers import pre_tokenizers
from bpe.text_encoder import TextEncoder

MAX_STEPS = 100  # of the normalizer, pre-tokenizer, post-processor and decoder together
COMPILED = "precompiled_charsmap"  # as long as it likes: all rules are applied in one pass
MAX_STEP_CHARACTERS = 50_000  # of all texts in these steps: patterns, replacements, tokens


def load_tokenizer_json(data: bytes) -> Loaded[Encoder]:
    """Load a tokenizer.json with a BPE model, given as bytes.

    Raises InputError for a file that is too large or invalid, or has an unsupported setting that
    changes the tokens.

    >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    >>> load_tokenizer_json(data).encoder.encode("ug").ids
    (2,)
    """
    return load_bpe(read_json(data))


def load_bpe(file: Json) -> Loaded[Encoder]:
    """Load the parsed JSON object of a tokenizer.json with a BPE model.

    Raises InputError as `load_tokenizer_json` does.

    >>> load_bpe({"model": {"vocab": {"u": 0}, "merges": []}}).encoder.ids["u"]
    0
    """
    model = file.get("model")
    kind = model_type(model) if isinstance(model, dict) else "BPE"
    if kind != "BPE":
        raise InputError(
            "The file contains a {kind} model. Only BPE models can be loaded.", kind=kind
        )
    loaded = load_tokenizer(file)
    assert isinstance(loaded.encoder, Encoder)
    return Loaded(loaded.encoder, loaded.kind, loaded.source, loaded.remarks)


def load_tokenizer(data: Json) -> Loaded[TextEncoder]:
    """Load the parsed JSON object of a tokenizer.json, with any model of `models.KINDS`.

    Raises InputError as `load_tokenizer_json` does.

    >>> model = {"type": "Unigram", "vocab": [["u", -1.0], ["ug", -1.5]]}
    >>> load_tokenizer({"model": model}).kind
    'unigram'
    """
    try:
        return _load_object(data)
    except RecursionError:
        raise InputError("The file's JSON is nested too deeply. Use another file.") from None


def _load_object(data: Json) -> Loaded[TextEncoder]:
    check_steps(data)
    model = field(data, "model", dict)
    kind = model_type(model)
    ids = model_ids(model, kind)
    added = added_tokens(data, ids)
    post = _checked_post_processing(data, ids.keys() | {token.token for token in added})
    steps = pre_tokenizers(_part(data, "pre_tokenizer"))
    decode, remarks = decoder(_part(data, "decoder"))
    shared = {
        "pre_tokenizer": Pipeline(normalizers(_part(data, "normalizer")), steps, added),
        "decoder": decode,
        "added": added,
        "before": post.before,
        "after": post.after,
        "trim": post.trim,
    }
    encoder = build(model, kind, ids, shared)
    of_model = model_remarks(model, kind, encoder, step_types(data))
    found = (*_find_remarks(data), *of_model, *post.remarks, *remarks)
    return Loaded(encoder, KINDS[kind], "tokenizer.json", found)


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
            parts += (value for name, value in part.items() if name != COMPILED)
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


def _find_remarks(data: Json) -> Iterator[Remark]:
    """The settings of a file, except for its model, that are not applied."""
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            yield Remark("The file's {name} setting is not applied here.", (("name", name),))


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
