"""The table that compares BPE with Unigram: its filter, and its links to both."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.waiting import expect


def test_filter_shows_only_words_with_different_tokens(tab):
    tab.page.goto(f"{tab.url}/comparison?corpus=hug")
    expect(tab.page.locator(".comparison tr.row")).to_have_count(5)
    differ = tab.page.locator(".comparison tr.differs")
    count = differ.count()
    assert 0 < count < 5
    tab.page.get_by_label("Only words tokenized differently").check()
    expect(tab.page.locator(".comparison tr.row:visible")).to_have_count(count)


def test_links_of_a_word_lead_to_both_methods(tab):
    tab.page.goto(f"{tab.url}/comparison?corpus=hug")
    links = tab.page.locator(".comparison tr.differs").first.locator("a")
    bpe, unigram = (links.nth(i).evaluate("(e) => e.href") for i in (0, 1))
    assert urlsplit(bpe).path == "/"
    assert urlsplit(unigram).path == "/unigram"
    assert parse_qs(urlsplit(bpe).query)["sentence"] == ["pug"]
    assert parse_qs(urlsplit(unigram).query)["word"] == ["pug"]


def test_words_are_grouped_by_reason_and_differences_are_marked(tab):
    tab.page.goto(f"{tab.url}/comparison?corpus=unigram-en")
    groups = tab.page.locator(".comparison tbody")
    expect(groups).to_have_count(3)
    words = {"removed": 3, "missing": 4, "same": 5}
    for kind, count in words.items():
        group = tab.page.locator(f".comparison tbody.{kind}")
        expect(group.locator("tr.row")).to_have_count(count)
        expect(group.locator(".group b")).to_contain_text(f"{count} words")
        expect(group.locator(".group span")).not_to_be_empty()
        marked = group.locator("tr.row").filter(has=tab.page.locator(".token.apart"))
        expect(marked).to_have_count(0 if kind == "same" else count)
    tokens = tab.page.locator(".comparison tr", has_text="resend").locator(".token.apart")
    expect(tokens).to_have_text(["r", "e", "re"])


@pytest.mark.parametrize("corpus", ["unigram-en", "unigram-zh", "unigram-ko"])
def test_twelve_words_fit_on_a_projector(tab, corpus):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.page.goto(f"{tab.url}/comparison?corpus={corpus}")
    tab.page.locator("button.present").click()
    expect(tab.page.locator(".projector.comparison")).to_be_visible()
    rows = tab.page.locator(".comparison tr.row")
    expect(rows).to_have_count(12)
    expect(tab.page.locator(".comparison .watched-texts")).to_be_hidden()
    expect(rows.last).to_be_in_viewport(ratio=1)
    overflow = tab.page.locator(".comparison .scroll")
    assert overflow.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0
