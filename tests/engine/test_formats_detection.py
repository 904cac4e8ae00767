"""The format of a file is detected by its content; other files are rejected with a sentence."""

import json
import os
import random
import subprocess
import sys
from base64 import b64encode

import pytest
import tiktoken
from formats_helpers import KINDS
from library_files import FILES, sentencepiece_model
from tokenizers import Tokenizer

import bpe
from bpe import formats, unigram
from bpe.formats import loading, pipeline, tiktoken_file

BYTES = [bytes((byte,)) for byte in range(256)] + [b"ug", b"hug"]
LINES = [b"%s %d" % (b64encode(token), rank) for rank, token in enumerate(BYTES)]
RANKS = b"\n".join(LINES)
TEKKEN = {
    "config": {"pattern": r"\p{L}+|.", "default_vocab_size": 260, "default_num_special_tokens": 3},
    "vocab": [
        {"rank": rank, "token_bytes": b64encode(token).decode()} for rank, token in enumerate(BYTES)
    ],
    "special_tokens": [{"rank": 0, "token_str": "<s>"}],
}
VOCAB, MERGES = b'{"u": 0, "g": 1, "ug": 2}', b"#version: 0.2\nu g\n"
TOKENIZER = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
MODEL = sentencepiece_model("unigram", 400)


def tekken(**parts):
    return json.dumps(TEKKEN | parts).encode()


def test_format_is_detected_whatever_the_name():
    found = {
        name: formats.load(dict(enumerate(files)))
        for name, files in {
            "tokenizer.json": [TOKENIZER],
            "tekken.json": [tekken()],
            "tiktoken": [RANKS],
            "SentencePiece": [MODEL],
            "vocab.json and merges.txt": [MERGES, VOCAB],
        }.items()
    }
    assert {name: loaded.source for name, loaded in found.items()} == {n: n for n in found}
    assert found["tekken.json"].encoder.encode("hug<s>", specials=True).ids == (107, 259, 0)
    assert found["vocab.json and merges.txt"].encoder.encode("ug").ids == (2,)


def test_pattern_of_a_tiktoken_file_is_chosen_or_named():
    loaded = formats.load({"a": RANKS})
    assert loaded.pattern == "cl100k"
    assert "pattern of cl100k" in loaded.unsupported[0]
    words = {
        name: formats.load({"a": RANKS}, pattern=name).encoder.encode("It's 12345").words
        for name in tiktoken_file.PATTERNS
    }
    assert words["gpt2"] == words["p50k"] == ("It", "'s", "Ġ12345")
    assert words["cl100k"] == ("It", "'s", "Ġ", "123", "45")
    assert words["o200k"] == ("It's", "Ġ", "123", "45")
    with pytest.raises(bpe.InputError, match="one of gpt2"):
        formats.load({"a": RANKS}, pattern="gpt9")


def test_whole_word_is_its_token_even_if_no_merges_make_it():
    ranks = RANKS + b"\n" + b64encode(b"xyz") + b" 258"
    ours = formats.load({"a": ranks}).encoder
    theirs = tiktoken.Encoding(
        "a",
        pat_str=tiktoken_file.CL100K,
        mergeable_ranks=dict(zip([*BYTES, b"xyz"], range(259), strict=True)),
        special_tokens={},
    )
    for text in ("xyz", "xyzug"):
        assert list(ours.encode(text).ids) == theirs.encode(text)
    assert ours.encode("xyz").ids == (258,)


def test_slow_pattern_of_a_tekken_file_is_aborted(monkeypatch):
    monkeypatch.setattr(pipeline, "MAX_SECONDS", 0.3)
    config = TEKKEN["config"] | {"pattern": r"(?:a|a)*$"}
    encoder = formats.load({"a": tekken(config=config)}).encoder
    with pytest.raises(bpe.InputError, match="too long"):
        encoder.encode("a" * 60 + "!")


def test_unigram_run_is_loaded_again():
    corpus = bpe.Corpus.from_texts(["the lighthouse keeper's cat", "the cat"], split="metaspace")
    run = unigram.train(corpus, vocab_size=40)
    file = formats.tokenizer_json(run)
    loaded = formats.load({"tokenizer.json": file})
    theirs = Tokenizer.from_str(file.decode())
    for text in ("the cat keeps light", "a xyz b"):
        encoding, ids = loaded.encoder.encode(text), theirs.encode(text).ids
        assert list(encoding.ids) == ids
        assert loaded.encoder.decode(ids) == theirs.decode(ids, skip_special_tokens=False)
    word = run.encode("the cat").words[1]
    assert loaded.encoder.model.lattice(word).best == run.model.lattice(word).best


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def message(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


UNKNOWN = message(1, message(1, b"<unk>") + b"\x18\x02")
REJECTED = {
    "no file": ({}, ["no file"]),
    "an empty file": ({"a.txt": b""}, ["a.txt", "is empty"]),
    "a file of white space": ({"a.txt": b" \n"}, ["is empty"]),
    "noise": ({"a.bin": random.Random(1).randbytes(10_000)}, ["a.bin", "not a tokenizer"]),
    "a zip file": ({"a.zip": b"PK\x03\x04" + bytes(100)}, ["not a tokenizer"]),
    "a text": ({"a.txt": b"The cat\nsleeps.\n"}, ["not a tokenizer"]),
    "another JSON file": ({"config.json": b'{"vocab_size": 5, "a": {}}'}, ["not a tokenizer"]),
    "two models": ({"a.json": TOKENIZER, "b.model": MODEL}, ["a.json, b.model", "one tokenizer"]),
    "two of one format": ({"a": RANKS, "b": RANKS}, ["one tokenizer"]),
    "three files": ({"a": VOCAB, "b": MERGES, "c": RANKS}, ["one tokenizer"]),
    "a vocabulary alone": ({"v": VOCAB}, ["v is", "without merges"]),
    "merges alone": ({"m": "夜 市\n".encode()}, ["m is", "without a vocabulary"]),
    "too large": ({"a": bytes(50_000_000)}, ["50 MB", "40 MB"]),
    "a truncated model": ({"a": MODEL[:-9]}, ["not a complete SentencePiece"]),
    "noise in a model": ({"a": MODEL[:99] + bytes(999)}, ["SentencePiece"]),
    "a model without an unknown token": ({"a": message(1, b"\n\1a\x15abcd")}, ["SentencePiece"]),
    "a model of words": ({"a": sentencepiece_model("word", 50)}, ["type word"]),
    "a large model": ({"a": UNKNOWN + bytes(11_000_000)}, ["11 MB", "10 MB"]),
    "a nested model": ({"a": UNKNOWN + b"\x0b" * 9_000_000}, ["SentencePiece"]),
    "wrong rules": (
        {"a": UNKNOWN + message(1, b"\n\1a") + message(3, message(2, b"12345"))},
        ["normalization rules"],
    ),
    "a truncated line": ({"a": RANKS[:-3]}, ["Line 258"]),
    "missing bytes": ({"a": b"\n".join(LINES[9:])}, ["256 bytes"]),
    "a repeated rank": ({"a": RANKS + b"\nYWJj 5"}, ["twice"]),
    "a negative rank": ({"a": RANKS + b"\nYWJj -5"}, ["Line 259"]),
    "tekken of another size": ({"a": tekken(vocab=TEKKEN["vocab"][:99])}, ["sizes"]),
    "tekken without base64": (
        {"a": tekken(vocab=[{"rank": rank, "token_bytes": "?"} for rank in range(258)])},
        ["Token 0"],
    ),
    "tekken with two equal special tokens": (
        {"a": tekken(special_tokens=[{"rank": i, "token_str": "a"} for i in range(2)])},
        ["special tokens"],
    ),
    "another model": (
        {"a": b'{"model": {"type": "Odd", "vocab": {}}}'},
        ["a Odd model", "Unigram"],
    ),
    "a piece without a score": (
        {"a": b'{"model": {"type": "Unigram", "vocab": [["a"]]}}'},
        ["Piece 1"],
    ),
    "an unknown token that is none": (
        {"a": b'{"model": {"type": "Unigram", "unk_id": 7, "vocab": [["a", -1]]}}'},
        ["unk_id"],
    ),
}


@pytest.mark.parametrize(("files", "expected"), REJECTED.values(), ids=REJECTED)
def test_rejected_files_get_a_sentence(files, expected):
    with pytest.raises(bpe.InputError) as error:
        formats.load(files)
    assert [part for part in expected if part not in str(error.value)] == []


def test_model_of_empty_pieces_is_rejected_in_bounded_memory():
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (800_000_000,) * 2)\n"
        "from bpe import InputError, formats\n"
        "try: formats.load({'a': b'\\n\\x05\\n\\x03abc' + b'\\n\\0' * 4_900_000})\n"
        "except InputError as error: print(error)"
    )
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert "4900001 tokens" in done.stdout, done.stderr


@pytest.mark.parametrize("data", [MODEL, RANKS, tekken()], ids=["model", "ranks", "tekken"])
def test_changed_file_is_read_or_rejected(data):
    draw = random.Random(7)
    for _ in range(150):
        changed = bytearray(data)
        for _ in range(draw.choice((1, 1, 20))):
            place = draw.randrange(draw.choice((len(data), min(len(data), 300))))
            changed[place] = draw.randrange(256)
        try:
            encoder = formats.load({"a": bytes(changed)}).encoder
            encoder.decode(encoder.encode("ab 日本 the").ids)
        except bpe.InputError:
            pass


def test_rules_in_base64_are_not_counted_as_steps():
    data = json.loads(FILES["like t5"]().data)
    rules = data["normalizer"]["normalizers"][0]["precompiled_charsmap"]
    assert len(rules) > loading.MAX_STEP_CHARACTERS
    loading.check_steps(data)


def test_bpe_loader_still_takes_only_bpe():
    assert formats.load({"": KINDS["gpt2"]().to_str().encode()}).kind == "bpe"
    with pytest.raises(bpe.InputError, match="Only BPE"):
        formats.load_tokenizer_json(FILES["bert"]().data)
