"""The route of the tables that follow the step."""

import asyncio
import csv
import hashlib
import io

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.report import downloads
from pages.report import route as report_route
from pages.report.html_report import report
from pages.runs import runs
from pages.runs.kinds import kind_of
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.translations.language import LANGUAGES, translation
from pages.unigram.round_tables import pieces_csv

HUG = defaults("hug")
BPE, UNIGRAM = f"/downloads/{HUG.key}", f"/downloads/{HUG.unigram_key}"


@pytest.fixture(scope="module")
def client() -> TestClient:
    """A client of the route, with both runs of one corpus in the cache."""
    runs.run_of(HUG)
    runs.unigram_run_of(HUG)
    return TestClient(Starlette(routes=[report_route.route(""), downloads.route("")]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pairs_of_every_step_are_downloaded(client, lang):
    run = runs.run_of(HUG)
    for k in range(len(run.merges) + 1):
        answer = client.get(f"{BPE}/{lang}/pairs-{k}.csv?corpus=hug")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        name = f"pairs-hug-first-step-{k}.csv"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.content == kind_of(run).table("pairs", k, translation(lang))[1]
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))[1:]
        assert {(left, right): int(count) for left, right, count in rows} == run.at(k).pairs


def test_merges_are_downloaded(client):
    answer = client.get(f"{BPE}/en/merges.csv?corpus=hug")
    name = answer.headers["content-disposition"]
    assert name == 'attachment; filename="merges-hug-first.csv"'
    assert answer.content == kind_of(runs.run_of(HUG)).table("merges", None, translation("en"))[1]


def test_report_is_of_the_run_and_the_view_in_the_query(client):
    shown = HUG.replace(view=("changed",), lang="ko")
    answer = client.get(f"{BPE}/report.html?{query_of(shown, 3)}")
    assert "merge-by-merge-hug-first.html" in answer.headers["content-disposition"]
    assert answer.content == report(runs.run_of(HUG), shown)
    assert client.get(f"{BPE}/report.html?corpus=hug&vocab=9999").status_code == 404


def test_report_of_a_guessed_text_is_not_confirmed(client):
    secret = HUG.replace(corpus="text", own="a private text")
    runs.run_of(secret)
    assert client.get(f"{BPE}/report.html?{query_of(secret)}").status_code == 404
    guessed = hashlib.sha256(repr(("bpe", repr(secret.corpus), repr(secret.bpe))).encode())
    for part in ("en/merges.csv", f"report.html?{query_of(secret)}"):
        key = guessed.hexdigest()[:24]
        assert client.get(f"/downloads/{key}/{part}").status_code == 404
        assert client.get(f"/downloads/{secret.key}/{part}").status_code == 200


def test_query_of_a_report_is_read_in_a_thread(client, monkeypatch):
    """It can contain a text, which takes too long for the event loop."""

    def read(query, *others):
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return from_query(query, *others)

    monkeypatch.setattr(report_route, "from_query", read)
    assert client.get(f"{BPE}/report.html?{query_of(HUG)}").status_code == 200


def test_pieces_of_every_step_are_downloaded(client):
    run = runs.unigram_run_of(HUG)
    for k in range(len(run.rounds) + 1):
        answer = client.get(f"{UNIGRAM}/en/pieces-{k}.csv?corpus=hug")
        name = f"pieces-hug-course-step-{k}.csv"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.content == pieces_csv(run, k, translation("en"))


@pytest.mark.parametrize("query", ["", "?corpus=", '?corpus=x"; filename="y', "?corpus=%0d%0aX:1"])
def test_unknown_corpus_is_left_out_of_the_file_name(client, query):
    answer = client.get(f"{BPE}/en/pairs-2.csv{query}")
    name = answer.headers["content-disposition"]
    assert name == 'attachment; filename="pairs-first-step-2.csv"'


MISSING = [f"{BPE}/en/{name}" for name in ("pairs-8.csv", "pairs--1.csv", "pairs-.csv")]
MISSING += [f"{BPE}/en/{name}" for name in ("pieces-1.csv", "pairs-1", "pairs-1.csvx", "x", "")]
MISSING += [f"{BPE}/en/pairs-{k}.csv" for k in ("٠", "1.0", "9" * 9, "9" * 30, "%00")]
MISSING += [f"{UNIGRAM}/en/merges.csv", f"{BPE}/en/merges-1.csv", f"{BPE}/en/pairs.csv"]
MISSING += [f"{UNIGRAM}/en/pairs-1.csv", f"{UNIGRAM}/en/pieces-6.csv"]
MISSING += [f"{BPE}/xx/pairs-1.csv", f"{BPE}/pairs-1.csv", "/downloads/nothing/en/pairs-1.csv"]


def test_unknown_tables_get_404(client, subtests):
    assert len(runs.run_of(HUG).merges) == 7
    assert len(runs.unigram_run_of(HUG).rounds) == 5
    for path in MISSING:
        with subtests.test(path):
            assert client.get(path).status_code == 404
