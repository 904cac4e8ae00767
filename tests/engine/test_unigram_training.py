"""Both training methods against slow, simple code: seeds, losses, rounds, properties of EM."""

import random
from collections import Counter
from decimal import Decimal
from itertools import pairwise
from math import exp, fsum, isclose, lgamma, log

import pytest
from engine_helpers import word_counts
from hypothesis import given
from hypothesis import strategies as st
from unigram_helpers import all_segmentations, best_segmentation, probability_of

import bpe
from bpe import unigram
from bpe.unigram import em_prune, em_steps
from bpe.unigram.packed_words import PackedWords
from bpe.unigram.seeds import branching_substrings
from tests.support.cases import against_ourselves

corpora = st.builds(bpe.Corpus.from_counts, word_counts())
START = {(): 0.0, ("start_at_1",): 1.0}
SEED_SETS = {
    "frequent": lambda corpus: unigram.frequent_substrings(corpus, 300),
    "substrings": unigram.all_substrings,
}


def course_loss(counts, scores, start):
    loss = 0.0
    for word, count in counts.items():
        cost, _ = best_segmentation(word, scores, -start)
        loss += count * cost
    return loss


def course_rounds(counts, seeds, vocab_size, share, start):
    """The course's loop, with everything encoded again for every token: (loss, rises, removed)."""
    frequencies = dict(seeds)
    while len(frequencies) > vocab_size:
        total = sum(frequencies.values())
        scores = {token: log(n / total) for token, n in frequencies.items()}
        loss = course_loss(counts, scores, start)
        rises = {}
        for token in scores:
            if len(token) > 1:
                without = {t: s for t, s in scores.items() if t != token}
                rises[token] = course_loss(counts, without, start) - loss
        order = sorted(rises.items(), key=lambda item: item[1])
        removed = tuple(token for token, _ in order[: max(1, int(len(scores) * share))])
        yield loss, rises, removed
        for token in removed:
            del frequencies[token]


@against_ourselves
@given(corpora, st.integers(0, 20), st.sampled_from([0.05, 0.5]), st.sampled_from(list(SEED_SETS)))
def test_readable_code_gives_the_same_numbers(corpus, more, share, seeds):
    vocab_size = len(corpus.alphabet) + more
    run = unigram.train(corpus, vocab_size, seeds=seeds, prune=share, quirks=())
    words, reference = corpus.counts, unigram.reference
    assert reference.frequencies(words) == unigram.all_substrings(corpus)
    for size in (vocab_size, 300):
        seeds_of_size = unigram.frequent_substrings(corpus, size)
        assert list(reference.seed_vocabulary(words, size).items()) == list(seeds_of_size.items())
    costs = reference.costs_of(SEED_SETS[seeds](corpus))
    for word in words:
        best = run.seeds.lattice(word).best
        pieces, cost = reference.encode_word(word, costs)
        assert (tuple(pieces), -cost) == (best.tokens, best.log_probability) if best else not pieces
    for first in run.rounds[:1]:
        assert reference.compute_loss(words, costs) == first.loss
        scores = dict(zip(first.removable, first.rise, strict=True))
        assert reference.compute_scores(words, costs) == scores
    trained = reference.train(words, SEED_SETS[seeds](corpus), vocab_size, share)
    assert tuple(trained) == run.model.pieces
    text = " ".join([*words, "unseen"])
    tokens = reference.tokenize(text, reference.costs_of(trained), corpus.split)
    assert tokens == list(run.encode(text).tokens)


@against_ourselves
@given(corpora, st.integers(0, 20), st.sampled_from([0.05, 0.5]), st.sampled_from(unigram.SEEDS))
def test_readable_em_gives_the_same_numbers(corpus, more, share, seeds):
    run = unigram.train(corpus, len(corpus.alphabet) + more, "em", prune=share, seeds=seeds)
    words, reference = corpus.counts, unigram.em_reference
    for this in run.rounds:
        costs = {piece: -score for piece, score in this.model.scores.items()}
        if this.phase == "e_step":
            expected = reference.e_step(words, costs)
            assert expected == pytest.approx(dict(this.expected_counts), rel=1e-12)
        elif this.phase == "m_step":
            left = {p: -s for p, s in this.result.scores.items() if p not in this.lost}
            assert reference.m_step(this.expected_counts) == left
        elif this.phase == "prune":
            left = {p: cost for p, cost in costs.items() if p not in this.lost}
            size = len(left) - len(this.removed)
            pruned = reference.prune(words, left, size, corpus.alphabet)
            assert set(left) - set(pruned) == set(this.removed)
    first = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    trained = reference.train(words, first, len(corpus.alphabet) + more, share)
    assert {piece: -cost for piece, cost in trained.items()} == dict(run.model.scores)


@against_ourselves
@given(
    corpora,
    st.integers(0, 20),
    st.sampled_from([0.05, 0.1, 0.5]),
    st.sampled_from(["frequent", "substrings"]),
    st.sampled_from(list(START)),
)
def test_course_rounds_match_the_course_code(corpus, more, share, seeds, quirks):
    vocab_size = len(corpus.alphabet) + more
    run = unigram.train(corpus, vocab_size, "course", 40, share, seeds=seeds, quirks=quirks)
    first = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    right = course_rounds(corpus.counts, first, vocab_size, share, START[quirks])
    assert [(r.loss, dict(r.rises), r.removed) for r in run.rounds] == list(right)
    assert len(run.model.pieces) <= max(vocab_size, len(corpus.alphabet))
    assert set(corpus.alphabet) <= set(run.model.pieces)
    for before, after in pairwise(run.rounds):
        assert before.result is after.model
    if run.rounds:
        assert run.rounds[-1].result is run.model


@against_ourselves
@given(corpora, st.data())
def test_loss_increase_is_the_sum_over_words(corpus, data):
    model = unigram.Model.from_counts(unigram.frequent_substrings(corpus, 30))
    piece = data.draw(st.sampled_from(model.pieces[len(corpus.alphabet) :] or ("none",)))
    rest = {p: s for p, s in model.scores.items() if p != piece}
    whole = unigram.loss(corpus, unigram.Model.from_log_probabilities(rest)) - unigram.loss(
        corpus, model
    )
    terms = list(unigram.changes_without(corpus, model, piece))
    assert fsum(term.rise for term in terms) == pytest.approx(whole, abs=1e-9)
    assert all(piece in term.before.tokens for term in terms)
    assert all(piece not in term.after.tokens for term in terms)


@against_ourselves
@given(corpora)
def test_packed_words_match_the_lattice(corpus):
    model = unigram.Model.from_counts(unigram.frequent_substrings(corpus, 30))
    words = PackedWords(corpus.counts, model.pieces)
    totals, users = words.segment(model.log_probabilities, -1.0)
    right = {}
    for index, word in enumerate(corpus.counts):
        _, tokens = best_segmentation(word, model.scores)
        cost, _ = best_segmentation(word, model.scores, -1.0)
        assert totals[index] == -cost
        for token in tokens:
            right.setdefault(model.ids[token], []).append(index)
    assert {piece: list(indices) for piece, indices in users.items()} == right


@against_ourselves
@given(corpora)
def test_substring_seeds(corpus):
    found = unigram.all_substrings(corpus)
    words = corpus.counts
    every = {w[i:j] for w in words for i in range(len(w)) for j in range(i + 1, len(w) + 1)}
    right = {p for p in every if len(p) == 1 or any(p in w and p != w for w in words)}
    assert set(found) == right
    for piece, count in found.items():
        occurrences = (
            sum(w.startswith(piece, i) for i in range(len(w))) * n for w, n in words.items()
        )
        assert count == sum(occurrences)


@against_ourselves
@given(corpora, st.integers(0, 30))
def test_bpe_seeds_are_the_tokens_of_bpe_and_their_occurrences(corpus, more):
    size = len(corpus.alphabet) + more
    counts = unigram.all_substrings(corpus)
    run = unigram.train(corpus, size, "em", seed_size=size, seeds="bpe")
    tokens = [token for token in bpe.train(corpus, size).vocab if len(token) <= 16]
    right = {token: counts.get(token, corpus.counts.get(token)) for token in tokens}
    assert list(unigram.bpe_tokens(corpus, size).items()) == list(right.items())
    assert (run.seeds.pieces, run.seeding) == (tuple(right), "bpe")


@against_ourselves
@given(corpora, st.integers(2, 5))
def test_branching_seeds(corpus, longest):
    followers = {}
    for word in corpus.counts:
        for start in range(len(word)):
            for end in range(start + 2, min(len(word), start + longest) + 1):
                followers.setdefault(word[start:end], []).append(word[end : end + 1])
    right = {piece: len(after) for piece, after in followers.items() if len(set(after)) > 1}
    assert branching_substrings(corpus.counts, longest) == right


def test_em_seeds_are_ranked_by_occurrences_times_length():
    corpus = bpe.Corpus.from_counts({"abc": 5, "abcd": 1, "bc": 1, "ab": 2, "bcx": 1})
    assert unigram.repeated_substrings(corpus, 100) == {
        "b": 10,
        "c": 8,
        "a": 8,
        "x": 1,
        "d": 1,
        "bc": 8,
        "abc": 6,
        "ab": 6,
    }
    assert list(unigram.repeated_substrings(corpus, 6)) == ["b", "c", "a", "x", "d", "bc"]


def state_of(corpus, size=40):
    """A vocabulary with uneven scores, as EM knows it, and the words packed for it."""
    seeds = unigram.repeated_substrings(corpus, size)
    total = sum(seeds.values())
    scores = {i: log(count / total) for i, count in enumerate(seeds.values())}
    state = em_steps.State(tuple(seeds), tuple(scores), scores)
    return state, PackedWords(corpus.counts, state.seeds)


@against_ourselves
@given(corpora)
def test_expected_counts_match_brute_force(corpus):
    state, words = state_of(corpus)
    loss, expected = em_steps.e_step(words, state)
    model = state.model()
    right = [0.0] * len(expected)
    right_loss = 0.0
    for word, count in corpus.counts.items():
        if len(word) > 9:
            return
        segmentations = all_segmentations(model, word)
        whole = fsum(map(probability_of, segmentations))
        right_loss -= count * log(whole)
        for segmentation in segmentations:
            for token, _ in segmentation:
                right[state.seeds.index(token)] += count * probability_of(segmentation) / whole
    assert loss == pytest.approx(right_loss, rel=1e-12)
    assert expected == pytest.approx(right, rel=1e-9, abs=1e-12)


@against_ourselves
@given(corpora)
def test_logarithms_match_products(corpus):
    state, words = state_of(corpus)
    loss, expected = em_steps.e_step(words, state)
    slow = [0.0] * len(expected)
    slow_loss = 0.0
    for length, count, arcs in zip(words.lengths, words.counts, words.arcs, strict=True):
        slow_loss += em_steps.expect_by_logarithms(length, count, arcs, state, slow)
    assert slow_loss == pytest.approx(loss, rel=1e-12)
    assert slow == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_very_improbable_word_is_counted():
    """Against sums of decimals, which have no least number."""
    word = "".join(random.Random(4).choices("thequickbrownfx", k=400))
    corpus = bpe.Corpus.from_counts({word: 2, "then": 1})
    state, words = state_of(corpus)
    loss, expected = em_steps.e_step(words, state)
    weights = {piece: Decimal(exp(state.scores[i])) for i, piece in enumerate(state.seeds)}

    def sums(text):
        found = [Decimal(1)]
        for end in range(1, len(text) + 1):
            starts = range(max(0, end - 16), end)
            found.append(sum(found[s] * weights.get(text[s:end], 0) for s in starts))
        return found

    before, then = sums(word), sums("then")
    assert before[-1] < Decimal("1e-330")
    right = -2 * before[-1].ln() - then[-1].ln()
    assert loss == pytest.approx(float(right), rel=1e-12)
    characters = fsum(n * len(piece) for n, piece in zip(expected, state.seeds, strict=True))
    assert characters == pytest.approx(804, rel=1e-9)


@against_ourselves
@given(corpora)
def test_likelihood_never_falls_without_digamma(corpus):
    """The theorem on EM (Dempster, Laird and Rubin 1977); nothing is dropped here."""
    state, words = state_of(corpus)
    losses = []
    for _ in range(6):
        loss, expected = em_steps.e_step(words, state)
        losses.append(loss)
        state = em_steps.m_step(state, expected, plain=True, least=0)
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(losses))


def bound(loss, expected):
    """What variational EM raises: the log likelihood's lower bound, but for a constant.

    Under a Dirichlet prior of weight 0, whose posterior has the expected counts as its weights.
    """
    total = fsum(expected)
    divergence = lgamma(total) - fsum(map(lgamma, expected))
    divergence += fsum(n * (em_steps.digamma(n) - em_steps.digamma(total)) for n in expected)
    return -loss - divergence


@against_ourselves
@given(corpora)
def test_likelihood_bound_never_falls_with_digamma(corpus):
    state, words = state_of(corpus, size=len(corpus.alphabet) + 4)
    bounds = []
    _, before = em_steps.e_step(words, state)
    for _ in range(5):
        if min(before) < 0.05:  # the bound grows without end where a count goes to 0
            break
        state = em_steps.m_step(state, before, least=0)
        loss, expected = em_steps.e_step(words, state)
        bounds.append(bound(loss, before))
        before = expected
    assert all(later >= earlier - 1e-7 for earlier, later in pairwise(bounds))


@pytest.mark.parametrize("x", [1e-9, 0.001, 0.3, 1.0, 2.5, 9.999, 10.0, 1234.5, 1e12])
def test_digamma_is_the_derivative_of_lgamma(x):
    assert em_steps.digamma(x + 1) - em_steps.digamma(x) == pytest.approx(1 / x, rel=1e-3)
    step = 1e-5 * x
    slope = (lgamma(x + step) - lgamma(x - step)) / (2 * step)
    assert em_steps.digamma(x) == pytest.approx(slope, rel=1e-5)


def test_digamma_at_known_values():
    gamma = 0.577215664901532861
    assert em_steps.digamma(1) == pytest.approx(-gamma, rel=1e-13)
    assert em_steps.digamma(0.5) == pytest.approx(-gamma - 2 * log(2), rel=1e-13)
    assert em_steps.digamma(5) == pytest.approx(-gamma + 1 + 1 / 2 + 1 / 3 + 1 / 4, rel=1e-13)


def text_counts(seed, words=400):
    """Words that look a little like a language: made of a few syllables, some far more frequent."""
    rng = random.Random(seed)
    syllables = ["".join(rng.choices("abcdefghijklmnop", k=rng.randint(1, 4))) for _ in range(40)]
    return {
        "".join(rng.choices(syllables, k=rng.randint(1, 4))): int(rng.paretovariate(1))
        for _ in range(words)
    }


@pytest.fixture(scope="module")
def em():
    return unigram.train(bpe.Corpus.from_counts(text_counts(3)), 60, method="em")


def test_em_stages_are_in_order(em):
    phases = [this.phase for this in em.rounds]
    cycle = ["e_step", "m_step", "e_step", "m_step"]
    cycles = (len(phases) - 1) // 5
    sizes = [
        (len(before.result.pieces) - len(before.lost), len(this.result.pieces) - len(this.lost))
        for before, this in pairwise(em.rounds)
        if this.phase == "prune"
    ]
    # dropped characters are not counted, and one of the pieces is the unknown piece
    assert [after for _, after in sizes] == [max(66, int((n + 1) * 0.75)) - 1 for n, _ in sizes]
    assert any(this.lost for this in em.rounds)
    assert em.rounds[-1].lost == ()
    assert cycles >= 3
    assert phases == ["seed"] + [*cycle, "prune"] * (cycles - 1) + [*cycle, "finalize"]
    assert [this.cycle for this in em.rounds] == [0] + [
        cycle for cycle in range(1, cycles + 1) for _ in range(5)
    ]
    assert [this.number for this in em.rounds] == list(range(1, len(phases) + 1))
    assert em.stopped == "vocabulary"
    assert len(em.model.pieces) == 60


def test_em_records_are_consistent(em):
    alphabet = set(em.corpus.alphabet)
    for this, following in pairwise(em.rounds):
        assert this.result is following.model
    for this in em.rounds:
        before, after = set(this.model.pieces), set(this.result.pieces)
        assert alphabet <= before & after
        assert before - after == set(this.removed)
        assert len(this.removed) == len(set(this.removed))
        assert after <= before
        if this.phase in ("e_step", "m_step"):
            assert list(this.expected_counts) == list(this.model.pieces)
        if this.phase == "m_step":
            assert all(this.expected_counts[piece] < 0.5 for piece in this.removed)
        if this.phase == "prune":
            assert set(this.rises) == {piece for piece in before if len(piece) > 1}
            worst = max((this.rises[piece] for piece in this.removed), default=0)
            kept = [this.rises[piece] for piece in after if len(piece) > 1]
            assert worst <= min(kept)
            assert this.loss == pytest.approx(unigram.loss(em.corpus, this.model), rel=1e-12)
    assert em.rounds[-1].result is em.model


def test_em_loss_sums_over_all_segmentations(em):
    for this in em.rounds[-5:]:
        if this.phase == "e_step":
            right = -fsum(
                count * unigram.sum_up(this.model.lattice(word)).log_sum
                for word, count in em.corpus.counts.items()
            )
            assert this.loss == pytest.approx(right, rel=1e-12)
            assert this.loss <= unigram.loss(em.corpus, this.model)


def test_estimated_loss_increase_is_the_replacement_cost():
    """a 6, b 4, ab 10 in the best segmentations; a and b take the place of ab."""
    uses = Counter({0: 6, 1: 4, 2: 10})
    rise = em_prune.estimated_rise(uses, 20, 2, [0, 1], more=2)
    assert rise == pytest.approx(10 * (log(10 / 20) - log(16 / 30) - log(14 / 30)), rel=1e-12)
    wide = em_prune.estimated_rise(uses, 20, 2, [0, 1], more=5)
    assert wide == pytest.approx(10 * (log(10 / 20) - log(16 / 60) - log(14 / 60)), rel=1e-12)
    assert em_prune.estimated_rise(uses, 20, 3, [0, 1], more=2) == 0


def test_lost_characters_return_with_the_lowest_scores():
    state = em_steps.State(("a", "b", "c", "ab", "abc"), (3, 4), {3: -0.5, 4: -1.0}, (0, 1, 2))
    finished = em_steps.finalize(state, 4)
    assert finished.scores == {0: -1.0, 1: -1.0 - 1e-4, 2: -1.0 - 2e-4, 3: -0.5}
    assert [finished.seeds[i] for i in finished.order] == ["ab", "a", "b", "c"]
    rising = em_steps.finalize(state, 4, rising=True)
    assert rising.scores == {0: -1.0, 1: -1.0 + 1e-4, 2: -1.0 + 2e-4, 3: -0.5}
    assert len(em_steps.finalize(state, 3).order) == 3


def test_lost_character_returns_when_expected():
    state = em_steps.State(("a", "ab"), (1,), {1: -0.5}, (0,))
    assert state.by_id() == [-10.5, -0.5]
    assert state.model().pieces == ("ab", "a")
    again = em_steps.m_step(state, [3.0, 4.0])
    assert (set(again.order), again.lost) == ({0, 1}, ())
    assert em_steps.m_step(state, [3.0, 4.0], lost_stay_lost=True).lost == (0,)
    assert em_steps.m_step(state, [0.4, 4.0]).lost == (0,)


def test_m_step_never_drops_every_piece():
    state = em_steps.State(("a", "aa", "aaa"), (0, 1, 2), {0: -1.0, 1: -1.0, 2: -1.0})
    after = em_steps.m_step(state, [0.1, 0.3, 0.2])
    assert (after.order, after.lost, after.scores) == ((1,), (0,), {1: 0.0})


@pytest.mark.parametrize("method", unigram.METHODS)
def test_progress_increases_and_can_stop_training(method):
    corpus = bpe.Corpus.from_counts(text_counts(5, 100))
    reports = []
    whole = unigram.train(corpus, 40, method, progress=reports.append)
    fractions = [progress.fraction for progress in reports]
    assert fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 for fraction in fractions)
    assert {progress.phase for progress in reports} <= set(unigram.PHASES)
    assert reports[-1].pieces < reports[0].pieces
    for n in range(1, len(reports) + 1):
        left = iter([None] * (n - 1))
        run = unigram.train(corpus, 40, method, progress=lambda _, left=left: next(left, False))
        assert run.stopped == "user"
        done = len(run.rounds)
        assert run.rounds == whole.rounds[:done]
        assert run.model == (run.rounds[-1].result if run.rounds else whole.seeds)
    assert done < len(whole.rounds) or method == "course"


def test_exception_from_progress_propagates():
    def stop(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        unigram.train(bpe.Corpus.from_counts({"abc": 2}), 4, progress=stop)


@against_ourselves
@given(corpora, st.integers(0, 12), st.sampled_from(unigram.SEEDS))
def test_em_respects_vocabulary_size_and_keeps_characters(corpus, more, seeds):
    vocab_size = len(corpus.alphabet) + more
    run = unigram.train(corpus, vocab_size, "em", seeds=seeds)
    assert set(corpus.alphabet) <= set(run.model.pieces)
    assert len(run.model.pieces) <= vocab_size
    assert (run.stopped == "vocabulary") == (len(run.model.pieces) == vocab_size)
    assert all(-1e6 < score <= 1e-9 for score in run.model.log_probabilities)
    assert isclose(run.loss, unigram.loss(corpus, run.model))
