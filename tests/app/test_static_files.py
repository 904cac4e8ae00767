"""Static files over HTTP: compression, caching, partial and conditional requests."""

import asyncio
import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import brotli
import pytest

from pages.hosting import first_paint, static_files
from pages.hosting.components import files_path
from pages.hosting.files import FOLDER
from pages.hosting.modules import browser_module, with_imports
from pages.hosting.streamlit_patches import index_html
from pages.hosting.styles import style_sheet
from pages.registry import PAGES
from tests.support.servers import Server
from tests.support.students import finish

INDEX = (index_html.STATIC / "index.html").read_text()
SCRIPT = "/" + re.search(r'src="\./(static/js/index\.[^"]+\.js)"', INDEX)[1]
STYLE = f"{files_path()}/stage.css"
ICON = f"{files_path()}/icon.svg"
MODULE = f"{files_path()}/mount.js"
FILES = [SCRIPT, STYLE, MODULE, "/", "/encode"]
DECODERS = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()
    assert not server.complaints()


def ask(server, path: str, method: str = "GET", **headers: str):
    """The status, headers and body of a response, as sent."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"accept-encoding": "identity", **given})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def content(path: str) -> bytes:
    """What a file contains."""
    if path == MODULE:
        return browser_module("mount.js").encode()
    if path == STYLE:
        return style_sheet("stage.css").encode()
    if path == ICON:
        return (FOLDER / "icon.svg").read_bytes()
    if path == SCRIPT:
        return (index_html.STATIC / path[1:]).read_bytes()
    (page,) = (each for each in PAGES if each.path == path[1:])
    return first_paint.page_html(page.first_paint)


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_file_is_sent_in_an_accepted_encoding(server, path, accepted, encoding):
    status, headers, body = ask(server, path, accept_encoding=accepted)
    assert status == 200
    assert headers["content-encoding"] == encoding
    assert "accept-encoding" in headers["vary"].lower()
    assert int(headers["content-length"]) == len(body)
    assert DECODERS[encoding](body) == content(path)
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("accepted", ["br", "gzip", "identity"])
def test_head_has_the_headers_of_get(server, path, accepted):
    _, whole, _ = ask(server, path, accept_encoding=accepted)
    status, headers, body = ask(server, path, "HEAD", accept_encoding=accepted)
    assert (status, body) == (200, b"")
    for name in ("content-length", "content-encoding", "etag", "content-type", "cache-control"):
        assert headers[name] == whole[name]


@pytest.mark.parametrize("path", FILES)
def test_known_content_is_not_sent_again(server, path):
    tags = {}
    for accepted in ("br", "gzip", "identity"):
        tag = ask(server, path, accept_encoding=accepted)[1]["etag"]
        tags[tag] = accepted
        for known in (tag, f'"x", {tag}', f"W/{tag}"):
            status, headers, body = ask(server, path, accept_encoding=accepted, if_none_match=known)
            assert (status, body) == (304, b"")
            assert headers["etag"] == tag
    assert len(tags) == 3, "each encoding needs its own ETag"
    for tag, accepted in tags.items():
        other = "gzip" if accepted == "br" else "br"
        assert ask(server, path, accept_encoding=other, if_none_match=tag)[0] == 200


@pytest.mark.parametrize("path", [SCRIPT, ICON])
def test_request_for_a_part_gets_the_whole_file(server, path):
    status, headers, body = ask(server, path, range="bytes=10-29")
    assert status == 200
    assert headers["content-range"] is None
    assert body == content(path)


def test_cache_control(server):
    for path in (SCRIPT, STYLE, MODULE):
        for accepted in ("br", "identity"):
            caching = ask(server, path, accept_encoding=accepted)[1]["cache-control"]
            assert caching is None or "immutable" in caching
    assert ask(server, "/", accept_encoding="br")[1]["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        f"{files_path()}/none.js",
        f"{files_path()}/jsconfig.jso",
        "/stage/000000000000/mount.js",
        f"{files_path()}/../mount.js",
        f"{files_path()}/%2e%2e/frame.py",
        f"{files_path()}/..%2f..%2fapp.py",
        f"{files_path()}/mount.js%00",
        "/static/../../../app.py",
        "/static/%2e%2e/%2e%2e/__init__.py",
        "//static/js/x.js",
    ],
)
def test_no_other_file_is_sent(server, path):
    status, _, body = ask(server, path, accept_encoding="br")
    assert status in (400, 404)
    assert len(body) < 100


def test_other_requests_are_passed_on(server):
    assert ask(server, "/_stcore/health", accept_encoding="br")[2] == b"ok"
    assert ask(server, SCRIPT, "POST")[0] == 405
    assert ask(server, "/_stcore/host-config", accept_encoding="br")[0] == 200
    assert ask(server, "/static/media/none.woff2", accept_encoding="br")[0] == 404
    fonts = [each.name for each in (index_html.STATIC / "static" / "media").glob("*.woff2")]
    assert ask(server, f"/static/media/{fonts[0]}", accept_encoding="br")[0] == 200
    assert ask(server, "/favicon.png", accept_encoding="br")[0] == 200


def test_file_is_compressed_once(monkeypatch):
    made = []
    encode = static_files.encode
    monkeypatch.setattr(static_files, "encode", lambda *args: made.append(args) or encode(*args))
    served = static_files.CompressedFiles(app=None, pages=())

    async def get() -> list[dict]:
        sent: list[dict] = []
        headers = [(b"accept-encoding", b"br")]
        scope = {"type": "http", "method": "GET", "path": STYLE, "headers": headers}

        async def send(message):
            sent.append(message)

        await served(scope, None, send)
        return sent

    async def visits() -> None:
        await asyncio.gather(*(get() for _ in range(5)))
        start, body = await get()
        assert start["status"] == 200
        assert brotli.decompress(body["body"]) == content(STYLE)

    finish(visits())
    assert len(made) == 1


def test_every_page_preloads_files_that_exist(subtests):
    served = dict(static_files.find_files(()))
    for page in PAGES:
        with subtests.test(page.path):
            html = first_paint.page_html(page.first_paint).decode()
            links = re.findall(r'href="(?:\.(/static/js/[^"]+)|(/stage/[^"]+))"', html)
            assert links
            for streamlit, ours in links:
                assert (streamlit or ours) in served


def test_elements_are_known_to_this_version_of_streamlit():
    found = index_html.modules_of_elements()
    for name in index_html.ELEMENTS:
        assert sum(each.startswith(f"{name}.") for each in found) == 1, name


def test_modules_of_two_files_run_once(tmp_path):
    assert "dom.js" in with_imports("copy_button.js")
    assert "dom.js" in with_imports("chips.js")
    for name in ("copy_button.js", "chips.js"):
        (tmp_path / name.replace(".js", ".mjs")).write_text(browser_module(name))
    program = """
      await import("./copy_button.mjs");
      const key = Object.keys(globalThis).find((name) => name.startsWith("merge-by-merge"));
      const before = globalThis[key]["dom.js"];
      const chips = await import("./chips.mjs");
      console.log(JSON.stringify([before === globalThis[key]["dom.js"], Object.keys(chips)]));
    """
    (tmp_path / "main.mjs").write_text(program)
    node = Path(__file__).parents[2] / ".venv-tests" / "bin" / "node"
    output = subprocess.check_output([node, tmp_path / "main.mjs"], text=True)
    is_same, exports = json.loads(output)
    assert is_same
    assert "tokenChip" in exports
