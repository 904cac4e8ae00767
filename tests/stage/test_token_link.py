"""A pinned token has a link to the inspector: to this token of this tokenizer, on every page."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from bpe.inspection.merges import FindTree, TokenTree
from pages.inspector.subject import subject_of
from pages.jobs import tokenizer_file
from pages.stage.tokens import visible
from pages.state.url import from_query
from pages.translations.language import Translation
from tests.support.exploring import FILES
from tests.support.waiting import expect

LINES = ".tokenizers .line"


def linked_token(tab) -> str:
    """The token that the inspector shows at the link, as the stage writes it."""
    link = tab.page.locator("a.token-link")
    expect(link).to_have_count(1)
    page = urlsplit(link.get_attribute("href"))
    assert page.path == "./inspect"
    settings, _, refused = from_query(dict(parse_qsl(page.query, keep_blank_values=True)))
    assert not refused
    found = subject_of(settings, Translation()).ask(
        FindTree(int(settings.inspector.token)), TokenTree
    )
    return visible(found.token.token)


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece"])
def test_token_of_a_training(tab, algorithm):
    tab.page.goto(f"{tab.url}/?corpus=course&algorithm={algorithm}&step=12&tokenizer=gpt2&lang=en")
    expect(tab.page.locator("[data-step='12']")).to_be_visible()
    token = tab.page.locator(".corpus .tokens > [data-id]").nth(4)
    token.click()
    assert linked_token(tab) == token.locator(".glyphs").text_content()
    tab.press("Escape")
    expect(tab.page.locator("a.token-link")).to_have_count(0)


@pytest.mark.parametrize("tokenizer", ["", "gpt2"])
def test_token_of_an_encoded_text(tab, tokenizer):
    tab.page.goto(
        f"{tab.url}/encode?corpus=course&input=This tokenizer&tokenizer={tokenizer}&position=4"
    )
    expect(tab.page.locator("[data-step='4']")).to_be_visible()
    token = tab.page.locator(".corpus .now .token").nth(1)
    token.click()
    assert linked_token(tab) == token.locator(".glyphs").text_content()


def test_piece_of_an_uploaded_unigram_tokenizer(tab):
    name = tokenizer_file.keep(FILES["a Unigram tokenizer"])
    tab.page.goto(f"{tab.url}/encode?corpus=hug&tokenizer={name}&input=abab&decoder=unigram")
    for piece in ("ab", "b"):
        tab.page.locator(f'.picture .arc .piece:text-is("{piece}")').first.click()
        assert linked_token(tab) == piece


def test_token_of_each_compared_tokenizer(tab):
    tab.page.goto(
        f"{tab.url}/tokenizers?corpus=english&tokenizers=bpe unigram wordpiece gpt2&passage=stories"
    )
    for which in range(4):
        token = tab.page.locator(LINES).nth(which).locator(".token").last
        token.click()
        assert linked_token(tab) == token.locator(".glyphs").text_content()


@pytest.mark.parametrize(
    ("query", "token"),
    [
        ("show=word&word=unhug&position=3", '.picture .arc .piece:text-is("hug")'),
        ("show=rounds&position=0", '.pieces td:first-child .glyphs:text-is("hug")'),
        ("show=rounds&position=0", '.changes .glyphs:text-is("hug")'),
        ("show=both&word=unhug&position=4", '.unigram-side .arc .piece:text-is("hug")'),
        ("show=both&word=unhug&position=2", ".word-merges .chosen .glyphs"),
    ],
)
def test_piece_of_unigram(tab, query, token):
    """On the page of Unigram, where the inspector must also forget an uploaded tokenizer."""
    tab.page.goto(f"{tab.url}/unigram?corpus=hug&tokenizer=gpt2&lang=en&{query}")
    piece = tab.page.locator(token).first
    piece.click()
    assert linked_token(tab) == piece.text_content()
    tab.press("Escape")
    expect(tab.page.locator("a.token-link")).to_have_count(0)


def test_removed_piece_has_no_link(tab):
    tab.page.goto(f"{tab.url}/unigram?corpus=hug&show=rounds&position=1&lang=en")
    tab.page.locator(".pieces tr", has_text="removed").first.click()
    expect(tab.page.locator(".pinned")).to_have_count(1)
    expect(tab.page.locator("a.token-link")).to_have_count(0)
