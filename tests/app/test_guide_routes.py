"""The HTTP routes of the course."""

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.course import route
from pages.course.course import chapters
from pages.translations.language import LANGUAGES
from tests.support.course import asked_of
from tests.support.servers import PATIENCE

WORD_PARTS = [
    part for chapter in chapters("en") for part in chapter.parts if part.task.kind == "word"
]


@pytest.fixture(scope="module")
def client():
    with TestClient(Starlette(routes=list(route.routes("")))) as client:
        yield client


@pytest.mark.parametrize("lang", LANGUAGES)
def test_course_is_sent_once_in_each_language(client, lang):
    answer = client.get(f"/guide/{lang}/course")
    assert answer.json()["lang"] == lang
    assert [each["title"] for each in answer.json()["chapters"]] == [
        each.title for each in chapters(lang)
    ]
    assert answer.headers["cache-control"] == "private, max-age=3600"
    assert len(gzip.compress(json.dumps(answer.json()).encode())) < 60_000


def test_course_is_found_under_other_tags_of_its_language(client):
    found = [client.get(f"/guide/{tag}/course").json()["lang"] for tag in ("zh-TW", "ko-KR")]
    assert found == ["zh-Hant", "ko"]


def test_words_are_checked_in_the_language_of_the_reader(client):
    part = WORD_PARTS[0]
    right = client.get(
        f"/guide/ko/check/{part.name}", params={"word": asked_of(part).answer}
    ).json()
    assert right == {"right": True, "message": ""}
    messages = {
        client.get(f"/guide/{lang}/check/{part.name}", params={"word": "hug"}).json()["message"]
        for lang in LANGUAGES
    }
    assert len(messages - {""}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/guide/xx/course", 404),
        ("/guide/xx/check/whole-words?word=hug", 404),
        ("/guide/en/check/no-such-part?word=hug", 404),
        ("/guide/en/check/text-to-ids?word=hug", 404),  # no word is asked for
        ("/guide/en/check/whole-words", 400),
        ("/guide/en/check/whole-words?word=%20%20", 400),
        ("/guide/en/check/whole-words?word=" + "x" * 31, 400),
        ("/guide/en/check/whole-words?word=" + "x" * 5_000, 400),
    ],
)
def test_bad_requests_are_rejected(client, path, status):
    assert client.get(path).status_code == status


@pytest.mark.parametrize("word", ["\x00", "a\u0301", "\u202eabc", "<b>", "🤗🤗", "%ED%A0%80"])
def test_any_word_gets_an_answer(client, word):
    for part in WORD_PARTS:
        answer = client.get(f"/guide/en/check/{part.name}", params={"word": word})
        assert answer.status_code == 200
        assert answer.json()["right"] == (answer.json()["message"] == "")


def test_word_is_checked_while_a_worksheet_is_made(client, monkeypatch):
    began, end = Event(), Event()

    def slow(value: str, lang: str) -> None:
        began.set()
        assert end.wait(PATIENCE)

    monkeypatch.setattr(route, "lesson_worksheet", slow)
    with ThreadPoolExecutor() as pool:
        sheet = pool.submit(client.get, "/guide/en/worksheet", params={"lesson": "x"})
        try:
            assert began.wait(PATIENCE)
            path = f"/guide/en/check/{WORD_PARTS[0].name}"
            check = pool.submit(client.get, path, params={"word": "hug"})
            assert check.result(PATIENCE).status_code == 200
            assert not sheet.done()
        finally:
            end.set()
        assert sheet.result(PATIENCE).status_code == 404
