"""An unexpected error becomes one sentence. Neither the page nor the log repeats user text."""

import errno
import logging
import shutil
from pathlib import Path

import pytest
from streamlit.error_util import handle_uncaught_app_exception
from streamlit.testing.v1 import AppTest

import bpe
from pages.runs import runs
from pages.storage import file_store
from pages.storage.typed import pack
from tests.support.errors import ERRORS, SENTENCES

SECRET = "what nobody else should read"


def test_page_error_shows_one_sentence(open_app, monkeypatch, caplog, provoked):
    def fail(settings):
        raise RuntimeError(SECRET)

    monkeypatch.setattr(runs, "run_of", fail)
    with caplog.at_level(logging.ERROR):
        app = open_app()
    assert [SECRET in each for each in app.errors] == [False]
    assert app.errors[0] in SENTENCES
    assert not app.at.exception
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize("page", ["training/page.py", "unigram/page.py"])
def test_broken_page_fails_the_test(open_app, monkeypatch, page):
    def fail(*args, **kwargs):
        raise RuntimeError("broken")

    app = open_app(corpus="hug")
    app.go_to(page)
    monkeypatch.setattr("pages.runs.stage_data.shared", fail)
    with pytest.raises(AssertionError, match="This is our bug"):
        app.run()
    ERRORS.records.clear()


def test_logged_error_fails_the_test(open_app):
    app = open_app(corpus="hug")
    for log in (logging.getLogger("pages.runs.records"), logging.getLogger("streamlit.runtime")):
        try:
            raise RuntimeError("broken")
        except RuntimeError:
            log.warning("something", exc_info=True)
        with pytest.raises(AssertionError, match="something"):
            app.check()
        ERRORS.records.clear()


def test_full_disk_is_reported(open_app, monkeypatch, caplog):
    app = open_app(corpus="own", text=pack("a b"), lang="en")
    long = "a text too long for a link " * 1500
    monkeypatch.setattr(Path, "write_bytes", no_room)
    app.set(own=long)
    assert any("cannot store" in each for each in app.errors)
    assert app.query()["text"] == pack("a b")
    assert "ENOSPC" not in str(app.errors)
    assert str(errno.ENOSPC) in caplog.text
    assert "too long for a link" not in caplog.text
    app.set(vocab=20)
    monkeypatch.undo()
    app.set(own=long + "now")
    assert not any("cannot store" in each for each in app.errors)
    assert "file" in app.query()


def no_room(path, data):
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError])
def test_missing_temporary_folder_is_reported(open_app, monkeypatch, error):
    def fail():
        raise error(errno.EACCES, "no")

    monkeypatch.setattr(file_store, "folder", fail)
    app = open_app(corpus="own", file="0" * 24, tokenizer="0" * 24, lang="en")
    assert any("file, tokenizer" in each for each in app.warnings)
    with pytest.raises(bpe.InputError, match="cannot store"):
        file_store.keep(b"a text")


def test_deleted_temporary_folder_is_recreated():
    shutil.rmtree(file_store.folder().path)
    assert file_store.path_of("0" * 24) is None
    name = file_store.keep(b"a text")
    assert file_store.path_of(name).read_bytes() == b"a text"


def test_failed_write_leaves_no_file(monkeypatch):
    before = set(file_store.folder().path.iterdir())
    monkeypatch.setattr(Path, "replace", no_room)
    with pytest.raises(bpe.InputError, match="cannot store"):
        file_store.keep(b"half of it")
    assert set(file_store.folder().path.iterdir()) == before


def test_streamlit_error_log_contains_no_user_text(caplog, provoked):
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError(SECRET)
    handle_uncaught_app_exception(caught.value)
    assert "RuntimeError" in caplog.text
    assert "test_errors.py" in caplog.text
    assert SECRET not in caplog.text


def fall():
    """A page with an uncaught error, handled by the global error handler."""
    import streamlit as st

    from pages.hosting.errors import uncaught_error_handler

    handle = uncaught_error_handler(lambda: "en")
    st.session_state.handled = handle(RuntimeError("what nobody else should read"))


def test_callback_error_shows_the_same_sentence():
    at = AppTest.from_function(fall).run(timeout=60)
    assert at.error[0].value in SENTENCES
    assert SECRET not in at.error[0].value
    assert at.session_state["handled"] is True
