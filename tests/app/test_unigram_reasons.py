"""Why words differ under BPE and Unigram, and how EM shares counts, by brute force."""

from collections import Counter
from itertools import combinations, pairwise
from math import isclose, prod

import pytest

from bpe.unigram import Model
from pages.runs import runs
from pages.state.defaults import UNIGRAM_CORPORA, unigram_words, with_method
from pages.translations.language import Translation
from pages.unigram import comparison, expected_shares
from pages.unigram.comparison_reasons import reason
from pages.unigram.contents import bpe_settings_for
from pages.unigram.training_records import detail

T = Translation()
every_language = pytest.mark.parametrize("lang", UNIGRAM_CORPORA)


def segmentations(word: str, model) -> dict[tuple[str, ...], float]:
    found = {}
    for number in range(len(word)):
        for cuts in combinations(range(1, len(word)), number):
            tokens = tuple(word[a:b] for a, b in pairwise([0, *cuts, len(word)]))
            if all(token in model.ids for token in tokens):
                found[tokens] = prod(map(model.probability, tokens))
    return found


@every_language
def test_each_word_that_differs_has_a_true_reason(lang):
    settings = unigram_words(lang)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    links = dict.fromkeys(run.corpus.counts, comparison.Links("", ""))
    k = len(bpe_run.merges)
    data = comparison.data(bpe_run, k, run, links, "", T)
    kinds = Counter()
    for word, row in zip(run.corpus.counts, data["rows"], strict=True):
        ours = tuple(bpe_run.encode(word).tokens)
        found = segmentations(word, run.model)
        best = max(found, key=found.__getitem__)
        why = reason(word, ours, run.model, bpe_run.ids, T)
        kinds[why.kind] += 1
        assert (row["same"], row["why"]) == (ours == best, why.text)
        if why.kind == "missing":
            assert any(piece not in bpe_run.ids and piece in why.text for piece in best)
        if why.kind == "order":
            assert any(token in why.text for token in (*ours, *best))
    assert kinds["order"] >= 2
    assert kinds["missing"] >= 2
    assert f"Greedy order: {kinds['order']}." in data["summary"]
    assert f"BPE has {len(run.model.pieces)} tokens" in data["summary"]


def test_rare_piece_and_tie_are_told_apart():
    model = Model.from_counts({"a": 30, "b": 30, "c": 30, "ab": 1, "bc": 10})
    assert reason("abc", ("ab", "c"), model, {"ab"}, T).kind == "rare"
    tied = Model.from_log_probabilities({"a": -1, "b": -1, "ab": -2})
    assert {reason("ab", ours, tied, {"ab"}, T).kind for ours in (("ab",), ("a", "b"))} == {
        "",
        "tie",
    }


@every_language
def test_words_share_their_counts_and_pieces_add_them_up(lang):
    run = runs.unigram_run_of(with_method(unigram_words(lang), "em"))
    phases = [this.phase for this in run.rounds]
    k = phases.index("e_step") + 1
    model, added = run.rounds[k - 1].model, Counter()
    words = expected_shares.picture(run, k, T)["rows"]
    for row, (word, count) in zip(words, run.corpus.counts.items(), strict=True):
        found = segmentations(word, model)
        total = sum(found.values())
        for tokens, value in found.items():
            for token in tokens:
                added[token] += count * value / total
        for part in row.parts:
            tokens = tuple(chip.text for chip in part.content)
            assert isclose(part.share, found[tokens] / total, abs_tol=1e-9)
        assert row.parts[0].is_best
        assert found[tuple(chip.text for chip in row.parts[0].content)] == max(found.values())
    pieces = expected_shares.picture(run, k + 1, T)["rows"]
    for row in pieces:
        piece = row.name[0].text
        assert isclose(float(row.total), added[piece], abs_tol=0.006)
        assert f"{added[piece]:.3f}" in detail(run, f"without-{k}-{model.ids[piece]}", T)


@every_language
def test_rise_writes_both_losses(lang):
    run = runs.unigram_run_of(unigram_words(lang))
    for k, this in enumerate(run.rounds, 1):
        for piece, rise in this.rises.items():
            said = detail(run, f"without-{k}-{this.model.ids[piece]}", T)
            assert f"{this.loss:,.4f}" in said
            assert f"{this.loss + rise:,.4f}" in said
