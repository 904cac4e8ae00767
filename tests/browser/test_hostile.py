"""Hostile texts, everywhere a text can be: the page shows them and does nothing else.

Any request to another host, any dialog, any error in the console fails a test here, as everywhere;
so does what a text that came alive would leave behind.
"""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from pages.address import query_of
from pages.own import pack
from pages.settings import OWN_TEXT
from pages.usual import defaults
from tests.support.hostile import STRINGS

LOOKING = "404.*/_stcore/"  # Streamlit looks for its server below the page's path first
PART = 48  # strings that are one corpus

ALIVE = """
() => {
  const found = [];
  const look = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) look(e.shadowRoot);
      const foreign = ['href', 'src', 'srcset', 'action', 'data', 'poster'].some((name) => {
        const to = new URL(e.getAttribute(name) ?? '', location.href);
        return to.host !== location.host && !/^(data:image|blob:)/.test(to.href);
      });
      const handlers = [...e.attributes].some((each) => /^on/i.test(each.name));
      const unexpected = e.matches('marquee, object, base, dialog:not(.keys), iframe, math, '
        + '.katex, kbd, blockquote, form[action], meta[http-equiv=refresh], svg animate, '
        + '[data-step="99"]');
      if (foreign || handlers || unexpected) found.push(e.outerHTML.slice(0, 200));
    }
  };
  look(document);
  if (window.hacked !== undefined) found.push('hacked');
  if (/example|hacked/.test(document.title)) found.push(document.title);
  return found;
}
"""


def test_there_are_enough_of_them():
    assert len(set(STRINGS)) == len(STRINGS) >= 200


def unharmed(tab) -> None:
    """Nothing on the page has come alive, and no part of it failed."""
    tab.settle()
    assert tab.page.evaluate(ALIVE) == []
    text = tab.page.locator("body").inner_text()
    assert "mistake is ours" not in text
    assert "Traceback" not in text


@pytest.fixture
def quiet(tab):
    """A tab in which scripts would leave a mark, and which is closed where one opens another."""
    tab.page.context.on("page", lambda page: tab.watch.seen.append(f"opened: {page.url}"))
    tab.page.on("download", lambda each: tab.watch.seen.append(f"download: {each.url}"))
    return tab


def test_as_a_corpus_and_a_watched_sentence_by_the_address(quiet, subtests):
    for i in range(0, len(STRINGS), PART):
        part = STRINGS[i : i + PART]
        split = ("whitespace", "gpt2", "none", "metaspace")[i // PART % 4]
        settings = replace(
            defaults(OWN_TEXT), own="\n".join(part), split=split, vocab=400, watch=part[0][:200]
        )
        with subtests.test(i):
            quiet.open(query_of(settings))
            quiet.press("End")
            quiet.settle()
            unharmed(quiet)
            [first, *_] = quiet.words()
            assert first, "the corpus is shown"
            row = quiet.page.get_by_role("table").first.locator("tr:visible").nth(1)
            row.hover()
            unharmed(quiet)


def test_as_what_is_encoded(quiet, subtests):
    for i in range(0, len(STRINGS), 3 * PART):
        text = "\n".join(STRINGS[i : i + PART])[:600]
        corpus = pack("\n".join(STRINGS[i : i + 3 * PART]))
        query = {"corpus": "own", "text": corpus, "input": text, "vocab": "300", "lang": "en"}
        with subtests.test(i):
            with quiet.watch.expecting(LOOKING):
                quiet.open(urlencode(query), "/encode")
            quiet.press("End")
            unharmed(quiet)


@pytest.mark.parametrize("show", ["word", "rounds", "beside"])
def test_on_the_page_of_unigram(quiet, show):
    texts = [each for each in STRINGS if len(each) < 60]
    query = {"corpus": "own", "text": pack("\n".join(texts)), "show": show, "lang": "en"}
    query |= {"cut": "none", "word": "<img src onerror=hacked=1>", "watch": "![](//example.org/i)"}
    with quiet.watch.expecting(LOOKING):
        quiet.page.goto(f"{quiet.url}/unigram?{urlencode(query)}")
        expect(quiet.page.get_by_test_id("stSidebar")).to_be_visible()
        quiet.idle()
    unharmed(quiet)


NAMES = ["corpus", "norm", "vocab", "step", "view", "file", "tokenizer", "at", "how", "x<b>"]


def test_as_parameters_of_the_address(quiet, subtests):
    for i in range(0, len(STRINGS), len(NAMES) * 3):
        part = STRINGS[i : i + len(NAMES)]
        query = dict(zip(NAMES, part, strict=False)) | {"lang": "en"}
        with subtests.test(i):
            quiet.open(urlencode(query))
            expect(quiet.warnings.first).to_contain_text("corpus")
            unharmed(quiet)


def test_as_names_of_files_and_as_what_is_in_them(quiet):
    quiet.open(urlencode({"corpus": "own", "text": pack("a b"), "lang": "en"}))
    files = [
        {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": STRINGS[i].encode() or b"a"}
        for i, name in enumerate(STRINGS)
        if not re.search(r"[\x00/\r\n]", name) and "\x00" not in STRINGS[i]
    ]
    assert len(files) > 100
    for part in (files[:60], files[60:]):
        quiet.page.locator("input[type=file]").set_input_files(part)
        quiet.address_has(text="[^&]{50,}")
        quiet.ready()
        unharmed(quiet)


def test_as_typed_into_the_fields(quiet):
    quiet.open(urlencode({"corpus": "own", "text": pack("a b"), "lang": "en"}))
    box, watch = quiet.control("own").locator("textarea"), quiet.control("watch").locator("input")
    for part in (STRINGS[:70:7], STRINGS[70::9]):
        box.fill("\n".join(part))
        box.blur()
        quiet.quiet()
        unharmed(quiet)
        watch.fill(part[0])
        watch.blur()
        quiet.quiet()
        unharmed(quiet)
    assert quiet.query()["watch"] == part[0]


@pytest.mark.parametrize(
    "alive",
    ["<marquee>", "<a href=//example.org>", "<p onclick=x>", "<img srcset='//example.org/i 1x'>"],
)
def test_what_had_come_alive_would_be_noticed(quiet, alive):
    quiet.open()
    with quiet.watch.expecting("Content Security Policy", "example.org"):
        quiet.corpus.evaluate(
            "(node, html) => node.getRootNode().lastChild.append(Object.assign("
            "document.createElement('p'), { innerHTML: html }))",
            alive,
        )
        assert quiet.page.evaluate(ALIVE)
