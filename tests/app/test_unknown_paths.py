"""Paths where nothing is: a small answer, and Streamlit never reads its page for them."""

import re

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from pages.hosting import unknown_paths
from pages.hosting.streamlit_patches.index_html import STATIC
from pages.registry import PAGES

UNKNOWN = ["/nowhere", "/nowhere/", "/a/b.js", "/encode/x", "/static/js/none.js", "/stage"]
UNKNOWN += ["/stage/000000000000/core.js", "/_stcore/none", "/_stcore/none/a", "/app.py", "/index"]
KNOWN = ["/_stcore/health", "/encode/", "/class/K7M2QX", "/class/K7M2QX/", "/media/a/b", "/"]


async def here(request) -> PlainTextResponse:
    return PlainTextResponse("here")


ROUTES = [
    Route("/class/{code}", here),
    Route("/_stcore/health", here),
    Route("/media/{path:path}", here),
    Mount("/", app=here),  # Streamlit's files, and its page for everything else
]


@pytest.fixture(scope="module")
def reached():
    """The paths that got through to Streamlit or our routes."""
    paths: list[str] = []
    built = Starlette(routes=ROUTES)

    class Noting:
        def __init__(self, inner) -> None:
            self.inner = inner

        async def __call__(self, scope, receive, send) -> None:
            paths.append(scope["path"])
            await PlainTextResponse("here")(scope, receive, send)

    known = unknown_paths.KnownPathsOnly(Noting(None), [page.path for page in PAGES])

    async def with_app(scope, receive, send) -> None:
        await known({**scope, "app": built}, receive, send)

    return TestClient(with_app), paths


@pytest.mark.parametrize("path", UNKNOWN)
def test_unknown_path_is_answered_here(reached, path):
    client, paths = reached
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, "Not found\n")
    assert path not in paths


@pytest.mark.parametrize("path", [*KNOWN, *(f"/{page.path}" for page in PAGES)])
def test_known_path_is_passed_on(reached, path):
    client, paths = reached
    assert client.get(path).status_code == 200
    assert path in paths


def test_all_files_of_streamlit_are_passed_on(reached):
    client, paths = reached
    files = [f"/{each.relative_to(STATIC).as_posix()}" for each in STATIC.rglob("*.*")]
    assert len(files) > 100
    assert {client.get(each).status_code for each in files if "." in each} == {200}
    assert set(files) <= set(paths)


@pytest.mark.parametrize(
    ("path", "link"), [("/nowhere", "./"), ("/a/b", "../"), ("/class/x/y", "../../")]
)
def test_reader_gets_a_link_to_the_app(reached, path, link):
    """Below any prefix, which the server does not know."""
    headers = {"accept": "text/html", "accept-language": "ko-KR,ko;q=0.9"}
    answer = reached[0].get(path, headers=headers)
    assert answer.status_code == 404
    assert re.findall('href="([^"]*)"', answer.text) == [link]
    assert 'lang="ko"' in answer.text
    assert re.search("<body><main><h1>[^<]+</h1>.*</main></body>", answer.text, re.DOTALL)


def test_path_is_no_markup(reached):
    answer = reached[0].get("/<script>/%22onload=", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "script" not in answer.text
    assert "onload" not in answer.text


def test_base_path_counts(monkeypatch):
    monkeypatch.setattr(unknown_paths, "base_path", lambda: "/teaching/bpe")

    routes = [Route("/teaching/bpe/class", here), Mount("/teaching/bpe", app=here)]
    inner = Starlette(routes=[Mount("/", app=PlainTextResponse("here"))])
    known = unknown_paths.KnownPathsOnly(inner, ["", "encode"])
    built = Starlette(routes=routes)

    async def with_app(scope, receive, send) -> None:
        await known({**scope, "app": built}, receive, send)

    client = TestClient(with_app)
    for path in ("/teaching/bpe", "/teaching/bpe/", "/teaching/bpe/encode", "/teaching/bpe/class"):
        assert client.get(path).status_code == 200, path
    for path in ("/", "/encode", "/teaching", "/teaching/bpe/nowhere", "/class"):
        assert client.get(path).status_code == 404, path


def test_long_path_is_not_compared_with_routes(reached):
    client, paths = reached
    assert client.get("/class/" + "K" * unknown_paths.MAX_PATH).status_code == 404
    assert client.get("/class/" + "K" * 150).text == "here"
    assert [path for path in paths if "KK" in path] == ["/class/" + "K" * 150]
