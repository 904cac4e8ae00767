"""Reading the merges of an own trainer: all formats, and files that are none."""

import json
import pickle
import tracemalloc

import pytest
from comparing_helpers import END, RUN, TEXTS
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe import comparing, formats
from tests.support.cases import of_values

AS_BYTES = [tuple(bpe.token_bytes(token, "gpt2") for token in pair) for pair in RUN.rules]
WRITTEN = {
    "a statement": {"a.py": f"merges = {AS_BYTES}\n".encode()},
    "a dictionary with ranks": {
        "a.py": repr({pair: i for i, pair in enumerate(AS_BYTES)}).encode()
    },
    "merges.txt with tabs": {"a": formats.merges_txt(RUN).partition(b"\n")[2].replace(b" ", b"\t")},
    "merges.txt": {"merges.txt": formats.merges_txt(RUN)},
    "merges.txt with Windows's line ends": {"a": formats.merges_txt(RUN).replace(b"\n", b"\r\n")},
    "merges.txt without a version": {"a": formats.merges_txt(RUN).partition(b"\n")[2]},
    "a list of bytes": {"a.py": repr(AS_BYTES).encode()},
    "lines of bytes": {"a": "\n".join(map(repr, AS_BYTES)).encode()},
    "lines of bytes without brackets": {
        "a": "\n".join(f"{left} {right}" for left, right in AS_BYTES).encode()
    },
    "Python texts": {"a": repr(list(RUN.rules)).encode()},
    "JSON": {"a.json": json.dumps(RUN.rules).encode()},
    "JSON without escapes": {"a.json": json.dumps(RUN.rules, ensure_ascii=False).encode()},
    "JSON lines as texts": {"a.json": json.dumps([" ".join(pair) for pair in RUN.rules]).encode()},
    "a JSON object": {"a.json": json.dumps({"merges": RUN.rules}).encode()},
    "tokenizer.json": {"tokenizer.json": formats.tokenizer_json(RUN)},
    "vocab.json and merges.txt": {"v": formats.vocab_json(RUN), "m": formats.merges_txt(RUN)},
    "merges.txt and vocab.json": {"m": formats.merges_txt(RUN), "v": formats.vocab_json(RUN)},
}


@pytest.mark.parametrize("files", WRITTEN.values(), ids=WRITTEN)
def test_every_format_is_read(files):
    read = formats.read_merges(files)
    assert read.source in formats.merge_lists.FORMATS
    settings = {"special_tokens": [END], "ties": "greatest"}
    assert bpe.compare_merges(read.merges, TEXTS, **settings) is None
    assert len(read.merges) == len(RUN.rules)
    changed = list(read.merges)
    changed[40], changed[90] = changed[90], changed[40]
    assert bpe.compare_merges(changed, TEXTS, causes=False, **settings).rank == 41


@of_values
@given(st.lists(st.tuples(st.binary(min_size=1, max_size=4), st.binary(min_size=1, max_size=4))))
def test_any_bytes_are_read_back(pairs):
    if pairs:
        assert list(formats.read_merges({"a": repr(pairs).encode()}).merges) == pairs
    found = [
        bpe.token_bytes(t, "gpt2") for pair in comparing.read_pairs(pairs, "gpt2") for t in pair
    ]
    assert found == [token for pair in pairs for token in pair]


def test_vocabulary_and_merges_of_cs336_are_read():
    merges = [(b" ", b"t"), (b"]}", b", [")]
    vocab = {i: bytes([i]) for i in range(256)} | {256: b" t", 257: b"]}, ["}
    for shown in (f"{vocab, merges}", f"vocab, merges = ({vocab}, {merges})"):
        assert formats.read_merges({"pasted": shown.encode()}).merges == tuple(merges)
    corpus = bpe.Corpus.from_texts(["a tea to"], "gpt2")
    assert bpe.compare_merges((vocab, merges[:1]), corpus, causes=False) is None


@pytest.mark.parametrize("ids", ["[(104, 101), (3, 4)]", "{(104, 101): 256}", "[[104, 101]]"])
def test_pairs_of_ids_are_refused_with_what_to_print(ids):
    with pytest.raises(bpe.InputError, match=r"print\(\[\(vocab\[a\], vocab\[b\]\)"):
        formats.read_merges({"pasted": ids.encode()})


REFUSED = {
    "no file": (lambda: formats.read_merges({}), "one file"),
    "three files": (lambda: formats.read_merges({"a": b"", "b": b"", "c": b""}), "one file"),
    "text instead of bytes": (lambda: formats.read_merges({"a": "s t"}), "bytes"),
    "an empty file": (lambda: formats.read_merges({"a": b" \n"}), "empty"),
    "not UTF-8": (lambda: formats.read_merges({"a": b"s \xff"}), "UTF-8"),
    "three tokens on a line": (lambda: formats.read_merges({"a": b"s t\na b c\n"}), "Line 2"),
    "one token on a line": (lambda: formats.read_merges({"a": b"st\n"}), "Line 1"),
    "a line in the middle": (
        lambda: formats.read_merges({"a": b"s t\na b c\nd e"}),
        "Line 2 is not two tokens separated by one space: 'a b c'",
    ),
    "a pickle": (lambda: formats.read_merges({"a": pickle.dumps([(b"a", b"b")])}), "print.merges"),
    "a web page": (
        lambda: formats.read_merges({"a": b"\n<!DOCTYPE html><html><p>a b</p>"}),
        "This is a web page",
    ),
    "a picture": (lambda: formats.read_merges({"a": b"\xff\xd8\xff\xe0"}), "a picture"),
    "an archive": (lambda: formats.read_merges({"a": b"PK\3\4\0"}), "binary file"),
    "UTF-16": (lambda: formats.read_merges({"a": "s t".encode("utf-16")}), "UTF-8"),
    "a list that is cut": (
        lambda: formats.read_merges({"a": b"[(b's', b't'), (b'e', b'st')"}),
        "last ] is missing",
    ),
    "a space too much": (lambda: formats.read_merges({"a": b" s t\n"}), "Line 1"),
    "a vocabulary alone": (lambda: formats.read_merges({"": b'{"a": 1}'}), "Give the merges.txt"),
    "a Unigram model": (
        lambda: formats.read_merges({"a": b'{"model": {"type": "Unigram", "vocab": []}}'}),
        "Only BPE",
    ),
    "triples in JSON": (lambda: formats.read_merges({"a": b'[["a", "b", "c"]]'}), "Merge 1"),
    "numbers in JSON": (lambda: formats.read_merges({"a": b'[["a", "b"], [1, 2]]'}), "Merge 2"),
    "a call": (lambda: formats.read_merges({"a": b"[(b's', print())]"}), "'print"),
    "an odd literal": (lambda: formats.read_merges({"a": b"[(b's', b't'), (b'a',)]"}), "odd"),
    "a literal that is not valid": (lambda: formats.read_merges({"a": rb"(b'\x', b't')"}), "valid"),
    "a literal without an end": (lambda: formats.read_merges({"a": b"[(b's', b't"}), "Line 1"),
    "nested too deeply": (lambda: formats.read_merges({"a": b"[" * 90_000}), "Line 1|pairs|empty"),
}


@pytest.mark.parametrize(("act", "expected"), REFUSED.values(), ids=REFUSED)
def test_bad_file_is_refused_with_a_reason(act, expected):
    with pytest.raises(bpe.InputError, match=expected):
        act()


def test_limits_of_a_file(monkeypatch):
    for data in (b"s t\n" * 200_001, b'["s t",' + b'"e s",' * 400_001 + b'"a b"]'):
        with pytest.raises(bpe.InputError, match="more than 100,000 merges"):
            formats.read_merges({"a": data})
    monkeypatch.setattr("bpe.formats.merge_lists.MAX_BYTES", 3)
    with pytest.raises(bpe.InputError, match="more than 0 MB"):
        formats.read_merges({"a": b"s tt"})


def test_merge_of_millions_of_tokens_is_refused_before_it_is_split():
    """Its parts would take many times the memory of the file."""
    long = "ab " * 5_000_000
    tracemalloc.start()
    for data in (f'["{long}"]', f'{{"merges": ["{long}"]}}'):
        file = {"a": data.encode()}
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        with pytest.raises(bpe.InputError, match="not a pair of tokens"):
            formats.read_merges(file)
        assert tracemalloc.get_traced_memory()[1] - before < 120_000_000
    tracemalloc.stop()
