"""Choices that somebody makes, good or bad: merges, a path through a lattice, removed pieces."""

from collections import Counter
from itertools import accumulate

import pytest
from engine_helpers import corpora
from hypothesis import given
from hypothesis import strategies as st
from unigram_helpers import best_segmentation, log_probability_of, models_and_texts

import bpe
from bpe import unigram
from bpe.own_merges import apply_merges
from bpe.unigram.own_path import choose_path
from bpe.unigram.own_pruning import remove_cheapest, remove_pieces

HUG = bpe.SAMPLES["hug"].corpus("whitespace", "none")


def pairs_of(words):
    """Count pairs in (tokens, count), by plain loops."""
    found = Counter()
    for tokens, count in words:
        for i in range(len(tokens) - 1):
            found[tokens[i], tokens[i + 1]] += count
    return found


def merged(tokens, left, right):
    """The tokens with a pair merged, one occurrence at a time from the left."""
    tokens, i = list(tokens), 0
    while i + 1 < len(tokens):
        if (tokens[i], tokens[i + 1]) == (left, right):
            tokens[i : i + 2] = [left + right]
        i += 1
    return tuple(tokens)


@given(corpora(), st.data())
def test_any_merges_agree_with_brute_force(corpus, data):
    words = [(tuple(word), count) for word, count in corpus.counts.items()]
    chosen, counts, greatest, totals = [], [], [], []
    for _ in range(data.draw(st.integers(0, 6))):
        totals.append(sum(len(tokens) * count for tokens, count in words))
        pairs = pairs_of(words)
        if not pairs:
            totals.pop()
            break
        pair = data.draw(st.sampled_from(sorted(pairs)))
        chosen.append(pair)
        counts.append((pairs[pair], list(pairs.values()).count(pairs[pair])))
        greatest.append(max(pairs.values()))
        words = [(merged(tokens, *pair), count) for tokens, count in words]
    totals.append(sum(len(tokens) * count for tokens, count in words))
    own = apply_merges(corpus, chosen)
    assert list(own.words) == words
    assert own.pairs == pairs_of(words)
    assert [(merge.left, merge.right) for merge in own.merges] == chosen
    assert [(merge.count, merge.tied) for merge in own.merges] == counts
    assert list(own.greatest) == greatest
    assert list(own.token_totals) == totals


@given(corpora(), st.sampled_from(bpe.TIES))
def test_greedy_merges_agree_with_training(corpus, ties):
    run = bpe.train(corpus, 40, ties=ties)
    own = apply_merges(corpus, run.rules)
    assert own.merges == tuple(run.merges)
    assert own.words == tuple(run.at(len(run.merges)).words)
    assert own.token_totals == tuple(run.token_totals)
    assert own.greatest == tuple(merge.count for merge in run.merges)


def test_pair_that_does_not_occur_is_an_input_error():
    for chosen in ([("h", "g")], [("u", "g"), ("u", "g")], [("h", "ug")]):
        with pytest.raises(bpe.InputError, match="not next to each other"):
            apply_merges(HUG, chosen)


@given(models_and_texts(), st.data())
def test_any_path_follows_its_choices(drawn, data):
    model, text = drawn
    lattice = model.lattice(text)
    starts, paths = [], {0: ()}
    while (own := choose_path(lattice, starts)).candidates:
        end = own.ends[len(starts)]
        arc = data.draw(st.sampled_from(own.candidates)).arc
        paths[end] = (*paths[arc.start], (arc.piece, arc.log_probability))
        starts.append(arc.start)
    for end, winner in zip(own.ends, own.winners, strict=True):
        assert winner.total == log_probability_of(paths[end], model.origin)
    tokens = tuple(piece for piece, _ in paths.get(len(text), ()))
    assert (own.best.tokens if own.best else ()) == tokens
    assert (own.best is None) == (lattice.best is None)


@given(models_and_texts())
def test_choices_of_viterbi_give_its_segmentation(drawn):
    model, text = drawn
    lattice = model.lattice(text)
    winners = [position.winner for position in lattice.positions if position.winner]
    own = choose_path(lattice, [winner.arc.start for winner in winners])
    assert own.winners == tuple(winners)
    assert own.best == lattice.best


def test_impossible_choice_on_a_path_is_an_input_error():
    lattice = unigram.Model.from_counts({"a": 1, "b": 1, "ab": 1}).lattice("ab")
    for starts in ([1], [0, 2], [0, 0, 0], [0, -1]):
        with pytest.raises(bpe.InputError):
            choose_path(lattice, starts)


def test_cheapest_pieces_are_those_of_the_courses_training():
    run = unigram.train(HUG, 10, seeds="substrings")
    found = remove_cheapest(HUG, run.seeds, 5)
    assert [each.piece for each in found] == [each.removed[0] for each in run.rounds]
    assert found[-1].loss == run.loss
    assert [each.loss for each in found[:-1]] == [each.loss for each in run.rounds[1:]]
    for removal, each in zip(found, run.rounds, strict=True):
        assert removal.rise == pytest.approx(each.rises[removal.piece], abs=1e-9)
    assert len(remove_cheapest(HUG, run.seeds, 99)) == 8  # characters stay


@given(st.permutations(["hu", "ug", "hug", "pu", "un", "bu", "gs", "ugs"]), st.integers(0, 8))
def test_any_removals_agree_with_brute_force(order, number):
    seeds = unigram.train(HUG, 10, seeds="substrings").seeds
    counts = dict(zip(seeds.pieces, seeds.counts, strict=True))

    def loss(scores):
        found = (best_segmentation(w, scores, seeds.origin)[0] * n for w, n in HUG.counts.items())
        return list(accumulate(found))[-1]

    for removal in remove_pieces(HUG, seeds, order[:number]):
        scores = unigram.Model.from_counts(counts).scores
        others = {piece: score for piece, score in scores.items() if piece != removal.piece}
        assert removal.rise == pytest.approx(loss(others) - loss(scores))
        del counts[removal.piece]
        assert removal.loss == pytest.approx(loss(unigram.Model.from_counts(counts).scores))


def test_piece_that_cannot_be_removed_is_an_input_error():
    seeds = unigram.train(HUG, 10, seeds="substrings").seeds
    for chosen in (["h"], ["hugs"], ["hug", "hug"]):
        with pytest.raises(bpe.InputError, match="not a piece that can be removed"):
            remove_pieces(HUG, seeds, chosen)
