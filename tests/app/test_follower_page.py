"""The page of a follower: its size, its languages, and what a code may be."""

import gzip
import json
import re

import brotli
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.classroom import follower_page
from pages.classroom.frames import frames_of
from pages.classroom.places import Place
from pages.hosting.files import FOLDER
from pages.hosting.modules import browser_module
from pages.hosting.static_files import BROTLI_QUALITY
from pages.hosting.styles import style_sheet

MAX_BYTES = 100_000


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=follower_page.routes("", "/stage")))


def compressed(text: str) -> int:
    return len(brotli.compress(text.encode(), quality=BROTLI_QUALITY))


def test_page_with_its_files_and_its_first_step_is_small():
    """One script has all kinds of stage, so another page of the lecturer needs no other file."""
    frame = frames_of(Place("", "corpus=course", 7), ["ko"])["ko"]
    state = json.dumps([frame.stage, frame.head, frame.step], ensure_ascii=False)
    total = (
        compressed(browser_module("class_follow.js"))
        + compressed(style_sheet("class_follow.css"))
        + len(gzip.compress(follower_page.page("K7M2QX", "ko").encode()))
        + len(gzip.compress(state.encode()))
        + compressed((FOLDER / "icon.svg").read_text())
    )
    assert 50_000 < total < MAX_BYTES


@pytest.mark.parametrize(
    ("accepted", "query", "lang"),
    [
        ("ko-KR,ko;q=0.9", "", "ko"),
        ("zh-TW", "", "zh-Hant"),
        ("fr", "", "en"),
        ("ko", "?lang=zh-Hant", "zh-Hant"),
        ("ko", "?lang=xx", "ko"),
        ("ko", "?lang=zh-TW", "zh-Hant"),
        ("fr", "?lang=KO-kr", "ko"),
        ("ko", "?lang=en-US", "en"),
    ],
)
def test_page_is_in_the_language_of_the_phone(client, accepted, query, lang):
    page = client.get(f"/class/k7m2qx{query}", headers={"Accept-Language": accepted})
    assert f'<html lang="{lang}">' in page.text
    text = re.search('id="class-data">(.*?)</script>', page.text)
    assert text
    data = json.loads(text[1])
    assert (data["code"], data["lang"]) == ("K7M2QX", lang)
    labels = client.get(f"/stage/class_labels/{lang}").json()
    assert labels == data["labels"]
    assert all(labels.values())


@pytest.mark.parametrize("code", ["K7M2Q", "K7M2Q0", "<b>", "%22%3E%3Cscript%3E", "ÄÄÄÄÄÄ"])
def test_other_text_than_a_code_is_not_repeated(client, code):
    page = client.get(f"/class/{code}")
    assert page.status_code == 404
    assert "code" in page.text
    assert "<" not in page.text


@pytest.mark.parametrize("typed", ["k7m2qx", " K7M 2QX ", "k7m-2qx", "K7M\u20112QX"])
def test_code_is_typed_in_any_way(client, typed):
    answer = client.get("/class", params={"code": typed}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "class/K7M2QX", "relative: a proxy may add a prefix"
    folder = client.get("/class/", params={"code": typed}, follow_redirects=False)
    assert folder.headers["location"] == "K7M2QX"


def test_client_that_refuses_gzip_gets_plain_html(client):
    page = client.get("/class/K7M2QX", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in page.headers


def test_typed_code_keeps_the_language_of_the_link(client):
    field = client.get("/class?lang=ko", headers={"Accept-Language": "en"})
    (kept,) = re.findall('<input type="hidden" name="lang" value="(.*?)">', field.text)
    typed = {"code": "k7m2qx", "lang": kept}
    answer = client.get("/class", params=typed, follow_redirects=False)
    assert answer.headers["location"] == "class/K7M2QX?lang=ko"
    assert "hidden" not in client.get("/class?lang=xx").text


def test_field_for_the_code_says_what_is_wrong(client):
    page = client.get("/class", headers={"Accept-Language": "ko-KR,ko;q=0.9"})
    assert page.status_code == 200
    assert '<html lang="ko">' in page.text
    assert 'name="code"' in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    typed = '"><script>x'
    wrong = client.get("/class", params={"code": typed})
    assert "This is not the code of a class." in wrong.text
    assert "<script" not in wrong.text
    assert "form-action 'none'" in client.get("/class/k7m2qx").headers["content-security-policy"]


def test_unknown_language_has_no_texts(client):
    assert client.get("/stage/class_labels/xx").status_code == 404


def test_stage_of_a_follower_does_not_contain_later_merges():
    """The watched text, the merges and the tokens of the head would say what is merged next."""
    place = Place("", "corpus=course&sentence=This is a tokenizer", 2)
    frame = frames_of(place, ["en"])["en"]
    told = json.dumps([frame.stage, frame.head, frame.step], ensure_ascii=False)
    assert frame.stage
    assert frame.stage["watch"] == []
    assert '"is"' in told
    assert '"er"' not in told  # the third merge
