"""Unigram on unusual input: correct results or an error message, and immutable results."""

import dataclasses
import random
from math import inf, isfinite, nan

import pytest

import bpe
from bpe import unigram

CORPUS = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MODEL = unigram.Model.from_counts(unigram.all_substrings(CORPUS))
COURSE = unigram.train(CORPUS, 9)
EM = unigram.train(CORPUS, 9, "em")
LATTICE = MODEL.lattice("hugs")
CHINESE = bpe.Corpus.from_counts({chr(0x4E00 + i): 1 for i in range(301)})
LONG = "".join(f"{i:b}" for i in range(2_000))  # few of its parts are equal
train = unigram.train

REJECTED = {
    "an unknown method": (lambda: train(CORPUS, method="EM"), [*unigram.METHODS, "'EM'"]),
    "unknown seeds": (lambda: train(CORPUS, seeds="all"), [*unigram.SEEDS, "'all'"]),
    "an unknown quirk": (lambda: train(CORPUS, quirks=["slow"]), ["start_at_1", "'slow'"]),
    "a quirk of the other method": (
        lambda: train(CORPUS, method="em", quirks=["start_at_1"]),
        ["lost_stay_lost", "'start_at_1'"],
    ),
    "no words": (lambda: train(bpe.Corpus.from_counts({})), ["no word"]),
    "no words for EM": (lambda: train(bpe.Corpus.from_texts([""]), method="em"), ["no word"]),
    "a vocabulary below the alphabet": (lambda: train(CORPUS, 6), ["at least 7", "not 6"]),
    "a vocabulary below it for EM": (lambda: train(CORPUS, 6, "em"), ["at least 7", "not 6"]),
    "a broken vocabulary": (lambda: train(CORPUS, 9.0), ["whole number", "not 9.0"]),
    "a vocabulary that is a truth": (lambda: train(CORPUS, True), ["not True"]),
    "seeds below the alphabet": (lambda: train(CORPUS, 9, seed_size=3), ["seed", "not 3"]),
    "more characters than seeds": (lambda: train(CHINESE, 400), ["at least 301", "not 300"]),
    "nothing to prune": (lambda: train(CORPUS, prune=0), ["above 0", "not 0"]),
    "everything to prune": (lambda: train(CORPUS, prune=1.0), ["below 1", "not 1.0"]),
    "no share to prune": (lambda: train(CORPUS, prune=nan), ["not nan"]),
    "a text as a share": (lambda: train(CORPUS, prune="0.1"), ["not '0.1'"]),
    "a word too long for the course's seeds": (
        lambda: train(bpe.Corpus.from_counts({"ab" * 1000: 1})),
        ["2000 characters", "EM"],
    ),
    "a word too long for BPE's seeds": (
        lambda: train(bpe.Corpus.from_counts({LONG: 1}), seeds="bpe", seed_size=20_000),
        ["more than 2000000 characters"],
    ),
    "counts too large": (lambda: train(bpe.Corpus.from_counts({"a": 2**54})), ["too large"]),
    "a model of nothing": (lambda: unigram.Model.from_counts({}), ["at least one piece"]),
    "an empty piece": (lambda: unigram.Model.from_counts({"": 1}), ["at least one character"]),
    "a count of 0": (lambda: unigram.Model.from_counts({"a": 0}), ["above 0", "not 0"]),
    "an endless count": (lambda: unigram.Model.from_counts({"a": inf}), ["not inf"]),
    "a count that is none": (lambda: unigram.Model.from_counts({"a": nan}), ["not nan"]),
    "a count that is a truth": (lambda: unigram.Model.from_counts({"a": True}), ["not True"]),
    "a count of very many digits": (lambda: unigram.Model.from_counts({"a": 10**400}), ["below"]),
    "counts too far apart": (
        lambda: unigram.Model.from_counts({"a": 1e-299, "b": 1e299}),
        ["differ too much"],
    ),
    "an endless score": (
        lambda: unigram.Model.from_log_probabilities({"a": -inf}),
        ["must be a number", "not -inf"],
    ),
    "an unknown handling": (
        lambda: unigram.Model.from_counts({"a": 1}, unknown="byte"),
        [*unigram.UNKNOWN_MODES, "'byte'"],
    ),
    "the last piece taken away": (
        lambda: unigram.Model.from_counts({"a": 1}).without("a"),
        ["at least one piece"],
    ),
    "half a surrogate pair in a piece": (
        lambda: unigram.Model.from_counts({"a\ud800": 1}),
        ["Character 2", "U+D800"],
    ),
    "half a surrogate pair in a text": (lambda: MODEL.lattice("\udc00"), ["U+DC00"]),
    "half a surrogate pair to encode": (lambda: EM.encode("\udc00"), ["U+DC00"]),
    "a text that is none": (lambda: MODEL.lattice(5), ["string", "int"]),
    "a temperature of 0": (
        lambda: unigram.sample(LATTICE, random.Random(), 0),
        ["above 0", "not 0"],
    ),
    "a temperature that is none": (
        lambda: unigram.sampling_probability(LATTICE, LATTICE.best, nan),
        ["not nan"],
    ),
    "round 0": (lambda: COURSE.changes(0), ["Round 0", f"to {len(COURSE.rounds)}"]),
    "a round too many": (lambda: EM.changes(99), ["Round 99", f"to {len(EM.rounds)}"]),
}


@pytest.mark.parametrize(("act", "expected"), REJECTED.values(), ids=REJECTED)
def test_input_error_names_problem_and_allowed_values(act, expected):
    with pytest.raises(bpe.InputError) as error:
        act()
    assert [part for part in expected if part not in str(error.value)] == []
    assert error.value.sentence.format(**error.value.values) == str(error.value)


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("more", range(5))
def test_vocabulary_barely_above_the_alphabet(method, more):
    """With fewer than 10 pieces, the course's loop and their trainer would never end."""
    run = train(CORPUS, 7 + more, method)
    assert set(CORPUS.alphabet) <= set(run.model.pieces)
    enough = method == "course" or more < 4  # only ug, hug and pu are worth a seed to EM
    assert (len(run.model.pieces), run.stopped) == (
        (7 + more, "vocabulary") if enough else (10, "no_pieces")
    )


@pytest.mark.parametrize("quirks", [(), ("lost_stay_lost", "count_all_pieces"), ("plain_shares",)])
@pytest.mark.parametrize("vocab_size", [1, 2, 5, 30])
def test_long_run_of_one_letter(vocab_size, quirks):
    """Their trainer gives it an infinite score."""
    for length in (1, 2, 3, 7, 16, 17, 100, 1000):
        corpus = bpe.Corpus.from_counts({"a" * length: 1})
        run = train(corpus, vocab_size, "em", quirks=quirks)
        assert "a" in run.model.pieces, length
        assert len(run.model.pieces) <= vocab_size, length
        assert all(map(isfinite, run.model.log_probabilities)), length
        assert isfinite(run.loss), length
        assert "".join(run.model.lattice("a" * length).best.tokens) == "a" * length


@pytest.mark.parametrize("length", [1, 2, 30, 600])
def test_long_run_of_one_letter_with_the_course_method(length):
    run = train(bpe.Corpus.from_counts({"a" * length: 1}), 3)
    assert len(run.model.pieces) <= 3
    assert isfinite(run.loss)


@pytest.mark.parametrize("sample", bpe.SAMPLES)
@pytest.mark.parametrize("method", unigram.METHODS)
def test_every_sample_can_be_trained(sample, method):
    chosen = bpe.SAMPLES[sample]
    corpus = chosen.corpus(chosen.split, "none")
    size = len(corpus.alphabet) + 20
    run = train(corpus, size, method, seed_size=size + 200)
    assert set(corpus.alphabet) <= set(run.model.pieces)
    assert len(run.model.pieces) <= size
    for word in corpus.counts:
        assert "".join(run.model.lattice(word).best.tokens) == word


def test_end_of_word_mark_may_occur_in_the_corpus():
    corpus = bpe.Corpus.from_counts({"\0a\0a": 3, "a\0": 2, "\x01\0a": 1})
    assert set(train(corpus, 6, "em").model.pieces) >= {"\0", "a", "\x01"}


FROZEN = {
    "model": MODEL,
    "lattice": LATTICE,
    "arc": LATTICE.arcs[0],
    "position": LATTICE.positions[0],
    "candidate": LATTICE.positions[0].candidates[0],
    "segmentation": LATTICE.best,
    "sums": unigram.sum_up(LATTICE),
    "run": EM,
    "round": EM.rounds[1],
    "encoding": EM.encode("hug"),
    "change": next(unigram.changes_without(CORPUS, MODEL, "hug")),
    "progress": unigram.Progress("seed", 0.0, 1),
}


@pytest.mark.parametrize("record", FROZEN.values(), ids=FROZEN)
def test_fields_are_read_only(record):
    for field in dataclasses.fields(record):
        before = getattr(record, field.name)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(record, field.name, None)
        assert getattr(record, field.name) is before


@pytest.mark.parametrize(
    "mapping",
    [MODEL.scores, MODEL.ids, COURSE.rounds[0].rises, EM.rounds[1].expected_counts],
    ids=["scores", "ids", "rises", "expected counts"],
)
def test_mappings_are_read_only(mapping):
    with pytest.raises(TypeError):
        mapping["hug"] = 1
