"""Other pages and the log contain no user text, and cache keys depend on the full text."""

import gzip
import importlib
import json
import pkgutil
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations_with_replacement, product
from urllib.parse import urlencode

import pytest
import regex

import bpe
import pages
from pages.hosting.components import files_path
from pages.registry import PAGES
from pages.runs import records, runs
from pages.state.settings import SHOWS
from pages.storage import file_store
from pages.storage.typed import pack
from tests.support.cases import LONG
from tests.support.servers import Server, serving
from tests.support.students import Failure, Student, finish

SECRET = "qzxsecret"
TEXT = f"{SECRET}a and {SECRET}b, and {SECRET}a again"
SCRIPTS = [each.script for each in (*PAGES[1:], PAGES[0])]
MAIN = {"pages.jobs.worker", "pages.frame"}
MAIN |= {f"pages.{each.removesuffix('.py').replace('/', '.')}" for each in SCRIPTS}


def tokenizer() -> bytes:
    """A tokenizer.json that contains a secret."""
    vocab = {"a": 0, "b": 1, SECRET: 2}
    return json.dumps({"model": {"type": "BPE", "vocab": vocab, "merges": []}}).encode()


def everywhere(open_app) -> None:
    """A student who types and uploads a secret everywhere."""
    query = {"watch": SECRET, "special": SECRET, "find": SECRET, "words": "find"}
    query |= {"input": f"{SECRET} {SECRET}", "word": SECRET, "lesson": pack(SECRET), "lang": "en"}
    query |= {"passage": f"{SECRET} compared"}
    for corpus in ({"text": pack(TEXT)}, {"counts": pack(f"{SECRET} 3\nsecret 2")}):
        for show in SHOWS:
            app = open_app(corpus="own", show=show, **corpus, **query)
            assert SECRET in everything(app)
            for script in SCRIPTS if show == SHOWS[0] else ("unigram/page.py",):
                app.go_to(script)
    plain = {"lang": "en", "input": SECRET, "lesson": pack(SECRET), "show": "comparison"}
    open_app(**plain).go_to("unigram/page.py")  # over words and a sentence that others have too
    kept_file = file_store.keep((TEXT + "\n").encode() * 2_000)
    open_app(corpus="own", file=kept_file, tokenizer=file_store.keep(tokenizer()), **query).go_to(
        "encoding/page.py"
    )


def everything(app) -> str:
    """Everything that a session's page shows, stores and can fetch."""
    parts = [str(app.at), str(app.at.session_state)]
    for each in app.at.get("bidi_component"):
        parts.append(each.proto.json)
        key = json.loads(each.proto.json).get("run")
        run = runs.RUNS.find(key) if key else None
        made = [records.serialized(run, key, "en", part) for part in ("head", "0") if run]
        parts += [gzip.decompress(record).decode() for record in made]
    return "\n".join(parts)


def test_caches_reveal_no_text_of_other_students(open_app):
    everywhere(open_app)
    for query in ({}, {"corpus": "hug"}, {"corpus": "own", "text": pack("a b"), "watch": "c"}):
        for show in SHOWS:
            hers = open_app(show=show, lang="en", **query)
            assert SECRET not in everything(hers)
            for script in (
                SCRIPTS if show == SHOWS[0] else ("unigram/page.py",)
            ):  # it has these views
                hers.go_to(script)
                assert SECRET not in everything(hers), script


def test_record_and_file_names_reveal_nothing(open_app):
    names = set()
    for query in ({"text": pack(TEXT)}, {"counts": pack(f"{SECRET} 3")}):
        for show in SHOWS:
            app = open_app(corpus="own", show=show, word=SECRET, input=SECRET, lang="en", **query)
            for page in ("training/page.py", "encoding/page.py", "unigram/page.py"):
                app.go_to(page)
                names |= {json.loads(e.proto.json).get("run") for e in app.at.get("bidi_component")}
    names -= {None}
    names.add(file_store.keep(TEXT.encode()))
    assert len(names) > 4
    assert all(re.fullmatch("[0-9a-f]{24}", name) for name in names)


def test_cache_key_depends_on_the_full_text(open_app):
    stages = {
        open_app(corpus="own", text=pack(text), lang="en").stage["run"]
        for text in (TEXT, TEXT + " ", TEXT[:-1], TEXT.upper())
    }
    assert len(stages) == 4


@pytest.fixture(scope="module", params=[False, True], ids=["streamlit run", "uvicorn"])
def server(request, tmp_path_factory) -> Iterator[Server]:
    """A server started in each of two ways."""
    with serving(tmp_path_factory.mktemp("server") / "log", plain=request.param) as found:
        yield found


def test_log_contains_no_user_text(server):
    finish(send_secret_everywhere(server))
    log = server.log.read_text()
    assert log
    assert SECRET not in log
    assert "Traceback" not in log


async def send_secret_everywhere(server) -> None:
    """Send a secret to a server through every input."""
    own = urlencode({"corpus": "own", "text": pack(TEXT), "lang": "en"})
    everything = {"watch": SECRET, "special": SECRET, "find": SECRET, "words": "find"}
    everything |= {"input": SECRET, "word": SECRET, "lesson": pack(SECRET), "show": "word"}
    wrong = dict.fromkeys(("corpus", "vocab", "step", "text", "file", "tokenizer", SECRET), SECRET)
    for query in (own, f"{own}&{urlencode(everything)}", urlencode(wrong), f"%ff{SECRET}%00=%"):
        student = Student(server.url, query)
        with suppress(Failure):
            await student.open()
        await student.close()
    files = {
        f"{SECRET}.txt": TEXT.encode(),
        f"{SECRET}.csv": f"{SECRET},3\n{SECRET}x".encode(),
        f"{SECRET}.bin": b"\xff" + SECRET.encode(),
        f"{SECRET}-large.txt": TEXT.encode() * 2_000,
    }
    for name, data in files.items():
        student = Student(server.url, own)
        await student.open()
        with suppress(Failure):
            await student.upload(name, data)
        await student.close()
    student = Student(server.url, own)
    await student.open()
    for path in (f"/{SECRET}", f"/?{SECRET}", f"/_stcore/{SECRET}", f"/media/{SECRET}"):
        with suppress(Failure):
            await student.get(path)
    for path in ("records", f"records/{SECRET}/en/head", f"records/{'0' * 24}/en/{SECRET}"):
        with pytest.raises(Failure, match="status 404"):
            await student.get(f"{files_path()}/{path}")
    await student.close()


def test_no_url_lists_stored_records(server):
    async def look(server) -> None:
        student = Student(server.url, f"corpus=own&text={pack(TEXT)}&lang=en")
        await student.open()
        key = student.component("stage")["run"]
        base = files_path()
        for path in ("", "/", "/records", "/records/", f"/records/{key}", f"/records/{key}/en"):
            with suppress(Failure):
                assert key.encode() not in await student.get(base + path)
        for path in ("/media", "/media/", "/_stcore/", "/_stcore/upload_file", "/_stcore/metrics"):
            with suppress(Failure):
                found = await student.get(path)
                assert key.encode() not in found
                assert SECRET.encode() not in found
        assert await student.get("/_stcore/health") == b"ok"
        await student.close()

    finish(look(server))


PARTS = [*" \n[<({\\0a.-e^'%/é字\u0301", "import { ", "export ", "(?", "[["]
LONGEST = 2_000  # characters: what a pattern of ours is given at once, or a pattern of a file has
PAIRS = product(PARTS, PARTS) if LONG else combinations_with_replacement(PARTS, 2)
SLOW = [((left + right) * LONGEST)[: LONGEST - 1] + "!" for left, right in PAIRS]


@pytest.fixture
def bounded():
    """Stop a test after five seconds of CPU time."""

    def end(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, 5)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def patterns() -> dict[str, re.Pattern | regex.Pattern]:
    """All regular expressions of modules that parse user input."""
    found = {}
    for package in (bpe, pages):
        for each in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if each.name in MAIN:
                continue
            for name, value in vars(importlib.import_module(each.name)).items():
                if isinstance(value, re.Pattern | regex.Pattern):
                    found.setdefault(value, f"{each.name}.{name}")
    return {name: pattern for pattern, name in found.items()}


PATTERNS = patterns()
del PATTERNS[
    "pages.figures.contents.COUNTED"
]  # it reads what the course prints, nothing from outside


@pytest.mark.parametrize(("name", "pattern"), PATTERNS.items(), ids=list(PATTERNS))
def test_regular_expressions_are_fast(bounded, name, pattern):
    for text in SLOW:
        for _ in pattern.finditer(text.encode() if isinstance(pattern.pattern, bytes) else text):
            pass
