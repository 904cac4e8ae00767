"""The answers of the first three chapters, computed again by brute force and with tokenizers.

The corpora and the merges are written down here, so nothing comes from the engine.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.course.chapters import chapter_1, chapter_2, chapter_3
from pages.course.parts import UNEXPLAINED, Chapter, Part
from pages.course.route import checked
from pages.encoding import contents, result
from pages.encoding.examples import lesson
from pages.stage.tokens import without_isolates
from pages.state.url import from_query
from pages.translations.language import LANGUAGES, translation
from tests.support.course import asked_of

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
CAT = {"cat": 9, "rat": 1, "bat": 2, "cap": 4}
MAP = {"map": 6, "mop": 4, "cap": 9, "cop": 5, "caps": 3}
HAT = {"hat": 8, "bat": 4, "can": 6, "cap": 3}
UNK = "[UNK]"
LANGS = tuple(LANGUAGES)


@cache
def chapters(lang: str) -> tuple[Chapter, ...]:
    t = translation(lang)
    return tuple(each.chapter(t, lang) for each in (chapter_1, chapter_2, chapter_3))


@cache
def parts(lang: str) -> dict[str, Part]:
    return {part.name: part for chapter in chapters(lang) for part in chapter.parts}


def task(name: str):
    return asked_of(parts("en")[name])


def pair_counts(words: dict[tuple[str, ...], int]) -> Counter:
    counts: Counter = Counter()
    for tokens, times in words.items():
        for pair in pairwise(tokens):
            counts[pair] += times
    return counts


@dataclass(frozen=True)
class Trained:
    """The merges of a corpus, with ids and the words before each merge."""

    merges: list[tuple[str, str]]
    ids: dict[str, int]
    words: list[dict[tuple[str, ...], int]]


def trained(corpus: dict[str, int]) -> Trained:
    """Rewrites the words as strings; at a tie, the pair found first wins."""
    words = {tuple(word): times for word, times in corpus.items()}
    vocab, merges, all_words = sorted({c for word in corpus for c in word}), [], [words]
    while counts := pair_counts(words):
        left, right = max(counts, key=lambda pair: counts[pair])
        merges.append((left, right))
        vocab.append(left + right)
        words = {
            tuple(
                f" {' '.join(tokens)} ".replace(f" {left} {right} ", f" {left + right} ").split()
            ): times
            for tokens, times in words.items()
        }
        all_words.append(words)
    return Trained(merges, {token: i for i, token in enumerate(vocab)}, all_words)


def library(found: Trained, merges: int | None = None) -> Tokenizer:
    vocab = {**found.ids, UNK: len(found.ids)}
    tokenizer = Tokenizer(
        models.BPE(vocab=vocab, merges=found.merges[:merges], unk_token=UNK, fuse_unk=False)
    )
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return tokenizer


PROSE = {"en": "english", "zh-Hant": "chinese-words", "ko": "korean"}


@cache
def prose(lang: str) -> tuple[Counter, Tokenizer]:
    """The words of the longer text, and their merges of the engine in the library."""
    sample = bpe.SAMPLES[PROSE[lang]]
    words: Counter = Counter(" ".join(sample.texts).split())
    corpus = bpe.Corpus.from_counts(dict(words), "whitespace")
    run = bpe.train(corpus, vocab_size=sample.vocab_size)
    model = models.BPE(vocab={x: i for i, x in enumerate(run.vocab)}, merges=list(run.rules))
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return words, tokenizer


def test_counts_are_those_of_the_words():
    start, after = (pair_counts(trained(HUG).words[k]) for k in (0, 1))
    letters = sum(word.count("h") * times for word, times in HUG.items())
    assert task("count-tokens").answers == (str(letters),) == ("15",)
    assert task("count-pair").answers == (str(start["u", "g"]),) == ("20",)
    assert task("counts-change").answers == (str(after["p", "u"]),) == ("12",)
    for lang, text in (("en", "lighthousekeeper"), ("zh-Hant", "下雨天雨衣"), ("ko", "도서관사서")):
        characters = parts(lang)["characters"]
        assert characters.place.settings.text.replace(" ", "") == text
        assert asked_of(characters).answers == (str(len(text)),)
        assert len(asked_of(characters).mistakes) == 3
    assert task("question-characters").answers == (str(len(set("".join(HUG)))),)
    assert task("question-vocabulary-after").answers == (str(len(set("".join(HUG))) + 3),)
    tokens = library(trained(HUG)).encode("mug must hum").tokens
    assert task("question-unknown").answers == (str(tokens.count(UNK)),)
    for lang in LANGS:
        words = {w: n for w, n in prose(lang)[0].items() if re.search(r"\w", w)}
        once = sum(times == 1 for times in words.values())
        numbers = sorted(map(int, re.findall(r"\d+", asked_of(parts(lang)["rare-words"]).answer)))
        assert numbers == [once, len(words)]
        assert 2 * once > len(words), "the chapter says that most words are rare"


def test_hook_is_a_word_of_one_token_whose_id_hides_its_letters():
    for lang in LANGS:
        part = parts(lang)["hidden-letters"]
        word = part.place.settings.text
        found = prose(lang)[1].encode(word)
        assert found.tokens == [word]
        assert str(found.ids[0]) in part.task.prompt
        assert word not in part.text + part.task.prompt + part.task.hint
        letter, count = Counter(word).most_common(1)[0]
        for text in (part.text, part.task.prompt):
            assert letter in re.findall("\u2068(.*?)\u2069", text)
        assert f" {count} " in part.task.worked or f"{count}번" in part.task.worked
        assert not set("123") & set(asked_of(part).answer)


def test_examples_leave_one_step_more_each_time():
    examples = {name: part.example for name, part in parts("en").items() if part.example}
    assert list(examples) == [
        *("text-to-ids", "back-to-text"),
        *("count-tokens", "count-pair"),
        *("encode-word", "until-none-fits"),
    ]
    ids = trained(HUG).ids
    word, *tokens, last = re.findall("\u2068(.*?)\u2069", examples["text-to-ids"])
    assert word == "".join(tokens)
    assert list(map(int, re.findall(r"\d+", examples["text-to-ids"]))) == [
        *(ids[token] for token in tokens),
        ids[last],
    ]
    found = re.findall("(\\d+) is \u2068(.*?)\u2069", examples["back-to-text"])
    assert [(ids[token], token) for _, token in found] == [(int(n), token) for n, token in found]
    assert "".join(token for _, token in found) == task("back-to-text").answer
    assert task("back-to-text").answer not in examples["back-to-text"]
    *counts, total = map(int, re.findall(r"\d+", examples["count-tokens"]))
    assert sum(counts) == total == sum(word.count("p") * n for word, n in HUG.items())
    counts = list(map(int, re.findall(r"×(\d+)", examples["count-pair"])))
    assert str(sum(counts)) == task("count-pair").answer
    assert task("count-pair").answer not in examples["count-pair"]
    states = re.findall("\u2068(.*?)\u2069", examples["encode-word"])
    assert states[-1].split() == library(trained(HUG)).encode(states[0]).tokens
    last = re.findall("\u2068(.*?)\u2069", examples["until-none-fits"])[-1].split()
    answer = task("until-none-fits").answer.split()
    assert "".join(last) == "".join(answer)
    assert len(last) == len(answer) + 1


def test_shortest_sentence_costs_more_tokens_than_the_longest_one():
    """With a byte-level tokenizer of the library, trained on the same English text."""
    sentences = [
        "貓在花園裡喝水。",
        "The cat drinks water in the garden.",
        "고양이가 정원에서 물을 마셔요.",
    ]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=600, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(bpe.SAMPLES["english"].texts, trainer)
    chinese, english, korean = (len(tokenizer.encode(each).tokens) for each in sentences)
    assert len(sentences[0]) < len(sentences[2]) < len(sentences[1])
    assert english < chinese < korean
    for each in (sentences[0], sentences[2]):  # the reason that the chapter gives
        assert len(tokenizer.encode(each).tokens) == len(each.encode())
    for lang in LANGS:
        hook, reason = parts(lang)["three-languages"], parts(lang)["why-it-costs"]
        text = reason.place.settings.text
        assert hook.place.settings.text == text
        assert all(each in text for each in sentences)
        assert sentences[1] in asked_of(hook).answer
        fewest, *others = sorted(map(int, re.findall(r"\d+", hook.task.worked)))
        assert fewest < others[0], "the library has another tie rule, so it may need one less"
        assert others == [chinese, korean]
        settings = reason.place.settings
        encoder = contents.encoder_of(settings)
        shown = encoder.encode(text).tokens
        assert len(shown) == sum((fewest, *others)) + text.count("\n")
        totals = [
            line.total
            for line in result.lines(contents.text_of(settings, encoder), translation("en"))
        ]
        assert [int(total.split()[0]) for total in totals] == [chinese, korean, fewest]


def test_reasons_are_about_what_the_parts_before_have_shown():
    start, after = (pair_counts(trained(HUG).words[k]) for k in (0, 1))
    falls = parts("en")["why-count-falls"]
    assert [start["p", "u"], after["p", "u"]] == list(map(int, re.findall(r"\d+", falls.text)))
    assert start["p", "u"] - after["p", "u"] == HUG["pug"]
    assert any(0 < start[pair] == after[pair] for pair in start), "not every count falls"
    swapped = trained(HAT)
    swapped.merges[:2] = swapped.merges[1::-1]
    text = without_isolates(parts("en")["why-order"].text)
    for found in (trained(HAT), swapped):
        assert " ".join(library(found).encode("cat").tokens) in text


@pytest.mark.parametrize(
    ("name", "corpus", "k"),
    [
        ("first-merge", HUG, 0),
        ("second-merge", HUG, 1),
        ("third-merge", HUG, 2),
        ("question-fourth-merge", MAP, 3),
        ("question-other-words", CAT, 0),
    ],
)
def test_merges_have_the_highest_count(name, corpus, k):
    found, part = trained(corpus), parts("en")[name]
    counts = pair_counts(found.words[k])
    (best, most), (_, second) = counts.most_common(2)
    assert most > second, "the learner knows nothing about ties yet"
    key = {pair: f"{found.ids[pair[0]]} {found.ids[pair[1]]}" for pair in counts}
    assert part.place.step == k
    assert asked_of(part).answer == key[best]
    for pair, count in counts.items():  # the explanation names the count of each other pair
        if pair != best:
            assert str(count) in without_isolates(asked_of(part).mistakes[key[pair]])


def test_fourth_merge_is_not_one_that_the_part_before_has_shown():
    shown, asked = (parts("en")[each].place for each in ("repeat", "question-fourth-merge"))
    rules = shown.settings.train().rules
    assert asked.settings.train().rules[asked.step] not in rules


@pytest.mark.parametrize(
    ("name", "word", "corpus", "merges"),
    [
        ("merge-everywhere", "hugs", HUG, 1),
        ("encode-word", "nun", HUG, None),
        ("until-none-fits", "bunhug", HUG, None),
        ("unknown-character", "thugs", HUG, None),
        ("rank-order", "cat", HAT, None),
        ("fewer-merges", "hugs", HUG, 3),
        ("question-encode", "unhugs", HUG, None),
    ],
)
def test_tokens_are_those_of_the_library(name, word, corpus, merges):
    tokens = library(trained(corpus), merges).encode(word).tokens
    assert task(name).answers[0] == " ".join(tokens)
    assert word in without_isolates(task(name).question.prompt)


def test_choices_are_right():
    found = trained(HUG)
    first = min(pairwise("bunhug"), key=lambda pair: (*found.merges, pair).index(pair))
    assert without_isolates(task("lowest-rank").answer) == "+".join(first)
    swapped = trained(HAT)
    swapped.merges[:2] = swapped.merges[1::-1]
    tokens = library(swapped).encode("cat").tokens
    assert without_isolates(task("other-order").answer) == " ".join(tokens) == "ca t"
    pairs = {"+".join(pair) for word in HUG for pair in pairwise(word)}
    choice = task("adjacent-tokens")
    assert {without_isolates(option) for option in choice.options} - pairs == {
        without_isolates(choice.answer)
    }


@pytest.mark.parametrize("lang", LANGS)
def test_words_of_the_longer_text_are_encoded_as_the_chapter_says(lang):
    words, tokenizer = prose(lang)
    found = {name: asked_of(part) for name, part in parts(lang).items()}
    for option in map(without_isolates, found["frequent-words"].options):
        tokens = tokenizer.encode(option).tokens
        is_answer = option == without_isolates(found["frequent-words"].answer)
        assert (len(tokens) == 1) == is_answer
        assert any(option in word for word in words) == is_answer
        assert set(option) <= set("".join(words)), "no character is unknown"
    shared = parts(lang)["parts-of-words"].place.settings.text.split()
    one, two = (set(tokenizer.encode(word).tokens) for word in shared)
    (token,) = one & two
    assert found["parts-of-words"].answer == f"token {token}"
    assert all(word.endswith(token) for word in shared), "the hint says to compare the ends"
    sentence = parts(lang)["vocabulary-size"].place.settings.view.sentence
    assert set("".join(sentence.split())) <= set("".join(words))
    said = re.findall(r"\d+", found["vocabulary-size"].texts[-1])
    assert said == [str(len(sentence.replace(" ", ""))), str(len(tokenizer.encode(sentence).ids))]


def test_longer_text_is_in_the_language_of_the_reader():
    scripts = {"en": "LATIN", "zh-Hant": "CJK", "ko": "HANGUL"}
    for lang in LANGS:
        names = {unicodedata.name(x).split()[0] for word in prose(lang)[0] for x in word}
        assert scripts[lang] in names
        assert not names & {"LATIN", "HANGUL"} - {scripts[lang]}
        own = ("rare-words", "characters", "parts-of-words", "frequent-words", "vocabulary-size")
        for name in (*own, "question-vocabulary"):
            assert parts(lang)[name].place.settings.corpus.name == PROSE[lang]
        for name in ("text-to-ids", "whole-words", "back-to-text", "first-merge"):
            assert parts(lang)[name].place.settings.corpus.name == "hug"


def test_typed_words_are_checked():
    tokenizer = library(trained(HUG))

    def ids(word: str) -> list[int]:
        return tokenizer.encode(word).ids

    def is_known(word: str) -> bool:
        return set(word) <= set("".join(HUG))

    rules = {
        "whole-words": lambda word: word not in HUG and is_known(word),
        "back-to-text": lambda word: ids(word) == [8, 11],
        "ids-to-text": lambda word: ids(word) == [11, 12, 8],
        "own-word": lambda word: word not in HUG and is_known(word) and len(ids(word)) == 3,
        "lost-letters": lambda word: word != "jug" and ids(word) == ids("jug"),
    }
    typed = ("hug", "hugs", "puns", "bugs", "unpug", "pugun", "mug", "rug", "ug", "shrug", "unhugs")
    for name, rule in rules.items():
        assert rule(task(name).answer)
        for lang in LANGS:
            check = asked_of(parts(lang)[name]).check
            assert [not check(word) for word in typed] == [rule(word) for word in typed]
            assert check("hug pug")
            assert not check(f" {task(name).answer} ")
    said = asked_of(parts("en")["back-to-text"]).check
    assert "has the id 9." in said("hug")
    assert "has the ids 8, 10." in said("unpun")


def test_tokens_of_an_accepted_word_are_shown():
    said = checked("own-word", "en", "puguns")
    assert said
    assert said["right"]
    tokens = library(trained(HUG)).encode("puguns").tokens
    assert without_isolates(said["message"]) == "puguns becomes 3 tokens: {}, {} and {}.".format(
        *tokens
    )
    assert "[UNK]" in checked("lost-letters", "en", "rug")["message"]


def test_vocabulary_of_whole_words_is_shown_as_whole_words():
    place = parts("en")["whole-words"].place
    run = place.settings.train()
    assert list(run.at(place.step).words) == [((word,), n) for word, n in HUG.items()]


def test_pairs_are_not_shown_before_the_first_one_is_counted():
    for name in ("count-tokens", "adjacent-tokens"):
        assert UNEXPLAINED in parts("en")[name].hides  # after the answer, too


def test_answer_about_an_encoded_text_is_followed_by_its_result():
    for name in ("characters", "frequent-words", "question-characters"):
        place = parts("en")[name].place
        encoder = contents.encoder_of(place.settings)
        assert parts("en")[name].after == contents.text_of(place.settings, encoder).last > 0


@pytest.mark.parametrize("lang", LANGS)
def test_chapters_are_complete_in_each_language(lang):
    english = parts("en")
    assert [(len(c.parts), sum(p.is_question for p in c.parts)) for c in chapters(lang)] == [
        (15, 3),
        (13, 3),
        (13, 3),
    ]
    assert list(parts(lang)) == list(english)
    for name, part in parts(lang).items():
        shown, step, refused = from_query(dict(parse_qsl(part.place.query, keep_blank_values=True)))
        assert not refused
        if part.place.page == "encode":  # the page explains words of the course, with the answer
            assert lesson(part.place.settings, translation(lang)) == ""
        assert (shown.lang, shown.view.position or step) == (lang, part.place.step)
        assert 2 <= len(part.sentences) <= 4
        own, theirs = asked_of(part), asked_of(english[name])
        assert own.kind == theirs.kind
        assert all((*own.texts, *own.mistakes.values()))
        if part.place.settings.corpus.name == PROSE[lang]:
            assert len(own.question.hint_marks) == len(theirs.question.hint_marks)
            continue  # another text, whose answers the tests above recompute
        assert list(own.question.hint_marks) == list(theirs.question.hint_marks)
        assert len(own.mistakes) == len(theirs.mistakes)
        if own.kind in ("number", "tokens"):
            assert own.answers == theirs.answers


def answers_of(part: Part) -> tuple[str, ...]:
    found = asked_of(part)
    if found.kind == "merge":
        tokens = list(trained(CAT if part.name == "question-other-words" else HUG).ids)
        return ("+".join(tokens[int(i)] for i in found.answer.split()),)
    if found.kind == "word":
        return (found.answer,)
    if found.kind != "step":
        return tuple(without_isolates(each).removeprefix("token ") for each in found.answers)
    return ()


@pytest.mark.parametrize("lang", LANGS)
def test_texts_do_not_contain_the_answer(lang):
    for part in parts(lang).values():
        text = without_isolates(" ".join((part.title, *part.sentences, part.task.prompt)))
        # A part of a word is not given away by words that contain it, such as Korean particles.
        flags = re.NOFLAG if part.task.kind in ("pick", "remove") else re.ASCII
        for answer in answers_of(part):
            assert not re.search(rf"(?<![\w+]){re.escape(answer)}(?![\w+])", text, flags), text
        for wrong in asked_of(part).mistakes:
            assert without_isolates(wrong) not in answers_of(part)
        if part.task.kind == "choice":
            assert {*asked_of(part).mistakes, asked_of(part).answer} == {*asked_of(part).options}
