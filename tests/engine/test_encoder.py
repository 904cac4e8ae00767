"""Encoder options: unknown characters, special tokens, bytes, whole words and merge limits.

The oracle is Hugging Face tokenizers, with random vocabularies and merges.
"""

from itertools import pairwise

import pytest
from engine_helpers import any_rules, corpora, texts
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models

import bpe
from bpe.added_tokens import AddedTokenFinder
from bpe.decoding import Decoder
from bpe.pre_tokenization import CorpusPreTokenizer
from tests.support.cases import against_library

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def encoder_of(pairs, added=(), extra=(), split="none", **choices):
    """An encoder with random merges. Its vocabulary is [UNK], a, b, c, then the merged tokens."""
    made = ["".join(pair) for pair in pairs]
    vocab = list(dict.fromkeys(["[UNK]", *"abc", *made, *extra]))
    ids = {token: i for i, token in enumerate(vocab)}
    added = tuple(added)
    return bpe.Encoder.of(
        ids,
        tuple(pairs),
        pre_tokenizer=CorpusPreTokenizer(split, "none", AddedTokenFinder.of(added)),
        decoder=Decoder(),
        added=added,
        unk_id=0,
        **choices,
    )


def theirs_of(encoder, **choices):
    model = models.BPE(vocab=encoder.ids, merges=encoder.merges, unk_token="[UNK]", **choices)
    return Tokenizer(model)


@against_library
@given(
    any_rules(), st.text("abcé日", max_size=20), st.booleans(), st.booleans(), st.sampled_from("ax")
)
def test_any_vocabulary_encodes_like_hugging_face(pairs, text, fuse, whole, more):
    choices = {"fuse_unk": fuse, "ignore_merges": whole}
    encoder = encoder_of(pairs, extra=["abab" + more, "ab"], **choices)
    ours, theirs = encoder.encode(text), theirs_of(encoder, **choices).encode(text)
    assert list(ours.tokens) == theirs.tokens
    assert list(ours.ids) == theirs.ids
    assert list(ours.offsets) == theirs.offsets


@against_library
@given(any_rules(), st.text("abcé日😀", max_size=20), st.sets(st.sampled_from("é日😀")))
def test_byte_fallback_matches_hugging_face(pairs, text, without):
    """Hugging Face puts a pending unknown token after the bytes that follow; skip such texts."""
    missing = {f"<0x{c.encode()[-1]:02X}>" for c in without}
    extra = [token for token in BYTES if token not in missing]
    encoder = encoder_of(pairs, extra=extra, byte_fallback=True)
    lacking = {c for c in "é日😀" if {f"<0x{b:02X}>" for b in c.encode()} & missing}
    assume(not any(a in lacking and b in set("é日😀") - lacking for a, b in pairwise(text)))
    ours = encoder.encode(text)
    theirs = theirs_of(encoder, byte_fallback=True).encode(text)
    assert list(ours.tokens) == theirs.tokens
    assert list(ours.ids) == theirs.ids
    assert list(ours.offsets) == theirs.offsets


def test_unknown_character_before_bytes_keeps_its_position():
    """Hugging Face tokenizers puts it after them: <0x78> [UNK] a."""
    encoder = encoder_of([], extra=["<0x78>"], byte_fallback=True)
    encoding = encoder.encode("éxa")
    assert encoding.tokens == ("[UNK]", "<0x78>", "a")
    assert encoding.kinds == ("unknown", "byte", "token")
    assert encoding.offsets == ((0, 1), (1, 2), (2, 3))


def test_adjacent_unknown_characters_can_be_fused():
    assert encoder_of([]).encode("éxa").tokens == ("[UNK]", "[UNK]", "a")
    fused = encoder_of([], fuse_unk=True).encode("éxaé")
    assert fused.tokens == ("[UNK]", "a", "[UNK]")
    assert fused.offsets == ((0, 2), (2, 3), (3, 4))


@st.composite
def added_tokens(draw):
    names = draw(st.lists(st.text("<s> a", min_size=1, max_size=4), max_size=4, unique=True))
    flag = st.booleans()
    return [
        bpe.AddedToken(name, 900 + i, True, draw(flag), draw(flag), draw(flag))
        for i, name in enumerate(names)
        if name != "a" and not name.isspace()
    ]


@against_library
@given(added_tokens(), st.text("<s> ab", max_size=30))
def test_special_tokens_match_hugging_face(added, text):
    added = [bpe.AddedToken(t.token, 1 + i, True, t.lstrip, t.rstrip, t.single_word)
             for i, t in enumerate(added)]  # fmt: skip
    theirs = Tokenizer(models.BPE(vocab={"a": 0}, merges=[]))
    theirs.add_special_tokens(
        [
            AddedToken(t.token, lstrip=t.lstrip, rstrip=t.rstrip, single_word=t.single_word)
            for t in added
        ]
    )
    found = AddedTokenFinder.of(added).find(text)
    ours = [(token.id, (start, end)) for start, end, token in found if token]
    encoding = theirs.encode(text)
    special = {t.id for t in added}
    expected = [
        (i, span) for i, span in zip(encoding.ids, encoding.offsets, strict=True) if i in special
    ]
    assert ours == expected


def test_special_tokens_are_recognized_only_on_request():
    run = bpe.train(bpe.Corpus.from_texts(["ab<s>"]), special_tokens=("<s>", "<s>>"))
    encoder = run.encoder()
    plain, found = encoder.encode("ab<s>>ab<s>"), encoder.encode("ab<s>>ab<s>", specials=True)
    assert "added" not in plain.kinds
    assert found.tokens == ("ab", "<s>>", "ab", "<s>")
    assert found.kinds == ("token", "added", "token", "added")
    assert found.ids == tuple(run.vocab.index(token) for token in found.tokens)
    assert found.offsets == ((0, 2), (2, 6), (6, 8), (8, 11))
    assert found.words == found.tokens
    assert found.word_ends == (1, 2, 3, 4)


@against_library
@given(corpora(), texts(), st.data())
def test_first_merges_encode_like_a_shorter_training(corpus, text, data):
    run = bpe.train(corpus)
    k, whole = data.draw(st.integers(0, len(run.merges))), data.draw(st.booleans())
    stopped = bpe.train(corpus, should_continue=lambda made: made < k).encoder(ignore_merges=whole)
    first = run.encoder(ignore_merges=whole).at(k)
    assert first.encode(text) == stopped.encode(text)
    assert list(first.walk(text)) == list(stopped.walk(text))


def test_whole_word_needs_an_available_merge():
    """In a vocabulary of a file too; a token that no merge makes still is."""
    encoder = encoder_of([("a", "b"), ("ab", "c")], extra=["cab"], ignore_merges=True)
    assert [encoder.at(k).encode("abc").tokens for k in range(3)] == [
        ("a", "b", "c"),
        ("ab", "c"),
        ("abc",),
    ]
    assert encoder.at(0).encode("cab").tokens == ("cab",)


def test_vocabulary_word_can_be_kept_whole():
    run = bpe.train(bpe.Corpus.from_counts({"abc": 2, "bc": 9, "ab": 3}), special_tokens=("xy",))
    whole = run.encoder(ignore_merges=True)
    assert whole.encode("abc").trace == ((),)
    assert [state.reason for state in whole.walk("abc")] == ["whole"]
    assert whole.encode("abcb").trace == run.encoder().encode("abcb").trace != ((),)
    assert whole.encode("xy").tokens == ("[UNK]", "[UNK]")


@against_library
@given(st.lists(texts(min_size=5), max_size=3), texts(), st.sampled_from([0.0, 0.5]))
def test_byte_level_text_round_trips(several, text, dropout):
    run = bpe.train(bpe.Corpus.from_texts([*several, text]), special_tokens=("<é>",))
    encoder = run.encoder()
    ids = encoder.encode(text + "<é>", specials=True, dropout=dropout).ids
    assert encoder.decode(ids) == text + "<é>"
    assert encoder.decode(ids, specials=False) == text


def test_decoding_reverses_each_pre_tokenization():
    def there_and_back(text, split):
        encoder = bpe.train(bpe.Corpus.from_texts([text], split)).encoder()
        return encoder.decode(encoder.encode(text).ids)

    assert there_and_back("a  b", "none") == "a  b"
    assert there_and_back("a  b", "metaspace") == "a b"
    assert there_and_back("a  b", "whitespace") == "ab"


def test_decoding_shows_unknown_tokens_and_invalid_bytes():
    run = bpe.train(bpe.Corpus.from_texts(["é"]))
    encoder = run.encoder()
    assert encoder.decode([None]) == "[UNK]"
    assert encoder.decode([run.ids["Ã"]]) == "\ufffd"


ENCODER = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
REJECTED = {
    "an unknown order": (lambda: ENCODER.encode("hug", order="first"), ["rank, rules", "'first'"]),
    "a dropout above 1": (lambda: ENCODER.encode("hug", dropout=1.5), ["0 to 1", "1.5"]),
    "a dropout that is no number": (lambda: ENCODER.encode("hug", dropout="x"), ["0 to 1", "'x'"]),
    "dropout by rules": (lambda: ENCODER.encode("hug", "rules", dropout=0.5), ["only", "by rank"]),
    "a merge too far": (lambda: ENCODER.at(9), ["Merge 9", f"0 to {len(ENCODER.merges)}"]),
    "a merge below 0": (lambda: ENCODER.at(-1), ["Merge -1"]),
    "an id of no token": (lambda: ENCODER.decode([0, 99]), ["99"]),
    "half a surrogate pair": (lambda: ENCODER.walk("\udc00"), ["Character 1", "U+DC00"]),
}


@pytest.mark.parametrize(("act", "expected"), REJECTED.values(), ids=REJECTED)
def test_input_error_names_the_problem(act, expected):
    with pytest.raises(bpe.InputError) as error:
        act()
    assert [part for part in expected if part not in str(error.value)] == []


def test_long_text_survives_encoding_and_decoding():
    text = "\n".join(text for sample in bpe.SAMPLES.values() for text in sample.texts)
    text = (text * (300_000 // len(text) + 1))[:300_000]
    encoder = bpe.train(bpe.Corpus.from_texts([text])).encoder()
    assert encoder.decode(encoder.encode(text).ids) == text
