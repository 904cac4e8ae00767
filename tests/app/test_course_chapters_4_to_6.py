"""The answers of the last three chapters, computed again by brute force and with tokenizers.

The corpora are written down here, so nothing but the vocabulary after pruning is from the engine.
"""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import isclose, log, prod

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from bpe.unigram import all_substrings, reference
from pages.course import chapter_4, chapter_4_size, chapter_5, chapter_6
from pages.course.parts import Part
from pages.stage.tokens import without_isolates
from pages.translations.language import LANGUAGES, translation
from tests.app.test_course_chapters_1_to_3 import pair_counts, trained
from tests.support.course import asked_of

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = {"low·": 5, "lower·": 2, "newest·": 6, "widest·": 3}
PRUNED = {"pun": 10, "in": 10, "tin": 10}
END = "<|endoftext|>"
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False)
LANGS = tuple(LANGUAGES)


@cache
def parts(lang: str) -> dict[str, Part]:
    t = translation(lang)
    chapters = (each.chapter(t, lang) for each in (chapter_4, chapter_5, chapter_6))
    return {part.name: part for chapter in chapters for part in chapter.parts}


def task(name: str):
    return asked_of(parts("en")[name])


def split(text: str) -> list[str]:
    """The words of a text in the library's GPT-2 pre-tokenization."""
    return [word for word, _ in BYTES.pre_tokenize_str(text)]


@cache
def sentences() -> dict[str, int]:
    """The words of the four sentences, in the order met."""
    return Counter(word for text in bpe.SAMPLES["course"].texts for word in split(text))


def library_merges(words: dict[str, int], size: int) -> list[list[str]]:
    """The merges of the library, which breaks ties by the lowest ids."""
    tokenizer = Tokenizer(models.BPE())
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=[END], show_progress=False)
    tokenizer.train_from_iterator((w for w, n in words.items() for _ in range(n)), trainer)
    return [list(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


@cache
def counts(corpus: tuple[tuple[str, int], ...]) -> Counter:
    """How often each piece occurs: the characters, and the parts of longer words."""
    words = dict(corpus)
    found: Counter = Counter()
    for word, times in corpus:
        for start, end in product(range(len(word)), range(1, len(word) + 1)):
            if start < end:
                found[word[start:end]] += times
    return Counter(
        {
            piece: n
            for piece, n in found.items()
            if len(piece) == 1 or any(piece in word and piece != word for word in words)
        }
    )


def seeds(words: dict[str, int]) -> Counter:
    return counts(tuple(words.items()))


def segmentations(word: str, pieces) -> list[tuple[str, ...]]:
    """Every way to write a word with pieces."""
    if not word:
        return [()]
    return [
        (word[:end], *rest)
        for end in range(1, len(word) + 1)
        if word[:end] in pieces
        for rest in segmentations(word[end:], pieces)
    ]


def probability(tokens: tuple[str, ...], pieces: Counter) -> Fraction:
    return prod((Fraction(pieces[token], pieces.total()) for token in tokens), start=Fraction(1))


def best(word: str, pieces: Counter, gone: str = "") -> set[tuple[str, ...]]:
    """The most probable segmentations of a word. gone: a piece that may not be used."""
    found = segmentations(word, pieces.keys() - {gone})
    most = max(probability(each, pieces) for each in found)
    return {each for each in found if probability(each, pieces) == most}


def rise(words: dict[str, int], gone: str) -> float:
    """How much the loss rises without a piece."""
    pieces = seeds(words)

    def loss(piece: str) -> float:
        return sum(
            -n * log(probability(next(iter(best(word, pieces, piece))), pieces))
            for word, n in words.items()
        )

    return loss(gone) - loss("")


def library_segmentation(word: str) -> str:
    """The best segmentation of a word by the library's Viterbi."""
    pieces = seeds(HUG)
    vocab = [(piece, log(n / pieces.total())) for piece, n in pieces.items()]
    return " ".join(Tokenizer(models.Unigram(vocab)).encode(word).tokens)


def value_of(typed: str) -> Fraction:
    return Fraction(typed)


def test_ties_are_counted_and_broken():
    found = trained(HUG)
    counted = pair_counts(found.words[4])
    tied = [pair for pair, count in counted.items() if count == max(counted.values())]
    assert task("tie-count").answers == (str(len(tied)),) == ("2",)
    assert task("tie-first").answer == " ".join(str(found.ids[each]) for each in tied[0])
    assert found.merges[4] == tied[0] == ("p", "ug")
    choice = task("tie-lowest")
    second = library_merges(sentences(), 50)[1]
    assert without_isolates(choice.answer) == "+".join(second) == "e+r"
    after_first = pair_counts(trained(sentences()).words[1])
    most = max(after_first.values())
    tied_texts = {"+".join(pair) for pair, n in after_first.items() if n == most}
    assert {without_isolates(option) for option in choice.options} == tied_texts
    low = trained(LOW)
    counted = pair_counts(low.words[0])
    assert task("ties-question-rule").answer == " ".join(str(low.ids[x]) for x in low.merges[0])
    assert sum(n == max(counted.values()) for n in counted.values()) == 3


def test_spaces_and_bytes_are_those_of_the_library():
    assert without_isolates(task("space-words").answer).split() == split("hug a pug")
    count = pair_counts({tuple(word): n for word, n in sentences().items()})["Ġ", "t"]
    assert task("space-pairs").answers == (str(count),) == ("7",)
    first = len(pre_tokenizers.ByteLevel.alphabet()) + 1
    assert task("byte-alphabet").answers == (str(first),) == ("257",)
    pairs = {"+".join(pair) for word in sentences() for pair in pairwise(word)}
    never = {without_isolates(each) for each in task("ties-question-space").options} - pairs
    assert never == {without_isolates(task("ties-question-space").answer)} == {"s+Ġ"}


def test_merges_fit_into_the_vocabulary():
    assert task("size-merges").answers == (str(len(library_merges(sentences(), 40))),) == ("9",)
    assert task("ties-question-size").answers == (str(len(library_merges(HUG, 12))),) == ("4",)
    merges = trained(sentences()).merges
    assert int(task("size-tokens").answer) == 1 + [left + right for left, right in merges].index(
        "Ġtoken"
    )


def test_segmentations_are_all_that_there_are():
    pieces = seeds(HUG)
    two = {" ".join(each) for each in segmentations("hug", pieces) if len(each) == 2}
    assert set(task("segmentation-two").answers) == two == {"h ug", "hu g"}
    for name, word in (("segmentation-count", "hug"), ("unigram-question-count", "bun")):
        assert task(name).answers == (str(len(segmentations(word, pieces))),)
    assert task("piece-count").answers == (str(pieces["hu"]),) == ("15",)
    every = [len(segmentations("x" * n, ["x" * k for k in range(1, n + 1)])) for n in (2, 3, 4)]
    assert every == [2, 4, 8]  # as the hint says
    assert int(task("segmentation-many").answer.replace(",", "")) == 2 ** (30 - 1)


def test_probabilities_are_products():
    pieces = seeds(HUG)
    asked = task("segmentation-product")
    assert [value_of(each) for each in asked.answers] == [probability(("un", "hug"), pieces)]
    by_tokens = {probability(each, pieces) for each in segmentations("unhug", pieces)}
    others = [value for value in map(value_of, asked.mistakes) if value < Fraction(1, 10)]
    assert len(others) > 3
    assert set(others) <= by_tokens


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("viterbi-start", "un"),
        ("viterbi-middle", "unhu"),
        ("viterbi-end", "unhug"),
        ("unigram-question-best", "huggun"),
    ],
)
def test_best_segmentations_are_those_of_the_library(name, word):
    found, asked = library_segmentation(word), task(name)
    assert best(word, seeds(HUG)) == {tuple(found.split())}
    if asked.kind in ("pick", "remove"):
        assert asked.answer == f"token {found.split()[-1]}"
        return
    assert asked.answers == (found,)
    pieces = seeds(HUG)
    wrong = {" ".join(each) for each in segmentations(word, pieces)} - {found}
    other = set(asked.mistakes) - wrong
    assert wrong <= set(asked.mistakes)
    for tokens in other:  # the explanation names the piece that is none
        assert tokens.replace(" ", "") == word
        (strange,) = (each for each in tokens.split() if each not in pieces)
        assert without_isolates(asked.mistakes[tokens]).startswith(f"{strange} is not in")
    assert word != "huggun" or "hug gun" in other


def test_loss_is_computed_right():
    pieces = seeds(HUG)
    cost = -log(pieces["hug"] / pieces.total())
    (typed,) = task("loss-word").answers
    assert isclose(float(typed), HUG["hug"] * cost, rel_tol=1e-3)
    assert set(task("loss-without").answers) == {
        " ".join(each) for each in best("hug", pieces, "hug")
    }
    (typed,) = task("loss-rise").answers
    assert isclose(float(typed), rise(HUG, "hug"), rel_tol=1e-3)
    assert best("hugs", pieces) & best("hugs", pieces, "hug"), "the text says that it is as good"


def test_piece_to_remove_costs_nothing_and_others_cost_what_is_said():
    asked, pieces = task("prune-piece"), seeds(PRUNED)
    assert set(asked.mistakes) | {asked.answer} == {f"token {piece}" for piece in pieces}
    for piece in pieces:
        if len(piece) > 1:
            costs = rise(PRUNED, piece)
            assert (f"token {piece}" == asked.answer) == (abs(costs) < 1e-9)
            if costs > 1e-9:
                assert f"{costs:.3f}" in asked.mistakes[f"token {piece}"]


def test_round_that_removes_a_piece_is_that_of_the_reference():
    first: dict[str, float] = dict(all_substrings(bpe.Corpus.from_counts(HUG)))
    vocabulary, step = first, 0
    while "gs" in vocabulary:
        vocabulary, step = reference.prune(HUG, vocabulary), step + 1
    assert int(task("prune-rounds").answer) == step
    small = reference.train(HUG, first, 10)
    pieces, _ = reference.encode_word("unhug", reference.costs_of(small))
    assert " ".join(pieces) in without_isolates(task("both-results").question.worked)
    assert "un" not in small


@pytest.mark.parametrize(
    ("name", "word", "tokens", "count"),
    [("em-share", "an", ("an",), 10), ("pruning-question-share", "and", ("an", "d"), 9)],
)
def test_counts_are_shared_by_probability(name, word, tokens, count):
    pieces = seeds({"an": count, "and": count})
    every = [probability(each, pieces) for each in segmentations(word, pieces)]
    share = count * probability(tokens, pieces) / sum(every)
    assert [value_of(each) for each in task(name).answers] == [share]


def test_loss_of_em_falls():
    pieces = seeds(HUG)
    before = -sum(
        n * log(sum(probability(each, pieces) for each in segmentations(word, pieces)))
        for word, n in HUG.items()
    )
    said = [float(each) for each in re.findall(r"\d+\.\d+", task("em-repeat").question.worked)]
    assert isclose(said[0], before, abs_tol=1e-3)
    assert said[1] < said[0]


@pytest.mark.parametrize(
    ("lang", "word", "some"),
    [("en", "été", "字"), ("zh-Hant", "下雨天", "字"), ("ko", "도서관", "한")],
)
def test_bytes_are_counted_in_words_of_the_language(lang, word, some):
    part = parts(lang)["byte-word"]
    size = sum(1 if x < "\x80" else 2 if x < "\u0800" else 3 for x in word)
    assert asked_of(part).answer == word
    assert re.findall(r"\d+", part.task.worked) == ["3", str(size)]
    shown = part.place.settings.text.split()
    assert some in shown
    counts = [int(n) for n in re.findall(r" (\d)\b", without_isolates(part.sentences[1]))]
    assert counts == [1, 2, 3, 4] == [len(x.encode()) for x in shown]


def test_korean_syllable_is_one_character_three_bytes_and_three_jamo():
    sentence = without_isolates(parts("ko")["byte-word"].sentences[-1])
    assert all(letter in sentence for letter in "\u1112\u1161\u11ab")
    assert sentence == without_isolates(chapter_4_size.jamo_of("\ud55c", translation("ko")))
    english = chapter_4_size.jamo_of("\ud55c", translation("en"))
    assert re.findall(r"\d+", english) == ["3", "3", "9"]
    assert all(len(parts(lang)["byte-word"].sentences) == 2 for lang in ("en", "zh-Hant"))


def test_typed_words_are_checked():
    pieces = seeds(HUG)
    rules = {
        "byte-word": lambda word: len(word) == 3 and len(word.encode()) > 3,
        "unigram-question-single": lambda word: (
            len(word) > 2
            and set(word) <= set("".join(HUG))
            and len(segmentations(word, pieces)) == 1
        ),
    }
    typed = ("hug", "été", "gps", "bus", "snob", "gb", "日本語", "é", "nnn", "pugs", "ééé", "gps é")
    for name, rule in rules.items():
        for lang in LANGS:
            check = asked_of(parts(lang)[name]).check
            assert rule(asked_of(parts(lang)[name]).answer)
            assert [not check(word) for word in typed] == [rule(word) for word in typed]


@pytest.mark.parametrize("lang", LANGS)
def test_texts_do_not_contain_the_answer(lang):
    for part in parts(lang).values():
        asked = asked_of(part)
        text = without_isolates(" ".join((part.title, *part.sentences, part.task.prompt)))
        assert all(asked.texts), part.name
        if asked.kind == "number":
            for wrong in asked.mistakes:
                gaps = [abs(value_of(wrong) / value_of(right) - 1) for right in asked.answers]
                assert min(gaps) > asked.tolerance, (part.name, wrong)
        if asked.kind == "tokens":
            assert not set(asked.answers) & set(asked.mistakes)
        if asked.kind in ("number", "tokens") or part.name == "prune-piece":
            answers = [asked.answer[6:]] if asked.kind in ("pick", "remove") else asked.answers
            for answer in answers:
                pattern = rf"(?<![\w+/.]){re.escape(answer)}(?![\w+/])"
                assert not re.search(pattern, text, re.ASCII), (part.name, answer)
