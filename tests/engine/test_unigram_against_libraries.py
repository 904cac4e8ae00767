"""Unigram against Hugging Face tokenizers and sentencepiece: encodings, and EM's vocabularies.

If two pieces or two segmentations are exactly equal, their trainer decides by the order of its
threads and tables, so the corpora here have counts that leave few ties.
"""

import argparse
import ast
import configparser
import io
import json
import random
from itertools import pairwise
from math import inf

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models
from unigram_helpers import models_and_texts, trained_by_hugging_face

import bpe
from bpe import unigram
from bpe.formats.json_files import read_json
from bpe.unigram.em_steps import State, finalize
from tests.support.cases import LONG, against_library, seeds

LIKE_TOKENIZERS = ("count_all_pieces", "lost_stay_lost", "finalize_in_order")


def encoded(model, text):
    best = model.lattice(text).best
    return [token for token, _ in best.fused()]


@against_library
@given(models_and_texts(longest=30))
def test_unigram_encodings_match_hugging_face(drawn):
    model, text = drawn
    theirs = Tokenizer(models.Unigram([("<unk>", 0.0), *model.scores.items()], unk_id=0))
    model = unigram.Model.from_log_probabilities(dict(model.scores))
    assert encoded(model, text) == theirs.encode(text).tokens


@against_library
@given(st.lists(st.floats(-1e9, 0), min_size=1) | st.lists(st.floats(-30, 0), min_size=1))
def test_scores_of_a_file_are_those_that_hugging_face_reads(scores):
    names = map(chr, range(0x4E00, 0x4E00 + len(scores)))
    data = json.dumps(
        {
            "model": {
                "type": "Unigram",
                "unk_id": None,
                "vocab": list(zip(names, scores, strict=True)),
            }
        }
    )
    theirs = json.loads(Tokenizer.from_str(data).to_str())["model"]["vocab"]
    assert read_json(data.encode())["model"]["vocab"] == theirs


def test_libraries_make_only_the_unknown_character_unknown():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    pieces = unigram.all_substrings(bpe.Corpus.from_counts(counts))
    model = unigram.Model.from_counts(pieces, unknown="character")
    theirs = Tokenizer(models.Unigram([("<unk>", 0.0), *model.scores.items()], unk_id=0))
    assert encoded(model, "thug") == theirs.encode("thug").tokens == ["t", "hug"]
    assert theirs.encode("thug").ids[0] == 0


def test_sentencepiece_reads_spaces_as_characters():
    texts = bpe.SAMPLES["course"].texts
    found = {}
    for split in (True, False):
        file = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts * 3), model_writer=file, vocab_size=90,
            hard_vocab_limit=False, split_by_whitespace=split, minloglevel=2)  # fmt: skip
        trained = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
        found[split] = [trained.id_to_piece(i) for i in range(trained.get_piece_size())]
        assert trained.decode(trained.encode(texts[0])) == texts[0]
    assert not [piece for piece in found[True] if "▁" in piece[1:]]
    assert [piece for piece in found[False] if "▁" in piece[1:]]


def random_corpus(seed):
    rng = random.Random(seed)
    letters = rng.choice(["ab", "abc", "abcdefgh", "thequickbrownfx"])
    return {
        "".join(rng.choices(letters, k=rng.randint(1, 9))): rng.randint(100, 999)
        for _ in range(rng.randint(2, 60))
    }


@pytest.mark.parametrize("seed", seeds(40))
def test_em_with_library_quirks_matches_vocabulary_and_scores(seed):
    counts = random_corpus(seed)
    alphabet = len(set("".join(counts)))
    vocab_size = max(10, alphabet + 1) + seed % 30
    run = unigram.train(bpe.Corpus.from_counts(counts), vocab_size, "em", quirks=LIKE_TOKENIZERS)
    theirs = trained_by_hugging_face(counts, vocab_size)
    assert dict(run.model.scores) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("seed", seeds(2))
def test_em_with_library_quirks_matches_after_many_prunings(seed):
    rng = random.Random(seed)
    syllables = ["".join(rng.choices("abcdefghijklm", k=rng.randint(1, 4))) for _ in range(60)]
    counts = {
        "".join(rng.choices(syllables, k=rng.randint(1, 4))): rng.randint(100, 999)
        for _ in range(500)
    }
    run = unigram.train(bpe.Corpus.from_counts(counts), 30, "em", quirks=LIKE_TOKENIZERS)
    assert sum(this.phase == "prune" for this in run.rounds) > 5
    assert dict(run.model.scores) == pytest.approx(trained_by_hugging_face(counts, 30), abs=1e-9)


def words_of(module):
    with open(module.__file__, encoding="utf-8") as source:
        text = source.read()
    return bpe.Corpus.from_texts([text], split="metaspace").counts


LEARNED = [(argparse, 150), (argparse, 400), (configparser, 150)]


@pytest.mark.parametrize(("module", "vocab_size"), LEARNED if LONG else LEARNED[-1:])
def test_held_out_probability_without_quirks_matches_the_library(module, vocab_size):
    known = words_of(module)
    ours = unigram.train(bpe.Corpus.from_counts(known), vocab_size, "em").model
    theirs = unigram.Model.from_log_probabilities(trained_by_hugging_face(known, vocab_size))
    alphabet = set("".join(known))
    held_out = {w: n for w, n in words_of(ast).items() if w not in known and set(w) <= alphabet}
    assert len(held_out) > 200
    corpus = bpe.Corpus.from_counts(held_out)
    assert unigram.loss(corpus, ours) <= 1.01 * unigram.loss(corpus, theirs)


def sentencepiece_of(counts, vocab_size, reserved=()):
    """A model of theirs, and its vocabulary as one of ours. reserved: other tokens in it."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(word for word, n in counts.items() for _ in range(n)),
        model_writer=file,
        model_type="unigram",
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        character_coverage=1.0,
        minloglevel=2,
        user_defined_symbols=list(reserved),
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
    scores = {
        theirs.id_to_piece(i): theirs.get_score(i)
        for i in range(theirs.get_piece_size())
        if not theirs.is_control(i) and not theirs.is_unknown(i)
        if theirs.id_to_piece(i) not in reserved
    }
    return theirs, unigram.Model.from_log_probabilities(scores)


@pytest.mark.parametrize("seed", [1, 3, 11])
def test_finalize_keeps_the_pieces_that_sentencepiece_keeps(seed):
    """Reserved tokens take places in the final vocabulary, but change nothing before."""
    counts = random_corpus(seed)
    vocab_size = len(set("".join(counts))) + 30
    _, more = sentencepiece_of(counts, vocab_size)
    _, fewer = sentencepiece_of(counts, vocab_size, reserved=[f"<{i}>" for i in range(8)])
    assert len(more.pieces) == len(fewer.pieces) + 8
    backwards = dict(zip(more.pieces[::-1], more.log_probabilities[::-1], strict=True))
    state = State(
        tuple(backwards), tuple(range(len(backwards))), dict(enumerate(backwards.values()))
    )
    ours = finalize(state, len(fewer.pieces)).model()
    assert dict(ours.scores) == pytest.approx(dict(fewer.scores), abs=1e-6)


@pytest.fixture(scope="module")
def their_model():
    return sentencepiece_of(random_corpus(11), 60)


def clear(lattice):
    """Whether the two best are further apart than sums of 32 bits can be wrong."""
    two = [s.log_probability for s in lattice.n_best(2)]
    return len(two) < 2 or two[0] - two[1] > 1e-4


@against_library
@given(st.text("thequickbrownfx", max_size=25) | st.text("thequ!é", max_size=12))
def test_encodings_match_sentencepiece_unless_rounding_decides(their_model, text):
    theirs, model = their_model
    if clear(model.lattice(text)):
        assert encoded(model, text) == theirs.encode(text, out_type=str)


def test_rounding_decides_few_texts(their_model):
    rng = random.Random(5)
    texts = ["".join(rng.choices("thequickbrownfx", k=20)) for _ in range(200)]
    assert sum(clear(their_model[1].lattice(text)) for text in texts) > 150


@against_library
@given(st.text("thequick", min_size=1, max_size=12))
def test_n_best_matches_sentencepiece(their_model, text):
    theirs, model = their_model
    ours = model.lattice(text).n_best(6)
    scores = [s.log_probability for s in ours] + [-inf]
    if all(a - b > 1e-4 for a, b in pairwise(scores)):
        assert [list(s.tokens) for s in ours[:5]] == theirs.nbest_encode(
            text, nbest_size=5, out_type=str
        )
