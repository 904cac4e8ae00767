"""The answers of the last three chapters, computed again by brute force and with tokenizers.

The corpora are written down here, so nothing but the vocabulary after pruning is from the engine.
"""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import floor, isclose, log, prod

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.course.chapters import chapter_4, chapter_4_size, chapter_5, chapter_6
from pages.course.glossary import glossary
from pages.course.parts import Part
from pages.course.unigram_tasks import WORDS
from pages.stage.tokens import without_isolates
from pages.translations.language import LANGUAGES, translation
from tests.app.test_course_chapters_1_to_3 import pair_counts, trained
from tests.support.course import asked_of

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = {"low·": 5, "lower·": 2, "newest·": 6, "widest·": 3}
SAMPLES = {"en": "unigram-en", "zh-Hant": "unigram-zh", "ko": "unigram-ko"}
every_language = pytest.mark.parametrize("lang", SAMPLES)
END = "<|endoftext|>"
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False)
LANGS = tuple(LANGUAGES)


@cache
def parts(lang: str) -> dict[str, Part]:
    t = translation(lang)
    chapters = (each.chapter(t, lang) for each in (chapter_4, chapter_5, chapter_6))
    return {part.name: part for chapter in chapters for part in chapter.parts}


def task(name: str, lang: str = "en"):
    return asked_of(parts(lang)[name])


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


@cache
def pieces_of(lang: str, removed: int = 9) -> Counter:
    """The pieces of the chapters after some rounds, each with its count in all words.

    Only which pieces there are is from the engine; `test_unigram_examples.py` computes it again.
    """
    words = corpus_of(lang)
    run = bpe.unigram.train(
        bpe.Corpus.from_counts(words),
        bpe.SAMPLES[SAMPLES[lang]].vocab_size,
        seed_size=bpe.SAMPLES[SAMPLES[lang]].seed_size,
        prune=0.05,
        seeds="bpe",
    )
    model = run.rounds[removed].model if removed < len(run.rounds) else run.model
    return Counter(
        {
            piece: sum(n * (word[i : i + len(piece)] == piece) for word, n in words.items()
                       for i in range(len(word)))
            for piece in model.pieces
        }
    )  # fmt: skip


def corpus_of(lang: str) -> dict[str, int]:
    return dict(bpe.SAMPLES[SAMPLES[lang]].counts)


def loss(lang: str, pieces: Counter, gone: str = "") -> float:
    """The loss of the words of a language, without a piece."""
    return sum(
        -n * log(probability(next(iter(best(word, pieces, gone))), pieces))
        for word, n in corpus_of(lang).items()
    )


def library_segmentation(word: str, pieces: Counter) -> str:
    """The best segmentation of a word by the library's Viterbi."""
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
    words = {"an": 2, "and": 2}
    pieces, probable = seeds(words), {}
    for word in words:
        probable[word] = max(probability(each, pieces) for each in segmentations(word, pieces))
    corpus = prod(probable[word] ** n for word, n in words.items())
    asked = task("loss-product", lang)
    assert [value_of(each) for each in asked.answers] == [corpus]
    zeros = floor(loss(lang, pieces_of(lang, 0)) / log(10))  # after the decimal point
    assert re.search(rf"\b{zeros}\b", asked.question.done, re.ASCII)
    asked = task("loss-log", lang)
    assert isclose(float(asked.answer), -log(probable["and"]), abs_tol=5e-4)
    worked = dict(re.findall(r"−log (1/\d+) = (\d\.\d+)", parts(lang)["loss-log"].example))
    assert len(worked) == 4
    assert all(isclose(float(x), -log(Fraction(p)), abs_tol=5e-4) for p, x in worked.items())
    factors = re.findall(r"1/\d+", parts(lang)["loss-log"].task.prompt)[-2:]  # of the probability
    assert prod(map(Fraction, factors)) == probable["and"]
    assert set(factors) <= worked.keys()
    asked = task("loss-word", lang)
    assert isclose(float(asked.answer), -log(corpus), abs_tol=5e-4)
    assert f"{loss(lang, pieces_of(lang, 0)):.3f}" in asked.question.done


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
    [("em-share", "an", ("an",), 10), ("pruning-question-share", "and", ("an", "d"), 9)],
)
def test_counts_are_shared_by_probability(name, word, tokens, count):
    pieces = seeds({"an": count, "and": count})
    every = [probability(each, pieces) for each in segmentations(word, pieces)]
    share = count * probability(tokens, pieces) / sum(every)
    assert [value_of(each) for each in task(name).answers] == [share]


def test_new_probability_is_the_share_of_all_expected_counts():
    asked = task("em-probability")
    said = without_isolates(parts("en")["em-probability"].text)
    count = int(re.search(r"count of (\d+)", said)[1])
    pieces, expected = seeds({"an": count, "and": count}), Counter()
    for word in ("an", "and"):
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
def test_all_merges_joined_more_frequent_pairs_than_those_of_missing_tokens(lang):
    theirs, size = pieces_of(lang), bpe.SAMPLES[SAMPLES[lang]].vocab_size
    run = bpe.train(bpe.Corpus.from_counts(corpus_of(lang)), vocab_size=size)
    word = bpe.SAMPLES[SAMPLES[lang]].watch.split()[0]
    missing = {*library_segmentation(word, theirs).split()} - {*run.vocab}
    assert missing
    assert all(merge.count > theirs[piece] for merge in run.merges for piece in missing)
    assert f"{len(run.merges)}" in task("both-results", lang).question.done


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
    counts = [int(n) for n in re.findall(r"\s(\d)\b", without_isolates(part.sentences[1]))]
    assert counts == [1, 2, 3, 4] == [len(x.encode()) for x in shown]


def test_korean_syllable_is_one_character_three_bytes_and_three_jamo():
    """It is said after the answer: the task needs only bytes."""
    part = parts("ko")["byte-word"]
    sentence = chapter_4_size.jamo_of("\ud55c", translation("ko"))
    assert part.task.done.endswith(sentence)
    assert all(letter in sentence for letter in "\u1112\u1161\u11ab")
    english = chapter_4_size.jamo_of("\ud55c", translation("en"))
    assert re.findall(r"\d+", english) == ["3", "3", "9"]
    assert all(len(parts(lang)["byte-word"].sentences) == 2 for lang in ("en", "zh-Hant", "ko"))


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


def test_examples_of_ties_leave_one_step_more_each_time():
    example = without_isolates(parts("en")["tie-count"].example)
    start = pair_counts({("s", "o"): 4, ("d", "o"): 4, ("o", "n"): 1, ("u", "s"): 4})
    assert dict(re.findall(r"(\w\+\w)\s(\d)", example)) == {
        "+".join(pair): str(n) for pair, n in start.items()
    }
    tied = [pair for pair, n in start.items() if n == max(start.values())]
    assert f"So {len(tied)} pairs" in example
    assert str(len(tied)) not in task("tie-count").answers
    open_step = without_isolates(parts("en")["tie-first"].example)
    found = pair_counts(trained(HUG).words[4])
    tied = [pair for pair, n in found.items() if n == max(found.values())]
    assert set(re.findall(r"(\w+)\+(\w+)", open_step)) == set(tied)


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


def test_terms_of_chapter_6_are_explained_where_they_are_used():
    explained = {form for term in glossary("en") for form in term.forms}
    for name, used in (
        ("loss-without", "seeds"),
        ("loss-log", "natural logarithm"),
        ("em-share", "SentencePiece"),
    ):
        assert used in parts("en")[name].text
        assert used in explained


def test_products_are_compared_by_how_many_times_one_is_larger():
    said = parts("en")["segmentation-more"].task.worked
    products = [float(value) for value in re.findall(r" = ([\d.]+\d)", said)]
    (times,) = re.findall(r"It is ([\d.]+) times as large as the next one", said)
    assert len(products) == 2
    assert isclose(float(times), products[0] / products[1], rel_tol=5e-3)
