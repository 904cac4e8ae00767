"""The lattice against brute force: Viterbi, ties, n-best, sums and sampling."""

import itertools
import random
from math import exp, fsum, inf, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unigram_helpers import (
    all_segmentations,
    best_segmentation,
    log_probability_of,
    models_and_texts,
    probability_of,
    tokens_of,
)

import bpe
from bpe import unigram
from bpe.unigram.lattice import equal
from tests.support.cases import against_ourselves


@against_ourselves
@given(models_and_texts())
def test_best_segmentation_matches_brute_force(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    segmentations = all_segmentations(model, text)
    assert lattice.count == len(segmentations)
    if not segmentations:
        assert lattice.best is None
        assert lattice.score is None
        return
    greatest = max(log_probability_of(segmentation, model.origin) for segmentation in segmentations)
    assert isclose(lattice.score, greatest, rel_tol=1e-13, abs_tol=1e-13)
    tokens = {arc.piece: arc.log_probability for arc in lattice.arcs}
    cost, first = best_segmentation(text, tokens, model.origin)
    assert lattice.best.tokens == first
    assert lattice.score == -cost
    assert lattice.best.probability == pytest.approx(exp(lattice.score - model.origin))
    assert lattice.best.known == tuple(token in model.pieces for token in first)


@against_ourselves
@given(models_and_texts())
def test_best_at_each_position_matches_the_prefix(drawn):
    model, text = drawn
    best_at = model.lattice(text).best_at
    assert best_at == tuple(model.lattice(text[:end]).best for end in range(1, len(text) + 1))


@against_ourselves
@given(models_and_texts())
def test_each_position_lists_its_candidates(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    assert [position.end for position in lattice.positions] == list(range(1, len(text) + 1))
    for position in lattice.positions:
        end, candidates = position.end, position.candidates
        starts = [start for start in range(end) if model.lattice(text[:start]).best]
        pieces = {arc.piece for arc in lattice.arcs}
        assert [c.arc.start for c in candidates] == [s for s in starts if text[s:end] in pieces]
        for candidate in candidates:
            arc = candidate.arc
            assert text[arc.start : arc.end] == arc.piece
            assert candidate.before == model.lattice(text[: arc.start]).score
            assert candidate.total == candidate.before + arc.log_probability
        if position.winner is None:
            assert (candidates, position.reason, position.tied) == ((), "none", 0)
            continue
        totals = [candidate.total for candidate in candidates]
        near = [i for i, total in enumerate(totals) if equal(total, max(totals))]
        assert position.winner.total == max(totals)
        assert max(totals) not in totals[: position.chosen]
        assert position.tied == len(near)
        reasons = {
            "only": len(totals) == 1,
            "best": len(near) == 1 < len(totals),
            "first": len(near) > 1 and position.chosen == near[0],
            "rounding": len(near) > 1 and position.chosen != near[0],
        }
        assert [reason for reason, holds in reasons.items() if holds] == [position.reason]


@against_ourselves
@given(models_and_texts(), st.data())
def test_backtracking_gives_the_best_segmentation(drawn, data):
    model, text = drawn
    lattice = model.lattice(text)
    end = data.draw(st.integers(0, len(text)))
    path = lattice.trace_back(end)
    best = model.lattice(text[:end]).best
    assert tuple(c.arc.piece for c in reversed(path)) == (best.tokens if best else ())


@against_ourselves
@given(models_and_texts(), st.data())
def test_segmentation_with_given_tokens_and_its_rank_match_brute_force(drawn, data):
    model, text = drawn
    lattice = model.lattice(text)
    right = {tokens_of(each): log_probability_of(each) for each in all_segmentations(model, text)}
    wrong = [(), ("x",), *(tokens[1:] for tokens in right), *((*tokens, "a") for tokens in right)]
    tokens = data.draw(st.sampled_from([*right, *wrong]))
    limit = data.draw(st.sampled_from([1000, 3, 1]))
    found, rank = lattice.segmentation(tokens), lattice.rank(tokens, limit)
    if tokens not in right:
        assert (found, rank) == (None, None)
        return
    assert (found.tokens, found.log_probability) == (tokens, right[tokens])
    better = [each for each, score in right.items() if score > right[tokens] + 1e-9]
    equals = [each for each, score in right.items() if isclose(score, right[tokens], abs_tol=1e-9)]
    if rank is None:
        assert len(better) + len(equals) > limit
    else:
        assert len(better) < rank <= min(limit, len(better) + len(equals))
    assert {lattice.rank(each, len(right)) for each in right} == set(range(1, len(right) + 1))


@against_ourselves
@given(models_and_texts())
def test_segmentations_are_unique_and_sorted(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    found = list(lattice.segmentations())
    right = {
        tokens_of(segmentation): log_probability_of(segmentation)
        for segmentation in all_segmentations(model, text)
    }
    assert {s.tokens: s.log_probability for s in found} == right
    assert len(found) == len(right)
    scores = [s.log_probability for s in found]
    assert all(one >= other - 1e-9 for one, other in itertools.pairwise(scores))
    if found:
        assert found[0] == lattice.best
    assert lattice.n_best(3) == found[:3]


@against_ourselves
@given(models_and_texts())
def test_ties_are_as_probable_as_the_best(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    segmentations = all_segmentations(model, text)
    greatest = max(map(log_probability_of, segmentations), default=0)
    right = {
        tokens_of(segmentation)
        for segmentation in segmentations
        if equal(log_probability_of(segmentation), greatest)
    }
    assert {s.tokens for s in lattice.ties()} == right


def test_tied_segmentations_prefer_the_longest_last_piece():
    even = unigram.Model.from_log_probabilities({"a": -1.0, "aa": -2.0, "aaa": -3.0})
    assert [s.tokens for s in even.lattice("aaa").ties()] == [
        ("aaa",),
        ("a", "aa"),
        ("aa", "a"),
        ("a", "a", "a"),
    ]


def test_segmentations_are_lazy():
    model = unigram.Model.from_log_probabilities({"a": -1.0, "aa": -1.5, "aaa": -3.5})
    lattice = model.lattice("a" * 200)
    assert lattice.count > 10**50
    first = lattice.n_best(5)
    assert first[0].tokens == ("aa",) * 100
    assert [s.log_probability for s in first] == [-150.0] + [-150.5] * 4


def test_empty_text_has_one_segmentation():
    lattice = unigram.Model.from_counts({"a": 1}).lattice("")
    assert lattice.best == unigram.Segmentation((), 1.0, 0.0, ())
    assert list(lattice.segmentations()) == [lattice.best]
    assert (lattice.count, lattice.best_at, lattice.positions) == (1, (), ())
    assert unigram.sum_up(lattice) == unigram.Sums(0.0, ())


@against_ourselves
@given(models_and_texts())
def test_forward_and_backward_sum_all_segmentations(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    sums = unigram.sum_up(lattice)
    segmentations = all_segmentations(model, text)
    if not segmentations:
        assert sums.log_sum == -inf
        assert set(sums.posterior) <= {0.0}
        return
    whole = fsum(map(probability_of, segmentations))
    assert isclose(sums.log_sum, log(whole), rel_tol=1e-12, abs_tol=1e-12)
    through = dict.fromkeys(lattice.arcs, 0.0)
    by_span = {(arc.start, arc.end): arc for arc in lattice.arcs}
    for segmentation in segmentations:
        start = 0
        for token, _ in segmentation:
            through[by_span[start, start + len(token)]] += probability_of(segmentation) / whole
            start += len(token)
    assert sums.posterior == pytest.approx(tuple(through.values()), rel=1e-9, abs=1e-12)


class Forced:
    """A random generator that takes the given arcs, and notes how probable each was."""

    def __init__(self, tokens):
        self.tokens = list(tokens)
        self.probability = 1.0

    def choices(self, arcs, weights):
        token = self.tokens.pop()
        index = [arc.piece for arc in arcs].index(token)
        self.probability *= weights[index] / sum(weights)
        return [arcs[index]]


@against_ourselves
@given(models_and_texts(longest=7), st.sampled_from([0.3, 0.5, 1.0, 1, 2.0, 10.0, inf]))
def test_sampling_follows_the_tempered_probability(drawn, temperature):
    model, text = drawn
    lattice = model.lattice(text)
    powers = {
        tokens_of(segmentation): exp(log_probability_of(segmentation) / temperature)
        for segmentation in all_segmentations(model, text)
    }
    for segmentation in lattice.segmentations():
        forced = Forced(segmentation.tokens)
        assert unigram.sample(lattice, forced, temperature) == segmentation
        right = powers[segmentation.tokens] / fsum(powers.values())
        assert isclose(forced.probability, right, rel_tol=1e-9)
        probability = unigram.sampling_probability(lattice, segmentation, temperature)
        assert isclose(probability, right, rel_tol=1e-9)


def test_sample_frequencies_match_probabilities():
    model = unigram.Model.from_counts({"a": 4, "b": 3, "ab": 2, "ba": 1})
    lattice = model.lattice("abab")
    rng = random.Random(7)
    drawn = [unigram.sample(lattice, rng, 2.0) for _ in range(4000)]
    for segmentation in lattice.segmentations():
        expected = 4000 * unigram.sampling_probability(lattice, segmentation, 2.0)
        # five standard deviations, and the draws are the same at every run
        assert abs(drawn.count(segmentation) - expected) < 5 * expected**0.5


def test_empty_lattice_samples_nothing():
    lattice = unigram.Model.from_counts({"a": 1}, unknown="word").lattice("ab")
    assert unigram.sample(lattice, random.Random(1)) is None
    assert (lattice.best, list(lattice.segmentations()), lattice.count) == (None, [], 0)
    assert lattice.best_at == (lattice.along([lattice.arcs[0]]), None)


def test_unknown_character_costs_ten_more_than_the_rarest_piece():
    model = unigram.Model.from_log_probabilities({"a": -1.0, "xy": -3.0})
    lattice = model.lattice("axyx")
    assert lattice.best.tokens == ("a", "xy", "x")
    assert lattice.best.known == (True, True, False)
    assert lattice.best.log_probability == -1.0 - 3.0 - 13.0
    assert model.lattice("yxa").best.fused() == (("yx", False), ("a", True))


def test_encoding_fuses_unknown_characters():
    run = unigram.train(bpe.Corpus.from_texts(["a b", "ab a"], split="metaspace"), 3, "em")
    encoding = run.encode("axyb  z")
    assert encoding.tokens == ("▁", "a", "[UNK]", "b", "▁", "[UNK]")
    assert encoding.offsets == ((0, 1), (0, 1), (1, 3), (3, 4), (6, 7), (6, 7))
    assert encoding.words == ("▁axyb", "▁z")
    assert [i is None for i in encoding.ids] == [False, False, True, False, False, True]
