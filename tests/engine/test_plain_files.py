"""Files with only tokens or only merges give the ids of the libraries that use them."""

import gzip
from base64 import b64encode

import pytest
from library_files import RANKS, litellm, of_tiktoken, packed
from tokenizer_texts import texts
from tokenizers import BertWordPieceTokenizer

import bpe
from bpe import formats
from bpe.formats.plain_files import load_merges
from tests.support.cases import few_or_many

TEXTS = texts(few_or_many(300, 2_000))


@pytest.mark.parametrize("lowercase", [True, False])
def test_vocab_txt_has_the_ids_of_bert(lowercase, tmp_path):
    name = "like bert" if lowercase else "cased bert"
    trained = BertWordPieceTokenizer(lowercase=lowercase)
    trained.train_from_iterator(TEXTS, vocab_size=600, show_progress=False)
    tokens = sorted(trained.get_vocab(), key=trained.get_vocab().__getitem__)
    file = tmp_path / "vocab.txt"
    file.write_text("\n".join(tokens) + "\n")
    library = BertWordPieceTokenizer(str(file), lowercase=lowercase)
    loaded = formats.load({name: file.read_bytes()})
    assert (loaded.kind, loaded.source) == ("wordpiece", "vocab.txt")
    for text in TEXTS:
        ids = library.encode(text, add_special_tokens=False).ids
        assert list(loaded.encoder.encode(text, specials=True).ids) == ids, text
        assert loaded.encoder.decode(ids) == library.decode(ids, skip_special_tokens=False), text


def test_merges_without_vocabulary_have_the_ids_of_gpt2():
    data = b"\n".join(litellm(RANKS["p50k"]).split(b"\n")[:50_256])
    library = of_tiktoken(data, "gpt2")
    merges = formats.load({"ranks": data}).encoder.merges
    lines = ["#version: 0.2", *(" ".join(pair) for pair in merges)]
    loaded = formats.load({"merges.txt": gzip.compress("\n".join(lines).encode())})
    assert len(loaded.encoder.ids) == 50_257
    assert loaded.source == "merges.txt"
    for text in TEXTS:
        assert list(loaded.encoder.encode(text, specials=True).ids) == library.encode(text), text


def test_clip_file_has_the_ids_of_clip():
    loaded = formats.load(
        {"vocab": packed("open_clip_torch", "open_clip/bpe_simple_vocab_16e6.txt.gz")}
    )
    encoder = loaded.encoder
    assert len(encoder.ids) == 49_408
    # The example of CLIP's own documentation.
    assert list(encoder.encode("a photo of a cat").ids) == [320, 1125, 539, 320, 2368]
    assert list(encoder.encode("A Photo of a CAT").ids) == [320, 1125, 539, 320, 2368]
    specials = [encoder.ids[token] for token in ("<|startoftext|>", "<|endoftext|>")]
    assert specials == [49_406, 49_407]
    assert encoder.decode([320, 1125, 539, 320, 2368]).split() == ["a", "photo", "of", "a", "cat"]


def test_file_of_whisper_has_its_special_tokens():
    """They come after the token without bytes. Whisper's own ids: openai/whisper, tokenizer.py."""
    ranks = litellm(RANKS["p50k"]).split(b"\n")[:50_256]
    loaded = formats.load({"multilingual.tiktoken": b"\n".join([*ranks, b"= 50256", b""])})
    (remark,) = loaded.unsupported
    assert "Whisper" in str(remark)
    text = "<|startoftranscript|>hug<|endoftext|>"
    ids = loaded.encoder.encode(text, specials=True).ids
    assert (ids[0], ids[-1], loaded.pattern) == (50_258, 50_257, "gpt2")
    assert loaded.encoder.decode(ids) == text


def test_token_without_bytes_in_a_tiktoken_file_is_never_used():
    data = b"\n".join(litellm(RANKS["cl100k"]).split(b"\n")[:1_000])
    plain, with_empty = (formats.load({"": each}) for each in (data, data + b"\n= 1000"))
    assert with_empty.encoder.encode("a hug").ids == plain.encoder.encode("a hug").ids
    assert 1_000 not in with_empty.encoder.ids.values()
    with pytest.raises(bpe.InputError, match="Line 1001"):
        formats.load({"": data + b"\n" + b64encode(b"") + b"== 1000"})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gzip.compress(b"0" * 41_000_000, mtime=0), "more than 40 MB"),
        (gzip.compress(b"u g\n", mtime=0)[:-4], "damaged"),
        (b"[UNK]\n[CLS]\n[SEP]\nhug\nhug\n", "the token 'hug' twice"),
        ("夜 市\n".encode(), "without a vocabulary"),
        (b"#version: 0.2\nu\n", "not a pair of tokens"),
        (b"#version: 0.2\nx yz\n", "not in the vocabulary"),
    ],
)
def test_unusable_file_is_refused_with_a_reason(data, reason):
    with pytest.raises(bpe.InputError, match=reason):
        formats.load({"a file": data})


def test_own_merges_of_a_run_are_read_back_alone():
    run = bpe.train(bpe.Corpus.from_texts(TEXTS), 500, alphabet="bytes")
    loaded = load_merges(formats.merges_txt(run))
    for text in TEXTS[:50]:
        assert loaded.encoder.encode(text).tokens == run.encode(text).tokens
