"""Every part of the course in every language: its place, its answers, its known mistakes."""

import re
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest

import bpe
from pages.course.course import chapters
from pages.course.parts import Part, record_of
from pages.runs import runs
from pages.runs.kinds import kind_of
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.translations import texts
from pages.translations.language import LANGUAGES, translation
from tests.support.bare_data import stage_of
from tests.support.course import asked_of

REGIONS = {"pairs", "merge", "corpus", "transport", "watched", "merges", "text", "lattice"}
REGIONS |= {"result", "pieces", "words", "shares", "charts"}
HIDDEN = {"counts", "pairs", "merge", "corpus", "unknown", "best", "result", "charts", "rules"}
HIDDEN |= {"later", "unexplained", "controls", "rest"}
# Parts about a text in the language of the reader; the tests of their chapters recompute them.
OWN_TEXTS = {"rare-words", "characters", "parts-of-words", "frequent-words", "vocabulary-size"}
OWN_TEXTS |= {"question-vocabulary", "byte-word", "hidden-letters"}
OF_UNIGRAM = re.compile(
    "segmentation-|viterbi-|piece-|loss-|prune-|both-|em-repeat|why-forget|.*-question-"
)
PARTS = [part for chapter in chapters("en") for part in chapter.parts]


def parts(lang: str) -> list[Part]:
    return [part for chapter in chapters(lang) for part in chapter.parts]


def last_step(part: Part) -> int:
    """The last step of the stage that the part opens."""
    data = stage_of(part.place.page, part.place.settings)
    head = kind_of(runs.RUNS.find(data["run"])).record("head", translation("en"), "en")
    return int(str(head["last"]))


def ids_of(settings: Settings) -> set[str]:
    return {str(i) for i in range(len(settings.train().vocab))}


def test_course_has_six_chapters_that_end_with_three_questions():
    assert len(chapters("en")) == 6
    names = [part.name for part in PARTS]
    assert len(set(names)) == len(names)
    assert not any(name == "start" or re.fullmatch(r"(.*-)?\d+", name) for name in names)
    for chapter in chapters("en"):
        asked = [part.is_question for part in chapter.parts]
        assert asked == [False] * (len(asked) - 3) + [True] * 3
        assert 9 <= len(asked) <= 16


@pytest.mark.parametrize("lang", [each for each in LANGUAGES if each != "en"])
def test_parts_are_the_same_in_every_language(lang):
    for chapter, other in zip(chapters("en"), chapters(lang), strict=True):
        assert (chapter.name, len(chapter.parts)) == (other.name, len(other.parts))
        assert chapter.title != other.title
        assert chapter.can_do != other.can_do
    for one, other in zip(PARTS, parts(lang), strict=True):
        same = ("name", "marks", "hides", "is_question")
        assert all(getattr(one, each) == getattr(other, each) for each in same)
        assert one.place.page == other.place.page
        assert one.task.kind == other.task.kind
        assert one.sentences != other.sentences
        if one.name in OWN_TEXTS or OF_UNIGRAM.match(one.name):
            continue
        assert other.place.settings == one.place.settings.replace(lang=lang), one.name
        assert one.place.step == other.place.step
        assert one.task.hint_marks == other.task.hint_marks
        assert len(asked_of(one).mistakes) == len(asked_of(other).mistakes), one.name
        mine, theirs = record_of(one)["task"], record_of(other)["task"]
        assert mine["kind"] == theirs["kind"]
        if one.task.kind != "choice":
            assert mine["answers"] == theirs["answers"]
        if one.task.kind not in ("choice", "word"):
            assert mine.get("mistakes", {}).keys() == theirs.get("mistakes", {}).keys(), one.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_short_and_complete(lang):
    for part in parts(lang):
        assert 2 <= len(part.sentences) <= 4, part.name
        task = part.task
        assert all((part.title, *part.sentences, task.prompt, task.hint, task.worked)), part.name
        assert all(asked_of(part).mistakes.values()), part.name
        assert "{" not in "".join((*part.sentences, task.prompt, task.hint, task.worked)), part.name


def test_places_open_and_have_what_is_asked_for(subtests):
    for part in PARTS:
        with subtests.test(part=part.name):
            check_place(part)


def test_parts_before_the_first_count_show_nothing_that_is_not_explained():
    first, *others = chapters("en")
    assert all("unexplained" in part.hides for part in first.parts)
    calm = [each.name for each in others[0].parts if "unexplained" in each.hides]
    assert calm == ["count-tokens", "adjacent-tokens"]


def test_loss_and_shares_are_learned_from_the_tables_alone():
    names = [part.name for part in chapters("en")[5].parts if "unexplained" in part.hides]
    assert names[:3] == ["loss-product", "loss-log", "loss-word"]
    assert {"loss-rise", "prune-piece", "loss-falls", "em-probability", "em-repeat"} <= set(names)


def test_answer_does_not_uncover_the_answer_to_the_next_part():
    tables = {"": "pairs", "unigram": "best"}  # by page, what has counts or all segmentations
    checked = []
    for chapter in chapters("en"):
        for part, following in pairwise(chapter.parts):
            name = tables.get(part.place.page, "")
            is_here = (part.place, part.after) == (following.place, None)
            asks = following.task.kind in ("number", "merge", "tokens")
            if not (is_here and asks and name in following.hides and name in part.hides):
                continue
            is_outdated = part.task.kind == "number" and part.place.step and not part.place.page
            is_kept = name in part.keeps or "unexplained" in part.hides
            assert is_outdated or is_kept, part.name
            checked.append(part.name)
    assert {"count-pair", "space-words", "segmentation-two"} <= set(checked)


def check_place(part: Part) -> None:
    query = dict(parse_qsl(part.place.query, keep_blank_values=True))
    settings, step, invalid = from_query(query)
    assert not invalid
    position = part.place.step if part.place.page else 0
    assert settings == part.place.settings.replace(position=position)
    last = last_step(part)
    assert part.place.step == (position or step) <= last
    assert set(part.hides) <= HIDDEN
    for mark in (*part.marks, *part.task.hint_marks, *part.done_marks):
        assert mark in REGIONS or re.fullmatch(r"pair \S+ \S+|token \S+|word \S+", mark), mark
    task = asked_of(part)
    assert part.after is None or part.place.step != part.after <= last
    if task.kind == "step":
        assert part.place.step != int(task.answer) <= last
    if task.kind == "choice":
        assert task.answer in task.options
        assert 2 <= len(task.options) <= 6
        assert set(task.mistakes) == set(task.options) - {task.answer}
        if all("+" in option for option in task.options):
            assert "pairs" in part.hides  # the table of pairs says which of them is merged
    if task.kind == "merge" or (task.kind in ("pick", "remove") and part.place.page == ""):
        targets = [task.answer, *task.mistakes]
        ids = {each for target in targets for each in target.split() if each.isdigit()}
        assert ids <= ids_of(settings)
    if task.kind == "merge":
        # the next merge, counted in the corpus that is shown
        assert {"pairs", "counts"} & set(part.hides)
        pairs = settings.train().at(part.place.step).words
        assert task.answer in {key for word in pairs for key in pairs_of(settings.train(), word)}


def pairs_of(run: bpe.Run, word: tuple[tuple[str, ...], int]) -> list[str]:
    """The pairs of a word as ids."""
    ids = [run.vocab.index(token) for token in word[0]]
    return [f"{left} {right}" for left, right in pairwise(ids)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_does_not_contain_the_number_that_is_asked_for(lang):
    for part in parts(lang):
        if part.task.kind != "number":
            continue
        text = " ".join((*part.sentences, part.task.prompt, part.title))
        numbers = re.findall(r"[\d][\d.,/]*", text)
        assert not set(asked_of(part).answers) & {each.rstrip(".,") for each in numbers}, part.name


def test_words_are_checked():
    for lang in LANGUAGES:
        for part in parts(lang):
            if part.task.kind == "word":
                assert asked_of(part).check(asked_of(part).answer) == "", part.name
                for wrong in asked_of(part).mistakes:
                    assert asked_of(part).check(wrong), part.name
                for word in ("", "x" * 30, "字", "a b", "\u2068", "🤗", "hug"):
                    assert isinstance(asked_of(part).check(word), str)


def test_each_text_of_a_file_is_shown():
    tables = texts.tables("course/chapters/chapter_?.toml")
    parts = {part.name: part for chapter in chapters("en") for part in chapter.parts}
    assert set(tables) <= parts.keys() | {chapter.name for chapter in chapters("en")}
    for name, table in tables.items():
        if name not in parts:
            continue
        part, asked = parts[name], asked_of(parts[name])
        shown = "\n".join(
            (part.title, part.text, part.example, *asked.texts, *asked.mistakes.values())
        )
        for text in texts.strings({**table, "choices": {}, "hint": ""}):
            pieces = map(re.escape, re.split(r"\{\w+\}", text))
            assert re.search(".*".join(pieces), shown), (name, text)
