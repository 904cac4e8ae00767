"""The vocabulary of RWKV, compared with RWKV's own tokenizer, which takes the longest token."""

import pytest
from library_files import packed
from tokenizer_texts import texts

import bpe
from bpe.formats import load
from bpe.inspection.vocabulary import written_by

PATH = "rwkv/rwkv_vocab_v20230424.txt"
BYTES = [f"{byte + 1} {bytes([byte])!r} 1" for byte in range(256)]


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """RWKV's tokenizer, from its package: it evaluates the file, which ours never does."""
    path = tmp_path_factory.mktemp("rwkv") / "vocab.txt"
    path.write_bytes(packed("rwkv", PATH))
    names: dict[str, object] = {}
    exec(packed("rwkv", "rwkv/rwkv_tokenizer.py").decode(), names)
    return names["TRIE_TOKENIZER"](str(path))


def test_ids_and_texts_are_those_of_rwkv(theirs):
    encoder = load({"vocab.txt": packed("rwkv", PATH)}).encoder
    for text in filter(None, texts(500)):
        ids = theirs.encode(text)
        assert list(encoder.encode(text).ids) == ids, text
        assert encoder.encode_ids(text) == ids
        assert encoder.decode(ids) == text


def test_every_token_is_read_as_python_reads_it(theirs):
    encoder = load({"vocab.txt": packed("rwkv", PATH)}).encoder
    written = written_by(encoder)
    assert {each: written(each) for each in encoder.names} == theirs.idx2token


@pytest.mark.parametrize(
    "line",
    [
        "257 'hug' 4",
        "257 __import__('os') 3",
        "257 '\\N{BULLET}' 3",
        "257 '\\ud800' 3",
        "257 b'\u591c' 3",
        "257 '" + "a" * 3_000 + "' 3000",
        "x 'hug' 3",
        "257 'a' + 'b' 2",
        "257 '' 0",
    ],
)
def test_other_lines_are_rejected(line):
    with pytest.raises(bpe.InputError, match="Line 257"):
        load({"vocab.txt": "\n".join([*BYTES, line]).encode()})


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([*BYTES, "300 'a' 1"], "same token"),
        ([*BYTES, "1 'hug' 3"], "same token"),
        (BYTES[1:], "all 256 bytes"),
    ],
)
def test_incomplete_files_are_rejected(lines, reason):
    with pytest.raises(bpe.InputError, match=reason):
        load({"vocab.txt": "\n".join(lines).encode()})
