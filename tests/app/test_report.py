"""The report: one self-contained HTML file with the stage and all records of a run."""

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

import bpe
from pages.report import html_report
from pages.report.html_report import file_name, report
from pages.runs import records
from pages.state.corpus import OWN_COUNTS, OWN_TEXT, PYTHON
from pages.state.defaults import defaults, with_algorithm
from pages.state.settings import Settings
from pages.training.kind import training_kind
from pages.training.record_parts import BLOCK
from pages.translations.language import LANGUAGES, translation
from tests.benchmarks.texts import lines, write_standard_library
from tests.support.cases import combined

HOSTILE = "</script><script>alert(1)</script> <!-- <b>&amp; ]]> '\" ‮"


class Page(HTMLParser):
    """The elements of a report, and the text of each script and style."""

    def __init__(self, file: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.open: list[str] = []
        self.title = ""
        self.feed(file.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = dict(attrs).get("id") or tag

    def handle_data(self, data: str) -> None:
        tag = self.elements[-1][0] if self.elements else ""
        if tag in ("script", "style", "title"):
            self.texts[self.inside] = self.texts.get(self.inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}", {}))

    def attributes(self, tag: str) -> list[dict]:
        return [attributes for name, attributes in self.elements if name == tag]

    def part(self, name: str) -> dict:
        return json.loads(gzip.decompress(base64.b64decode(self.texts[f"part-{name}"])))


def made(settings: Settings) -> tuple[bpe.Run, Page]:
    run = settings.train()
    return run, Page(report(run, settings))


def plain(settings: Settings, run: bpe.Run, part: str) -> dict:
    return json.loads(gzip.decompress(records.serialized(run, settings.key, settings.lang, part)))


def test_report_of_wordpiece_contains_its_records(monkeypatch):
    settings = with_algorithm(defaults("hug"), "wordpiece")
    run = settings.train_wordpiece()
    for most in (html_report.MAX_BYTES, 0):  # made here, then by the process for large runs
        monkeypatch.setattr(html_report, "MAX_BYTES", most)
        file = report(run, settings)
        assert Page(file).part("0") == plain(settings, run, "0")
        assert "<bdi>Score (WordPiece)</bdi>" in file.decode()
        assert "Tie rule" not in file.decode().partition("report-settings")[2]
    assert file_name(settings) == "merge-by-merge-hug-wordpiece.html"


@pytest.mark.parametrize(
    ("corpus", "lang"), combined(["course", "korean", "arabic", OWN_COUNTS], LANGUAGES)
)
def test_report_contains_every_record_of_the_run(corpus, lang):
    settings = defaults(corpus).replace(lang=lang)
    run, page = made(settings)
    assert page.part("head") == plain(settings, run, "head") | {
        "sums_on_request": False,
        "choice": None,
        "code": "",
    }
    blocks = len(run.merges) // BLOCK + 1
    steps = []
    for i in range(blocks):
        assert page.part(str(i)) == plain(settings, run, str(i))
        steps += page.part(str(i))["steps"]
    assert len(steps) == len(run.merges) + 1
    assert f"part-{blocks}" not in page.texts
    about = json.loads(page.texts["about"])
    versions = training_kind(run).watched(settings.view.sentence, translation(lang))
    assert about["watch"] == list(map(list, versions))
    assert page.attributes("html") == [{"lang": lang, "dir": "ltr"}]


def test_report_lists_the_settings():
    settings = defaults("course").replace(ties="lowest", vocab=1234, norm="nfkc", min_count=2)
    run = settings.train()
    text = re.sub("<[^>]+>", "\n", report(run, settings).decode())
    for said in (
        "Four sentences (Hugging Face)",
        "1,234",
        "Lowest ids (Hugging Face library)",
        "GPT-2, byte level",
        "NFKC: unified variants",
        "&lt;|endoftext|&gt;",
        "This is not a token.",
    ):
        assert f"\n{said}\n" in text
    assert re.search(r"<noscript><p[^>]*>[^<]+</p></noscript>", report(run, settings).decode())
    assert file_name(settings) == "merge-by-merge-course-lowest.html"


def test_report_allows_only_its_own_scripts():
    _, page = made(defaults("course"))
    (policy,) = (
        each["content"]
        for each in page.attributes("meta")
        if each.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == "'none'"
    for name, element in (("script-src", "script"), ("style-src", "style")):
        digest = base64.b64encode(hashlib.sha256(page.texts[element].encode()).digest())
        assert rules.pop(name) == f"'sha256-{digest.decode()}'"
    assert rules == {"img-src": "data:", "base-uri": "'none'", "form-action": "'none'"}
    kinds = [each.get("type") for each in page.attributes("script")]
    assert set(kinds) == {"application/json", "text/plain", "module"}
    assert kinds.count("module") == 1
    outside = [a for _, each in page.elements for a in each if a in ("src", "srcset", "action")]
    assert not outside
    assert [each["href"][:5] for each in page.attributes("link")] == ["data:"]
    assert not re.search(r"url\(|@import", page.texts["style"])


def test_hostile_words_are_escaped():
    settings = defaults(OWN_TEXT).replace(
        own=f"{HOSTILE}\n{HOSTILE}",
        split="none",
        special=f"{HOSTILE.replace(' ', '')} </dl>",
        sentence=HOSTILE,
        vocab=90,
    )
    run, page = made(settings)
    _, usual = made(defaults("hug"))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in usual.elements]
    tokens = page.part("head")["tokens"]
    assert any("</script>" in token for token, _, _ in tokens)
    assert len(tokens) == len(run.vocab)
    about = json.loads(page.texts["about"])
    versions = training_kind(run).watched(HOSTILE, translation("en"))
    assert about["watch"] == list(map(list, versions))


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> tuple[bpe.Run, Settings]:
    """2,000 merges over megabytes of source code."""
    path = tmp_path_factory.mktemp("book") / "text"
    write_standard_library(path, 1_500_000)
    corpus = bpe.Corpus.from_texts(lines(path, 1_500_000))
    size = 2_001 + len(corpus.alphabet)
    run = bpe.train(corpus, size, "lowest", ("<|endoftext|>",))
    assert len(run.merges) == 2_000
    return run, defaults(PYTHON).replace(vocab=size)


def test_report_of_two_thousand_merges_is_small(book):
    run, settings = book
    file = report(run, settings)
    assert len(file) < 4_000_000
    page = Page(file)
    assert page.part("head")["last"] == 2_000
    assert page.part("31")["first"] == 31 * 64
    assert len(page.part("31")["steps"]) == 17
    assert not page.part("head")["sums_on_request"]


def test_report_contains_the_selected_words(book):
    corpus = book[0].corpus
    settings = book[1].replace(vocab=len(corpus.alphabet) + 40, words="find", find="token")
    run = bpe.train(corpus, settings.bpe.vocab, "lowest")
    page = Page(report(run, settings))
    head = page.part("head")
    words = ["".join(head["tokens"][i][0] for i in ids) for ids, _, _ in head["words"]]
    assert words
    assert all("token" in word for word in words)
    assert head["choice"] is None
    assert "words with “token”" in head["notes"][0]


def test_report_of_a_large_run_is_made_by_another_process(monkeypatch):
    settings = defaults("english").replace(lang="ko", words="find", find="th")
    run = settings.train()
    expected = html_report.blocks(run, settings)
    monkeypatch.setattr(html_report, "MAX_BYTES", 0)
    monkeypatch.setattr(html_report.PROCESS, "idle", 0.1)
    assert html_report.blocks(run, settings) == expected
    assert expected
