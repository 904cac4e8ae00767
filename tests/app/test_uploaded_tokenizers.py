"""Uploaded tokenizers run in another process, and a reader learns if that process fails."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import bpe
from bpe.wordpiece.encoder import plain
from pages.encoding import contents, uploads
from pages.encoding.contents import count_tokens, encoder_of, options_of, tokenizer_of
from pages.encoding.encoded_text import encode_text
from pages.encoding.match_records import MatchedText
from pages.encoding.walk import Text
from pages.jobs import messages, tokenizer_file, tokenizer_loading, tokenizer_worker
from pages.jobs.messages import Refusal
from pages.jobs.stored_tokenizer import Description, StoredTokenizer
from pages.jobs.tokenizer_file import PROCESS
from pages.state.defaults import defaults
from pages.translations.language import translation
from pages.translations.markdown import escape
from tests.support.servers import PATIENCE

DATA = json.dumps(
    {"model": {"vocab": {"a": 0, "aa": 1}, "merges": ["a a"]}, "padding": {}}
).encode()


@pytest.fixture
def name() -> str:
    """A stored tokenizer, which the other process has loaded."""
    return tokenizer_file.keep({"tokenizer.json": DATA})


def tokens(name: str) -> tuple[str, ...]:
    return tokenizer_of(name).encode("aaa").tokens


def test_server_does_not_load_the_file(open_app, monkeypatch):
    def load(files: dict[str, bytes], pattern: str | None) -> None:
        raise AssertionError("The server loads the file")

    monkeypatch.setattr(tokenizer_loading, "load_files", load)
    name = tokenizer_file.keep({"tokenizer.json": DATA + b" "})
    app = open_app(corpus="hug", tokenizer=name, input="aaa a\naa", options="whole", lang="en")
    app.go_to("encoding/page.py")
    app.at.session_state["orders"] = True
    app.run()
    assert not app.errors
    assert "The file's padding setting is not applied here." in app.warnings
    assert app.stage["kind"] == "encoding"
    drawn = [json.loads(each.proto.json) for each in app.at.get("bidi_component")]
    titles = {each["title"] for each in drawn if each.get("tables")}
    assert {"Lines compared", "Merge order: by rank, or rule by rule"} <= titles


def test_too_slow_process_is_killed_and_replaced(name, monkeypatch):
    PROCESS.stop()
    monkeypatch.setattr(PROCESS, "max_seconds", 0.01)  # a new process needs longer to start
    with pytest.raises(bpe.InputError, match="after 20 seconds, which is the limit"):
        tokens(name)
    monkeypatch.undo()
    assert tokens(name) == ("aa", "a")


def test_process_that_ends_is_replaced(name, open_app, monkeypatch):
    def kill(stream, request) -> None:
        PROCESS.process.kill()
        messages.send(stream, request)

    monkeypatch.setattr(PROCESS, "_send", kill)
    app = open_app(corpus="hug", tokenizer=name, input="aaaaa", lang="en")
    app.go_to("encoding/page.py")
    app.run()
    assert any("stopped unexpectedly" in each for each in app.warnings)
    monkeypatch.undo()
    assert tokens(name) == ("aa", "a")


def test_reader_is_told_that_others_wait(name, monkeypatch):
    monkeypatch.setattr(PROCESS, "max_wait", 0.0)
    with pytest.raises(bpe.InputError, match="busy with other uploaded tokenizers"):
        tokens(name)


def test_tokenizer_that_needs_too_much_memory_is_refused(monkeypatch):
    def load(stored: StoredTokenizer) -> None:
        raise MemoryError

    monkeypatch.setattr(tokenizer_worker, "load", load)
    reply = tokenizer_worker.Tokenizers().answer(StoredTokenizer("a name", data=DATA))
    assert isinstance(reply, Refusal)
    assert "more memory than this server allows" in reply.sentence


def test_other_texts_do_not_wait_for_uploaded_tokenizers(name):
    """The cache makes two things at a time; more than two wait for the other process."""
    tokenizer_of(name)
    until = time.monotonic() + PATIENCE
    with ThreadPoolExecutor(3) as threads:
        with PROCESS._lock:
            texts = [threads.submit(text_of, name, "a" * length) for length in (2, 3, 4)]
            while len(PROCESS._turns._queue) < 2 and time.monotonic() < until:
                time.sleep(0.01)
            assert len(PROCESS._turns._queue) == 2
        assert [text.result().encoding.tokens[0] for text in texts] == ["aa"] * 3


@pytest.mark.parametrize("options", ["", "rules", "whole"])
def test_lines_are_counted_with_one_request(name, options, monkeypatch):
    lines = tuple("a" * length for length in range(1, 20))
    settings = defaults("hug").replace(
        tokenizer=name, input="\n".join(lines), options=options, dropout=40, max_merges=1
    )
    encoder = encoder_of(settings)
    each = [encoder.encode(line, *options_of(settings)) for line in lines]
    requests, ask = [], PROCESS.ask
    monkeypatch.setattr(PROCESS, "ask", lambda *args: requests.append(args) or ask(*args))
    for _ in range(2):
        counted = count_tokens(settings, encoder, lines)
        assert counted == tuple(len(line.tokens) for line in each)
    assert len(requests) == 1
    is_dropped = sum(counted) > sum(-(-len(line) // 2) for line in lines)
    assert is_dropped == (options != "rules")


def text_of(name: str, text: str) -> Text:
    settings = defaults("hug").replace(tokenizer=name, input=text)
    return contents.text_of(settings, encoder_of(settings))


def test_long_tokens_are_shortened_in_the_list_and_the_caption():
    shown = encode_text(plain("h", "ug" * 40), "ug" * 40)
    ((chip, _),) = MatchedText(shown).head(translation("en"), "en")["vocabulary"]
    assert chip[0] == "ug" * 30 + "…"
    about = Description("wordpiece", "", "", 9, 0, (), False, ("<s>" * 20,), ("**",))
    caption = uploads.about_frame(about, translation("en"))
    names = escape("<s>" * 10 + "…"), escape("**")
    assert caption.startswith(f"For a model, the file adds {names[0]} and {names[1]} at the")


@pytest.mark.parametrize(
    ("value", "is_said"), [({"tokenizer": "0" * 24}, True), ({"vocab": "x"}, False)]
)
def test_link_to_a_file_that_is_gone_asks_for_it(open_app, value, is_said):
    app = open_app(page="encode", corpus="hug", **value)
    (warning,) = app.warnings
    assert ("Upload it again." in warning) == is_said
