"""Journeys of files: downloads, and an upload of word counts.

tests/app/test_exports.py opens the downloaded tokenizer, and test_encoding.py uploads one.
"""

import csv
import io
from pathlib import Path

import bpe
from bpe import formats
from pages.serving.html_report import report
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.state.url import query_of
from tests.support.waiting import expect


def taken(tab, label: str, role: str = "button") -> tuple[str, bytes]:
    """The name and content of the file that a button or a link downloads."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role(role, name=label, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def rows(data: bytes) -> list[list[str]]:
    """The rows of a CSV file."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def upload(tab, name: str, data: bytes) -> None:
    """Upload a file as if chosen in the file dialog."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    tab.page.locator("input[type=file]").last.set_input_files(file)


def open_files(tab) -> None:
    tab.unfold("Export: files for other programs")
    expect(tab.page.get_by_role("button", name="tokenizer.json", exact=True)).to_be_visible()


def test_student_downloads_every_file(tab, engine):
    tab.open("step=3")
    run = engine.course()
    name, data = taken(tab, "Report (HTML, works offline)", "link")
    assert (name, data) == ("merge-by-merge-course-first.html", report(run, defaults("course")))
    name, data = taken(tab, "Merges as CSV", "link")
    assert name == "merges-course-first.csv"
    assert rows(data)[1:] == [
        [str(m.rank), m.left, m.right, m.token, str(m.count), str(m.tied)] for m in run.merges
    ]
    name, data = taken(tab, "Pairs at step 3 as CSV", "link")
    assert name == "pairs-course-first-step-3.csv"
    assert {(a, b): int(n) for a, b, n in rows(data)[1:]} == dict(run.at(3).pairs)
    open_files(tab)
    assert taken(tab, "vocab.json") == ("vocab.json", formats.vocab_json(run))
    assert taken(tab, "merges.txt") == ("merges.txt", formats.merges_txt(run))
    ranks = formats.tiktoken_ranks(run, complete=True)
    assert taken(tab, "Ranks for tiktoken") == ("course-first.tiktoken", ranks)
    name, curves = taken(tab, "Curves as CSV")
    assert name == "curves-course-first.csv"
    assert len(rows(curves)) == len(run.merges) + 2
    name, data = taken(tab, "tokenizer.json")
    assert (name, data) == ("tokenizer.json", formats.tokenizer_json(run))


def test_student_uploads_word_counts(tab, engine):
    tab.open(query_of(defaults(OWN_TEXT).replace(own="a b")))
    run = bpe.train(bpe.Corpus.from_counts({"low": 5, "lower": 2, "newest": 6}), 50)
    upload(tab, "counts.csv", b"word,count\nlow,5\nlower,2\nnewest,6\n")
    engine.expected(run).becomes(tab, 0)
    tab.press("End")
    engine.expected(run).shown(tab, len(run.merges))
    expect(tab.control("own").locator("textarea")).to_have_value("low 5\nlower 2\nnewest 6")
    upload(tab, "counts.csv", b"low,5\nlower,many2")
    expect(tab.errors.or_(tab.warnings).first).to_contain_text("Line")
    engine.expected(run).shown(tab, len(run.merges))
