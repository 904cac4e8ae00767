"""What a class is asked about Unigram: near rivals, what each choice costs, and three digits."""

from fractions import Fraction

import pytest

from pages.classroom import questions
from pages.classroom.asked import Unreadable
from pages.runs import runs
from pages.state.url import query_of
from pages.translations.language import translation
from pages.unigram.contents import UNIGRAM_CORPORA, unigram_words
from pages.unigram.kind import UnigramTraining

T = translation("en")


def texts(question):
    return [chip.text for choice in question.choices for chip in choice.content]


@pytest.mark.parametrize("lang", UNIGRAM_CORPORA)
def test_removal_is_asked_with_those_that_cost_little_more_and_says_what_each_costs(lang):
    settings = unigram_words(lang).replace(show="rounds")
    run = runs.unigram_run_of(settings)
    kind = UnigramTraining(run)
    for k, this in enumerate(run.rounds, 1):
        spec = {"kind": "predict", "page": "unigram", "query": query_of(settings), "step": k}
        asked = questions.ask(spec, "en")
        offered, ranked = texts(asked.question), sorted(this.rises, key=this.rises.get)
        assert {*ranked[:3], ranked[-1]} <= set(offered)
        (right,) = asked.question.right
        assert offered[right] == ranked[0] == this.removed[0]
        assert asked.values == kind.values_of_choices(k, T)
        for piece, value in zip(offered, asked.values, strict=True):
            expected = f"loss rises by {this.rises[piece]:,.3f}" if len(piece) > 1 else ""
            assert value == expected


def test_answer_that_is_rounded_too_much_does_not_count():
    spec = {"kind": "practice", "skill": "share", "level": 1, "seed": 1, "index": 0, "words": "en"}
    asked = questions.ask(spec, "en")
    (answer,) = asked.question.answers
    assert isinstance(answer, Fraction)
    assert answer != round(answer, 1)
    with pytest.raises(Unreadable, match="three significant digits"):
        asked.group(f"{float(answer):.1f}")
    assert asked.group(f"{float(answer):.4f}") == "right"
    assert asked.group(f"{float(answer) + 1:.1f}") != "right"
