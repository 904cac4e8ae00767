"""Loads tokenizer files of any supported format, which is detected by content, not by name."""

from collections.abc import Mapping

import regex

from bpe.errors import InputError
from bpe.formats.json_files import Json, check_size, read_json
from bpe.formats.loaded import Loaded
from bpe.formats.loading import load_tokenizer
from bpe.formats.plain_files import is_vocab_txt, load_merges, load_vocab_txt, unpacked
from bpe.formats.rwkv_file import is_rwkv, load_rwkv
from bpe.formats.sentencepiece_file import load_sentencepiece
from bpe.formats.tekken_file import is_tekken, load_tekken
from bpe.formats.tiktoken_file import load_tiktoken
from bpe.formats.vocab_and_merges import load_vocab_and_merges
from bpe.text_encoder import TextEncoder

# What a file starts with. A SentencePiece file starts with the length of its first piece.
SENTENCEPIECE = regex.compile(rb"(?s)\n[\x01-\x7f]\n")
TIKTOKEN = regex.compile(rb"[A-Za-z0-9+/]+={0,2} \d+\r?(?:\n|\Z)")
JSON = regex.compile(rb"(?:\xef\xbb\xbf)?\s*+\{")
FORMATS = {
    "tokenizer.json": "tokenizer.json",
    "tekken": "tekken.json",
    "vocab": "vocab.json",
    "merges": "merges.txt",
    "vocab.txt": "vocab.txt",
    "sentencepiece": "SentencePiece .model",
    "tiktoken": "tiktoken",
    "rwkv": "RWKV's vocabulary",
}
ALONE = ("vocab", "merges")  # no tokenizer without the other one


def load(files: Mapping[str, bytes], pattern: str | None = None) -> Loaded[TextEncoder]:
    """Load a tokenizer: one file, or a vocab.json with its merges.txt. A file can be gzipped.

    files: file name -> content; names appear only in errors. pattern: for a tiktoken file, one of
    `tiktoken_file.PATTERNS`; by default the one that fits.
    Raises InputError for files that are too large, invalid, of another format or of two tokenizers,
    or that need something without which the tokens would differ.

    >>> loaded = load({"a.json": b'{"model": {"vocab": {"u": 0, "g": 1}, "merges": []}}'})
    >>> loaded.kind, loaded.encoder.encode("ug").ids
    ('bpe', (0, 1))
    """
    if not isinstance(files, Mapping):
        raise InputError(
            "Give the files as a dictionary, such as {{'tokenizer.json': data}}, not as {kind}.",
            kind=type(files).__name__,
        )
    if not files:
        raise InputError("There is no file. Choose the files of one tokenizer.")
    if len(files) > 2:
        raise too_many(files)
    files = {name: unpacked(check_size(data)) for name, data in files.items()}
    found = {name: detect(name, data) for name, data in files.items()}
    kinds = {kind: name for name, (kind, _) in found.items()}
    if kinds.keys() == set(ALONE):
        return load_vocab_and_merges(files[kinds["vocab"]], files[kinds["merges"]])
    if len(files) > 1:
        raise too_many(files)
    ((name, data),) = files.items()
    kind, parsed = found[name]
    if kind == "vocab":
        raise InputError(
            "{name} is a vocabulary without merges. Choose its merges.txt together with it.",
            name=name[:60],
        )
    if kind == "vocab.txt":
        return load_vocab_txt(data)
    if kind == "rwkv":
        return load_rwkv(data)
    if kind == "merges":
        if loaded := load_merges(data):
            return loaded
        raise InputError(
            "{name} is a list of merges without a vocabulary. Choose its vocab.json together with "
            "it.",
            name=name[:60],
        )
    if parsed is not None:
        return load_tekken(parsed) if kind == "tekken" else load_tokenizer(parsed)
    return load_tiktoken(data, pattern) if kind == "tiktoken" else load_sentencepiece(data)


def too_many(files: Mapping[str, bytes]) -> InputError:
    """The error for files that do not belong to one tokenizer.

    >>> str(too_many({"a.json": b"", "b.json": b""}))
    'a.json, b.json are not the files of one tokenizer. Choose one file, or a vocab.json \
with its merges.txt.'
    """
    return InputError(
        "{names} are not the files of one tokenizer. Choose one file, or a vocab.json with its "
        "merges.txt.",
        names=", ".join(name[:40] for name in list(files)[:4]),
    )


def detect(name: str, data: bytes) -> tuple[str, Json | None]:
    r"""The format of a file, one of FORMATS, and its JSON object if it has one.

    Raises InputError for another format.

    >>> detect("tokens.txt", b"IQ== 0\nIg== 1\n")
    ('tiktoken', None)
    """
    if not data.strip():
        raise InputError("{name} is empty. Choose another file.", name=name[:60])
    if JSON.match(data):
        found = read_json(data)
        return json_format(name, found), found
    if SENTENCEPIECE.match(data):
        return "sentencepiece", None
    if TIKTOKEN.match(data):
        return "tiktoken", None
    if is_rwkv(data):
        return "rwkv", None
    if is_vocab_txt(data):
        return "vocab.txt", None
    if looks_like_merges(data):
        return "merges", None
    raise not_a_tokenizer(name)


def looks_like_merges(data: bytes) -> bool:
    r"""Whether a file starts like a merges.txt: each line is two tokens.

    >>> looks_like_merges(b"u g\nh ug\n"), looks_like_merges(b"A hug\nfor all of us\n")
    (True, False)
    """
    if b"#version" in data[:100].split(b"\n")[0]:
        return True
    lines = data[:10_000].split(b"\n")[:20]
    return all(len(line.split()) == 2 for line in (lines[:-1] if lines[1:] else lines))


def json_format(name: str, data: Json) -> str:
    """The format of a JSON file. Raises InputError if it is not a tokenizer.

    >>> json_format("a.json", {"ug": 2}), json_format("b.json", {"model": {}})
    ('vocab', 'tokenizer.json')
    """
    if is_tekken(data):
        return "tekken"
    if "model" in data and not isinstance(data["model"], int):
        return "tokenizer.json"
    if data and all(type(id_) is int for id_ in data.values()):
        return "vocab"
    raise not_a_tokenizer(name)


def not_a_tokenizer(name: str) -> InputError:
    """The error for a file of another format.

    >>> str(not_a_tokenizer("notes.txt")).partition(".")[0]
    'notes'
    """
    return InputError(
        "{name} is not a tokenizer file that can be read here. Choose a file of one of these "
        "formats: {formats}.",
        name=name[:60],
        formats=", ".join(FORMATS.values()),
    )
