"""Properties of every run: each number agrees with counting again by brute force."""

from itertools import pairwise

import pytest
from engine_helpers import every_rule, trainings
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe import pair_tables
from bpe.pair_tables import occurrences
from tests.support.cases import against_ourselves
from tests.support.expected import new_token_indices, recount, replay

ALL = 10**6  # more pairs than any of these runs has


def seen(step):
    """Everything a step tells, as plain values."""
    return step.k, dict(step.pairs), step.merge, list(step.words)


def in_the_order_of_the_rule(run, words):
    """The pairs as the rule takes them, with their counts, counted again from the words."""
    counts = recount(words)
    pairs = list(counts)
    if run.ties == "lowest":
        pairs.sort(key=lambda pair: [run.vocab.index(token) for token in pair])
    if run.ties == "greatest":
        split = run.corpus.split
        pairs.sort(key=lambda pair: [bpe.token_bytes(t, split) for t in pair], reverse=True)
    return [(*pair, counts[pair]) for pair in sorted(pairs, key=lambda pair: -counts[pair])]


def first_word_with(words, left, right):
    return next("".join(t) for t, _ in words if (left, right) in pairwise(t))


@every_rule
@against_ourselves
@given(training=trainings())
def test_reference_trainer_learns_the_same_merges(ties, training):
    assert bpe.train(ties=ties, **training).merges == bpe.reference.train(ties=ties, **training)


@every_rule
@against_ourselves
@given(training=trainings())
def test_words_at_every_step_match_replayed_merges(ties, training):
    run = bpe.train(ties=ties, **training)
    shown = [list(step.words) for step in run.steps(0, len(run.merges) + 1)]
    assert shown == list(replay(run))
    spelled = [{"".join(tokens): count for tokens, count in words} for words in shown]
    assert all(words == dict(run.corpus.counts) for words in spelled)


@every_rule
@against_ourselves
@given(training=trainings())
def test_pairs_at_every_step_match_a_recount(ties, training):
    run = bpe.train(ties=ties, **training)
    recounted = [recount(words) for words in replay(run)]
    assert [run.pairs(j) for j in range(len(recounted))] == recounted
    assert list(run.pairs(0)) == list(recounted[0])
    assert run.most_pairs == max(map(len, recounted))


@every_rule
@against_ourselves
@given(training=trainings())
def test_every_merge_follows_the_tie_rule(ties, training):
    run = bpe.train(ties=ties, **training)
    for merge, words in zip(run.merges, replay(run), strict=False):
        table = in_the_order_of_the_rule(run, words)
        assert (merge.left, merge.right, merge.count) == table[0]
        assert merge.tied == [count for *_, count in table].count(merge.count)
        assert merge.token == merge.left + merge.right
    assert [merge.rank for merge in run.merges] == list(range(1, len(run.merges) + 1))


@every_rule
@against_ourselves
@given(training=trainings())
def test_leaders_are_in_tie_rule_order(ties, training):
    run = bpe.train(ties=ties, **training)
    for j, words in enumerate(replay(run)):
        table = in_the_order_of_the_rule(run, words)
        leaders = run.leaders(j, ALL)
        assert [(leader.left, leader.right, leader.count) for leader in leaders] == table
        assert run.leaders(j, 3) == pair_tables.leaders(run, j, 3, run.pairs(j)) == leaders[:3]
        met = [first_word_with(words, *pair) if ties == "first" else "" for *pair, _ in table]
        assert [leader.word for leader in leaders] == met


@every_rule
@against_ourselves
@given(training=trainings())
def test_pair_occurrences_per_word(ties, training):
    run = bpe.train(ties=ties, **training)
    for j, words in enumerate(replay(run)):
        met = {pair: {} for pair in recount(words)}
        for word, (tokens, _) in enumerate(words):
            for pair in pairwise(tokens):
                met[pair][word] = met[pair].get(word, 0) + 1
        assert {pair: occurrences(run, pair, j) for pair in met} == met


@every_rule
@against_ourselves
@given(training=trainings())
def test_training_stops_for_the_stated_reason(ties, training):
    run = bpe.train(ties=ties, **training)
    left = max(run.pairs(len(run.merges)).values(), default=0)
    least = max(1, training["min_count"])
    size = training["vocab_size"]
    full = size is not None and len(run.vocab) >= size
    expected = "vocabulary" if full else "min_count" if left else "no_pairs"
    assert run.stopped == expected
    assert full or left < least
    assert all(merge.count >= least for merge in run.merges)
    if size is not None:
        assert all(before < size for before in run.vocab_sizes[:-1])


@every_rule
@against_ourselves
@given(training=trainings())
def test_token_id_is_its_vocabulary_index(ties, training):
    run = bpe.train(ties=ties, **training)
    characters = sorted({character for word in run.corpus.counts for character in word})
    start = [*training["special_tokens"], *characters]
    made = [merge.token for merge in run.merges]
    assert run.vocab == tuple(dict.fromkeys(start + made))
    assert [run.vocab[i] for i in run.ids.values()] == list(run.ids)
    assert run.vocab_sizes == tuple(len(set(start + made[:k])) for k in range(len(run.merges) + 1))


@every_rule
@against_ourselves
@given(training=trainings())
def test_count_changes_of_each_merge(ties, training):
    run = bpe.train(ties=ties, **training)
    assert run.changes(0) == {}
    for j in range(1, len(run.merges) + 1):
        before, after = run.pairs(j - 1), run.pairs(j)
        assert run.changes(j) == {
            pair: (before.get(pair, 0), after.get(pair, 0))
            for pair in before | after
            if before.get(pair, 0) != after.get(pair, 0)
        }


@every_rule
@against_ourselves
@given(training=trainings())
def test_new_tokens_and_merge_ranks_of_a_word(ties, training):
    run = bpe.train(ties=ties, **training)
    history = [[tokens for tokens, _ in words] for words in replay(run)]
    for word in range(len(run.corpus.counts)):
        versions = [words[word] for words in history]
        changed = [k for k in range(1, len(versions)) if versions[k] != versions[k - 1]]
        assert run.merge_ranks(word) == changed
        assert run.new_token_indices(word, 0) == []
        for k in changed:
            assert run.new_token_indices(word, k) == new_token_indices(versions[k - 1], versions[k])
        untouched = set(range(1, len(versions))) - set(changed)
        assert not any(run.new_token_indices(word, k) for k in untouched)


@every_rule
@against_ourselves
@given(training=trainings(), data=st.data())
def test_steps_can_be_read_in_any_order(ties, training, data):
    run = bpe.train(ties=ties, **training)
    walked = [seen(step) for step in run.steps(0, len(run.merges) + 1)]
    for k in data.draw(st.permutations(range(len(walked)))):
        assert seen(run.at(k)) == walked[k]
        assert run.at(k).pairs == run.pairs(max(k - 1, 0))
        assert run.at(k).merge == (run.merges[k - 1] if k else None)
    a, b = sorted(data.draw(st.tuples(*[st.integers(0, len(walked))] * 2)))
    assert list(run.steps(a, b)) == [run.at(k) for k in range(a, b)]


@against_ourselves
@given(training=trainings())
def test_step_words_are_a_sequence(training):
    run = bpe.train(**training)
    words = run.at(len(run.merges)).words
    listed = list(words)
    assert len(words) == len(listed)
    assert words[1:3] == listed[1:3]
    assert words[::-1] == listed[::-1]
    if listed:
        assert words[-1] == listed[-1]
    with pytest.raises(IndexError):
        words[len(listed)]


@every_rule
@against_ourselves
@given(training=trainings(), a=st.integers(0, 30), limit=st.integers(1, 4))
def test_streamed_table_tops_match_each_step(ties, training, a, limit):
    run = bpe.train(ties=ties, **training)
    last = len(run.merges)
    a = min(a, last)
    for table in run.tables(a, last + 1, limit):
        j = max(table.k - 1, 0)
        assert table.merge == run.at(table.k).merge
        assert table.size == len(run.pairs(j))
        assert table.leaders == run.leaders(j, limit)


@against_ourselves
@given(training=trainings())
def test_changed_words_are_those_that_differ(training):
    run = bpe.train(**training)
    for k in range(1, len(run.merges) + 1):
        before, after = run.at(k - 1).words, run.at(k).words
        fewer = [len(b[0]) - len(a[0]) for b, a in zip(before, after, strict=True)]
        assert run.changed_words(k) == {i: n for i, n in enumerate(fewer) if n}
    assert run.changed_words(0) == {}
