"""Step 0 explains what a token and a merge are; the last step says what to do next."""

from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest

from pages.state.url import from_query
from tests.support.cases import combined
from tests.support.page_checks import overlaps
from tests.support.waiting import expect

SIZES = [(1366, 768), (1920, 1080), (390, 844)]
# The parts whose text does not fit, or that are hidden behind another part.
CUT_OFF = """(root) => [...root.querySelectorAll('.start-word, .start-about, .why')]
  .filter((e) => { const box = e.closest('.start-words, .start, .explanation');
    const [inner, outer] = [e, box].map((each) => each.getBoundingClientRect());
    return e.scrollHeight > e.clientHeight + 1 && e.matches('p') || inner.bottom > outer.bottom + 1
      || inner.right > outer.right + 1; })
  .map((e) => e.textContent)"""
NEXT = {  # the last step of each stage, and where its links lead
    "/?corpus=hug&step=7": ["/encode", "/unigram", "/practice"],
    "/encode?corpus=hug&at=99": ["/", "/unigram", "/practice"],
    "/unigram?corpus=hug&at=99": ["/unigram", "/unigram", "/practice"],
    "/unigram?corpus=hug&show=rounds&at=99": ["/unigram", "/unigram", "/practice"],
}


def test_first_screen_explains_itself(tab, subtests):
    screens = product(("en", "zh-Hant", "ko"), SIZES)
    for (lang, size), corpus in combined(screens, ("hug", "course")):
        with subtests.test(lang=lang, size=size, corpus=corpus):
            tab.resize(size)
            tab.go(f"corpus={corpus}&lang={lang}")
            tab.at(0)
            start = tab.page.locator(".start")
            if corpus == "hug":
                words = ["hug×10", "pug×5", "pun×12", "bun×4", "hugs×5"]
                assert start.locator(".start-word").all_inner_texts() == words
                assert tab.page.locator(".stage").evaluate(CUT_OFF) == []
            assert ("Ġ" in start.inner_text()) == (corpus == "course")
            for part in (".start-about", ".why"):
                text = tab.page.locator(part)
                assert text.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
            facts = tab.page.locator(".fact:visible")
            if facts.count():
                about = start.locator(".start-about").bounding_box()
                assert not overlaps(about, facts.first.bounding_box())


def test_plain_address_opens_the_five_words(tab):
    tab.page.goto(tab.url)
    tab.ready()
    expect(tab.page.locator(".start-word")).to_have_count(5)


@pytest.mark.parametrize("address", NEXT)
def test_last_step_suggests_what_to_do_next(tab, address):
    path, query = address.split("?")
    tab.open(query + "&vocab=19", path)
    links = tab.page.locator(".next-steps")
    tab.at(tab.last)
    expect(links).to_be_visible()
    tab.press("ArrowLeft")
    tab.at(tab.last - 1)
    expect(links).to_be_hidden()
    tab.press("ArrowRight")
    tab.at(tab.last)
    tab.quiet()
    tab.focus_by_keyboard(".next-link")
    hrefs = links.locator("a").evaluate_all("(found) => found.map((each) => each.href)")
    assert [urlsplit(each).path for each in hrefs] == NEXT[address]
    for size in (*SIZES, (360, 740)):
        tab.resize(size)
        links.evaluate("(e) => e.scrollIntoView({ block: 'nearest' })")  # a phone: in the flow
        boxes = [each.bounding_box() for each in links.locator("a").all()]
        assert not any(
            overlaps(box, tab.page.locator(".main-controls").bounding_box()) for box in boxes
        )
        assert all(box["x"] + box["width"] <= size[0] for box in boxes)
        assert all(0 <= box["y"] <= size[1] - box["height"] for box in boxes)
    here = from_query(tab.query())[0]
    for href in hrefs:
        asked = {name: values[-1] for name, values in parse_qs(urlsplit(href).query).items()}
        settings, _, invalid = from_query(asked)
        assert not invalid
        # What is shown, and for a lattice after which round.
        view = {"show": here.view.show, "position": here.view.position, "round": here.view.round}
        assert settings.replace(**view) == here
