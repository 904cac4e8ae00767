"""Tokenizer files whose rules, patterns or tokens would cost much more than their size."""

import json
import unicodedata

import pytest

import bpe
from bpe import formats
from bpe.formats import loading, patterns
from bpe.formats.aligned_text import MAX_GROWTH, MAX_INSERTED
from bpe.normalization import MAX_MARKS


def file(model=(), **parts) -> bytes:
    found = {"vocab": {"a": 0, "aa": 1}, "merges": ["a a"], **dict(model)}
    return json.dumps({"model": found, **parts}).encode()


def sequence(name, *steps):
    return {"type": "Sequence", name: list(steps)}


def replace(old, new):
    return {"type": "Replace", "pattern": {"String": old}, "content": new}


def split(pattern):
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}


GROWING = {
    "replacement": {"normalizer": replace("a", "a" * 50)},
    "prefix": {"normalizer": {"type": "Prepend", "prepend": "a" * 7_000}},
    "bytes of bytes": {"pre_tokenizer": sequence("pretokenizers", *[{"type": "ByteLevel"}] * 20)},
    "replacements": {"normalizer": sequence("normalizers", *[replace("a", "aa")] * 50)},
    "compatibility": {
        "normalizer": sequence("normalizers", replace("a", "\ufdfa\ufdfa"), {"type": "NFKC"})
    },
}


@pytest.mark.parametrize("parts", GROWING.values(), ids=GROWING)
def test_text_that_rules_make_long_is_refused(parts):
    encoder = formats.load_tokenizer_json(file(**parts)).encoder
    with pytest.raises(bpe.InputError, match="rules make this text too long"):
        encoder.encode("aé" * 300)


def test_text_may_grow_tenfold():
    most = MAX_GROWTH + MAX_INSERTED // 600
    encoder = formats.load_tokenizer_json(file(normalizer=replace("a", "a" * most))).encoder
    assert len(encoder.encode("a" * 600).words[0]) == 600 * most


def test_korean_in_bytes_of_jamo_may_be_encoded():
    parts = {"normalizer": {"type": "NFD"}, "pre_tokenizer": {"type": "ByteLevel"}}
    encoder = formats.load_tokenizer_json(file(**parts)).encoder
    assert sum(map(len, encoder.encode("갉" * 600).words)) == 5401


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_runs_of_combining_marks_are_limited(form):
    steps = sequence("normalizers", replace("a", "\u0301\u0316" * 101), {"type": form})
    encoder = formats.load_tokenizer_json(file(normalizer=steps)).encoder
    with pytest.raises(bpe.InputError, match="combining marks"):
        encoder.encode("a" + "b" * 60)


@pytest.mark.parametrize("normalization", ["nfc", "nfkc"])
def test_longest_allowed_run_of_combining_marks_is_normalized(normalization):
    text = "e" + "\u0316\u0301" * (MAX_MARKS // 2)
    for allowed in (text, text * 3, "\u0e01\u0e33" * 1_000, "한국어" * 1_000):
        form = normalization.upper()
        assert bpe.normalize(allowed, normalization) == unicodedata.normalize(form, allowed)
        assert bpe.pre_tokenize(allowed, "none", normalization)
    with pytest.raises(bpe.InputError, match="combining marks"):
        bpe.normalize(text + "\u0301", normalization)
    assert bpe.normalize(text + "\u0301", "lower") == text + "\u0301"


BOMBS = ("(?:a{5000}b{5000}){5000}", "(?:(?:a{100}){100}){100}", "a{99999}", "(?:a{0,999}){0,999}")


@pytest.mark.parametrize("source", BOMBS)
def test_pattern_that_repeats_too_much_is_refused_before_compilation(monkeypatch, source):
    monkeypatch.setattr(patterns.regex, "compile", lambda *args, **options: pytest.fail("compiled"))
    with pytest.raises(bpe.InputError, match="repeats too much"):
        formats.load_tokenizer_json(file(pre_tokenizer=split(source)))


def test_expanded_length_counts_repeated_parts():
    lengths = {r"a{3}": 3, r"(?:ab){2,5}c": 21, r"[a{9}]{2}": 2, r"\p{N}{1,3}": 3, r"\{9\}": 3}
    assert {source: patterns.expanded_length(source) for source in lengths} == lengths


TOO_MUCH = {
    "steps": {"normalizer": sequence("normalizers", *[{"type": "NFC"}] * loading.MAX_STEPS)},
    "patterns": {"pre_tokenizer": sequence("pretokenizers", *[split("a" * 4_000)] * 20)},
    "literal": {"normalizer": replace("a" * 6_000, "")},
    "content": {"normalizer": replace("a", "a" * 60_000)},
    "decoders": {"decoder": sequence("decoders", *[{"type": "Fuse"}] * loading.MAX_STEPS)},
    "unknown": {"model": {"unk_token": "u" * 2_000}},
}


@pytest.mark.parametrize("parts", TOO_MUCH.values(), ids=TOO_MUCH)
def test_steps_of_a_file_are_limited(parts):
    with pytest.raises(bpe.InputError):
        formats.load_tokenizer_json(file(**parts))


def test_decoded_text_may_not_double_at_every_step():
    steps = [{"type": "BPEDecoder", "suffix": ""}] * 90
    encoder = formats.load_tokenizer_json(file(decoder=sequence("decoders", *steps))).encoder
    with pytest.raises(bpe.InputError, match="decoding rules"):
        encoder.decode([0, 1])


def test_added_tokens_take_memory_in_proportion_to_their_length():
    tokens = [{"content": f"<{i:05}" + "x" * 900, "id": i + 9} for i in range(500)]
    encoder = formats.load_tokenizer_json(file(added_tokens=tokens)).encoder
    assert encoder.encode(f"a{tokens[7]['content']}aa").ids == (0, 16, 1)
    assert encoder.size < 3_000_000
