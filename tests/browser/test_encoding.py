"""The page of encoding in a browser: stepped, lit, with a tokenizer of the reader's own."""

import json

import pytest
from playwright.sync_api import expect
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.view.tokens import visible


@pytest.fixture
def page(tab):
    """A tab on the page of encoding: `page(query)`. Streamlit looks for its server there first."""

    def enter(query: str = ""):
        tab.page.goto(f"{tab.url}/encode?{query}")
        tab.ready()
        return tab

    with tab.watch.expecting("404.*/encode/_stcore/"):
        yield enter


def shown(tab) -> list[str]:
    """The tokens that are drawn."""
    return [text for word in tab.words() for text, _ in word]


def test_rule_by_rule(page):
    tab = page("corpus=hug&vocab=10&input=unhug")
    tab.at(0)
    assert shown(tab) == list("unhug")
    for k, tokens in enumerate(["u n h ug", "un h ug", "un hug"], 1):
        tab.press("ArrowRight")
        tab.at(k)
        assert shown(tab) == tokens.split()
    tab.press("Home")
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)
    assert tab.words() == [[("u", False), ("n", False), ("h", False), ("ug", True)]]
    expect(tab.page.locator(".rivals tr.chosen")).to_contain_text("u+g")
    expect(tab.page.locator(".why")).to_contain_text("lowest rank")
    tab.address_has(at=1, input="unhug")
    tab.page.reload()
    tab.ready()
    tab.at(1)


def test_a_token_pointed_at_says_its_id_and_place(page):
    tab = page("corpus=course&input=a+token")
    tab.press("End")
    tab.at(tab.last)
    tab.page.locator(".word .token", has_text="Ġtoken").hover()
    expect(tab.page.locator(".told")).to_contain_text("text[1:7]")
    tab.page.locator(".word .token").first.click()
    expect(tab.page.locator(".told")).to_contain_text("text[0:1]")


def test_examples_and_typed_texts(page):
    tab = page("corpus=course")
    tab.page.get_by_text("mug", exact=True).click()
    tab.address_has(corpus="hug", input="mug", vocab=10)
    expect(tab.page.get_by_test_id("stCaptionContainer").first).to_be_visible()
    tab.until(lambda: shown(tab) == ["m", "u", "g"])
    tab.press("End")
    tab.until(lambda: shown(tab) == ["[UNK]", "ug"])
    tab.quiet()
    area = tab.control("input").locator("textarea")
    area.fill("bugs")
    tab.press("Control+Enter")
    tab.address_has(input="bugs", corpus="hug")
    tab.until(lambda: shown(tab) == ["b", "u", "g", "s"])


def test_with_only_the_first_merges(page):
    tab = page("corpus=course&input=a+token&first=0")
    assert shown(tab) == ["a", "Ġ", "t", "o", "k", "e", "n"]
    tab.press("End")
    assert "Ġtoken" not in shown(tab)
    tab.page.get_by_role("button", name="How it is encoded").click()
    tab.page.get_by_label("With only the first merges").fill("12")
    tab.press("Enter")
    tab.address_has(first=12)
    tab.press("Escape")
    tab.page.mouse.click(900, 5)
    tab.until(lambda: tab.last > 1)
    tab.press("End")
    tab.until(lambda: shown(tab) == ["a", "Ġtoken"])


def test_a_tokenizer_is_brought(page):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=500, initial_alphabet=alphabet, special_tokens=[], show_progress=False
    )
    tokenizer.train_from_iterator(bpe.SAMPLES["english"].texts, trainer)
    text = "The lighthouse keeper, naïve ☃"
    tab = page("corpus=course")
    tab.control("input").locator("textarea").fill(text)
    tab.press("Control+Enter")
    tab.address_has(input="The.*")
    tab.page.locator("input[type=file]").last.set_input_files(
        {
            "name": "tokenizer.json",
            "mimeType": "application/json",
            "buffer": tokenizer.to_str().encode(),
        }
    )
    expect(tab.page.get_by_text("500 tokens")).to_be_visible()
    tab.ready()
    tab.page.mouse.click(900, 5)
    tab.press("End")
    expected = [visible(token) for token in tokenizer.encode(text).tokens]
    tab.until(lambda: shown(tab) == expected)
    tab.page.locator("input[type=file]").last.set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps([1]).encode()}
    )
    expect(tab.warnings.first).to_be_visible()
    assert shown(tab) == expected
    tab.page.get_by_role("button", name="Back to the trained tokenizer").click()
    tab.until(lambda: shown(tab) != expected)


@pytest.mark.parametrize("size", [(360, 740), (1366, 768), (1920, 1080)])
def test_nothing_is_wider_than_the_screen(visitor, server, size):
    tab = visitor(server, viewport={"width": size[0], "height": size[1]})
    with tab.watch.expecting("404.*/encode/_stcore/"):
        tab.page.goto(f"{tab.url}/encode?corpus=course&at=2&input=One%20line%0AAnother")
        tab.ready()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
