"""Normalization and pre-tokenization against Hugging Face tokenizers, and the spans of `align`."""

import pytest
from engine_helpers import NORMALIZERS, PRE_TOKENIZERS, known_to_both, texts
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers.pre_tokenizers import ByteLevel

import bpe
from bpe.normalization import align
from tests.support.cases import against_library, against_library_by_rule

TRICKY = [
    "",
    " ",
    "   ",
    "a",
    " a",
    "a ",
    "a  b",
    "a   b ",
    "\ta\n\nb\r\n",
    "a\n b",
    "a \nb",
    "I'll don't we've you're he's I'm I'd",
    "I'LL DON'T WE'VE",
    "it''s '' 's",
    "'s",
    " 's",
    "l'll'll",
    "’s it’s",
    "abc123def",
    "1,234.5%",
    "x²½Ⅷ٣",
    "...!?,;",
    " ...a",
    "$5 £6 € 7",
    "snake_case camelCase",
    "é e\u0301 ñ n\u0303",
    "\u0301a",
    "日本語 テスト。",
    "한국어 토큰",
    "नमस्ते दुनिया",
    "ไทยภาษา",
    "שלום עולם",
    "مرحبا بالعالم \u200f",
    "👩‍👩‍👧‍👦 👍🏽 🇹🇼",
    "a\u200bb\u200dc\ufeffd",
    "a\u00a0b\u3000c\u2028d\u2029e\u1680f",
    "a\x85b\x0bc\x0cd",
    "a\x1cb\x1db\x1eb\x1fc",
    "\x00a\x00 \x00",
    "\x7f\x80\x9f\xad",
    "\ufffd\uffff\U0010ffff",
    "\U00010400\U0001d400\U0001f600",
    "Ġ Ċ Ã©",
    "<|endoftext|>",
    "http://a.b/c?d=e&f",
    "Ａ ﬁ ㎏ ①",
    "İSTANBUL ıi ẞß ΟΔΟΣ ǅ",
]


def same_words(text, split):
    ours = [(piece.word, (piece.start, piece.end)) for piece in bpe.pre_tokenize(text, split)]
    return ours == PRE_TOKENIZERS[split].pre_tokenize_str(text)


@pytest.mark.parametrize("split", PRE_TOKENIZERS)
def test_tricky_words_and_offsets_match_hugging_face(split):
    for text in TRICKY:
        assert same_words(text, split), ascii(text)


@pytest.mark.parametrize("split", PRE_TOKENIZERS)
@against_library_by_rule
@given(texts().filter(lambda text: "▁" not in text))
def test_words_and_offsets_match_hugging_face(split, text):
    assert same_words(text, split)


def test_without_pre_tokenization_the_whole_text_is_one_word():
    for text in TRICKY:
        pieces = bpe.pre_tokenize(text, "none")
        assert [(piece.word, piece.start, piece.end) for piece in pieces] == (
            [(text, 0, len(text))] if text else []
        ), ascii(text)


@pytest.mark.parametrize("normalization", NORMALIZERS)
def test_tricky_normalized_text_matches_hugging_face(normalization):
    theirs = NORMALIZERS[normalization].normalize_str
    for text in TRICKY:
        assert bpe.normalize(text, normalization) == theirs(text), ascii(text)


@pytest.mark.parametrize("normalization", NORMALIZERS)
@against_library_by_rule
@given(texts().filter(known_to_both))
def test_normalized_text_matches_hugging_face(normalization, text):
    assert bpe.normalize(text, normalization) == NORMALIZERS[normalization].normalize_str(text)


@against_library
@given(
    st.lists(texts(), max_size=3), st.sampled_from(bpe.SPLITS), st.sampled_from(bpe.NORMALIZATIONS)
)
def test_corpus_counts_the_words_of_its_texts(several, split, normalization):
    words = [p.word for text in several for p in bpe.pre_tokenize(text, split, normalization)]
    corpus = bpe.Corpus.from_texts(several, split, normalization)
    assert list(corpus.counts.items()) == [(w, words.count(w)) for w in dict.fromkeys(words)]


# Letters that join with their neighbors, and marks that are reordered. The Tibetan vowels
# and the half-width Japanese marks are not marks, but decompose into some.
JOINING = (
    "cae\u0301\u0327\u0323\u0344",
    "c\u0327\u0323\u0f71\u0f73\u0f75\u0f81",
    "cカｶ\u0327\u3099\uff9e\uff9f",
    "\u1100\u1161\u11a8가각",
    "\U00016d63\U00016d67\U00016d68",
    "İßﬁ㎏Åς\u0307",
)
joining_texts = st.sampled_from(JOINING).flatmap(lambda few: st.text(few, max_size=7)) | texts()


def assert_spans_are_sane(text, normalization):
    whole, spans = align(text, normalization)
    assert whole == bpe.normalize(text, normalization)
    assert len(spans) == len(whole)
    distinct = list(dict.fromkeys(spans))
    assert [start for start, _ in distinct] == [0, *(end for _, end in distinct)][: len(distinct)]
    assert (distinct[-1][1] if distinct else 0) == len(text)
    assert "".join(bpe.normalize(text[a:b], normalization) for a, b in distinct) == whole


@pytest.mark.parametrize("normalization", bpe.NORMALIZATIONS)
def test_spans_of_tricky_texts_cover_the_text(normalization):
    for text in TRICKY:
        assert_spans_are_sane(text, normalization)


@pytest.mark.parametrize("normalization", bpe.NORMALIZATIONS)
@against_library_by_rule
@given(joining_texts)
@example("c\u0f73\u0327")  # the c and the last mark become ç, past the Tibetan vowel
@example("cﾞ\u0327")
def test_spans_cover_the_text_and_normalize_independently(normalization, text):
    assert_spans_are_sane(text, normalization)


@pytest.mark.parametrize("normalization", bpe.NORMALIZATIONS)
@against_library_by_rule
@given(joining_texts, st.sampled_from(bpe.SPLITS))
def test_pre_token_has_a_span_per_character(normalization, text, split):
    for piece in bpe.pre_tokenize(text, split, normalization):
        assert len(piece.spans) == len(piece.word)
        assert (piece.spans[0][0], piece.spans[-1][1]) == (piece.start, piece.end)
        assert list(piece.spans) == sorted(piece.spans)
        assert all(0 <= start < end <= len(text) for start, end in piece.spans)


def test_every_byte_has_its_own_visible_character():
    text = "".join(map(chr, range(0x800))) + "日\U0010ffff"
    encoded = "".join(piece.word for piece in bpe.pre_tokenize(text, "gpt2"))
    assert set(encoded) <= set(ByteLevel.alphabet())
    assert bpe.token_bytes(encoded, "gpt2") == text.encode()
