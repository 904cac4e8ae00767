"""Answers that are kept compressed, for clients that accept that and for others."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.course import route as guide
from pages.resources.turns import Turns
from pages.runs import early_stage, records, runs
from pages.state.defaults import defaults
from pages.state.url import query_of

SETTINGS = defaults("hug")
EARLY = f"/early?{query_of(SETTINGS)}"
PATHS = (f"/records/{SETTINGS.key}/en/head", EARLY, "/guide/en/course")


@pytest.fixture(scope="module")
def client() -> TestClient:
    runs.run_of(SETTINGS)
    routes = [records.route(""), early_stage.route(""), *guide.routes("")]
    return TestClient(Starlette(routes=routes))


@pytest.mark.parametrize("path", PATHS)
def test_encoding_depends_on_what_the_client_accepts(client, path):
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    plain = [client.get(path, headers={"Accept-Encoding": each}) for each in ("", "gzip;q=0, br")]
    assert packed.headers["content-encoding"] == "gzip"
    for answer in plain:
        assert "content-encoding" not in answer.headers
        assert answer.json() == packed.json()
    assert {each.headers["vary"] for each in (packed, *plain)} == {"Accept-Encoding"}
    assert {each.headers.get("etag") for each in plain} == {packed.headers.get("etag")}


def test_early_stage_that_the_browser_has_is_not_sent_again(client):
    etag = client.get(EARLY).headers["etag"]
    again = client.get(EARLY, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["vary"] == "Accept-Encoding"


def test_early_stage_does_not_wait_on_a_busy_server(client, monkeypatch):
    monkeypatch.setattr(early_stage, "TURNS", Turns(max_waiting=0))
    assert client.get(EARLY).status_code == 204


def test_early_stages_of_one_client_are_made_one_after_the_other(monkeypatch):
    """Those of distinct sentences to watch: nothing else makes them wait for each other."""
    together, most, lock = 0, 0, threading.Lock()
    of_query = early_stage.early_stage

    def count(query: object) -> bytes | None:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        try:
            return of_query(query)
        finally:
            with lock:
                together -= 1

    monkeypatch.setattr(early_stage, "early_stage", count)
    app = Starlette(routes=[early_stage.route("")])

    def ask(number: int) -> int:
        return TestClient(app).get(f"{EARLY}&sentence=hug+{number}").status_code

    runs.run_of(SETTINGS)
    with ThreadPoolExecutor(12) as pool:
        assert list(pool.map(ask, range(12))) == [200] * 12
    assert most == 1
