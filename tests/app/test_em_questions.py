"""What Predict asks before the steps of EM, compared with sums over all segmentations."""

from collections import Counter
from math import exp, prod

import pytest

from pages.stage.tokens import number, probability
from pages.state.defaults import choose_method, defaults
from pages.translations.language import translation
from pages.unigram.em_questions import step_question

T = translation("en")
CORPORA = ("unigram-en", "unigram-zh", "unigram-ko", "hug")


def segmentations(word, pieces):
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            for rest in segmentations(word[end:], pieces):
                yield (word[:end], *rest)


def shares(word, pieces):
    found = {each: prod(pieces[p] for p in each) for each in segmentations(word, pieces)}
    return {each: p / sum(found.values()) for each, p in found.items()}


def pieces_of(model):
    return dict(zip(model.pieces, map(exp, model.log_probabilities), strict=True))


def texts(choice):
    return tuple(chip.text for chip in choice.content)


def asked(corpus, phase):
    run = choose_method(defaults(corpus), "em").train_unigram()
    found = [(run, each, step_question(run, each, {}, T)) for each in run.rounds]
    return [each for each in found if each[1].phase == phase]


@pytest.mark.parametrize("corpus", CORPORA)
def test_e_step_asks_which_segmentation_gets_most_of_a_word(corpus):
    questions = asked(corpus, "e_step")
    assert questions
    for run, this, question in questions:
        (word,) = {"".join(texts(each)) for each in question.choices}
        share = shares(word, pieces_of(this.model))
        most = max(share, key=share.get)
        assert [texts(each) for each in question.choices if each.is_right] == [most]
        for each in question.choices:
            part = f"{share[texts(each)]:.1%} of {number(run.corpus.counts[word])}"
            assert part in each.why


@pytest.mark.parametrize("corpus", CORPORA)
def test_m_step_asks_which_piece_becomes_more_probable(corpus):
    questions = [each for each in asked(corpus, "m_step") if each[-1]]
    assert len(questions) >= 2  # later ones may change too little
    for run, this, question in questions:
        before, expected = pieces_of(this.model), Counter()
        for word, count in run.corpus.counts.items():
            for tokens, share in shares(word, before).items():
                for token in tokens:
                    expected[token] += count * share
        kept = sum(expected[piece] for piece in this.result.pieces if piece not in this.lost)
        assert sum(each.is_right for each in question.choices) == 1
        for each in question.choices:
            (piece,) = texts(each)
            after = expected[piece] / kept
            assert (after > before[piece]) == each.is_right
            assert f"from {probability(before[piece])} to {probability(after)}" in each.why
            assert f"{expected[piece]:,.3f} of {kept:,.3f}" in each.why


def test_no_question_has_two_equally_good_answers():
    run = choose_method(defaults("aaaa"), "em").train_unigram()
    for each in run.rounds:
        question = step_question(run, each, {}, T)
        assert question is None or sum(choice.is_right for choice in question.choices) == 1
