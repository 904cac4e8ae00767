"""Files of every format give the tokens, ids and text of the library they belong to."""

from dataclasses import replace

import pytest
from library_files import FILES, RANKS, litellm
from tokenizer_texts import texts

from bpe import formats
from tests.support.cases import few_or_many

TEXTS = texts(few_or_many(300, 2_000))
KINDS = {"unigram", "bpe", "wordpiece", "wordlevel"}


@pytest.mark.parametrize("name", FILES)
def test_texts_have_the_ids_of_the_library(name):
    library = FILES[name]()
    loaded = formats.load({"a file": library.data})
    encoder, names = loaded.encoder, loaded.encoder.names
    assert loaded.kind in KINDS
    assert all("image setting" in sentence for sentence in loaded.unsupported)
    only_ids = encoder.iterate_ids(TEXTS, specials=name != "tekken")
    for text, fast in zip(TEXTS, only_ids, strict=True):
        ids = library.encode(text)
        assert fast == ids, text
        ours = encoder.encode(text, specials=True)
        if name == "tekken":  # special tokens are never found in texts there
            ours = encoder.encode(text)
        assert list(ours.ids) == ids, text
        assert list(ours.tokens) == [names[id_] for id_ in ids]
        assert encoder.decode(ids) == library.decode(ids), text
        assert all(0 <= start < end <= len(text) for start, end in ours.offsets)
        if library.starts:
            assert [start for start, _ in ours.offsets] == library.starts(text), text


def test_recovered_merges_make_the_tokens_of_tiktoken():
    encoder = formats.load({"": litellm(RANKS["cl100k"])}).encoder
    by_merges = replace(encoder, ignore_merges=False)
    assert len(encoder.merges) == 100_000
    for rank in range(1, 100_000, 97):
        left, right = encoder.merges[rank - 1]
        word = by_merges.encode_word(left + right)
        assert word.tokens == (left + right,)
        assert word.trace[-1].rank == rank
        assert word.trace[-1].middle == len(left)
        assert by_merges.at(rank - 1).encode_word(left + right).tokens == (left, right)


def test_words_of_a_sentencepiece_text_have_the_same_lattice_alone():
    encoder = formats.load({"": FILES["english"]().data}).encoder
    encoding = encoder.encode("The lighthouse keeper's cat, asleep at dawn.")
    small = encoder.restricted(encoding)
    assert len(encoding.words) == 7
    start = 0
    for word, end in zip(encoding.words, encoding.word_ends, strict=True):
        lattice = small.model.lattice(word)
        assert lattice.best.tokens == encoding.tokens[start:end]
        assert lattice.arcs == encoder.model.lattice(word).arcs
        start = end
