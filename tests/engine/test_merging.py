"""Merging one word with any list of merges: both orders, dropout, and the recorded states."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from engine_helpers import any_rules
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe.merging import MergeRules, merge, walk
from tests.support.cases import against_ourselves
from tests.support.expected import merged

BOTH = pytest.mark.parametrize("order", bpe.ORDERS)


def ranks_of(pairs):
    return {pair: rank for rank, pair in enumerate(pairs, 1)}


def symbols_of(word):
    return ["" if character == "x" else character for character in word]


def slowly(word, pairs, order):
    """The tokens, as each order is described; nothing has a rule with an unknown x in it."""
    tokens = tuple(word)
    if order == "rules":
        for pair in pairs:
            tokens = merged(tokens, *pair)
        return tokens
    while present := [pair for pair in pairs if pair in set(pairwise(tokens))]:
        at = list(pairwise(tokens)).index(present[0])
        tokens = (*tokens[:at], "".join(present[0]), *tokens[at + 2 :])
    return tokens


@BOTH
@against_ourselves
@given(pairs=any_rules(), word=st.text("abcx", max_size=20), data=st.data())
def test_any_merges_apply_in_both_orders(order, pairs, word, data):
    last = data.draw(st.integers(0, len(pairs)))
    starts, applied = merge(symbols_of(word), MergeRules(ranks_of(pairs), last, order))
    tokens = tuple(word[a:b] for a, b in pairwise([*starts, len(word)]))
    assert tokens == slowly(word, pairs[:last], order)
    assert len(applied) == len(word) - len(tokens)


def test_orders_differ_on_untrained_merges():
    ranks = ranks_of([("a", "b"), ("b", "c"), ("a", "bc"), ("abc", "d"), ("ab", "c")])
    assert merge("abcd", MergeRules(ranks, 5, "rank"))[0] == [0]
    assert merge("abcd", MergeRules(ranks, 5, "rules"))[0] == [0, 3]


@BOTH
@against_ourselves
@given(pairs=any_rules(), word=st.text("abcx", max_size=20))
def test_states_record_every_candidate(order, pairs, word):
    rules = MergeRules(ranks_of(pairs), len(pairs), order)
    starts, applied = merge(symbols_of(word), rules)
    states = list(walk(word, symbols_of(word), rules))
    chosen = [state.chosen for state in states[:-1]]
    assert [bpe.AppliedMerge(c.rank, c.start, c.middle) for c in chosen] == list(applied)
    assert list(states[-1].starts) == starts
    assert states[-1].chosen is None
    for number, state in enumerate(states):
        assert state.number == number
        assert "".join(state.tokens) == word
        seen = {(c.start, c.left, c.right): c for c in state.candidates}
        at = dict(zip(state.starts, pairwise(state.tokens), strict=False))
        expected = {(p, *pair) for p, pair in at.items() if pair in rules.ranks}
        assert set(seen) == expected
        for (start, left, right), c in seen.items():
            assert (c.middle, c.end) == (start + len(left), start + len(left + right))
            passed = order == "rules" and number and c.rank < applied[number - 1].rank
            assert c.state == ("passed" if passed else "open")


@against_ourselves
@given(pairs=any_rules(), word=st.text("abcx", max_size=20))
def test_reason_explains_the_choice(pairs, word):
    for state in walk(word, symbols_of(word), MergeRules(ranks_of(pairs), len(pairs))):
        ranks = [c.rank for c in state.candidates]
        if not ranks:
            assert (state.chosen, state.reason) == (None, "none")
            continue
        assert state.chosen.rank == min(ranks)
        assert state.chosen.start == min(
            c.start for c in state.candidates if c.rank == state.chosen.rank
        )
        lone = "leftmost" if ranks.count(min(ranks)) > 1 else "lowest"
        assert state.reason == ("only" if len(ranks) == 1 else lone)


HUGS = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))


@pytest.mark.parametrize("p", [0.0, 0.3, 1.0])
def test_dropout_skips_merges_with_its_probability(p):
    """hugs has one candidate: it is applied once in 1 - p; at 1 no merge is ever applied."""
    encoder = HUGS.encoder().at(1)
    applied = sum(bool(encoder.encode("hugs", dropout=p, seed=i).trace[0]) for i in range(2000))
    assert applied / 2000 == pytest.approx(1 - p, abs=0.04 if 0 < p < 1 else 0)


def as_described(word, ranks, p, coin):
    """BPE-Dropout as its authors give it: a coin for each candidate, at each step."""
    tokens = list(word)
    while True:
        found = [(ranks[pair], i) for i, pair in enumerate(pairwise(tokens)) if pair in ranks]
        kept = [entry for entry in found if coin.random() >= p]
        if not kept:
            return " ".join(tokens)
        _, i = min(kept)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]


def test_dropout_distribution_matches_the_paper():
    times, coin, encoder = 4000, random.Random(3), HUGS.encoder()
    theirs = Counter(as_described("hugs", HUGS.ranks, 0.4, coin) for _ in range(times))
    ours = Counter(
        " ".join(encoder.encode("hugs", dropout=0.4, seed=i).tokens) for i in range(times)
    )
    assert len(theirs) == 4
    assert theirs.keys() == ours.keys()
    for tokens in theirs:
        assert ours[tokens] / times == pytest.approx(theirs[tokens] / times, abs=0.04)


@against_ourselves
@given(text=st.text("hugsn ", max_size=40), seed=st.integers(), p=st.floats(0.01, 0.99))
def test_same_seed_gives_the_same_tokens_and_states(text, seed, p):
    encoder = bpe.train(bpe.Corpus.from_texts(["hug hugs snug"], "whitespace")).encoder()
    encoding = encoder.encode(text, dropout=p, seed=seed)
    assert encoding == encoder.encode(text, dropout=p, seed=seed)
    for number, (word, trace) in enumerate(zip(encoding.words, encoding.trace, strict=True)):
        states = list(encoder.walk(word, dropout=p, seed=seed, number=number))
        chosen = [state.chosen for state in states if state.chosen]
        assert [bpe.AppliedMerge(c.rank, c.start, c.middle) for c in chosen] == list(trace)
        for state in states:
            open_ones = [c for c in state.candidates if c.state == "open"]
            assert state.chosen == min(open_ones, key=lambda c: (c.rank, c.start), default=None)


@against_ourselves
@given(
    rules=any_rules(),
    word=st.text("abcx", min_size=1, max_size=14),
    order=st.sampled_from(bpe.ORDERS),
    seed=st.none() | st.integers(),
)
def test_walk_from_a_later_state_is_the_end_of_the_whole_walk(rules, word, order, seed):
    def states(first=0):
        coin = None
        if seed is not None and order == "rank":
            draw = random.Random(seed)
            coin = lambda: draw.random() < 0.5  # noqa: E731
        merges = MergeRules(ranks_of(rules), len(rules), order)
        return list(walk(word, symbols_of(word), merges, coin, first))

    everything = states()
    for first in range(len(everything) + 2):
        assert states(first) == everything[first:]


@against_ourselves
@given(
    text=st.text("hugsnx ", max_size=40),
    order=st.sampled_from(bpe.ORDERS),
    p=st.just(0.0) | st.floats(0.01, 0.99),
    seed=st.integers(),
)
def test_restricted_encoder_walks_like_the_whole_one(text, order, p, seed):
    p = p if order == "rank" else 0.0
    whole = bpe.train(bpe.Corpus.from_texts(["hug hugs snug"], "whitespace")).encoder()
    encoding = whole.encode(text, order, dropout=p, seed=seed)
    small = whole.restricted(encoding)
    for number, word in enumerate(encoding.words):
        options = order, p, seed, number
        assert small.encode_word(word, *options) == whole.encode_word(word, *options)
        assert list(small.walk(word, *options)) == list(whole.walk(word, *options))
