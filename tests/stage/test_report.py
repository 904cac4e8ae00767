"""The report, opened as a file without a network, steps through the whole run."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

import bpe
from pages.report.html_report import report
from pages.stage.tokens import visible
from pages.state.corpus import OWN_TEXT, PYTHON
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.training.corpus_words import WORDS
from pages.training.pair_sums import MANY_WORDS
from tests.support.expected import Expected, long_text
from tests.support.network import Watch
from tests.support.page_checks import broken_rules_in
from tests.support.tab import Tab
from tests.support.waiting import expect

HOSTILE = "</script><script>alert(1)</script>"
TITLES = {"en": "Step 7 of 19", "zh-Hant": "第 7 步", "ko": "7단계"}


class Alone:
    """A browser without a network; records its messages and requests."""

    def __init__(self, context: BrowserContext, folder: Path) -> None:
        self.context, self.folder = context, folder
        self.watch = Watch(context)
        self.said: list[str] = []
        self.asked: list[str] = []
        context.on("console", lambda message: self.said.append(message.text))
        context.on("request", lambda request: self.asked.append(request.url))

    def open(self, settings: Settings, run: bpe.Run | None = None) -> tuple[Tab, Expected]:
        """The report of a run, and the expected steps."""
        run = run or settings.train()
        file = self.folder / "report.html"
        file.write_bytes(report(run, settings))
        page = self.context.new_page()
        tab = Tab(page, "", self.watch)
        page.goto(file.as_uri())
        expect(tab.corpus).to_have_count(1)
        return tab, Expected(run)


@pytest.fixture
def alone(chromium, tmp_path) -> Iterator[Callable[..., Alone]]:
    """A reader without a network. At the end, there may be no messages or requests."""
    made: list[Alone] = []

    def arrive(**options) -> Alone:
        size = {"width": 1366, "height": 768}
        context = chromium.new_context(**{"viewport": size, "offline": True, **options})
        made.append(Alone(context, tmp_path))
        return made[-1]

    yield arrive
    for each in made:
        each.context.close()
        assert not each.said
        assert [url for url in each.asked if not url.startswith("data:")] == [
            (tmp_path / "report.html").as_uri()
        ]
        assert not each.watch.seen


def test_report_steps_by_keys(alone):
    tab, expected = alone().open(defaults("course"))
    for k in range(expected.last):
        expected.shown(tab, k)
        tab.press("ArrowRight")
    expected.shown(tab, expected.last)
    tab.press("ArrowRight")
    tab.still_at(expected.last)
    tab.press("ArrowLeft", "PageUp")
    expected.shown(tab, expected.last - 2)
    tab.press("Home")
    expected.shown(tab, 0)
    tab.press("End")
    expected.shown(tab, expected.last)


def test_report_needs_no_server_for_the_step(alone):
    tab, _ = alone().open(defaults("course"))
    tab.press("ArrowRight")
    tab.at(1)
    tab.settle()
    for part in (".code", ".downloads"):  # the app fetches them
        expect(tab.page.locator(part)).to_be_hidden()


@pytest.mark.parametrize("lang", TITLES)
def test_report_uses_the_language_of_the_reader(alone, lang):
    tab, expected = alone().open(defaults("course").replace(lang=lang))
    expect(tab.page.locator("html")).to_have_attribute("lang", lang)
    tab.press(*["PageDown"] * 7)
    expected.shown(tab, 7)
    expect(tab.page.locator(".transport .title")).to_contain_text(TITLES[lang])


def test_report_steps_by_mouse(alone):
    tab, expected = alone().open(defaults("course"))
    tab.act("last")
    expected.shown(tab, expected.last)
    tab.act("back")
    expected.shown(tab, expected.last - 1)
    box = tab.scrubber.bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert 0 < tab.target < expected.last
    expected.shown(tab, tab.target)
    tab.page.locator(".text-field").fill("5")
    tab.press("Enter")
    expected.shown(tab, 5)
    merge = expected.run.merges[4]
    pair, cells = tab.rows()[0]
    assert pair == (visible(merge.left), visible(merge.right))
    assert str(merge.count) in cells


def test_space_plays_the_report_to_the_end(alone):
    tab, expected = alone().open(defaults("hug"))
    tab.page.locator(".transport .speed").select_option("0.2")
    tab.page.locator(".transport .title").click()
    tab.press(" ")
    expected.shown(tab, expected.last)


def test_hovered_pair_in_report_is_highlighted_and_summed(alone):
    tab, _ = alone().open(defaults("hug"))
    tab.press("ArrowRight")
    tab.at(1)
    tab.page.locator("tr.row").first.hover()
    expect(tab.page.locator(".detail")).to_contain_text("20")
    expect(tab.page.locator(".detail")).to_contain_text("hug")
    expect(tab.page.locator(".after .highlighted").first).to_be_visible()


def test_watched_sentence_follows_the_step(alone):
    settings = defaults("course").replace(sentence="This is the tokenizer")
    tab, expected = alone().open(settings)
    line = tab.page.locator(".watched .line .token")
    for k in (0, 3, expected.last, 1):
        tab.press("Home", *["ArrowRight"] * k)
        tab.at(k)
        encoded = bpe.train(settings.read_corpus(), k + 31, "first", ("<|endoftext|>",)).encode(
            settings.view.sentence
        )
        assert len(line.all_inner_texts()) == len(encoded.tokens)


def test_charts_of_the_report_follow_the_step(alone):
    tab, expected = alone().open(defaults("course"))
    tab.press("ArrowRight", "ArrowRight")
    expected.shown(tab, 2)
    drawings = tab.page.locator(".charts .drawing")
    drawings.last.scroll_into_view_if_needed()
    expect(drawings.locator("svg")).to_have_count(3)
    value = expected.run.token_totals[2] / expected.run.word_total
    expect(tab.page.locator(".chart .sentence").first).to_contain_text(f", {value:.2f} at this")
    stroke = drawings.first.locator(".mark-line path").evaluate("(e) => getComputedStyle(e).stroke")
    assert stroke == "rgb(67, 56, 202)"  # the theme's
    drawings.first.click()
    tab.until(lambda: tab.target != 2)
    expected.shown(tab, tab.target)


def test_report_blocks_are_decoded_on_demand(alone):
    settings = defaults(OWN_TEXT).replace(own=long_text(), vocab=400, split="whitespace")
    tab, expected = alone().open(settings)
    assert expected.last > 3 * 64
    for k in (64, 63, 200, expected.last, 65):
        tab.page.locator(".text-field").fill(str(k))
        tab.press("Enter")
        expected.shown(tab, k)


def test_large_report_omits_only_the_sums(alone):
    words = map("".join, product("abcdefghijklm", repeat=3))
    corpus = bpe.Corpus.from_counts({word: 1 + i % 7 for i, word in enumerate(words)})
    size = len(corpus.alphabet) + 71
    run = bpe.train(corpus, size, "lowest", ("<|endoftext|>",))
    assert len(run.words) > MANY_WORDS
    tab, expected = alone().open(defaults(PYTHON).replace(vocab=size), run)
    for key, k in (("End", 70), ("Home", 0), ("ArrowRight", 1)):
        tab.press(key)
        tab.at(k)
        assert tab.words() == expected.words(k)[:WORDS]
    tab.page.locator("tr.row").first.hover()
    expect(tab.page.locator(".after .highlighted").first).to_be_visible()
    expect(tab.page.locator(".why")).to_be_visible()
    expect(tab.page.locator(".detail")).to_be_hidden()
    expect(tab.page.locator(".chooser")).to_have_count(0)


def test_axe_finds_no_violations_in_the_preferred_color_scheme(alone, subtests):
    tab, _ = alone(reduced_motion="reduce").open(defaults("course"))
    tab.press(*["ArrowRight"] * 9)
    tab.at(9)
    for scheme in ("light", "dark"):
        with subtests.test(scheme):
            assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


def test_hostile_words_are_shown_as_text(alone):
    own = f"{HOSTILE} <img/src=x>\n{HOSTILE}"
    settings = defaults(OWN_TEXT).replace(
        own=own, sentence=HOSTILE, special="</title><b>", vocab=60
    )
    tab, expected = alone().open(settings)
    tab.press("End")
    expected.shown(tab, expected.last)
    expect(tab.page.locator("img, b")).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 640), (390, 844)])
def test_report_fits_the_screen(alone, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    tab, _ = alone(viewport=viewport).open(defaults("course").replace(lang="ko"))
    wide = tab.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]
    tab.press("ArrowRight")
    tab.at(1)


def test_old_browser_shows_a_message(alone):
    visitor = alone()
    visitor.context.add_init_script("delete window.DecompressionStream")
    file = visitor.folder / "report.html"
    settings = defaults("hug")
    file.write_bytes(report(settings.train(), settings))
    page = visitor.context.new_page()
    page.goto(file.as_uri())
    expect(page.get_by_text(re.compile("too old"))).to_be_visible()
