"""The answers of chapter 4, computed again with tokenizers."""

import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.course.chapters import chapter_4_size
from pages.stage.tokens import without_isolates
from pages.translations.language import translation
from tests.app.chapter_truths import parts, task
from tests.app.test_course_chapters_1_to_3 import pair_counts, trained
from tests.support.course import asked_of

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = {"low·": 5, "lower·": 2, "newest·": 6, "widest·": 3}
END = "<|endoftext|>"
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False)


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
