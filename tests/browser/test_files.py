"""Files that leave the app and come back: what a button gives, and what a file brought becomes."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tokenizers import Tokenizer

import bpe
from bpe import formats
from pages.address import query_of
from pages.report import report
from pages.settings import OWN_TEXT
from pages.usual import defaults
from pages.view.tokens import visible


def taken(tab, label: str) -> tuple[str, bytes]:
    """What a button of this label gives: a file's name, and the file."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name=label, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def brought(tab, name: str, data: bytes) -> None:
    """Bring a file, as if chosen in the file dialog."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    tab.page.locator("input[type=file]").last.set_input_files(file)


def open_files(tab) -> None:
    tab.page.get_by_text("Export: files").click()
    expect(tab.page.get_by_role("button", name="tokenizer.json", exact=True)).to_be_visible()
    tab.idle()


def test_the_report_is_that_of_the_run_on_the_page(tab, engine):
    tab.open("step=3")
    name, data = taken(tab, "Report (HTML, works offline)")
    assert name == "merge-by-merge-course-first.html"
    assert data == report(engine.course(), defaults("course"))
    tab.press("ArrowRight")
    tab.at(4)


def test_each_button_gives_its_file(tab, engine):
    tab.open()
    open_files(tab)
    run = engine.course()
    assert taken(tab, "tokenizer.json") == ("tokenizer.json", formats.tokenizer_json(run))
    assert taken(tab, "vocab.json") == ("vocab.json", formats.vocab_json(run))
    assert taken(tab, "merges.txt") == ("merges.txt", formats.merges_txt(run))
    ranks = formats.tiktoken_ranks(run, complete=True)
    assert taken(tab, "Ranks for tiktoken") == ("course-first.tiktoken", ranks)
    name, curves = taken(tab, "Curves as CSV")
    assert name == "curves-course-first.csv"
    assert len(curves.splitlines()) == len(run.merges) + 2


def test_the_page_of_unigram_gives_its_tokenizer(tab):
    with tab.watch.expecting("404.*/unigram/_stcore/"):
        tab.page.goto(f"{tab.url}/unigram?")
        tab.ready()
        open_files(tab)
        _, data = taken(tab, "tokenizer.json")
    assert data == formats.tokenizer_json(defaults("course").train_pieces())
    Tokenizer.from_str(data.decode())


def test_our_own_tokenizer_comes_back(tab):
    run = defaults("english").train()
    tab.open("corpus=english")
    open_files(tab)
    _, data = taken(tab, "tokenizer.json")
    with tab.watch.expecting("404.*/encode/_stcore/"):
        tab.page.goto(f"{tab.url}/encode?corpus=course&input=The+lighthouse+keeper")
        tab.ready()
        brought(tab, "tokenizer.json", data)
        expect(tab.page.get_by_text(f"{len(run.vocab)} tokens")).to_be_visible()
        tab.ready()
        tab.page.mouse.click(900, 5)
        tab.press("End")
        expected = [visible(token) for token in run.encode("The lighthouse keeper").tokens]
        tab.until(lambda: tab.corpus.locator(".token").all_inner_texts() == expected)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("counts.csv", b"word,count\nlow,5\nlower,2\nnewest,6\n"),
        ("c.tsv", b"low\t5\nlower\t2\nnewest\t6"),
    ],
)
def test_word_counts_are_brought(tab, engine, name, data):
    tab.open(query_of(replace(defaults(OWN_TEXT), own="a b")))
    run = bpe.train(bpe.Corpus.from_counts({"low": 5, "lower": 2, "newest": 6}), 50)
    brought(tab, name, data)
    engine.expected(run).becomes(tab, 0)
    tab.press("End")
    engine.expected(run).shown(tab, len(run.merges))
    expect(tab.control("own").locator("textarea")).to_have_value("low 5\nlower 2\nnewest 6")
    brought(tab, name, b"low,5\nlower,many2")
    expect(tab.errors.or_(tab.warnings).first).to_contain_text("Line")
    engine.expected(run).shown(tab, len(run.merges))
