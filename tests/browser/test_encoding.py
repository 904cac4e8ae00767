"""The encoding page: a student types texts and uploads a tokenizer."""

import json

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.stage.tokens import visible
from tests.support.waiting import expect


def shown(tab) -> list[str]:
    """The displayed tokens."""
    return [text for word in tab.words() for text, _ in word]


def trained_by_the_library() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=500, initial_alphabet=alphabet, special_tokens=[], show_progress=False
    )
    tokenizer.train_from_iterator(bpe.SAMPLES["english"].texts, trainer)
    return tokenizer


def test_student_encodes_an_example_a_typed_text_and_with_an_uploaded_tokenizer(tab):
    tab.open("corpus=hug&vocab=12&options=whole", "/encode")
    tab.page.get_by_text("mug", exact=True).click()
    tab.address_has(corpus="hug", input="mug", vocab=12, options="whole")
    tab.until(lambda: shown(tab) == ["m", "u", "g"])
    tab.press("End")
    tab.until(lambda: shown(tab) == ["[UNK]", "ug"])
    expect(tab.page.locator(".decoded-text")).to_have_text("[UNK]ug")
    tab.page.get_by_text("Rule by rule (as").click()
    tab.address_has(options=r"rules\+whole", input="mug")

    area = tab.control("input").locator("textarea")
    expect(area).to_have_value("mug")
    area.fill("a" * 601)
    said = "This text has 601 characters, but the limit is 600. The text from before is kept."
    expect(tab.page.get_by_role("alert")).to_have_text(said)
    expect(area).to_have_value("mug")
    text = "The lighthouse keeper, naïve ☃"
    area.fill(text)
    expect(tab.page.get_by_role("alert")).to_have_count(0)
    tab.press("Control+Enter")
    tab.address_has(input="The.*", corpus="hug")
    tab.until(lambda: "".join(shown(tab)).startswith("The"))

    tokenizer = trained_by_the_library()
    upload = tab.page.locator("input[type=file]").last
    data = tokenizer.to_str().encode()
    upload.set_input_files(
        {"name": "tokenizer.json", "mimeType": "application/json", "buffer": data}
    )
    expect(tab.page.get_by_text("500 tokens")).to_be_visible()
    tab.ready()
    tab.page.mouse.click(900, 5)
    expected = [visible(token) for token in tokenizer.encode(text).tokens]
    tab.until(lambda: "Ġ" in "".join(shown(tab)))
    tab.press("End")
    tab.until(lambda: shown(tab) == expected)
    upload.set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps([1]).encode()}
    )
    expect(tab.warnings.first).to_be_visible()
    assert shown(tab) == expected
    vocab = [["<unk>", 0.0], ["▁", -3.0], *([letter, -4.0] for letter in "abcdefghiknoprtuw")]
    file = {"model": {"type": "Unigram", "vocab": vocab, "unk_id": 0}}
    file["pre_tokenizer"] = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}
    upload.set_input_files(
        {"name": "u.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()}
    )
    expect(tab.page.locator(".lattice")).to_be_visible()
    letters = tab.page.locator(".lattice .letter")
    expect(letters).to_have_count(len("▁lighthouse"))
    tab.choose("word", 2)
    expect(letters).to_have_text(list("▁keeper,"))
    tab.address_has(word="%E2%96%81keeper%2C")
    tab.page.get_by_role("button", name="Back to the trained tokenizer").click()
    expect(letters).to_have_count(0)
    tab.until(lambda: 0 < len(shown(tab)) != len(expected))
