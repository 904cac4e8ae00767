"""Any text, upload or URL leads to a page or to an error sentence.

There is never a traceback or the sentence for unexpected errors. Injection in a browser is
tested in tests/browser/test_hostile.py.
"""

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.requests import Request
from streamlit.testing.v1 import AppTest

import bpe
from bpe import unigram
from pages.encoding.contents import tokenizer_of
from pages.jobs import tokenizer_file
from pages.runs import records, runs
from pages.state.corpus import PYTHON
from pages.state.defaults import defaults
from pages.state.settings import MAX_INPUT, OPTIONS, SHOWS, WORDS, Settings
from pages.state.url import ALIASES, PARSERS, from_query, query_of
from pages.storage import file_store
from pages.storage.typed import MAX_TYPED, pack
from pages.translations.language import translation
from tests.support import cases
from tests.support.errors import SENTENCES

NAMES = ("training", "encoding", "unigram", "side_by_side", "practice")
PAGES = tuple(f"{name}/page.py" for name in NAMES)
few = hypothesis_settings(
    cases.in_the_app,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ODD = ["", " ", "\n", "\x00", "\x1b[2J", "\u202eab", "\u200b", "\ufeff", "\u0301", "\U0010ffff"]
ODD += ["-1", "0", "1", "7", "٣", "1e3", "0x10", "1_000", "9" * 11, "9" * 5000, "True", "nan"]
ODD += ["{x}", "%s", "%00", "$HOME", "../../etc/passwd", "<b>", "<|endoftext|>", "[UNK]"]
ODD += ["**a** $x^2$ ![](http://example.org/i.png)", ":material/home: :red[a]", "a\u2028b"]
ODD += ["👩\u200d👩\u200d👧", "a" * 3000]
IDS = [*bpe.SAMPLES, "own", *bpe.NORMALIZATIONS, *bpe.SPLITS, *bpe.TIES, *WORDS, *SHOWS, *OPTIONS]
IDS += [*unigram.METHODS, *unigram.SEEDS, "before changed", "rules fuse", "en", "ko", "zh-Hant"]
character = st.characters(exclude_categories=["Cs"])
anything = st.one_of(st.sampled_from(ODD), st.text(character, max_size=60))
texts = st.one_of(anything, st.lists(anything, max_size=8).map("\n".join))
packed = st.one_of(anything, texts.map(pack), texts.map(lambda text: pack(text)[:-3]))
names = st.sampled_from(
    [*PARSERS, *ALIASES, "corpus", "text", "counts", "file", "step", "own", "x"]
)
values = st.one_of(st.sampled_from(IDS), st.integers(0, 400).map(str), anything)
queries = st.builds(
    lambda rest, corpus, own: {**rest, **({"corpus": corpus} if corpus else {}), **own},
    st.dictionaries(names, values, max_size=12),
    st.sampled_from(["", "own", "own", "hug", "chinese", "nothing"]),
    st.one_of(st.just({}), packed.map(lambda p: {"text": p}), packed.map(lambda p: {"counts": p})),
).map(lambda query: {name: value for name, value in query.items() if value != PYTHON})


@pytest.fixture
def fine(caplog):
    """A function that checks a page: no traceback and no unexpected error."""
    caplog.set_level(logging.ERROR)

    def look(app) -> None:
        assert not SENTENCES & set(app.errors)
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]

    return look


@given(queries)
def test_any_url_gives_valid_settings(query):
    settings, step, invalid = from_query(query)
    assert isinstance(settings, Settings)
    assert step >= 0
    assert set(invalid) <= {*PARSERS, *ALIASES, "corpus", "text", "counts", "file", "step"}
    again, _, none = from_query(dict(settings_query(settings)))
    assert (again, none) == (settings, ())


def settings_query(settings: Settings) -> list[tuple[str, str]]:
    return parse_qsl(query_of(settings), keep_blank_values=True)


@given(query=queries)
@few
def test_every_page_opens_with_any_url(open_app, fine, query):
    app = open_app(**query)
    fine(app)
    for page in PAGES[1:]:
        app.go_to(page)
        fine(app)


@given(text=texts)
@example(text="a" * MAX_TYPED)
@example(text=" a" * 60_000)
@few
def test_any_own_text_is_trained_or_rejected(open_app, fine, text):
    app = open_app(corpus="own", text=pack("a b"), lang="en")
    app.set(own=text)
    fine(app)
    app.go_to("unigram/page.py")
    fine(app)


@given(text=st.one_of(texts, st.lists(st.tuples(anything, anything).map(" ".join)).map("\n".join)))
@example(text="\n".join(f"w{i} 1000000000" for i in range(1000)))
@few
def test_any_own_counts_are_trained_or_rejected(open_app, fine, text):
    app = open_app(corpus="own", counts=pack("a 1"), lang="en")
    app.set(own=text)
    fine(app)


@given(text=st.text(character, max_size=MAX_INPUT), special=anything, watch=anything)
@few
def test_any_text_can_be_encoded_or_watched(open_app, fine, text, special, watch):
    app = open_app(lang="en", watch=watch[:200])
    app.set(special=special[:200])
    fine(app)
    app.go_to("encoding/page.py")
    app.set(input=text)
    fine(app)


LONG = {
    "one long word": "ab" * (MAX_TYPED // 2),
    "all different": "".join(map(chr, range(256, 4200))),
}


@pytest.mark.parametrize("cut", bpe.SPLITS)
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_slowest_texts_are_trained_or_rejected(open_app, fine, text, cut):
    query = {"corpus": "own", "text": pack(text), "vocab": "10000", "split": cut, "cut": cut}
    app = open_app(**query, seeds="substrings", lang="en", watch=text[:200])
    fine(app)
    for page in PAGES[1:]:
        app.go_to(page)
        fine(app)


leaf = st.one_of(st.none(), st.booleans(), st.integers(-2, 70_000), st.floats(), anything)
tree = st.recursive(
    leaf, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(anything, inner, max_size=4)
)
KINDS = ["ByteLevel", "Metaspace", "Split", "Sequence", "Whitespace", "Digits", "NFC", "Replace"]
KINDS += ["Prepend", "TemplateProcessing", "Lowercase", "Punctuation", "BertPreTokenizer", "Fuse"]
FIELDS = ["pattern", "behavior", "pretokenizers", "normalizers", "content", "replacement", "String"]
FIELDS += ["prepend_scheme", "add_prefix_space", "use_regex", "invert", "single", "special_tokens"]
kinds, fields = st.sampled_from(KINDS), st.sampled_from(FIELDS)
part = st.recursive(
    leaf,
    lambda inner: st.builds(
        lambda kind, rest: {"type": kind, **rest},
        kinds,
        st.dictionaries(fields, st.one_of(inner, st.lists(inner, max_size=3)), max_size=4),
    ),
    max_leaves=8,
)
vocabs = st.dictionaries(anything, st.integers(0, 9), max_size=6)
models = st.builds(
    lambda vocab, merges, rest: {"type": "BPE", "vocab": vocab, "merges": merges, **rest},
    st.one_of(vocabs, st.just({"a": 0, "b": 1, "ab": 2}), tree),
    st.one_of(st.just([]), st.just(["a b"]), st.lists(st.lists(anything, max_size=3)), tree),
    st.dictionaries(st.sampled_from(["unk_token", "byte_fallback", "dropout"]), leaf),
)
tokenizers = st.fixed_dictionaries(
    {"model": st.one_of(models, tree)},
    optional={
        "added_tokens": st.one_of(
            tree, st.lists(st.fixed_dictionaries({"id": leaf, "content": anything}), max_size=3)
        ),
        "normalizer": part,
        "pre_tokenizer": part,
        "post_processor": part,
        "decoder": part,
    },
)
files = st.one_of(
    st.binary(max_size=200),
    tree.map(lambda data: json.dumps(data).encode()),
    tokenizers.map(lambda data: json.dumps(data).encode()),
)


# What the server puts before the files of a tokenizer, now and in earlier versions.
HEADER = b"merge-by-merge: files %s\n"
OLD_HEADER = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n"


def result_or_none(do):
    """The result of a call, or None if it raises InputError."""
    try:
        return do()
    except bpe.InputError as error:
        sentence = translation("ko").gettext(error.sentence).format(**error.values)
    assert sentence
    return None


@given(st.lists(st.tuples(anything, files), min_size=0, max_size=3).map(dict))
@hypothesis_settings(suppress_health_check=list(HealthCheck))
@example({"tokenizer.json": b"[" * 100_000})
@example({"tokenizer.json": b'{"model": ' * 5_000})
@example({"vocab.json": b'{"a": 0}', "merges.txt": b"\xff"})
@example({"tokenizer.json": OLD_HEADER})
@example({"tokenizer.json": OLD_HEADER % 0})
@example({"tokenizer.json": OLD_HEADER % 10**9 + b"{}"})
@example({"tokenizer.json": OLD_HEADER.replace(b"%d", b"x") + b"{}"})
@example({"tokenizer.json": HEADER % b"[]"})
@example({"tokenizer.json": HEADER % b'[["vocab.json", 2]]' + b"{}"})
@example({"tokenizer.json": HEADER % b'[["vocab.json", -1], ["merges.txt", 1e9], 3]' + b"{}"})
@example({"tokenizer.json": b'{"model": {"type": "BPE", "vocab": {"a": ' + b"9" * 5000 + b"}}}"})
def test_any_upload_is_a_tokenizer_or_rejected(given_files):
    def use() -> None:
        name = tokenizer_file.keep(given_files)
        tokenizer_of(name).encode("ab a <b>\n")

    result_or_none(use)


@given(given_files=st.fixed_dictionaries({"a.json": tokenizers.map(json.dumps).map(str.encode)}))
@few
def test_uploaded_tokenizers_can_be_displayed(open_app, fine, given_files):
    try:
        name = tokenizer_file.keep(given_files)
    except bpe.InputError:
        name = "0" * 24
    app = open_app(tokenizer=name, lang="en")
    app.go_to("encoding/page.py")
    fine(app)


@given(st.lists(st.one_of(st.binary(max_size=300), texts.map(str.encode)), max_size=3))
def test_any_upload_is_a_text_or_rejected(given_files):
    text = result_or_none(lambda: file_store.decode_texts(given_files))
    assert text is None or text.strip()


@given(anything, anything, st.one_of(anything, st.sampled_from(["head", "0", "9"])), values, values)
def test_any_record_path_is_answered(key, lang, part, words, find):
    usual = defaults("course")
    assert runs.run_of(usual)
    for run, language in ((usual.key, "en"), (usual.key, lang), (key, lang)):
        path = {"run": run, "lang": language, "part": part}
        query = urlencode({"words": words, "find": find}).encode()
        request = Request(
            {"type": "http", "path_params": path, "query_string": query, "headers": []}
        )
        with ThreadPoolExecutor(1) as thread:  # a browser's test may have a loop in this one
            answer = thread.submit(asyncio.run, records.get_record(request)).result()
        assert answer.status_code in (200, 404)


def told(messages):
    """Handle anything as messages of the page and keep the session's query."""
    import streamlit as st

    from pages.state import session
    from pages.state.url import query_of

    session.settings()
    for message in messages:
        session.note_reconnection(message)
    st.session_state.kept = query_of(session.settings())


heard = st.dictionaries(st.sampled_from(["query", "at"]), st.one_of(leaf, tree))


@given(st.lists(st.one_of(tree, heard), max_size=12))
@few
def test_any_message_is_handled(messages):
    at = AppTest.from_function(told, kwargs={"messages": messages}).run(timeout=60)
    assert not at.exception
    assert at.session_state["kept"]


def everything(app) -> str:
    """Everything on a session's page and in its session state."""
    return f"{app.at} {app.stage} {app.address} {app.at.session_state}"


def test_sessions_do_not_share_data(open_app):
    mine = open_app(corpus="own", text=pack("my own secret words"), watch="my secret", lang="en")
    hers = open_app(corpus="hug", lang="en", step="2")
    mine.set(vocab=20)
    hers.run()
    assert hers.query()["corpus"] == "hug"
    assert hers.widget("vocab").value == defaults("hug").bpe.vocab
    assert "secret" in everything(mine)
    assert "secret" not in everything(hers)
    assert mine.stage["run"] != hers.stage["run"]


def test_shared_records_need_their_full_key(shown, open_app):
    app = open_app(corpus="own", text=pack("nobody guesses this"), lang="en")
    key = app.stage["run"]
    assert runs.RUNS.find(key)
    for guess in (key[:-1], key.upper(), "", "*", key + "0", f"{key}/", f"../{key}"):
        assert runs.RUNS.find(guess) is None or guess == key
        assert file_store.path_of(guess) is None
    assert len(key) == 24
    name = file_store.keep(b"nobody guesses this file")
    assert file_store.path_of(name)
    assert not file_store.path_of(name[:-1])
