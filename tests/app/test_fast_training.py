"""The page of the fast training: its merges are those of the engine, and its records are true."""

import random
from collections import Counter
from gettext import NullTranslations
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest

import bpe
from bpe.split_patterns import is_byte_level
from pages.algorithm.slow_and_fast import CHANGES, excerpt
from pages.fast_training.kind import FastTrainingKind
from pages.fast_training.stage_data import early, shown, training_of
from pages.fast_training.trained import MAX_CHARACTERS, MAX_WORDS, FastTraining, train
from pages.stage.tokens import visible, without_isolates
from pages.state.defaults import defaults
from pages.state.settings import BpeSettings
from pages.state.url import from_query
from pages.translations.texts import tables
from tests.support.cases import few_or_many

T = NullTranslations()
SMALL = [
    name
    for name in bpe.SAMPLES
    if len(defaults(name).read_corpus().counts) <= MAX_WORDS
    and sum(map(len, defaults(name).read_corpus().counts)) <= MAX_CHARACTERS
]


def merges(training: FastTraining) -> list[tuple[str, str]]:
    return [(training.text(step.pair[0]), training.text(step.pair[1])) for step in training.steps]


@pytest.mark.parametrize("seed", range(few_or_many(60, 2_000)))
def test_merges_are_those_of_the_engine(seed):
    draw = random.Random(seed)
    split = draw.choice(["gpt2", "whitespace", "metaspace", "none"])
    letters = draw.choice(["ab", "abc", "aé😀b", "한국어a", "\u00a0\u00ffzĀ"])
    texts = [
        " ".join("".join(draw.choices(letters, k=draw.randint(1, 7))) for _ in range(4))
        for _ in range(draw.randint(1, 3))
    ]
    special = draw.choice(["", "ab", "<|end|>"])
    alphabet = draw.choice(["corpus", "bytes"]) if is_byte_level(split) else "corpus"
    settings = BpeSettings(
        split=split,
        vocab=draw.randint(1, 40) + 256 * (alphabet == "bytes"),
        special=special,
        min_count=draw.choice([1, 1, 2]),
        alphabet=alphabet,
    )
    corpus = bpe.Corpus.from_texts(texts, split)
    training = train(corpus, settings)
    assert not training.hidden
    vocab, _, specials, least, first = settings.args
    run = bpe.train(corpus, vocab, "greatest", specials, least, first)
    assert merges(training) == list(run.rules)
    slow = bpe.reference.train(corpus, vocab, "greatest", specials, least, first)
    assert merges(training) == [(each.left, each.right) for each in slow]


@pytest.mark.parametrize("name", SMALL)
def test_states_are_those_that_the_steps_left(name):
    training = training_of(defaults(name))
    states = list(training.states())
    assert len(states) == len(training.steps) + 1
    for step, (before, after) in zip(training.steps, pairwise(states), strict=True):
        top = before.heap[: len(step.stale) + 1]
        assert top == (*step.stale, (step.count, step.pair))
        assert all(before.counts.get(pair, 0) != count for count, pair in step.stale)
        assert len(after.heap) == step.heap
        counted = Counter(
            pair
            for tokens, times in zip(after.tokens, training.words.values(), strict=True)
            for pair in pairwise(tokens)
            for _ in range(times)
        )
        assert after.counts == counted
        assert {(count, pair) for pair, count in counted.items()} <= set(after.heap)


def test_five_words_show_all_that_can_happen_in_the_first_steps():
    """Why the page opens with them: a stale entry is popped, and a count rises and falls again."""
    first = training_of(defaults("hug")).steps[:3]
    assert any(step.stale for step in first)
    rose = {pair for step in first for pair, change in step.changes.items() if change > 0}
    fell = {
        pair
        for step in first
        for pair, change in step.changes.items()
        if change < 0 and pair != step.pair
    }
    assert rose & fell == {("ug", "s")}


def test_step_shows_what_was_popped_changed_and_pushed():
    kind = FastTrainingKind(training_of(defaults("hug")))
    record = kind.step(2, T)["steps"][0]
    assert without_isolates(record["why"]) == (
        "1 stale entry is skipped. u+n is on top of the heap with the count 16. "
        "Only 2 of 5 words and 5 counts change."
    )
    stale, merged, *left = record["heap"]["rows"]
    assert (stale.cells[0], stale.cells[2], stale.mark) == ("17", "stale: now 12", "gone")
    assert (merged.cells[0], merged.cells[2], merged.mark) == ("16", "merged", "chosen")
    assert [(row.cells[0], row.cells[2]) for row in left] == [
        ("15", ""),
        ("15", "stale: now 0"),
        ("12", "pushed"),
        ("12", "stale: now 0"),
        ("5", ""),
        ("5", ""),
        ("5", "stale: now 0"),
        ("4", "pushed"),
        ("4", "stale: now 0"),
    ]
    assert len(record["changed_words"]["rows"]) == 2
    changes = [row.cells[1:] for row in record["changed_counts"]["rows"]]
    assert changes[:3] == [["16", "0", "−16"], ["12", "0", "−12"], ["0", "12", "+12"]]


@pytest.mark.parametrize("name", SMALL)
def test_question_offers_the_next_entry_and_says_what_is_stale(name):
    training = training_of(defaults(name))
    kind = FastTrainingKind(training)
    records = [
        each for i in range(kind.block_at(kind.last) + 1) for each in kind.block(i, T)["steps"]
    ]
    assert "quiz" not in records[0]
    for step, state, record in zip(training.steps, training.states(), records[1:], strict=False):
        choices = record["quiz"].get("choices", [])
        assert len(set(state.heap)) == 1 if not choices else 2 <= len(choices) <= 6
        offered = {(int(c[0][0].replace(",", "")), c[0][1][0], c[0][3][0]): c for c in choices}
        assert len(offered) == len(choices)
        for (count, left, right), (_, is_right, why) in offered.items():
            now = {
                tuple(visible(training.text(token)) for token in pair): n
                for pair, n in state.counts.items()
            }.get((left, right), 0)
            made = tuple(visible(training.text(token)) for token in step.pair)
            assert is_right == ((count, left, right) == (step.count, *made))
            assert is_right or ("is stale" in why) == (now != count)
        assert not choices or sum(is_right for _, is_right, _ in choices) == 1


def test_class_that_is_asked_does_not_see_which_entries_are_stale():
    kind = FastTrainingKind(training_of(defaults("hug")))
    block = kind.step(2, T)
    kind.hide_answer(block)
    rows = block["steps"][0]["heap"]["rows"]
    assert len(rows) == 9
    assert {row.cells[2] for row in rows} == {""}


def test_stage_is_early_only_if_it_is_trained():
    untrained = defaults("hug").replace(vocab=13)
    assert early(untrained) is None
    data, training = shown(untrained)
    assert early(untrained) == (data, training)


@pytest.mark.parametrize("name", ["hug", "english", "aaaa", "arabic"])
def test_blocks_and_code_have_every_step(name):
    kind = FastTrainingKind(training_of(defaults(name)))
    blocks = [kind.block(i, T) for i in range(kind.block_at(kind.last) + 1)]
    shown = [record for block in blocks for record in block["steps"]]
    assert len(shown) == kind.last + 1
    assert shown[-1] == kind.step(kind.last, T)["steps"][0]
    assert kind.has(f"code-{len(blocks) - 1}")
    assert not kind.has(str(len(blocks)))
    for i, block in enumerate(blocks):
        code = kind.detail(f"code-{i}", T)
        assert len(code["steps"]) == len(block["steps"])
        assert all(each["values"] for each in code["steps"])


def test_large_corpus_is_bounded_and_says_so():
    counts = {f"word{i}": 1 + i % 7 for i in range(5_000)}
    training = train(bpe.Corpus.from_counts(counts), BpeSettings(vocab=10_000))
    assert len(training.words) <= MAX_WORDS
    assert sum(map(len, training.words)) <= MAX_CHARACTERS
    assert set(training.words.values()) == {7}
    record = FastTrainingKind(training).step(0, T)["steps"][0]
    shown = len(training.words)
    assert record["changed_words"]["note"] == f"The {shown} most frequent of 5,000 words."
    with pytest.raises(bpe.InputError, match="too long"):
        train(bpe.Corpus.from_texts(["a" * (MAX_CHARACTERS + 1)], "none"), BpeSettings())


def test_words_without_a_pair_have_one_step_that_says_so():
    kind = FastTrainingKind(train(bpe.Corpus.from_counts({"a": 3}), BpeSettings()))
    (record,) = kind.block(0, T)["steps"]
    assert record["why"] == "No pair is left."


def test_page_steps_and_refuses_a_corpus_that_is_too_large(open_app):
    app = open_app(corpus="hug")
    app.go_to("fast_training/page.py")
    assert (app.stage["kind"], app.stage["stage"]) == ("fast", "fast")
    app.set(corpus="python")
    assert app.stage["corpus"] == "hug"
    assert "too large" in str(app.warnings)


def test_lines_of_both_versions_are_found_and_explained():
    texts = tables("algorithm/slow_and_fast.toml")
    assert list(texts) == [change.name for change in CHANGES]
    for change in CHANGES:
        assert excerpt(change.fast)
        assert excerpt(change.slow) or change.name == "push"


def test_own_trainer_is_checked_with_the_tie_rule_of_the_page(open_app):
    app = open_app(lang="en", corpus="hug", algorithm="wordpiece", ties="first")
    app.go_to("fast_training/page.py")
    (link,) = (each.proto for each in app.at.get("link_button"))
    assert link.label == "Check your own trainer"
    settings, _, refused = from_query(dict(parse_qsl(link.url.removeprefix("./?"))))
    assert (settings.bpe.algorithm, settings.bpe.ties) == ("bpe", "greatest")
    assert (settings.view.section, refused) == ("check", ())
