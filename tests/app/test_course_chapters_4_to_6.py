"""What several of the last three chapters have: examples, mistakes with a reason, typed words."""

import re
from fractions import Fraction
from math import isclose, prod

import pytest

from pages.course.unigram_tasks import WORDS
from pages.stage.tokens import without_isolates
from pages.translations.language import LANGUAGES
from tests.app.chapter_truths import (
    best,
    corpus_of,
    every_language,
    parts,
    pieces_of,
    probability,
    segmentations,
    task,
    value_of,
)
from tests.support.course import asked_of

LANGS = tuple(LANGUAGES)


@every_language
def test_likely_wrong_segmentations_and_counts_get_a_reason(lang):
    def reasons(name: str) -> dict[str, str]:
        return {each: why for each, why in task(name, lang).mistakes.items() if why}

    pieces, words = pieces_of(lang), WORDS[lang]
    halves = [(words.short[:n], words.short[n:]) for n in range(1, len(words.short))]
    strange = [each for each in halves if sum(half not in pieces for half in each) == 1]
    assert strange
    assert {" ".join(each) for each in strange} <= reasons("segmentation-two").keys()
    found = len(segmentations(words.short, pieces))
    counts = {str(n) for n in range(1, 2 ** (len(words.short) - 1) + 1)} - {str(found)}
    assert counts <= reasons("segmentation-count").keys()
    first = {piece: n for piece, n in pieces_of(lang, 0).items() if piece != words.piece}
    left = {" ".join(each) for each in segmentations(words.piece, first)}
    answers = set(task("loss-without", lang).answers)
    assert left - answers <= reasons("loss-without").keys()


@every_language
def test_typed_words_are_checked(lang):
    pieces = pieces_of(lang)
    rules = {
        "byte-word": lambda word: len(word) == 3 and len(word.encode()) > 3,
        "unigram-question-single": lambda word: (
            len(word) > 2
            and set(word) <= set("".join(corpus_of(lang)))
            and len(segmentations(word, pieces)) == 1
        ),
    }
    typed = ("art", "été", "sun", "dust", "tea", "gb", "日本語", "é", "nnn", "pugs", "ééé", "gps é")
    typed = (*typed, "大學生", "學生員", "고교생", "대학생")
    for name, rule in rules.items():
        check = task(name, lang).check
        assert rule(task(name, lang).answer)
        assert [not check(word) for word in typed] == [rule(word) for word in typed]


@pytest.mark.parametrize("lang", LANGS)
def test_texts_do_not_contain_the_answer(lang):
    for part in parts(lang).values():
        asked = asked_of(part)
        text = without_isolates(" ".join((part.title, *part.sentences, part.task.prompt)))
        if asked.kind == "tokens":
            text = text.replace(part.place.settings.view.word, "")  # of which they are a part
        assert all(asked.texts), part.name
        if asked.kind == "number":
            for wrong in asked.mistakes:
                gaps = [abs(value_of(wrong) / value_of(right) - 1) for right in asked.answers]
                assert min(gaps) > asked.tolerance, (part.name, wrong)
        if asked.kind == "tokens":
            assert not set(asked.answers) & set(asked.mistakes)
        if asked.kind in ("number", "tokens"):
            for answer in asked.answers:
                pattern = rf"(?<![\w+/.]){re.escape(answer)}(?![\w+/])"
                assert not re.search(pattern, text, re.ASCII), (part.name, answer)


@every_language
def test_examples_of_unigram_leave_one_step_more_each_time(lang):
    examples = {name: part.example for name, part in parts(lang).items() if part.example}
    assert [name for name in examples if not name.startswith("tie")] == [
        *("segmentation-product", "segmentation-more", "viterbi-start", "viterbi-middle"),
        *("loss-product", "loss-log", "loss-word", "loss-rise", "em-share", "em-probability"),
    ]
    pieces = pieces_of(lang)
    shown = re.search("\u2068(.*?)\u2069[:：] ?(.*) = (.*)", examples["segmentation-product"])
    assert shown
    tokens = tuple(without_isolates(shown[1]).split())
    assert isclose(float(shown[3]), probability(tokens, pieces), rel_tol=1e-3)
    assert " ".join(tokens) not in without_isolates(parts(lang)["segmentation-product"].task.prompt)
    products = [
        prod(map(Fraction, each.split(" × ")))
        for each in re.findall(r"(?:\d+/\d+ × )+\d+/\d+", examples["segmentation-more"])
    ]
    options = [tuple(without_isolates(x).split()) for x in task("segmentation-more", lang).options]
    assert products == [probability(each, pieces) for each in options]
    assert products[0] < products[1]
    word = WORDS[lang].other  # the worked example of Viterbi
    assert len(segmentations(word, pieces)) == 2
    assert best(word, pieces) == {(word,)}
    values = [
        float(one) * Fraction(other)
        for one, other in re.findall(r"([\d.]+) × (\d+/\d+)", examples["viterbi-middle"])
    ]
    (answer,) = best(task("viterbi-middle", lang).answer.replace(" ", ""), pieces)
    assert len(values) == 2
    assert isclose(max(values), probability(answer, pieces), rel_tol=1e-3)
    one, other, both = re.findall(r"([\d.]+) \+ ([\d.]+) = ([\d.]+\d)", examples["loss-word"])[0]
    assert isclose(float(one) + float(other), float(both), abs_tol=5e-4)
    terms = re.findall(r"(\d+) × \((.*?) − (.*?)\) = ([\d.]+\d)", examples["loss-rise"])
    assert all(
        isclose(int(n) * (float(x) - float(y)), float(z), abs_tol=5e-4) for n, x, y, z in terms
    )
    assert isclose(sum(float(z) for *_, z in terms), float(task("loss-rise", lang).answer))
    one, other, total = re.findall(r"(\d+) \+ (\d+) = (\d+)", examples["em-probability"])[0]
    assert int(one) + int(other) == int(total)
    assert Fraction(task("em-probability", lang).answer).numerator == int(total)
