"""Our exported files give the same tokens for any text in the libraries they are made for."""

import json
from base64 import b64decode

import pytest
import tiktoken
from engine_helpers import GPT2_PATTERN, characters, corpora, every_rule, known_to_both, texts
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models
from tokenizers.pre_tokenizers import ByteLevel

import bpe
from bpe import formats, unigram
from tests.support.cases import against_library, against_library_by_rule

SPECIALS = ("[UNK]", "<s>", "<s>>")


def drawn_text(data, corpus):
    letters = st.text(st.sampled_from(corpus.alphabet)) if corpus.alphabet else texts()
    parts = st.lists(letters | texts() | st.sampled_from(SPECIALS), max_size=4)
    return data.draw(parts.map("".join).filter(known_to_both))


def same(ours, theirs, offsets=True):
    assert list(ours.tokens) == theirs.tokens
    assert list(ours.ids) == theirs.ids
    if offsets:
        assert list(ours.offsets) == theirs.offsets


@every_rule
@against_library_by_rule
@given(st.data(), corpora(), st.none() | st.integers(5, 40), st.booleans(), st.booleans())
def test_tokenizer_json_encodes_the_same_in_hugging_face(ties, data, corpus, size, fuse, whole):
    run = bpe.train(corpus, size, ties, SPECIALS)
    choices = {"fuse_unk": fuse, "ignore_merges": whole}
    file = formats.tokenizer_json(run, **choices)
    text = drawn_text(data, corpus)
    theirs = Tokenizer.from_str(file.decode()).encode(text)
    exact = corpus.normalization in ("none", "lower")
    same(run.encoder(**choices).encode(text, specials=True), theirs, exact)
    back = formats.load_tokenizer_json(file)
    assert back.unsupported == ()
    same(back.encoder.encode(text, specials=True), theirs, exact)
    assert back.encoder.merges == run.rules


@against_library
@given(st.data(), corpora())
def test_ids_decode_to_the_same_text(data, corpus):
    run = bpe.train(corpus, special_tokens=SPECIALS)
    file = formats.tokenizer_json(run)
    ids = run.encoder().encode(drawn_text(data, corpus), specials=True).ids
    theirs = Tokenizer.from_str(file.decode()).decode(ids, skip_special_tokens=False)
    assert run.encoder().decode(ids) == theirs
    assert formats.load_tokenizer_json(file).encoder.decode(ids) == theirs


def test_byte_fallback_is_exported():
    byte_tokens = tuple(f"<0x{byte:02X}>" for byte in range(256))
    run = bpe.train(bpe.Corpus.from_counts({"ab": 2}), special_tokens=("[UNK]", *byte_tokens))
    file = formats.tokenizer_json(run, byte_fallback=True)
    theirs = Tokenizer.from_str(file.decode()).encode("aé日 ab")
    same(run.encoder(byte_fallback=True).encode("aé日 ab", specials=True), theirs)


@against_library
@given(st.data(), corpora(), st.sampled_from(unigram.METHODS))
def test_unigram_tokenizer_json_encodes_the_same_in_hugging_face(data, corpus, method):
    assume(corpus.alphabet)
    run = unigram.train(corpus, len(corpus.alphabet) + 10, method)
    file = formats.tokenizer_json(run)
    letters = st.text(st.sampled_from(corpus.alphabet))
    text = data.draw((letters | texts() if method == "em" else letters).filter(known_to_both))
    spelled = "".join(piece.word for piece in bpe.pre_tokenize(
        text, corpus.split, corpus.normalization))  # fmt: skip
    assume(run.model.unknown == "character" or set(spelled) <= set(corpus.alphabet))
    theirs, ours = Tokenizer.from_str(file.decode()).encode(text), run.encode(text)
    unk_id = len(run.model.pieces)
    assert [unk_id if i is None else i for i in ours.ids] == theirs.ids
    back = formats.load({"tokenizer.json": file})
    assert (back.kind, back.unsupported) == ("unigram", ())
    assert list(back.encoder.encode(text).ids) == theirs.ids
    if corpus.normalization in ("none", "lower"):
        assert list(ours.offsets) == theirs.offsets


@against_library
@given(st.data(), st.lists(texts(min_size=5), max_size=4))
def test_vocab_and_merges_files_round_trip(tmp_path_factory, data, several):
    run = bpe.train(bpe.Corpus.from_texts(several), special_tokens=("<unk>",))
    vocab, merges = formats.vocab_json(run), formats.merges_txt(run)
    folder = tmp_path_factory.getbasetemp()
    (folder / "v.json").write_bytes(vocab)
    (folder / "m.txt").write_bytes(merges)
    theirs = Tokenizer(
        models.BPE.from_file(str(folder / "v.json"), str(folder / "m.txt"), unk_token="<unk>")
    )
    theirs.pre_tokenizer = ByteLevel(add_prefix_space=False)
    back = formats.load_vocab_and_merges(vocab, merges, unk="<unk>")
    text = data.draw(texts())
    ours = back.encoder.encode(text)
    same(ours, theirs.encode(text))
    assert ours.ids == run.encode(text, unk="<unk>").ids


@against_library
@given(st.lists(texts(min_size=5), max_size=4), st.text(characters, max_size=30) | texts())
def test_tiktoken_gives_the_same_ids(several, text):
    run = bpe.train(bpe.Corpus.from_texts([*several, text]), special_tokens=("<s>",))
    lines = formats.tiktoken_ranks(run, complete=True).splitlines()
    ranks = {b64decode(data): int(rank) for data, rank in map(bytes.split, lines)}
    theirs = tiktoken.Encoding(
        "ours", pat_str=GPT2_PATTERN, mergeable_ranks=ranks, special_tokens={"<s>": 0}
    )
    expected = theirs.encode(text + "<s>", allowed_special={"<s>"})
    assert list(run.encoder().encode(text + "<s>", specials=True).ids) == expected


def test_tiktoken_reads_the_file_itself(tmp_path):
    from tiktoken.load import load_tiktoken_bpe

    run = bpe.train(bpe.Corpus.from_texts(["the lighthouse keeper's cat"]))
    path = tmp_path / "ours.tiktoken"
    path.write_bytes(formats.tiktoken_ranks(run, complete=True))
    ranks = load_tiktoken_bpe(str(path))
    assert len(ranks) == 256 + len(run.merges)
    assert ranks[b" "] == run.ids["Ġ"]


def test_files_are_plain_json():
    run = bpe.train(bpe.Corpus.from_texts(["é"]))
    assert json.loads(formats.vocab_json(run)) == dict(run.ids)
    assert formats.merges_txt(run).decode() == "#version: 0.2\nÃ ©\n"


def of(text, split="gpt2", normalization="none", **options):
    return bpe.train(bpe.Corpus.from_texts([text], split, normalization), **options)


WORDS = unigram.Run(
    bpe.Corpus.from_counts({"ab": 1}),
    "course",
    (),
    unigram.Model.from_counts({"a": 1, "b": 1}, unknown="word"),
    "vocabulary",
)
REJECTED = {
    "tiktoken without bytes": (lambda: formats.tiktoken_ranks(of("ab")), ["256", "only 2"]),
    "tiktoken without byte level": (
        lambda: formats.tiktoken_ranks(of("ab", "metaspace")),
        ["GPT-2"],
    ),
    "tiktoken with other characters": (
        lambda: formats.tiktoken_ranks(bpe.train(bpe.Corpus.from_counts({"日": 1}, "gpt2"))),
        ["GPT-2"],
    ),
    "tiktoken normalized": (
        lambda: formats.tiktoken_ranks(of("ab", normalization="nfc")),
        ["normal"],
    ),
    "tiktoken with a special token made again": (
        lambda: formats.tiktoken_ranks(of("ab ab", special_tokens=("ab",)), complete=True),
        ["special token"],
    ),
    "merges with a space": (lambda: formats.merges_txt(of("a b a b", "none")), ["'a '"]),
    "merges with a line break": (lambda: formats.merges_txt(of("a\na\na", "none")), ["\\n"]),
    "Unigram whose piece is the unknown": (
        lambda: formats.tokenizer_json(
            unigram.Run(WORDS.corpus, "em", (), unigram.Model.from_counts({"a": 1}), "user"), "a"
        ),
        ["'a'"],
    ),
}


def test_differences_of_hugging_face_are_named():
    """Hugging Face drops an x that did not occur in training and splits the word there."""
    run = of("ab ab", "metaspace")
    assert [str(remark)[:20] for remark in formats.differences(run)] == [
        "Hugging Face tokeniz",
        "In Hugging Face toke",
    ]
    theirs = Tokenizer.from_str(formats.tokenizer_json(run).decode())
    assert "x" not in theirs.decode(theirs.encode("xab").ids)
    assert formats.differences(of("ab", special_tokens=("[UNK]",))) == ()
    run = bpe.train(bpe.Corpus.from_counts({"hug": 9}))
    theirs = Tokenizer.from_str(formats.tokenizer_json(run).decode())
    assert theirs.encode("hmug").tokens == ["hug"]
    assert "merges can join the tokens on both sides" in str(*formats.differences(run))
    assert "as a whole" in str(*formats.differences(WORDS))
    assert WORDS.encode("xa").tokens == ("[UNK]",)
    theirs = Tokenizer.from_str(formats.tokenizer_json(WORDS).decode())
    assert theirs.encode("xa").ids == [2, 0]


@pytest.mark.parametrize("normalization", bpe.NORMALIZATIONS)
def test_only_normal_forms_change_offsets_in_hugging_face(normalization):
    text = "e\u0301"
    corpus = bpe.Corpus.from_texts([text], "none", normalization)
    run = bpe.train(corpus, special_tokens=("[UNK]",))
    theirs = Tokenizer.from_str(formats.tokenizer_json(run).decode()).encode(text)
    same(run.encode(text), theirs, offsets=False)
    assert run.encode(text).offsets == ((0, 2),)
    named = [str(remark) for remark in formats.differences(run)]
    assert (theirs.offsets == [(0, 1)]) == any("offsets" in remark for remark in named)
    assert (theirs.offsets == [(0, 2)]) == (named == [])


@pytest.mark.parametrize(("act", "expected"), REJECTED.values(), ids=REJECTED)
def test_unsupported_exports_are_rejected(act, expected):
    with pytest.raises(bpe.InputError) as error:
        act()
    assert [part for part in expected if part not in str(error.value)] == []
