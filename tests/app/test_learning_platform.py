"""Files for learning platforms: what other software reads in them, and how it judges answers."""

import io
import zipfile
from xml.etree import ElementTree

import moodle_xml_parser.parser as reader
import pytest
from pyslet import imscpv1p2
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.course.course import chapters
from pages.course.learning_platform import route
from pages.course.learning_platform.item import MAX_TITLE, decimal, plain, value_of
from pages.course.learning_platform.moodle import moodle_xml
from pages.course.learning_platform.of_course import chapter_items, lesson_items
from pages.course.learning_platform.of_practice import practice_items
from pages.course.learning_platform.qti import qti_package
from pages.practice.draw import draw
from pages.practice.ladder import SKILLS
from pages.storage.typed import pack
from pages.translations.language import LANGUAGES
from tests.support.platforms import (
    judged_by_moodle,
    moodle_questions,
    plain_text,
    qti_items,
    text_of,
)

# pyslet uses old names of its own functions.
pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated, use:DeprecationWarning")
SEED = 42
HOSTILE = "<script>alert(1)</script> ]]> & \"'\x07 {=%50%} $x$ **b** \u202e"
LESSON = f"""/?corpus=hug Look at {HOSTILE}
* Title {HOSTILE}
? What is {HOSTILE}?
= a*c | <b>bold</b>
+ Because {HOSTILE}
/?corpus=hug Look again.
? How much is 2 * 10?
= 20 | 2*10
/?corpus=hug No question."""
MARKUP = {"div", "p", "code", "table", "caption", "thead", "tbody", "tr", "th", "td"}


def files(items, lang="en"):
    """The questions as both platforms have them."""
    moodle = moodle_questions(moodle_xml(items, "Title"))
    return list(zip(items, moodle, qti_items(qti_package(items, "Title", lang)), strict=True))


def judged(item, moodle, qti, typed):
    """What both platforms say about an answer; they agree."""
    by_moodle, by_qti = judged_by_moodle(moodle, typed), qti.judged(typed)
    assert by_moodle.is_right == by_qti.is_right, (item.name, typed)
    if not by_moodle.is_right:
        assert by_moodle.feedback == by_qti.feedback, (item.name, typed)
    return by_moodle


def as_typed(item, form):
    """An accepted form as it can be typed on a platform."""
    return decimal(value_of(form)) if item.kind == "number" else form


@pytest.mark.parametrize("skill", SKILLS)
def test_platforms_judge_practice_as_the_app_does(skill):
    for level in (1, 2, 3):
        items = practice_items(SEED, skill, level, 3, "en", "en")
        for i, (item, moodle, qti) in enumerate(files(items)):
            question = draw(SEED, skill, level, i, "en", "en")
            answers = [each.answer for each in question.known]
            if item.kind == "choice":
                for letter in "ABCDE"[: len(item.options)]:
                    said, own = judged(item, moodle, qti, letter), question.check(letter)
                    assert said.is_right == own.right
                    assert said.is_right or said.feedback == plain(own.reason)
                continue
            for form in item.forms:
                assert question.check(form).right, form
                assert judged(item, moodle, qti, as_typed(item, form)).is_right, form
            assert len(item.wrong) >= len(answers) // 2
            for each in item.wrong:
                for form in each.forms:
                    own, said = (
                        question.check(form),
                        judged(item, moodle, qti, as_typed(item, form)),
                    )
                    assert not said.is_right
                    if item.kind == "text":  # a rounded number can be the answer of two mistakes
                        assert said.feedback == plain(own.reason or each.feedback), form
                    assert said.feedback in {plain(x.reason) for x in question.known}
            other = "123456.5" if item.kind == "number" else "something else"
            assert judged(item, moodle, qti, other) == (False, "")


def test_rounded_numbers_are_accepted_as_in_the_app():
    items = practice_items(SEED, "probability", 2, 5, "en", "en")
    for i, (item, moodle, qti) in enumerate(files(items)):
        question = draw(SEED, "probability", 2, i, "en", "en")
        true = float(question.answer)
        for factor in (1.004, 0.996, 1.006, 0.994):
            typed = f"{true * factor:.12f}"
            assert judged(item, moodle, qti, typed).is_right == question.check(typed).right
    (item, moodle, qti), *_ = files(practice_items(SEED, "count", 1, 1, "en", "en"))
    assert not judged(item, moodle, qti, str(int(item.forms[0]) + 0.01)).is_right


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worksheets_are_complete_in_each_language(lang):
    for chapter in chapters(lang):
        title, items = chapter_items(chapter.name, lang)
        assert title == chapter.title
        _, english = chapter_items(chapter.name, "en")
        assert [(each.name, each.kind) for each in items] == [
            (each.name, each.kind) for each in english
        ]
        assert len({each.kind for each in items}) >= 2
        for item, moodle, qti in files(items, lang):
            assert plain_text(text_of(moodle, "generalfeedback/text")) == plain(item.worked)
            assert qti.modal("WORKED", "worked") == plain(item.worked)
            assert qti.tree.get("{http://www.w3.org/XML/1998/namespace}lang") == lang
            assert text_of(moodle, "name/text") == qti.tree.get("title") == item.plain_title
            body = plain_text(text_of(moodle, "questiontext/text"))
            assert plain(item.prompt) in body
            assert plain(item.prompt) in "".join(qti.tree.itertext())
            if lang != "en":
                same = next(each for each in english if each.name == item.name)
                assert (item.prompt, item.worked) != (same.prompt, same.worked)


def test_platforms_judge_worksheets_as_the_course_does():
    for chapter in chapters("en"):
        _, items = chapter_items(chapter.name, "en")
        tasks = {part.name: part.task for part in chapter.parts}
        for item, moodle, qti in files(items):
            task = tasks[item.name]
            if item.kind == "essay":
                assert task.kind == "word"
                assert plain_text(text_of(moodle, "graderinfo/text")) == plain(task.worked)
                assert qti.judged("anything") == (False, "")
            elif item.kind == "choice":
                for i, choice in enumerate(task.choices):
                    said = judged(item, moodle, qti, "ABCDEF"[i])
                    assert said.is_right == choice.is_right
                    assert said.is_right or said.feedback == plain(choice.why)
            else:
                for form in item.forms:
                    assert judged(item, moodle, qti, as_typed(item, form)).is_right
                for each in item.wrong:
                    for form in each.forms:
                        said = judged(item, moodle, qti, as_typed(item, form))
                        assert not said.is_right
                        assert said.feedback
                assert len(item.wrong) >= min(2, len(task.known)), item.name


def test_what_is_clicked_in_the_app_is_typed_on_a_platform():
    _, items = chapter_items("train", "en")
    item = next(each for each in items if each.name == "first-merge")
    assert item.forms[:2] == ("u g", "u+g")
    _, items = chapter_items("unigram", "en")
    item = next(each for each in items if each.name == "viterbi-end")
    assert item.forms == ("start",)


def test_another_reader_finds_choices_in_moodle_xml():
    items = practice_items(SEED, "ties", 3, 3, "en", "en")
    found = reader.parse_bytes(io.BytesIO(moodle_xml(items, "Ties")))["multichoice"]
    for item, question in zip(items, found, strict=True):
        assert question.name == item.plain_title
        assert question.single
        assert not question.shuffle_answers
        rows = [(plain_text(x.answer), x.score_fraction == 100) for x in question.options]
        assert rows == [(plain(x.text), x.is_right) for x in item.options]
        assert [plain_text(x.feedback) for x in question.options] == [
            plain(x.feedback) for x in item.options
        ]
        assert plain_text(question.general_feedback) == plain(item.worked)


def test_another_reader_finds_all_files_in_a_package(tmp_path):
    items = practice_items(SEED, "next", 2, 4, "ko", "ko")
    path = tmp_path / "package.zip"
    path.write_bytes(qti_package(items, "병합", "ko"))
    package = imscpv1p2.ContentPackage(str(path))
    resources = package.manifest.root.Resources.Resource
    names = {str(each.href) for each in resources}
    assert names == {"test.xml", *(f"{item.name}.xml" for item in items)}
    with zipfile.ZipFile(path) as file:
        assert set(file.namelist()) == {"imsmanifest.xml", *names}
    for each in resources:
        kind = "test" if str(each.href) == "test.xml" else "item"
        assert each.type == f"imsqti_{kind}_xmlv2p1"


def test_users_text_is_never_markup():
    items = lesson_items(pack(LESSON), "en")
    assert [item.kind for item in items] == ["text", "number"]
    for _, moodle, qti in files(items):
        fields = [each for each in moodle.iter("text") if each.text and "<p>" in each.text]
        assert len(fields) >= 2
        for field in fields:
            found = ElementTree.fromstring(f"<div>{field.text}</div>")
            assert {each.tag for each in found.iter()} <= MARKUP
        body = qti.tree.find("{*}itemBody")
        tags = {each.tag.rpartition("}")[2] for each in body.iter()}
        assert tags <= MARKUP | {"itemBody", "textEntryInteraction"}
    first, moodle, qti = files(items)[0]
    shown = plain_text(text_of(moodle, "questiontext/text"))
    assert "<script>alert(1)</script> ]]> & \"'␇ {=%50%} $x$ **b**" in shown
    assert len(text_of(moodle, "name/text")) <= MAX_TITLE
    assert judged(first, moodle, qti, "A*C").is_right
    assert judged(first, moodle, qti, "<b>bold</b>").is_right
    assert not judged(first, moodle, qti, "abbbc").is_right  # an asterisk is only a character


def test_the_last_of_many_choices_can_be_right():
    choices = [f"~ {'* ' * (i == 7)}choice {i} | Because {i}" for i in range(8)]
    lesson = "\n".join(["/?corpus=hug Look.", "? Which one?", *choices])
    item, moodle, qti = files(lesson_items(pack(lesson), "en"))[0]
    assert [each.text for each in item.options] == [f"choice {i}" for i in range(8)]
    assert judged(item, moodle, qti, "H").is_right
    assert judged(item, moodle, qti, "G").feedback == "Because 6"


def test_same_questions_make_the_same_file():
    one, two = (practice_items(SEED, "fit", 2, 3, "en", "en") for _ in range(2))
    assert qti_package(one, "Fit", "en") == qti_package(two, "Fit", "en")


@pytest.fixture(scope="module")
def client():
    with TestClient(Starlette(routes=[route.route("")])) as client:
        yield client


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_are_downloaded_under_names_that_say_what_they_are(client, lang):
    practice = {"seed": 7, "skill": "next", "level": 2, "count": 2, "words": lang}
    lesson = {"lesson": pack(LESSON)}
    for kind, query, name in (
        ("practice", practice, "practice-next-level-2-set-7"),
        ("worksheet", {"chapter": "train"}, "worksheet-train"),
        ("lesson", lesson, "lesson-"),
    ):
        for platform, ending, media in (
            ("moodle", "xml", "application/xml"),
            ("qti", "zip", "application/zip"),
        ):
            answer = client.get(f"/platform/{lang}/{kind}-{platform}", params=query)
            assert answer.status_code == 200
            said = answer.headers["content-disposition"]
            assert said.startswith(f'attachment; filename="{name}')
            assert said.endswith(f'-{lang}-{platform}.{ending}"')
            assert answer.headers["content-type"].startswith(media)
            assert answer.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("xx/worksheet-qti?chapter=train", 404),
        ("en/worksheet-word?chapter=train", 404),
        ("en/other-qti?chapter=train", 404),
        ("en/worksheet-qti?chapter=none", 404),
        ("en/worksheet-qti", 404),
        ("en/practice-qti?seed=0&skill=next&level=1&count=1", 404),
        ("en/practice-qti?seed=1&skill=none&level=1&count=1", 404),
        ("en/practice-qti?seed=1&skill=next&level=4&count=1", 404),
        ("en/practice-qti?seed=1&skill=next&level=1&count=31", 404),
        ("en/practice-qti?seed=1&skill=next&level=1&count=1&words=xx", 404),
        ("en/practice-qti?seed=%C2%B2&skill=next&level=1&count=1", 404),
        ("en/practice-qti?seed=" + "9" * 5000 + "&skill=next&level=1&count=1", 404),
        ("en/lesson-qti", 400),
        ("en/lesson-qti?lesson=damaged", 400),
        ("en/lesson-qti?lesson=" + "A" * 6_001, 400),
        ("en/lesson-moodle?lesson=" + pack("/?corpus=hug Look."), 404),  # without questions
    ],
)
def test_bad_requests_are_rejected(client, path, status):
    assert client.get("/platform/" + path).status_code == status
