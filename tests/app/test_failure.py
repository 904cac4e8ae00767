"""An error of ours becomes one sentence; neither page nor log repeats what was typed."""

import logging

import pages.records

SECRET = "what nobody else should read"


def test_an_error_on_a_page_is_told_in_a_sentence(open_app, monkeypatch, caplog):
    def fail(settings):
        raise RuntimeError(SECRET)

    monkeypatch.setattr(pages.records, "run_of", fail)
    with caplog.at_level(logging.ERROR):
        app = open_app()
    assert [SECRET in each for each in app.errors] == [False]
    assert "mistake is ours" in app.errors[0]
    assert not app.at.exception
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text
