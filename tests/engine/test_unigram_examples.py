"""The words to compare BPE and Unigram with: no tie decides anything, and each step has a reason.

Everything is computed again from the words, by plain loops over all segmentations and with exact
fractions, and then compared with the engine.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import log, prod

import pytest
from unigram_examples import EXAMPLES

import bpe
from bpe import unigram

MARGIN = Fraction(5, 4)  # the best segmentation is at least so many times as probable as the next
GAP = 1.0  # the removed piece costs at least so much less than the next; also the least rise

every_example = pytest.mark.parametrize("name", EXAMPLES)


def counts_of(name):
    return dict(bpe.SAMPLES[name].counts)


def trained(name, **settings):
    """The training by BPE, and by Unigram as the sample asks for it: one piece in each round."""
    sample = bpe.SAMPLES[name]
    corpus = sample.corpus(sample.split, "none")
    settings = {"prune": 0.05, "quirks": (), "seeds": "bpe"} | settings
    run = unigram.train(corpus, sample.vocab_size, seed_size=sample.seed_size, **settings)
    return bpe.train(corpus, sample.vocab_size), run


def merges_of(words, number):
    """The first merges of BPE, each as (count, the pairs with this count)."""
    splits, found = {word: list(word) for word in words}, []
    for _ in range(number):
        pairs = Counter()
        for word, tokens in splits.items():
            for pair in pairwise(tokens):
                pairs[pair] += words[word]
        count = max(pairs.values())
        found.append((count, [pair for pair in pairs if pairs[pair] == count]))
        splits = {word: merged(tokens, *found[-1][1][0]) for word, tokens in splits.items()}
    return found


def merged(tokens, left, right):
    joined = []
    for token in tokens:
        if joined and (joined[-1], token) == (left, right):
            joined[-1] += token
        else:
            joined.append(token)
    return joined


def bpe_tokens(word, merges):
    tokens = list(word)
    for _, ((left, right),) in merges:
        tokens = merged(tokens, left, right)
    return " ".join(tokens)


def seeds_of(name):
    """The characters and the tokens of BPE, each with its count in all words."""
    words = counts_of(name)
    tokens = {letter for word in words for letter in word}
    merges = merges_of(words, bpe.SAMPLES[name].seed_size - len(tokens))
    tokens |= {left + right for _, ((left, right),) in merges}
    found = Counter()
    for word, count in words.items():
        for start, end in combinations(range(len(word) + 1), 2):
            found[word[start:end]] += count
    return {token: found[token] for token in tokens}


def segmentations(word, pieces):
    """The segmentations into pieces (piece -> count), each with its probability, best first."""
    total, found = sum(pieces.values()), {}
    for number in range(len(word)):
        for cuts in combinations(range(1, len(word)), number):
            tokens = [word[a:b] for a, b in pairwise([0, *cuts, len(word)])]
            if all(token in pieces for token in tokens):
                found[" ".join(tokens)] = prod(Fraction(pieces[t], total) for t in tokens)
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def margin(word, pieces):
    """How many times as probable the best segmentation is as the next; 0 if there is no next."""
    probabilities = list(segmentations(word, pieces).values())
    return probabilities[0] / probabilities[1] if len(probabilities) > 1 else 0


def factors(words, pieces):
    """How much less probable all words are without each piece. Its logarithm is the rise."""
    found = {}
    for piece in pieces:
        if len(piece) == 1:
            continue
        found[piece] = Fraction(1)
        for word, count in words.items():
            ranked = segmentations(word, pieces)
            best = next(iter(ranked.values()))
            without = max(p for tokens, p in ranked.items() if piece not in tokens.split())
            found[piece] *= (best / without) ** count
    return found


def rounds_of(name):
    """Each round of pruning as (the pieces before it, the factors from least to greatest)."""
    words, pieces = counts_of(name), seeds_of(name)
    while len(pieces) > bpe.SAMPLES[name].vocab_size:
        ranked = sorted(factors(words, pieces).items(), key=lambda item: item[1])
        yield pieces, ranked
        pieces = {piece: count for piece, count in pieces.items() if piece != ranked[0][0]}
    yield pieces, []


@pytest.fixture(scope="module")
def computed():
    """The rounds of each example, by name."""
    return {name: list(rounds_of(name)) for name in EXAMPLES}


def test_there_is_an_example_for_each_sample():
    assert list(EXAMPLES) == [name for name, each in bpe.SAMPLES.items() if each.seed_size]


@every_example
def test_words_can_be_counted_by_hand(name):
    words = counts_of(name)
    assert len(words) <= 12
    assert max(words.values()) <= 12
    assert max(map(len, words)) <= 10


@every_example
def test_no_tie_decides_a_merge(name):
    words, sample = counts_of(name), bpe.SAMPLES[name]
    alphabet = len({letter for word in words for letter in word})
    merges = merges_of(words, sample.seed_size - alphabet)
    assert [len(tied) for _, tied in merges] == [1] * len(merges)
    run, _ = trained(name)
    kept = merges[: sample.vocab_size - alphabet]
    assert [(m.left, m.right, m.count) for m in run.merges] == [(*t[0], n) for n, t in kept]


@every_example
def test_each_round_removes_the_one_piece_that_costs_least(name, computed):
    *rounds, _ = computed[name]
    _, run = trained(name)
    assert 3 <= len(rounds) <= 8
    assert len(run.rounds) == len(rounds)
    shown = []
    for this, (pieces, ranked) in zip(run.rounds, rounds, strict=True):
        (piece, least), (second, more) = ranked[:2]
        assert 1 < least < more
        assert log(least) >= GAP
        assert log(more) - log(least) >= GAP
        assert this.removed == (piece,)
        assert dict(zip(this.model.pieces, this.model.counts, strict=True)) == pieces
        assert this.rises == pytest.approx({p: log(factor) for p, factor in ranked})
        shown.append((piece, f"{log(least):.3f}", second, f"{log(more):.3f}"))
    assert shown == EXAMPLES[name].rounds


@every_example
def test_both_have_the_same_vocabulary_size(name):
    run, other = trained(name)
    assert len(run.vocab) == len(other.model.pieces) == bpe.SAMPLES[name].vocab_size
    assert set(EXAMPLES[name].pieces) == {p for p in other.model.pieces if len(p) > 1}
    assert EXAMPLES[name].tokens == [merge.token for merge in run.merges]


@every_example
def test_every_word_has_one_best_segmentation_in_every_round(name, computed):
    for pieces, _ in computed[name]:
        for word in (*counts_of(name), *EXAMPLES[name].new):
            ranked = segmentations(word, pieces)
            assert len(ranked) == 1 or margin(word, pieces) > 1
    pieces, _ = computed[name][-1]
    for word in counts_of(name):
        assert len(segmentations(word, pieces)) == 1 or margin(word, pieces) >= MARGIN


@every_example
def test_words_with_three_segmentations_have_a_clear_best(name, computed):
    pieces, _ = computed[name][-1]
    several = [w for w in counts_of(name) if len(segmentations(w, pieces)) >= 3]
    assert len(several) >= 2
    assert all(margin(word, pieces) >= MARGIN for word in several)


@every_example
def test_more_pieces_win_in_one_word(name, computed):
    pieces, _ = computed[name][-1]
    found = {}
    for word in counts_of(name):
        best, *others = segmentations(word, pieces)
        fewer = [other for other in others if other.count(" ") < best.count(" ")]
        if fewer:
            found[word] = (best, fewer[0])
    assert found == EXAMPLES[name].more


@every_example
def test_bpe_and_unigram_differ_in_these_words(name, computed):
    words, sample = counts_of(name), bpe.SAMPLES[name]
    pieces, _ = computed[name][-1]
    merges = merges_of(words, sample.vocab_size - sum(len(piece) == 1 for piece in pieces))
    run, other = trained(name)
    differ = {}
    for word in (*words, *EXAMPLES[name].new):
        mine, best = bpe_tokens(word, merges), next(iter(segmentations(word, pieces)))
        assert run.encode(word).tokens == tuple(mine.split())
        assert other.encode(word).tokens == tuple(best.split())
        if mine != best:
            differ[word] = (mine, best)
    assert len(differ.keys() & words.keys()) >= 2
    assert differ == EXAMPLES[name].differ


@every_example
def test_new_words_have_a_rich_lattice(name, computed):
    pieces, _ = computed[name][-1]
    for word in EXAMPLES[name].new:
        assert word not in counts_of(name)
        assert word in EXAMPLES[name].differ
        assert 5 <= len(word) <= 8
        assert 4 <= len(segmentations(word, pieces)) <= 30
        assert margin(word, pieces) >= MARGIN
        assert word in bpe.SAMPLES[name].watch.split()


@every_example
def test_bpe_tokens_of_a_new_word_are_another_path_of_its_lattice(name, computed):
    pieces, _ = computed[name][-1]
    word = EXAMPLES[name].new[0]
    mine, best = EXAMPLES[name].differ[word]
    probabilities = segmentations(word, pieces)
    assert probabilities[best] >= 2 * MARGIN * probabilities[mine]


@every_example
def test_with_the_same_vocabulary_only_a_new_word_differs(name, computed):
    """Before its training, Unigram has exactly the tokens of a longer BPE training."""
    pieces, _ = computed[name][0]
    merges = merges_of(counts_of(name), len(pieces) - sum(len(piece) == 1 for piece in pieces))
    for word in counts_of(name):
        assert bpe_tokens(word, merges) == next(iter(segmentations(word, pieces)))
    word, ours, theirs = EXAMPLES[name].shared
    assert word not in counts_of(name)
    assert word in bpe.SAMPLES[name].watch.split()
    assert bpe_tokens(word, merges) == ours
    ranked = segmentations(word, pieces)
    assert next(iter(ranked)) == theirs
    assert ours in ranked
    assert margin(word, pieces) >= MARGIN
    assert ranked[theirs] >= MARGIN * ranked[ours]


@every_example
def test_em_shares_the_words_over_several_segmentations(name, computed):
    """The first E step: the expected counts, computed from all segmentations."""
    _, run = trained(name, method="em", quirks=("plain_shares",))
    step = next(this for this in run.rounds if this.phase == "e_step")
    pieces, _ = computed[name][0]
    expected = Counter()
    for word, count in counts_of(name).items():
        ranked = segmentations(word, pieces)
        for tokens, probability in ranked.items():
            for token in tokens.split():
                expected[token] += count * probability / sum(ranked.values())
    assert dict(zip(step.model.pieces, step.expected, strict=True)) == pytest.approx(
        {piece: float(expected[piece]) for piece in pieces}
    )
    shared = [piece for piece in pieces if expected[piece].denominator > 1]
    assert len(shared) >= len(pieces) / 2


@every_example
def test_em_removes_these_pieces(name):
    """EM drops characters that only occur inside longer pieces, and restores them in the end."""
    for quirks in ((), ("plain_shares",)):
        _, run = trained(name, method="em", quirks=quirks)
        assert [this.phase for this in run.rounds] == [
            *("seed", "e_step", "m_step", "e_step", "m_step", "finalize")
        ]
        assert run.rounds[2].lost
        assert set(run.rounds[-1].removed) == EXAMPLES[name].em
        assert len(run.model.pieces) == bpe.SAMPLES[name].vocab_size


@every_example
def test_em_prunes_one_piece_when_it_learns_fewer(name):
    """The page asks EM for so few pieces that the estimated rises decide about one of them."""
    sample = bpe.SAMPLES[name]
    corpus = sample.corpus(sample.split, "none")
    run = unigram.train(
        corpus,
        sample.em_vocab_size,
        seed_size=sample.seed_size,
        prune=0.05,
        quirks=("plain_shares",),
        seeds="bpe",
        method="em",
    )
    assert [this.phase for this in run.rounds] == [
        *("seed", "e_step", "m_step", "e_step", "m_step", "prune"),
        *("e_step", "m_step", "e_step", "m_step", "finalize"),
    ]
    pruned = run.rounds[5]
    (gone,) = pruned.removed
    least, second = sorted(pruned.rises[piece] for piece in pruned.removable)[:2]
    assert pruned.rises[gone] == least < second
    assert len(run.model.pieces) == sample.em_vocab_size
