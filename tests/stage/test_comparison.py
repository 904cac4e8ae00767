"""The table that compares BPE with Unigram: its filter, and its links to both."""

from urllib.parse import parse_qs, urlsplit

from tests.support.waiting import expect


def test_filter_shows_only_words_with_different_tokens(tab):
    tab.page.goto(f"{tab.url}/comparison?corpus=hug")
    rows = tab.page.locator(".comparison tbody tr")
    expect(rows).to_have_count(5)
    differ = tab.page.locator(".comparison tr.differs")
    count = differ.count()
    assert 0 < count < 5
    tab.page.get_by_label("Only words tokenized differently").check()
    expect(tab.page.locator(".comparison tbody tr:visible")).to_have_count(count)


def test_links_of_a_word_lead_to_both_methods(tab):
    tab.page.goto(f"{tab.url}/comparison?corpus=hug")
    links = tab.page.locator(".comparison tr.differs").first.locator("a")
    bpe, unigram = (links.nth(i).evaluate("(e) => e.href") for i in (0, 1))
    assert urlsplit(bpe).path == "/"
    assert urlsplit(unigram).path == "/unigram"
    assert parse_qs(urlsplit(bpe).query)["sentence"] == ["pug"]
    assert parse_qs(urlsplit(unigram).query)["word"] == ["pug"]
