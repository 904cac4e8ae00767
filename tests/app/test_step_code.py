"""The code of a step: its values are those that the readable code has when it runs."""

import gettext
import inspect
import sys

import pytest

from bpe import reference, unigram
from bpe.unigram import em_reference
from bpe.unigram import reference as unigram_reference
from pages.state.defaults import defaults, with_method
from pages.view.encoding import code as encoding_code
from pages.view.encoding.walk import Text
from pages.view.source_lines import SourceLines
from pages.view.tokens import number, probability, visible
from pages.view.unigram import code, em_code
from pages.view.unigram.word import Word
from pages.view.unigram.worked_examples import example_word

T = gettext.NullTranslations()


def shown_values(lines: SourceLines, record: dict) -> list[dict[str, str]]:
    """The values of each step by the text of their line."""
    return [
        {lines.lines[i][1].strip(): value for i, value in each["values"].items()}
        for each in record["steps"]
    ]


def value_of(values: dict[str, str], start: str) -> str:
    """The value of the line that starts with a text."""
    (found,) = (value for line, value in values.items() if line.startswith(start))
    return found


def locals_of(function, *args) -> dict:
    """The variables of a function when it returns."""
    found: dict = {}

    def note(frame, event, arg):
        if event == "return" and frame.f_code is function.__code__:
            found.update(frame.f_locals)
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return found


@pytest.mark.parametrize(
    ("corpus", "text"),
    [("hug", "hugs unhug pugs hugs"), ("aaaa", "aaaaaaa"), ("course", "This is")],
)
def test_encoding_shows_the_words_of_the_readable_code(corpus, text):
    settings = defaults(corpus)
    run = settings.train()
    shown = Text(run.encoder(), text)
    record = encoding_code.block(shown, 0, T)
    found = shown_values(encoding_code.LINES, record)
    assert record["steps"][0]["note"]
    at = 0
    for which in range(len(shown.occurrences)):
        word = list(shown.word(which))
        at += 1
        assert found[at]["word = list(pre_token.word)"] == encoding_code.written(tuple(word), 0)
        last = {}
        for k in range(at, shown.ends[which] + 1):
            rank = found[k]["for merge in merges:"].partition(":")[0]
            last[rank] = found[k]["word = merge_pair(word, merge.left, merge.right)"]
        at = shown.ends[which]
        for merge in run.merges:
            after = reference.merge_pair(word, merge.left, merge.right)
            if after != word:
                assert last.pop(number(merge.rank)) == " ".join(map(visible, after))
            word = after
        assert last == {}
    tokens = reference.tokenize(text, run.merges, settings.bpe.split)
    assert found[-1]["return tokens"].split()[0] == number(len(tokens))


@pytest.mark.parametrize(
    ("corpus", "text"), [("hug", "unhug"), ("hug", "pug"), ("course", "Hopefully"), ("hug", "mug")]
)
def test_viterbi_shows_the_costs_of_the_readable_code(corpus, text):
    run = defaults(corpus).replace(start="zero").train_unigram()
    shown = Word.after(run, text, 0)
    found = shown_values(code.VITERBI, code.lattice_block(shown, T))
    costs = {piece: -score for piece, score in shown.model.scores.items()}
    ran = locals_of(unigram_reference.encode_word, text, costs)
    first = shown.last - len(text) - len(shown.backtrace)
    for end in range(1, len(text) + 1):
        values = found[first + end]
        assert values["for end in range(1, len(word) + 1):"] == str(end)
        expected = code.cost(ran["best"][end])
        assert values.get("best[end] = cost", "∞") == expected
        if expected != "∞":
            assert values["last_start[end] = start"] == str(ran["last_start"][end])
    if "pieces" in ran:
        assert found[-1]["return pieces, best[-1]"] == code.cost(ran["best"][-1])
        inserted = found[-1][
            inspect.getsource(unigram_reference.encode_word).split("\n")[-4].strip()
        ]
        assert inserted == code.listed(ran["pieces"])


def test_rounds_show_the_losses_and_removals_of_the_readable_code():
    run = defaults("hug").replace(start="zero").train_unigram()
    found = shown_values(code.ROUND, code.round_block(run, 0, len(run.rounds) + 1, T))
    counts = unigram.all_substrings(run.corpus)
    words = run.corpus.counts
    for values in found[1:]:
        costs = unigram_reference.costs_of(counts)
        loss = unigram_reference.compute_loss(words, costs)
        assert values["loss = compute_loss(words, costs)"] == code.cost(loss)
        left = unigram_reference.prune(words, counts)
        removed = [piece for piece in counts if piece not in left]
        (shown,) = (value for line, value in values.items() if line.startswith("removed ="))
        assert shown == ", ".join(removed)
        (scores,) = (value for line, value in values.items() if line.startswith("scores[piece] ="))
        rise = unigram_reference.compute_scores(words, costs)[removed[0]]
        assert scores.startswith(f"{removed[0]} {code.cost(rise)}")
        counts = left
    assert len(counts) == len(run.model.pieces)


def test_phases_of_em_show_the_values_of_the_readable_code():
    run = with_method(defaults("english"), "em").train_unigram()
    found = shown_values(em_code.EM, em_code.block(run, 0, len(run.rounds) + 1, T))
    words, characters = run.corpus.counts, run.corpus.alphabet
    seeds = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    trained = em_reference.train(words, seeds, len(run.model.pieces))
    assert {piece: -cost for piece, cost in trained.items()} == dict(run.model.scores)
    assert value_of(found[-1], "return finalize(") == f"{len(trained)} pieces"
    for this, values in zip(run.rounds, found[1:], strict=True):
        costs = {piece: -score for piece, score in this.model.scores.items()}
        if this.phase == "e_step":
            word, count, _ = example_word(run, this.model)
            ran = locals_of(em_reference.e_step, {word: count}, costs)
            assert values["size = len(word)"] == str(len(word))
            sums = code.listed([probability(each) for each in ran["before"]])
            assert value_of(values, "before[end] +=") == sums
            shares = code.listed([f"{each:,.3f}" for each in ran["after"]])
            assert value_of(values, "after[start] +=") == shares
        elif this.phase == "m_step":
            ran = locals_of(em_reference.m_step, this.expected_counts)
            assert value_of(values, "total = sum(kept") == f"{ran['total']:,.3f}"
            assert value_of(values, "kept =") == f"{len(ran['kept'])} pieces"
        elif this.phase == "prune":
            left = {piece: cost for piece, cost in costs.items() if piece not in this.lost}
            size = len(left) - len(this.removed)
            ran = locals_of(em_reference.prune, words, left, size, characters)
            best = ran["ranked"][0]
            shown = value_of(values, "ranked =")
            assert shown.startswith(f"{visible(best)} {code.cost(ran['rises'][best])}; ")
            assert value_of(values, "costs = prune(") == f"{len(left)} → {len(ran['kept'])}"
