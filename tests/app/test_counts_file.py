"""Files of word counts: accepted and rejected files, and training on them."""

import csv
import io
import tracemalloc
from functools import partial
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from pages.jobs.queue import Trainings
from pages.runs import runs
from pages.runs.trainings import job_of, unigram_job_of
from pages.state.corpus import OWN_COUNTS, OWN_FILE, OWN_TEXT
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.storage import counts_file, file_store
from pages.storage.typed import COUNTS_HEADER, MAX_COUNT, pack, read_counts
from tests.benchmarks.texts import lines, write_standard_library
from tests.support.trainings import finish

HUG = {"hug": 10, "pug": 5, "pun": 12}


def one(text: str, name: str = "counts.csv") -> dict[str, int]:
    return counts_file.read([(name, text.encode())])


def as_csv(counts: dict[str, int], **dialect: str) -> bytes:
    file = io.StringIO()
    csv.writer(file, **dialect).writerows(counts.items())
    return file.getvalue().encode()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hug,10\npug,5\npun,12", "a.csv"),
        ("word,count\nhug,10\npug,5\npun,12\n", "a.csv"),
        ("\ufeffword,count\r\nhug,10\r\npug,5\r\npun,12\r\n", "A.CSV"),
        ("單字,次數\nhug , 10\n\npug,5\n , \npun,12,,\n", "a.csv"),
        ("word;count\nhug;10\npug;5\npun;12", "a.csv"),
        ("hug\t10\npug\t5\npun\t12", "a.tsv"),
        ('"hug",10\n"pug","5"\npun,12', "a.csv"),
        ("hug,4\npug,5\nhug,6\npun,12", "a.csv"),
    ],
)
def test_counts_file_is_read(text, name):
    assert list(one(text, name).items()) == list(HUG.items())


def test_quoted_words_may_contain_delimiters():
    assert one('"a,b",1\n"say ""x""",2\nNew York,3\n=1+1,4') == {
        "a,b": 1,
        'say "x"': 2,
        "New York": 3,
        "=1+1": 4,
    }
    assert one("a,b\t1\n;\t2", "a.tsv") == {"a,b": 1, ";": 2}


def test_counts_of_several_files_are_added():
    files = [("a.csv", b"hug,4\npug,5"), ("b.tsv", b"hug\t6\npun\t12")]
    assert counts_file.read(files) == HUG


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("word,count\n", "at least one word"),
        ("hug,10\npug", "Line 2 is not a word and a count"),
        ("hug,10\n,5", "Line 2 is not"),
        ("hug,10\npug,5,7", "Line 2 is not"),
        ("hug,ten\npug,five", "Line 2 is not"),
        ("hug,1O", "Line 1 is not"),
        ("hug,1.5", "Line 1 is not"),
        ("hug,-1", "Line 1 is not"),
        ("hug,²", "Line 1 is not"),
        ("hug,٣", "Line 1 is not"),
        ("hug,0", "Line 1: the count must be"),
        (f"hug,{MAX_COUNT + 1}", "Line 1: the count must be"),
        (f"hug,{'9' * 5000}", "Line 1: the count must be"),
        (f"hug,{MAX_COUNT}\nhug,1", "Line 2: the count must be"),
        ('"a\nb",1', "cannot contain a tab or a line break"),
        ('"a\tb",1', "cannot contain a tab or a line break"),
        ('hug,1\n"pug"x,2', "Line 2 is not formatted correctly"),
        ('hug,1\n"pug,2', "not formatted correctly"),
        (f"{'a' * 200_000},1", "Line 1 is not formatted correctly"),
        ("hug,1\0", "not plain text"),
    ],
)
def test_invalid_counts_file_is_rejected(text, message):
    with pytest.raises(bpe.InputError, match=message):
        one(text)


def test_other_encodings_are_rejected():
    with pytest.raises(bpe.InputError, match="not UTF-8"):
        counts_file.read([("a.csv", "hüg,1".encode("latin-1"))])


def test_counts_file_size_is_limited(monkeypatch):
    monkeypatch.setattr(counts_file, "MAX_WORDS", 2)
    assert one("hug,1\npug,1\nhug,1")
    with pytest.raises(bpe.InputError, match="too many words"):
        one("hug,1\npug,1\npun,1")
    monkeypatch.setattr(file_store, "most_bytes", lambda: 10)
    with pytest.raises(bpe.InputError, match="limit is"):
        one("hug,1\npug,1")


WORD = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)


@given(
    st.dictionaries(
        WORD.map(str.strip).filter(bool), st.integers(1, MAX_COUNT), min_size=1, max_size=9
    )
)
def test_csv_written_by_python_round_trips(counts):
    found = one("word,count\n" + as_csv(counts, lineterminator="\n").decode())
    assert found == counts
    assert read_counts(counts_file.format_counts(found)) == counts
    assert counts_file.read([("a.tsv", as_csv(counts, delimiter="\t"))]) == counts


@pytest.mark.parametrize("sample", ["course", "english", "korean"])
@pytest.mark.parametrize("ties", bpe.TIES)
def test_training_on_counts_equals_training_on_text(sample, ties):
    corpus = bpe.Corpus.from_texts(bpe.SAMPLES[sample].texts, "whitespace")
    found = counts_file.read([("counts.csv", as_csv(dict(corpus.counts)))])
    typed = counts_file.format_counts(found)
    settings = defaults(OWN_COUNTS).replace(own=typed, ties=ties, vocab=250)
    run = settings.train()
    assert run.merges == bpe.train(corpus, 250, ties).merges
    assert run.merges
    assert (
        from_query(dict(parse_qsl(query_of(settings), keep_blank_values=True)))[0].train().merges
        == run.merges
    )


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> bpe.Corpus:
    path = tmp_path_factory.mktemp("book") / "text"
    write_standard_library(path, 40_000)
    return bpe.Corpus.from_texts(lines(path, 40_000), "whitespace")


def upload(app, *files: tuple[str, bytes]) -> None:
    app.at.file_uploader[0].set_value([(name, data, "") for name, data in files]).run()
    app.check()


def test_large_counts_are_stored_on_the_server(open_app, book):
    app = open_app(corpus="own", text=pack("A text of one line."))
    upload(app, ("counts.csv", as_csv(dict(book.counts))))
    settings = app.at.session_state["session"].settings
    assert settings.corpus.name == OWN_FILE
    assert settings.corpus.listed == OWN_COUNTS
    assert settings.corpus.texts() == ()
    assert app.widget("corpus").value == OWN_COUNTS
    assert file_store.path_of(settings.corpus.own).read_bytes().startswith(COUNTS_HEADER)
    work = finish(Trainings().get_or_start("counts", partial(job_of, settings.replace(vocab=400))))
    expected = bpe.train(book, 400, settings.bpe.ties, ("<|endoftext|>",))
    assert work.run.merges == expected.merges
    assert dict(work.run.corpus.counts) == dict(book.counts)
    again, _, refused = from_query(dict(parse_qsl(query_of(settings), keep_blank_values=True)))
    assert again == settings
    assert not refused
    unigram_job = partial(unigram_job_of, settings.replace(unigram_vocab=1_500))
    pieces = finish(Trainings().get_or_start("pieces", unigram_job))
    assert dict(pieces.run.corpus.counts) == dict(book.counts)


def test_small_counts_are_stored_in_the_link(open_app):
    app = open_app(corpus="own", text=pack("A text of one line."), lang="en")
    upload(app, ("counts.csv", as_csv(HUG)))
    assert app.widget("corpus").value == OWN_COUNTS
    assert app.widget("own").value == "hug 10\npug 5\npun 12"
    assert read_counts(app.at.session_state["session"].settings.corpus.own) == HUG
    assert "counts" in app.query()
    run = runs.RUNS.find(app.stage["run"])
    assert dict(run.corpus.counts) == HUG
    upload(app, ("more.tsv", b"bun\t4"))
    assert app.widget("own").value == "bun 4"


def test_skipped_header_line_is_reported(open_app):
    app = open_app(corpus="own", counts=pack("bun 1"), lang="en")
    upload(app, ("counts.csv", b"hug,10\npug,5"))
    assert not app.at.toast
    upload(app, ("counts.csv", b"hug,ten\npug,5"))
    assert app.widget("own").value == "pug 5"
    assert "header" in app.at.toast[0].value


def test_uploaded_text_replaces_counts(open_app):
    app = open_app(corpus="own", counts=pack("hug 10\npug 5"), lang="ko")
    upload(app, ("text.txt", b"low lower lowest"))
    settings = app.at.session_state["session"].settings
    assert (settings.corpus.name, settings.corpus.own, settings.lang) == (
        OWN_TEXT,
        "low lower lowest",
        "ko",
    )


@pytest.mark.parametrize(
    "files",
    [
        (("a.csv", b"hug,x1"),),
        (("a.csv", b"hug,1"), ("b.txt", b"low lower")),
    ],
)
def test_invalid_upload_changes_nothing(open_app, files):
    app = open_app(corpus="own", counts=pack("hug 10\npug 5"))
    before = app.at.session_state["session"].settings
    upload(app, *files)
    assert app.at.session_state["session"].settings == before
    assert app.warnings


def test_row_of_millions_of_cells_is_refused_before_it_is_read():
    wide = "," * 1_000_000
    files = (wide, f"hug,5\n{wide}", f'"{wide}",5', '"a\n",,,,,' * 100_000)
    tracemalloc.start()
    for text in files:
        tracemalloc.reset_peak()
        with pytest.raises(bpe.InputError, match="is not a word and a count"):
            one(text)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(text)  # a list has 16 bytes per cell
    tracemalloc.stop()
    assert one('"a,,b",5\npug,3') == {"a,,b": 5, "pug": 3}
    many = "\n".join(f"a{i},1" for i in range(2 * counts_file.MAX_DELIMITERS))
    assert len(one(many)) == 2 * counts_file.MAX_DELIMITERS


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_ends_are_read(end):
    assert one(f"hug,10{end}{end}pug,5{end}pun,12") == HUG
    with pytest.raises(bpe.InputError, match="Line 3 is not"):
        one(f"hug,10{end}{end}pug{end}")


def test_too_many_lines_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(counts_file, "MAX_LINES", 5)
    monkeypatch.setattr(counts_file, "read_lines", None)
    for text in ("hug,1\n" * 6, "a,1" + "\r" * 6, "hug,1\r\n" * 6):
        with pytest.raises(bpe.InputError, match="more than 5 lines"):
            one(text)
    with pytest.raises(bpe.InputError, match="more than 5 lines"):
        counts_file.read([("a.csv", b"hug,1\n" * 3)] * 2)
