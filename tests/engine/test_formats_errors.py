"""Files that are broken, too large, hostile or unsupported are rejected quickly."""

import json
import random

import pytest
from formats_helpers import KINDS

import bpe
from bpe import formats
from bpe.formats import bpe_model, json_files, pipeline

MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
PLAIN = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": None,
    "pre_tokenizer": None,
    "post_processor": None,
    "decoder": None,
    "model": MODEL,
}


def file(**parts):
    return json.dumps(PLAIN | parts).encode()


def model(**parts):
    return file(model=MODEL | parts)


def pattern(source):
    split = {"type": "Split", "pattern": {"Regex": source}, "behavior": "Isolated"}
    return file(pre_tokenizer=split)


def added(*tokens):
    return file(added_tokens=[{"content": c, "id": i, "special": True} for c, i in tokens])


def nested(kind, parts, item, times):
    return json.dumps({"type": kind, parts: [item] * times})


REJECTED = {
    "a text instead of bytes": ("{}", ["bytes", "str"]),
    "nothing": (b"", ["line 1"]),
    "a list": (b"[]", ["object"]),
    "not UTF-8": (b'{"a": "\xff"}', ["UTF-8", "byte 8"]),
    "no model": (b"{}", ["model", "missing"]),
    "a model that is a text": (file(model="BPE"), ["model", "dict"]),
    "Unigram": (file(model={"type": "Unigram", "vocab": []}), ["Unigram", "Only BPE"]),
    "WordPiece": (file(model={"type": "WordPiece", "vocab": {}}), ["WordPiece"]),
    "a model of no kind": (file(model={"vocab": {}}), ["None"]),
    "a subword prefix": (
        model(continuing_subword_prefix="##"),
        ["subword_prefix", "##"],
    ),
    "a word suffix and bytes": (
        model(end_of_word_suffix="</w>", byte_fallback=True),
        ["word_suffix", "</w>"],
    ),
    "an id that is a text": (model(vocab={"a": "0"}), ["'a'", "whole number"]),
    "an id that is a truth": (model(vocab={"a": True}), ["whole number"]),
    "a negative id": (model(vocab={"a": -1}), ["whole number"]),
    "one id for two": (model(vocab={"a": 0, "b": 0}, merges=[]), ["same id"]),
    "a merge of three": (model(merges=["a b", "a b ab"]), ["Merge 2", "pair"]),
    "a merge of one": (model(merges=[["a"]]), ["Merge 1", "pair"]),
    "a merge of numbers": (model(merges=[[0, 1]]), ["Merge 1"]),
    "a merge with nothing": (model(merges=[["a", ""]]), ["Merge 1"]),
    "a merge of what is unknown": (model(merges=[["a", "c"]]), ["Merge 1", "vocabulary"]),
    "a merge that makes the unknown": (model(merges=[["b", "a"]]), ["Merge 1", "vocabulary"]),
    "half a surrogate pair": (model(vocab={"\ud800": 0}, merges=[]), ["surrogate"]),
    "half a surrogate pair, added": (added(("\udc00", 9)), ["surrogate"]),
    "half a surrogate pair as a kind": (model(type="\ud800"), ["surrogate"]),
    "half a surrogate pair to prepend": (
        file(normalizer={"type": "Prepend", "prepend": "\ud800"}),
        ["surrogate"],
    ),
    "half a surrogate pair as a prefix": (model(continuing_subword_prefix="\ud83d"), ["surrogate"]),
    "an added token with another's id": (added(("x", 0)), ["'x'", "id"]),
    "an added token with two ids": (added(("a", 7)), ["'a'", "id"]),
    "an added token that is too long": (added(("\u0301\u0323" * 501, 9)), ["1000 characters"]),
    "an added token without an id": (file(added_tokens=[{"content": "x"}]), ["id", "missing"]),
    "added tokens that are texts": (file(added_tokens=["x"]), ["added_tokens", "objects"]),
    "an unknown normalizer": (file(normalizer={"type": "Odd"}), ["normalizer", "Odd"]),
    "compiled rules that are none": (
        file(normalizer={"type": "Precompiled", "precompiled_charsmap": "AAAA"}),
        ["normalization rules"],
    ),
    "an unknown pre-tokenizer": (
        file(pre_tokenizer={"type": "UnicodeScripts"}),
        ["pre-tokenizer", "UnicodeScripts"],
    ),
    "a part of no type": (file(pre_tokenizer={}), ["type", "missing"]),
    "a template with no token": (
        file(
            post_processor={
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}}],
            }
        ),
        ["template", "<s>"],
    ),
    "NaN": (file(extra=float("nan")), ["NaN"]),
    "a long number": (b'{"a": ' + b"9" * 10_000 + b"}", ["10000 digits"]),
    "too many values": (b'{"a": [' + b"[]," * 1_500_000 + b"[]]}", ["too many values"]),
    "too deep": (b"[" * 200_000, ["nested"]),
    "deep and whole": (b"[" * 200_000 + b"]" * 200_000, ["nested"]),
    "deep in objects": (b'{"model":' * 50_000, ["nested"]),
    "a pattern too long": (pattern("a" * 5_001), ["5001", "5000"]),
    "a pattern that is none": (pattern("("), ["pattern", "not valid"]),
    "a pattern of many brackets": (pattern("(" * 2_400 + ")" * 2_400), ["pattern"]),
    "a pattern with a huge count": (pattern("a{99999999999999999999}"), ["pattern"]),
    "a pattern read differently: \\h": (pattern(r"\h+"), ["'\\\\h'"]),
    "a pattern read differently: (?i:[a-z])": (pattern("(?i:[a-z])"), ["'(?i:'"]),
    "a pattern read differently: (?m)": (pattern("(?m:.)"), ["'(?'"]),
    "a pattern read differently: fuzzy": (pattern("(?:ab){e<2}"), ["'{'"]),
    "a pattern read differently: a name": (pattern("(?<x>a)"), ["'(?'"]),
}


@pytest.mark.parametrize(("data", "expected"), REJECTED.values(), ids=REJECTED)
def test_file_error_names_the_problem(data, expected):
    with pytest.raises(bpe.InputError) as error:
        formats.load_tokenizer_json(data)
    assert [part for part in expected if part not in str(error.value)] == []


@pytest.mark.parametrize("limit", ["MAX_BYTES", "MAX_COMMAS", "MAX_BRACKETS"])
def test_file_size_is_limited(monkeypatch, limit):
    monkeypatch.setattr(json_files, limit, 3)
    with pytest.raises(bpe.InputError):
        formats.load_tokenizer_json(model())


@pytest.mark.parametrize("limit", ["MAX_TOKENS", "MAX_MERGES", "MAX_ADDED"])
def test_file_contents_are_limited(monkeypatch, limit):
    monkeypatch.setattr(bpe_model, limit, 0)
    with pytest.raises(bpe.InputError):
        formats.load_tokenizer_json(added(("xy", 9)))


GROWING = {
    "replacements": nested(
        "Sequence",
        "normalizers",
        {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1000},
        20,
    ),
    "prefixes": nested("Sequence", "normalizers", {"type": "Prepend", "prepend": "a" * 10**5}, 200),
    "bytes of bytes": nested("Sequence", "normalizers", {"type": "ByteLevel"}, 60),
}


@pytest.mark.parametrize("steps", GROWING.values(), ids=GROWING)
def test_normalized_text_size_is_limited(monkeypatch, steps):
    monkeypatch.setattr(pipeline, "MAX_SECONDS", 1.0)
    with pytest.raises(bpe.InputError):
        formats.load_tokenizer_json(file(normalizer=json.loads(steps))).encoder.encode("aé" * 1000)


def test_decoded_text_size_is_limited():
    steps = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1000}
    data = file(decoder={"type": "Sequence", "decoders": [steps] * 20})
    with pytest.raises(bpe.InputError):
        formats.load_tokenizer_json(data).encoder.decode([0])


@pytest.mark.parametrize("source", [r"(?:a|a)*$", r"(a|aa)+b", r"(?=(?:a|a)*$)."])
def test_slow_pattern_is_aborted(monkeypatch, source):
    monkeypatch.setattr(pipeline, "MAX_SECONDS", 0.1)
    encoder = formats.load_tokenizer_json(pattern(source)).encoder
    with pytest.raises(bpe.InputError, match="too long"):
        encoder.encode("a" * 60 + "!")


SMALL = KINDS["cl100k"]().to_str().encode()
SHORT = file(
    added_tokens=[{"content": "<s>", "id": 5, "special": True, "normalized": True}],
    normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Strip",
        "strip_left": True, "strip_right": False}]},
    pre_tokenizer={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"},
    post_processor={"type": "ByteLevel", "trim_offsets": True},
    decoder={"type": "Strip", "content": " ", "start": 1, "stop": 0},
)  # fmt: skip


def tried(data):
    """Load and encode, or raise InputError; any other error fails the test."""
    try:
        encoder = formats.load_tokenizer_json(data).encoder
        encoder.decode(encoder.encode("a b<s>", specials=True, frame=True).ids)
    except bpe.InputError:
        return False
    return True


def test_truncated_file_is_rejected():
    assert tried(SMALL)
    assert tried(SHORT)
    assert not any(tried(SHORT[:end]) for end in range(len(SHORT)))
    assert not any(tried(SMALL[:end]) for end in range(0, len(SMALL) - 1, 97))


def test_file_with_a_changed_byte_is_read_or_rejected():
    draw = random.Random(4)
    for _ in range(4_000):
        data = bytearray(SHORT)
        data[draw.randrange(len(data))] = draw.randrange(256)
        tried(bytes(data))
    for _ in range(300):
        data = bytearray(SMALL)
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        tried(bytes(data))


def test_file_with_a_changed_type_is_read_or_rejected():
    """The data with each value in turn replaced by another type."""

    def paths_in(value, path=()):
        yield path
        found = value.items() if isinstance(value, dict) else ()
        for key, inner in enumerate(value) if isinstance(value, list) else found:
            yield from paths_in(inner, (*path, key))

    for path in list(paths_in(json.loads(SHORT)))[1:]:
        for other in (None, True, -1, 1.5, "", "x", [], ["x"], {}, {"type": "x"}, [[]], 10**25):
            data = json.loads(SHORT)
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = other
            tried(json.dumps(data).encode())


MERGES = b"#version: 0.2\na b\n"
VOCAB = b'{"a": 0, "b": 1, "ab": 2}'
TWO_FILES = {
    "no pair": (VOCAB, b"a b\nab\n", {}, ["Merge 2"]),
    "an empty line": (VOCAB, b"a b\n\na b\n", {}, ["Merge 2"]),
    "not UTF-8": (VOCAB, b"a \xff\n", {}, ["UTF-8"]),
    "merges that are a vocabulary": (VOCAB, VOCAB, {}, ["Merge 1"]),
    "a vocabulary that is merges": (MERGES, MERGES, {}, ["line 1"]),
    "an unknown split": (VOCAB, MERGES, {"split": "words"}, ["'words'"]),
    "an unknown token that is none": (VOCAB, MERGES, {"unk": "<unk>"}, ["<unk>"]),
}


@pytest.mark.parametrize(
    ("vocab", "merges", "options", "expected"), TWO_FILES.values(), ids=TWO_FILES
)
def test_invalid_vocab_and_merges_files_are_rejected(vocab, merges, options, expected):
    with pytest.raises(bpe.InputError) as error:
        formats.load_vocab_and_merges(vocab, merges, **options)
    assert [part for part in expected if part not in str(error.value)] == []
