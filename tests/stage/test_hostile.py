"""Hostile texts as corpus, sentence, input and word: they are shown and do nothing else.

A request to another host, a dialog or an error in the console fails a test here, as everywhere.
"""

from urllib.parse import urlencode

import pytest

from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.state.url import query_of
from pages.storage.typed import pack
from tests.support.hostile import STRINGS
from tests.support.injection import ALIVE, assert_unharmed, note_intrusions
from tests.support.waiting import expect

PART = 80  # strings that are one corpus


def test_hostile_strings_are_numerous():
    assert len(set(STRINGS)) == len(STRINGS) >= 200


@pytest.fixture
def noted(tab):
    note_intrusions(tab)
    return tab


def test_hostile_text_as_corpus_and_watched_sentence(noted, subtests):
    for i in range(0, len(STRINGS), PART):
        part = STRINGS[i : i + PART]
        split = ("whitespace", "gpt2", "none", "metaspace")[i // PART % 4]
        settings = defaults(OWN_TEXT).replace(
            own="\n".join(part), split=split, vocab=400, sentence=part[0][:200]
        )
        with subtests.test(i):
            noted.go(query_of(settings))
            noted.ready()
            noted.press("End")
            noted.at(noted.last)
            assert_unharmed(noted)
            [first, *_] = noted.words()
            assert first, "the corpus is shown"
            noted.page.locator(".columns tr.row").first.hover()
            assert_unharmed(noted)


def test_hostile_text_as_input(noted, subtests):
    for i in range(0, len(STRINGS), 2 * PART):
        text = "\n".join(STRINGS[i : i + PART])[:600]
        corpus = pack("\n".join(STRINGS[i : i + 2 * PART]))
        query = {"corpus": "own", "text": corpus, "input": text, "vocab": "300", "lang": "en"}
        with subtests.test(i):
            noted.go(urlencode(query), "/encode")
            noted.ready()
            noted.press("End")
            noted.at(noted.last)
            for path in ("/tokens", "/orders", "/lines"):
                noted.show(urlencode(query), path)
            expect(noted.page.locator(".static-tables")).to_have_count(3)
            expect(noted.page.locator(".drawing svg text").first).to_be_visible()
            assert_unharmed(noted)


@pytest.mark.parametrize("show", ["word", "rounds", "comparison"])
def test_hostile_text_as_pieces_and_words(noted, show):
    texts = [each for each in STRINGS if len(each) < 60]
    query = {"corpus": "own", "text": pack("\n".join(texts)), "show": show, "lang": "en"}
    query |= {"cut": "none", "word": "<img src onerror=hacked=1>", "watch": "![](//example.org/i)"}
    path = "/comparison" if show == "comparison" else "/unigram"
    noted.page.goto(f"{noted.url}{path}?{urlencode(query)}")
    expect(noted.page.locator(".comparison tbody tr, [data-step]").first).to_be_visible()
    assert_unharmed(noted)


@pytest.mark.parametrize(
    "alive",
    ["<marquee>", "<a href=//example.org>", "<p onclick=x>", "<img srcset='//example.org/i 1x'>"],
)
def test_executed_injection_is_detected(noted, alive):
    noted.open()
    with noted.watch.expecting("example.org"):
        noted.corpus.evaluate(
            "(node, html) => node.getRootNode().lastChild.append(Object.assign("
            "document.createElement('p'), { innerHTML: html }))",
            alive,
        )
        assert noted.page.evaluate(ALIVE)
