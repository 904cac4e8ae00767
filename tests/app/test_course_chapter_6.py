"""The answers of chapter 6, computed again by brute force."""

import re
from collections import Counter
from fractions import Fraction
from math import floor, isclose, log, prod

import pytest

import bpe
from pages.course.glossary import glossary
from pages.course.unigram_tasks import WORDS
from pages.stage.tokens import without_isolates
from tests.app.chapter_truths import (
    SAMPLES,
    best,
    corpus_of,
    every_language,
    library_segmentation,
    loss,
    parts,
    pieces_of,
    probability,
    seeds,
    segmentations,
    task,
    value_of,
)
from tests.support.course import asked_of


@every_language
def test_loss_is_computed_right(lang):
    pieces, piece = pieces_of(lang, 0), WORDS[lang].piece
    assert set(task("loss-without", lang).answers) == {
        " ".join(each) for each in best(piece, pieces, piece)
    }
    (typed,) = task("loss-rise", lang).answers
    rise = loss(lang, pieces, piece) - loss(lang, pieces)
    assert isclose(float(typed), rise, rel_tol=1e-3)


@every_language
def test_small_corpus_leads_from_its_probability_to_its_loss(lang):
    words = {"an": 2, "ant": 2}
    pieces, probable = seeds(words), {}
    for word in words:
        probable[word] = max(probability(each, pieces) for each in segmentations(word, pieces))
    corpus = prod(probable[word] ** n for word, n in words.items())
    asked = task("loss-product", lang)
    assert [value_of(each) for each in asked.answers] == [corpus]
    zeros = floor(loss(lang, pieces_of(lang, 0)) / log(10))  # after the decimal point
    assert re.search(rf"\b{zeros}\b", asked.question.done, re.ASCII)
    asked = task("loss-log", lang)
    assert isclose(float(asked.answer), -log(probable["ant"]), abs_tol=5e-4)
    worked = dict(re.findall(r"−log (1/\d+) = (\d\.\d+)", parts(lang)["loss-log"].example))
    assert len(worked) == 4
    assert all(isclose(float(x), -log(Fraction(p)), abs_tol=5e-4) for p, x in worked.items())
    factors = re.findall(r"1/\d+", parts(lang)["loss-log"].task.prompt)[-2:]  # of the probability
    assert prod(map(Fraction, factors)) == probable["ant"]
    assert set(factors) <= worked.keys()
    asked = task("loss-word", lang)
    assert isclose(float(asked.answer), -log(corpus), abs_tol=5e-4)
    assert f"{loss(lang, pieces_of(lang, 0)):.3f}" in asked.question.done


@every_language
def test_costs_of_the_compared_pieces_can_be_worked_out_from_the_text(lang):
    pieces = pieces_of(lang, 0)
    rises = {
        piece: loss(lang, pieces, piece) - loss(lang, pieces) for piece in pieces if len(piece) > 1
    }
    lines = map(without_isolates, parts(lang)["prune-piece"].sentences[1:])
    costs = {}
    for line in lines:
        count, old, new = re.search(r"(\d+)\D+(\d+\.\d+) → (\d+\.\d+)", line).groups()
        piece = next(each for each in re.findall(r"\w+", line) if each in rises)
        assert isclose(
            int(count) * (float(new) - float(old)), rises[piece], abs_tol=int(count) * 1e-3
        )
        costs[piece] = rises[piece]
    assert sorted(costs.values()) == sorted(rises.values())[:3]
    least, second, _ = sorted(costs.values())
    assert second > 1.5 * least  # nobody has to compare nearly equal numbers


@every_language
def test_piece_to_remove_costs_least_and_all_cost_what_is_said(lang):
    asked, pieces = task("prune-piece", lang), pieces_of(lang, 0)
    assert set(asked.mistakes) | {asked.answer} == {f"token {piece}" for piece in pieces}
    rises = {
        piece: loss(lang, pieces, piece) - loss(lang, pieces) for piece in pieces if len(piece) > 1
    }
    assert asked.answer == f"token {min(rises, key=rises.get)}"
    for piece, rise in rises.items():
        said = asked.mistakes.get(f"token {piece}", asked.question.worked)
        assert f"{round(rise, 3):g}" in said
    text = parts(lang)["loss-falls"].text
    assert [f"{loss(lang, pieces_of(lang, n)):.3f}" in text for n in (0, 1)] == [True, True]
    assert loss(lang, pieces_of(lang, 1)) < loss(lang, pieces)
    assert task("prune-rounds", lang).answer == "2"
    assert (
        pieces_of(lang, 1).keys() - pieces_of(lang, 2).keys()
        == {
            without_isolates(asked_of(parts(lang)["prune-rounds"]).question.worked).split()[-1][:-1]
        }
        or lang != "en"
    )


@pytest.mark.parametrize(
    ("name", "word", "tokens", "count"),
    [("em-share", "an", ("an",), 45), ("pruning-question-share", "ant", ("an", "t"), 45)],
)
def test_counts_are_shared_by_probability(name, word, tokens, count):
    pieces = seeds({"an": count, "ant": count})
    every = [probability(each, pieces) for each in segmentations(word, pieces)]
    share = count * probability(tokens, pieces) / sum(every)
    assert [value_of(each) for each in task(name).answers] == [share]


def test_new_probability_is_the_share_of_all_expected_counts():
    asked = task("em-probability")
    said = without_isolates(parts("en")["em-probability"].text)
    count = int(re.search(r"counts of (\d+)", parts("en")["em-share"].text)[1])
    pieces, expected = seeds({"an": count, "ant": count}), Counter()
    for word in ("an", "ant"):
        found = {each: probability(each, pieces) for each in segmentations(word, pieces)}
        for tokens, value in found.items():
            for token in tokens:
                expected[token] += count * value / sum(found.values())
    assert f"here {sum(expected.values())}." in said
    new = expected["an"] / sum(expected.values())
    assert [value_of(each) for each in asked.answers] == [new]
    assert new > probability(("an",), pieces)
    assert {value_of(each) for each in asked.mistakes} >= {expected["an"], Fraction(1, 4)}


@every_language
def test_all_merges_joined_more_frequent_pairs_than_those_of_missing_tokens(lang):
    theirs, size = pieces_of(lang), bpe.SAMPLES[SAMPLES[lang]].vocab_size
    run = bpe.train(bpe.Corpus.from_counts(corpus_of(lang)), vocab_size=size)
    word = bpe.SAMPLES[SAMPLES[lang]].watch.split()[0]
    missing = {*library_segmentation(word, theirs).split()} - {*run.vocab}
    assert missing
    assert all(merge.count > theirs[piece] for merge in run.merges for piece in missing)
    assert f"{run.merges[-1].count}" in task("both-results", lang).question.done


@every_language
def test_new_word_has_other_tokens_under_bpe_although_unigram_has_them_all(lang):
    asked, pieces = task("both-same-tokens", lang), pieces_of(lang, 0)
    run = bpe.train(bpe.Corpus.from_counts(corpus_of(lang)), vocab_size=len(pieces))
    assert set(run.vocab) == set(pieces)
    (theirs,) = (each for each in asked.mistakes if set(each.split()) - set("".join(each.split())))
    word = theirs.replace(" ", "")
    assert word not in corpus_of(lang)
    assert asked.answer == " ".join(run.encode(word).tokens)
    assert library_segmentation(word, pieces) == theirs != asked.answer
    values = [probability(tuple(each.split()), pieces) for each in (theirs, asked.answer)]
    assert f"{float(values[0] / values[1]):.1f}" in asked.question.done
    fitting = [f"{each.left}+{each.right}" for each in run.merges if each.token in word]
    assert len(fitting) == 3
    assert all(each in without_isolates(parts(lang)["both-same-tokens"].text) for each in fitting)
    for other in corpus_of(lang):
        assert library_segmentation(other, pieces) == " ".join(run.encode(other).tokens)


@every_language
def test_loss_of_em_falls(lang):
    pieces = pieces_of(lang, 0)
    before = -sum(
        n * log(sum(probability(each, pieces) for each in segmentations(word, pieces)))
        for word, n in corpus_of(lang).items()
    )
    said = re.findall(r"\d+\.\d+", task("em-repeat", lang).question.worked)
    assert isclose(float(said[0]), before, abs_tol=1e-3)
    assert float(said[1]) < float(said[0])


def test_terms_of_chapter_6_are_explained_where_they_are_used():
    explained = {form for term in glossary("en") for form in term.forms}
    for name, used in (
        ("loss-without", "seeds"),
        ("loss-log", "natural logarithm"),
        ("em-share", "SentencePiece"),
    ):
        assert used in parts("en")[name].text
        assert used in explained
