"""Practice in Chinese and Korean words: real words, unique answers, and links that keep them."""

import hashlib
import unicodedata
from itertools import pairwise

import pytest

from bpe.byte_characters import byte_level
from pages.classroom.questions import ask, is_specification
from pages.practice import encoding_questions, word_lists
from pages.practice.draw import KINDS, attempt_of, draw
from pages.practice.ladder import FIRST, LEVELS, SKILLS, Rung
from pages.practice.questions import Exercise
from pages.practice.sample_words import sample_words
from pages.state.url import from_query
from pages.translations.language import LANGUAGES
from tests.app.quiz_helpers import drawn, replayed, words_of
from tests.app.test_practice import Page, typed_for

LISTS = {"zh-Hant": word_lists.CHINESE, "ko": word_lists.KOREAN}
SCRIPTS = {"zh-Hant": "CJK UNIFIED IDEOGRAPH", "ko": "HANGUL SYLLABLE"}
# Of 48 English questions, drawn before questions had words of other languages.
ENGLISH_QUESTIONS = "4521d6b309f9ae24"


def corpus_of(question: Exercise) -> set[str]:
    return set(question.link.settings.read_corpus().counts)


@pytest.mark.parametrize("words", LISTS)
def test_lists_have_different_short_words_of_one_script(words):
    listed = LISTS[words].split()
    assert len(listed) == len(set(listed)) > 200
    for word in listed:
        assert 2 <= len(word) <= 8
        assert word == unicodedata.normalize("NFC", word)
        assert all(unicodedata.name(each).startswith(SCRIPTS[words]) for each in word), word


@pytest.mark.parametrize("words", LISTS)
@pytest.mark.parametrize("skill", SKILLS)
def test_questions_are_about_listed_words(words, skill):
    for level in range(1, LEVELS + 1):
        for question in drawn(skill, level, words):
            assert question.words == words
            if skill in ("bytes", "symbols"):  # which are about a text of their own
                continue
            # At level 3 of "fit", words are written as bytes, so they stay English.
            is_bytes = skill == "fit" and level == 3
            listed = set(sample_words("en" if is_bytes else words))
            written = {byte_level(word) for word in listed} if skill == "unseen" else listed
            assert corpus_of(question) <= written


@pytest.mark.parametrize("words", LISTS)
def test_merges_have_one_right_answer_and_counts_are_small(words):
    for level in range(1, LEVELS + 1):
        for question in drawn("next", level, words):
            shown = words_of(question)
            counts: dict[tuple[str, str], int] = {}
            for tokens, n in shown:
                for pair in pairwise(tokens):
                    counts[pair] = counts.get(pair, 0) + n
            most = max(counts.values())
            assert [pair for pair in counts if counts[pair] == most] == [question.answer]
            assert len(shown) <= 6
            assert max(n for _, n in shown) <= 9
        for question in drawn("count", level, words):
            splits = replayed(question.link.settings, question.link.step - 1)[2]
            assert len(splits) <= 7


@pytest.mark.parametrize("words", LISTS)
def test_best_segmentation_is_clearly_the_best(words):
    for level in range(1, LEVELS + 1):
        for question in drawn("segmentation", level, words):
            seeds = question.link.settings.train_unigram().seeds
            every = seeds.lattice(question.link.settings.view.word).segmentations()
            best, second = sorted((each.probability for each in every), reverse=True)[:2]
            assert best > 1.2 * second
            assert len(question.answers) == 1


def test_every_language_of_the_page_has_words():
    assert set(LANGUAGES) == {"en", *LISTS}
    assert all(sample_words(words) for words in LANGUAGES)


def step_of(question: Exercise) -> int:
    """The step that a question is about. That of encoding is about the merges that are used."""
    if question.skill == "encode":
        return question.link.settings.encoding.max_merges
    return 0 if question.link.page else question.link.step


def test_question_without_words_in_its_link_is_the_english_one_of_before():
    seen = [
        (q.answer, q.link.settings.read_corpus().counts, step_of(q))
        for skill in FIRST
        for level in (1, 2, 3)
        for q in (draw(seed, skill, level, seed % 3, "en") for seed in (0, 7))
    ]
    assert hashlib.sha256(repr(seen).encode()).hexdigest()[:16] == ENGLISH_QUESTIONS
    assert from_query({"quiz_seed": "7", "position": "4", "lang": "ko"})[0].view.quiz_words == "en"


@pytest.mark.parametrize("skill", SKILLS)
def test_words_do_not_depend_on_the_language_of_the_reader(skill):
    sent = draw(417, skill, 2, 1, "ko", "ko")
    for lang in LANGUAGES:
        seen = draw(417, skill, 2, 1, lang, "ko")
        assert (seen.answer, seen.link.step) == (sent.answer, sent.link.step)
        assert seen.link.settings == sent.link.settings.replace(lang=lang)


@pytest.mark.parametrize(("lang", "script"), SCRIPTS.items())
def test_link_of_a_question_shows_it_in_another_language(open_app, lang, script):
    page = Page(open_app, lang=lang)
    first = page.part("material")
    assert unicodedata.name(first["facts"][0]["rows"][0][0][0][0]).startswith(script)
    assert first["text_lang"] == lang
    query = page.app.query()
    assert query["quiz_words"] == lang
    other = Page(open_app, **{**query, "lang": "en"})
    shown = other.part("material")
    assert shown["facts"][0]["rows"] == first["facts"][0]["rows"]
    assert shown["prompt"] == draw(0, "count", 1, 0, "en", lang).prompt != first["prompt"]
    other.answer(typed_for(draw(0, "count", 1, 0, "en", lang)))
    assert other.part("verdict")["state"] == "right"
    other.press("practice_check")  # the next one is the reader's own
    assert "quiz_words" not in other.app.query()
    assert other.part("question")["text_lang"] == "en"


def test_set_for_a_class_keeps_its_words(open_app):
    page = Page(open_app, lang="ko")
    start = next(each for each in page.app.at.button if "practice" not in (each.key or ""))
    start.click().run()
    query = page.app.query()
    assert int(query["quiz_seed"]) > 0
    student = Page(open_app, quiz_seed=query["quiz_seed"], quiz_words="ko", lang="en")
    for _ in range(2):
        at, seed = student.rung, int(query["quiz_seed"])
        question = draw(seed, at.skill, at.level, at.index, "en", "ko")
        assert student.part("question")["prompt"] == question.prompt
        student.answer(typed_for(question))
        student.press("practice_check")
        assert student.app.query()["quiz_words"] == "ko"
    old = Page(open_app, quiz_seed="7", lang="ko")  # a link from before sets had words
    assert old.part("question")["prompt"] == draw(7, "count", 1, 0, "ko").prompt
    assert old.part("question")["text_lang"] == "en"


def test_untouched_offer_follows_the_language_and_an_open_question_does_not(open_app):
    page = Page(open_app)
    assert page.part("question")["text_lang"] == "en"
    page.app.set(lang="ko")
    assert page.part("question")["text_lang"] == "ko"
    page = Page(open_app)
    page.press("practice_help")
    page.app.set(lang="ko")
    assert page.part("question")["text_lang"] == "en"
    linked = Page(open_app, position=str(Rung("count", 1, 0).number), lang="ko")
    assert linked.part("question")["text_lang"] == "en"


def test_class_gets_the_words_of_the_lecturer_in_each_language():
    spec = {"kind": "practice", "skill": "next", "level": 1, "seed": 3, "index": 0}
    asked = {lang: ask({**spec, "words": "ko"}, lang).question for lang in LANGUAGES}
    assert len({repr(corpus_of(question)) for question in asked.values()}) == 1
    assert corpus_of(asked["en"]) <= set(sample_words("ko"))
    assert ask(spec, "ko").question.words == "en"  # of a class that an older server asked
    assert is_specification(spec)
    assert is_specification({**spec, "words": "zh-Hant"})
    for odd in ("fr", "", 3, None, ["ko"]):
        assert not is_specification({**spec, "words": odd})


def test_question_is_searched_once_for_all_languages(monkeypatch):
    """The phones of a class need it in every language at once."""
    attempts = []

    def draw_encode(level, dice, t, words):
        attempts.append(t)
        return encoding_questions.draw_encode(level, dice, t, words)

    monkeypatch.setitem(KINDS, "encode", draw_encode)
    seed = next(each for each in range(900, 999) if attempt_of(each, "encode", 2, 0, "en") > 2)
    attempts.clear()
    asked = [draw(seed, "encode", 2, 0, lang) for lang in LANGUAGES]
    assert len(attempts) == len(LANGUAGES)
    assert len({each.answers for each in asked}) == 1
