"""A journey of downloads.

tests/app/test_exports.py opens the downloaded tokenizer.
"""

import csv
import io
from pathlib import Path

from bpe import formats
from pages.report.html_report import report
from pages.state.defaults import defaults
from tests.support.waiting import expect


def taken(tab, label: str, role: str = "button") -> tuple[str, bytes]:
    """The name and content of the file that a button or a link downloads."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role(role, name=label, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def rows(data: bytes) -> list[list[str]]:
    """The rows of a CSV file."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


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
