"""Loaded files of Hugging Face tokenizers give the same tokens, ids, offsets and text."""

import json
from functools import cache
from itertools import product

import pytest
from engine_helpers import known_to_both
from formats_helpers import ADDED, CL100K, DEEPSEEK, KINDS, O200K, TEXT, bytes_of, sequence, split
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, decoders, models

from bpe import formats
from bpe.byte_characters import BYTE_CHARACTERS
from tests.support.cases import against_library, against_library_by_file

BUILT = {name: build() for name, build in KINDS.items()}
LOADED = {
    name: formats.load_tokenizer_json(tokenizer.to_str().encode())
    for name, tokenizer in BUILT.items()
}
SNIPPETS = [TEXT[i : i + 9] for i in range(0, len(TEXT), 7)]
NAMES = [token.content for token in ADDED]
CHUNKS = st.sampled_from([*SNIPPETS, *NAMES, " ", "  ", "\n", "the", "The ", " light ", "e\u0301"])
any_text = st.lists(CHUNKS | st.text(max_size=5), max_size=8).map("".join).filter(known_to_both)

# They give the position of a letter only where it became one with its mark.
COMPOSED = {"nfc"}


def same(name, text, frame=False):
    theirs = BUILT[name].encode(text, add_special_tokens=frame)
    ours = LOADED[name].encoder.encode(text, specials=True, frame=frame)
    # Hugging Face shows an added token as its text, including white space
    assert list(ours.tokens) == [BUILT[name].id_to_token(id_) for id_ in theirs.ids]
    assert list(ours.ids) == theirs.ids
    if name not in COMPOSED:
        assert list(ours.offsets) == theirs.offsets
    return ours


@pytest.mark.parametrize("name", KINDS)
@against_library_by_file
@given(text=any_text)
def test_loaded_tokenizer_matches_hugging_face(name, text):
    same(name, text)


@pytest.mark.parametrize("name", KINDS)
def test_template_adds_its_tokens(name):
    same(name, TEXT, frame=True)
    same(name, "", frame=True)


@pytest.mark.parametrize("name", KINDS)
@against_library_by_file
@given(text=any_text)
def test_loaded_tokenizer_decodes_like_hugging_face(name, text):
    ids = BUILT[name].encode(text).ids
    encoder = LOADED[name].encoder
    assert encoder.decode(ids) == BUILT[name].decode(ids, skip_special_tokens=False)
    assert encoder.decode(ids, specials=False) == BUILT[name].decode(ids)


@against_library
@given(
    st.text(st.sampled_from("ÉTéÃ©Ġ x日<>"), min_size=2, max_size=5),
    st.booleans(),
    st.lists(st.integers(0, 256), max_size=4),
)
def test_added_token_is_decoded_as_bytes_like_in_hugging_face(content, special, ids):
    """Only if all of its characters are of GPT-2's alphabet."""
    theirs = Tokenizer(models.BPE({c: byte for byte, c in BYTE_CHARACTERS.items()}, []))
    theirs.decoder = decoders.ByteLevel()
    theirs.add_tokens([AddedToken(content, special=special)])
    encoder = formats.load_tokenizer_json(theirs.to_str().encode()).encoder
    for some in (ids, [256], [*ids, 256, 0xA9]):
        assert encoder.decode(some) == theirs.decode(some, skip_special_tokens=False)


@pytest.mark.parametrize("name", KINDS)
def test_supported_tokenizer_lists_nothing_unsupported(name):
    assert LOADED[name].unsupported == ()


# What a pattern means there: both split unusual texts at the same positions.
PATTERNS = [
    CL100K,
    O200K,
    DEEPSEEK,
    r"\w+|[^\w\s]+",
    r"[\w-]",
    r"\W+",
    r"^a|b$",
    r".",
    r"\s?\p{P}+",
    r"[\p{Han}&&[^\p{N}]]+",
    r"[^[a-z]]+",
    r"(?<=\s)\p{L}",
    r"(?<!\p{L})e",
    r"\p{L}++.",
    r"(?i:s|st|ff|'ll|k)",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++",
    r"\p{N}{1,3}+|(?:\p{L}{2}){2}+|\s++$",
    r"\p{^L}+",
    r"[一-龥぀-ゟ]+",
    r"[[:alpha:]]+",
    r"\p{Hangul}+|\p{Thai}",
    r"x*",
]
ODD = [*"ſİı\u0085\x1c\x0b\u2028\u200b\u3000²Ⅷª_‿\u200déßﬁK★Ⓛ௬❺", "\r\n", "'S", "e\u0301", "ΑΣς"]


@pytest.mark.parametrize("source", PATTERNS)
@against_library_by_file
@given(text=st.lists(CHUNKS | st.sampled_from(ODD) | st.text(max_size=4)).map("".join))
def test_split_pattern_matches_hugging_face(source, text):
    assume(known_to_both(text))
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = split(source)
    cut = loaded_cut(theirs.to_str())
    ours = [(piece.word, (piece.start, piece.end)) for piece in cut(text, False)]
    assert ours == theirs.pre_tokenizer.pre_tokenize_str(text)


@cache
def loaded_cut(file):
    return formats.load_tokenizer_json(file.encode()).encoder.pre_tokenizer


def test_older_file_formats_are_read():
    data = json.loads(KINDS["metaspace"]().to_str())
    data["pre_tokenizer"] = {
        "type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "str_rep": "▁"
    }  # fmt: skip
    data["model"]["merges"] = [" ".join(pair) for pair in data["model"]["merges"]]
    del data["model"]["type"], data["model"]["ignore_merges"], data["model"]["byte_fallback"]
    theirs = BUILT["metaspace"].encode(TEXT)
    ours = formats.load_tokenizer_json(json.dumps(data).encode()).encoder.encode(TEXT)
    assert (list(ours.ids), list(ours.offsets)) == (theirs.ids, theirs.offsets)


def test_unsupported_features_are_named():
    tokenizer = Tokenizer.from_str(BUILT["gpt2"].to_str())
    tokenizer.enable_truncation(5)
    tokenizer.enable_padding()
    data = json.loads(tokenizer.to_str())
    data["model"] |= {"unk_token": None, "dropout": 0.1}
    data["decoder"] = {"type": "CTC"}
    data["post_processor"] = {"type": "Odd"}
    named = formats.load_tokenizer_json(json.dumps(data).encode()).unsupported
    for part in ("truncation", "padding", "dropout to 0.1", "no unknown", "CTC", "Odd"):
        assert any(part in sentence for sentence in named), part
    assert len(named) == 6


def test_added_tokens_are_found_but_special_tokens_only_on_request():
    encoder = LOADED["cl100k"].encoder
    encoding = encoder.encode("The <|end|>", specials=False)
    assert encoding.tokens[0] == "The"
    assert encoding.kinds.count("added") == 1
    assert "<|end|>" not in encoding.tokens


@against_library_by_file
@given(text=any_text)
def test_vocab_and_merges_files_match_hugging_face(tmp_path_factory, text):
    folder = tmp_path_factory.getbasetemp()
    BUILT["gpt2"].model.save(str(folder))
    vocab, merges = ((folder / name).read_bytes() for name in ("vocab.json", "merges.txt"))
    encoder = formats.load_vocab_and_merges(vocab, merges, unk="<unk>").encoder
    assert list(encoder.encode(text).ids) == BUILT["gpt2"].encode(text).ids


def test_two_hundred_thousand_merges_are_loaded():
    """The file is as large as GPT-4o's."""
    letters = [chr(c) for c in range(0x4E00, 0x4E00 + 448)]
    pairs = list(product(letters, repeat=2))[:200_000]
    tokens = [*letters, *map("".join, pairs)]
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = sequence(split(O200K), bytes_of())
    data = json.loads(theirs.to_str())
    data["model"] |= {"vocab": {token: i for i, token in enumerate(tokens)}, "merges": pairs}
    file = json.dumps(data).encode()
    encoder = formats.load_tokenizer_json(file).encoder
    assert len(encoder.merges) == 200_000
    states = list(encoder.walk("".join(letters[:9])))
    assert len(states) == 5
