"""The answers of chapter 5, computed again by brute force and with tokenizers."""

import re
from math import isclose

import bpe
from pages.course.unigram_tasks import WORDS
from pages.stage.tokens import without_isolates
from tests.app.chapter_truths import (
    SAMPLES,
    best,
    corpus_of,
    every_language,
    library_segmentation,
    parts,
    pieces_of,
    probability,
    segmentations,
    task,
    value_of,
)


@every_language
def test_piece_is_counted_at_all_places(lang):
    words, piece = corpus_of(lang), WORDS[lang].other
    found = {word: n for word, n in words.items() if piece in word}
    assert all(word.count(piece) == 1 for word in found)  # as the hint says
    asked = task("piece-places", lang)
    assert asked.answers == (str(sum(found.values())),)
    listed = dict(
        re.findall("\u2068(\\w+)\u2069\\s(\\d+)", parts(lang)["piece-places"].task.prompt)
    )
    assert {word: int(n) for word, n in listed.items()} == found


@every_language
def test_segmentations_are_all_that_there_are(lang):
    pieces, words = pieces_of(lang), WORDS[lang]
    two = {" ".join(each) for each in segmentations(words.short, pieces) if len(each) == 2}
    assert set(task("segmentation-two", lang).answers) == two
    for name, word in (
        ("segmentation-count", words.short),
        ("unigram-question-count", words.counted),
    ):
        assert task(name, lang).answers == (str(len(segmentations(word, pieces))),)
    every = [len(segmentations("x" * n, ["x" * k for k in range(1, n + 1)])) for n in (2, 3, 4)]
    assert every == [2, 4, 8]  # as the hint says
    assert int(task("segmentation-many", lang).answer.replace(",", "")) == 2 ** (30 - 1)


@every_language
def test_probabilities_are_products(lang):
    pieces, words = pieces_of(lang), WORDS[lang]
    assert value_of(task("piece-count", lang).answer) == probability((words.other,), pieces)
    asked = task("segmentation-product", lang)
    (two,) = (each for each in segmentations(words.short, pieces) if len(each) == 2)
    assert [value_of(each) for each in asked.answers] == [probability(two, pieces)]
    listed = re.findall("\u2068(\\w+)\u2069\\s(\\d+)", parts(lang)["segmentation-product"].text)
    assert {piece: int(n) for piece, n in listed} == {
        piece: n for piece, n in pieces.items() if piece in words.short
    }


@every_language
def test_more_pieces_win_in_one_part(lang):
    pieces, word = pieces_of(lang), WORDS[lang].more
    (most,) = best(word, pieces)
    asked = task("segmentation-more", lang)
    (wrong,) = asked.mistakes
    fewer, right = (without_isolates(str(each)).split() for each in (wrong, asked.answer))
    assert tuple(right) == most
    assert len(fewer) < len(right)
    assert probability(tuple(fewer), pieces) < probability(most, pieces)


def test_products_are_compared_by_how_many_times_one_is_larger():
    said = parts("en")["segmentation-more"].task.worked
    products = [float(value) for value in re.findall(r" = ([\d.]+\d)", said)]
    (times,) = re.findall(r"It is ([\d.]+) times as large as the next one", said)
    assert len(products) == 2
    assert isclose(float(times), products[0] / products[1], rel_tol=5e-3)


@every_language
def test_best_segmentations_are_those_of_the_library(lang):
    pieces, long = pieces_of(lang), bpe.SAMPLES[SAMPLES[lang]].watch.split()[0]
    for name, word in (
        ("viterbi-start", long[:2]),
        ("viterbi-middle", long[:4]),
        ("viterbi-end", long),
        ("unigram-question-best", WORDS[lang].new),
    ):
        found, asked = library_segmentation(word, pieces), task(name, lang)
        assert best(word, pieces) == {tuple(found.split())}
        if asked.kind == "pick":
            assert asked.answer == f"token {found.split()[-1]}"
            continue
        assert asked.answers == (found,)
        wrong = {" ".join(each) for each in segmentations(word, pieces)} - {found}
        last = {tokens for tokens in asked.mistakes if tokens.replace(" ", "") != word}
        assert last <= {word[start:] for start in range(1, len(word))}  # not the whole answer
        mistakes = set(asked.mistakes) - last
        assert wrong <= mistakes
        for tokens in mistakes - wrong:  # the explanation names the piece that is none
            assert tokens.replace(" ", "") == word
            strange = next(each for each in tokens.split() if each not in pieces)
            assert strange in without_isolates(asked.mistakes[tokens])
        assert len({found, *mistakes}) == 2 ** (len(word) - 1)  # no wrong answer is bare


@every_language
def test_viterbi_compares_only_the_pieces_that_end_at_the_position(lang):
    pieces, long = pieces_of(lang), bpe.SAMPLES[SAMPLES[lang]].watch.split()[0]
    for name, end in (("viterbi-start", 2), ("viterbi-middle", 4)):
        said = task(name, lang).question.worked
        last = [
            without_isolates(each).split()[-1]
            for each in re.findall("(?:\u2068[^\u2069]+\u2069 ?)+", said)
        ]
        ending = [long[i:end] for i in range(end) if long[i:end] in pieces]
        assert sorted(last) == sorted(ending)


@every_language
def test_forgotten_segmentation_never_wins(lang):
    part, pieces = parts(lang)["why-forget"], pieces_of(lang)
    isolates = "(?:\u2068\\S+\u2069 ?){2,}"
    found = map(without_isolates, re.findall(isolates, part.text))
    kept, forgotten = (tuple(each.split()) for each in found)
    assert "".join(kept) == "".join(forgotten)
    assert best("".join(kept), pieces) == {kept}
    word = part.place.settings.view.word
    for rest in segmentations(word.removeprefix("".join(kept)), pieces):
        assert probability((*kept, *rest), pieces) > probability((*forgotten, *rest), pieces)
