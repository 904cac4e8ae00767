"""From ids to text on the encoding page, with BPE, WordPiece and Unigram."""

import json
from dataclasses import replace

import pytest

import bpe
from pages.encoding import decoding, decoding_report
from pages.encoding.contents import encoder_of
from pages.encoding.decode_section import tokenizer_of
from pages.encoding.decoding import Tokenizer
from pages.jobs import tokenizer_file
from pages.state.defaults import defaults, with_algorithm, with_alphabet
from pages.state.url import from_query, query_of
from pages.translations.language import translation

T = translation("en")
SAME = "Encoding this text gives the same ids again."
BYTES = with_alphabet(defaults("course"), "bytes")


def decoded(settings, ids: str) -> decoding.Decoded:
    tokenizer = tokenizer_of(settings, encoder_of(settings))
    return decoding.decode(tokenizer, decoding.parse_ids(ids))


def written(settings, text: str) -> str:
    """The ids of a text, as the field shows them."""
    return decoding.written(tokenizer_of(settings, encoder_of(settings)).encode(text))


@pytest.mark.parametrize("decoder", ["bpe", "unigram"])
@pytest.mark.parametrize(
    ("corpus", "split", "text", "mark"),
    [
        ("course", "gpt2", "This is the tokenizer.", "Ġ"),
        ("course", "metaspace", "This is the Course.", "▁"),
        ("course", "none", "This is the Hugging Face Course.", ""),
        ("chinese", "gpt2", "夜市裡的人", ""),
    ],
)
def test_ids_of_a_text_decode_to_the_text(decoder, corpus, split, text, mark):
    settings = defaults(corpus).replace(split=split, unigram_split=split, decoder=decoder)
    shown = decoded(settings, written(settings, text))
    assert (shown.text, shown.again) == (text, shown.ids)
    *marks, again = decoding_report.notes(shown, T)
    assert again == SAME
    assert bool(marks) == bool(mark)
    if mark == "▁":
        assert marks == [
            "Each ▁ becomes a space. The first one is removed, because pre-tokenization added it."
        ]


@pytest.mark.parametrize(
    ("split", "text", "ended"),
    [
        ("punctuation", "This chapter is about", "puts one space between two words."),
        ("gpt2", "This is", "Each Ġ becomes a space."),
        ("none", "This is the Hugging Face Course.", ""),
    ],
)
def test_wordpiece_ids_decode_to_words(split, text, ended):
    settings = with_algorithm(defaults("course"), "wordpiece").replace(split=split)
    shown = decoded(settings, written(settings, text))
    assert (shown.text, shown.again) == (text, shown.ids)
    *found, again = decoding_report.notes(shown, T)
    assert again == SAME
    assert "## marks a token inside a word. Decoding removes it." in found
    assert not any("without spaces" in note for note in found)
    assert not ended or any(note.endswith(ended) for note in found)
    (table,) = decoding_report.table(shown, T)["tables"]
    if split == "gpt2":
        data = "".join(cells[2] for cells, _ in table["rows"])
        assert bytes.fromhex(data).decode() == text
    assert len(table["columns"]) == (3 if split == "gpt2" else 2)


def test_part_of_a_character_is_not_valid_utf8():
    whole = written(BYTES, "é🙂")
    assert decoding_report.notes(decoded(BYTES, whole), T) == [SAME]
    shown = decoded(BYTES, whole.rpartition(" ")[0])
    assert shown.text == "é\ufffd"
    invalid, again = decoding_report.notes(shown, T)
    assert "not valid UTF-8" in invalid
    assert again.startswith("Encoding this text gives other ids: ")
    (table,) = decoding_report.table(shown, T)["tables"]
    assert [cells[2] for cells, _ in table["rows"]] == ["c3", "a9", "f0", "9f", "99"]
    assert decoding_report.notes(decoded(BYTES, written(BYTES, "\ufffd")), T) == [SAME]


def test_other_ids_can_have_the_same_text():
    settings = defaults("hug")
    ids = " ".join(str(settings.train().ids[letter]) for letter in "hug")
    shown = decoded(settings, ids)
    assert (shown.text, shown.again) == ("hug", (settings.train().ids["hug"],))
    spaces, again = decoding_report.notes(shown, T)
    assert "without spaces" in spaces
    assert again.startswith(f"Encoding this text gives other ids: {shown.again[0]}. ")


def test_unknown_token_has_no_id():
    shown = decoded(defaults("hug"), written(defaults("hug"), "mug"))
    assert shown.ids[0] is None
    assert shown.text == "[UNK]ug"
    assert "Decoding cannot restore its text." in decoding_report.notes(shown, T)[-1]


@pytest.mark.parametrize("ids", ["1e3", "-1", "² 3", "<b>", "999", "9" * 600])
def test_impossible_ids_are_refused(ids):
    with pytest.raises(bpe.InputError, match=r"is not an id|No token has the id"):
        decoded(defaults("hug"), ids)


def test_long_texts_are_refused_before_they_are_decoded():
    def fail(ids):
        raise AssertionError("decoded")

    tokenizer = Tokenizer({0: "a" * 5_000}, fail, fail, "[UNK]", "none")
    with pytest.raises(bpe.InputError, match="too long"):
        decoding.decode(tokenizer, (0,) * 5)
    shown = decoding.decode(replace(tokenizer, decode=lambda ids: "a" * 10_000), (0,) * 2)
    assert shown.again is None  # nor is it encoded again


def test_link_keeps_ids_without_another_training_or_text():
    settings = defaults("hug").replace(ids="7 – 9", decoder="unigram", section="decode")
    query = dict(each.split("=", 1) for each in query_of(settings).split("&"))
    assert (query["ids"], query["decoder"]) == ("7+%E2%80%93+9", "unigram")
    found, _, invalid = from_query({"corpus": "hug", "ids": "7 – 9", "decoder": "unigram"})
    assert (found.replace(section="decode"), invalid) == (settings, ())
    plain = defaults("hug")
    assert (settings.key, settings.text_key) == (plain.key, plain.text_key)


def test_page_decodes_typed_ids(open_app):
    app = open_app(corpus="hug", input="hugs", section="decode", lang="en")
    app.go_to("encoding/page.py")
    assert [each.value for each in app.at.code] == ["hugs"]
    app.set(ids="2 0")
    assert [each.value for each in app.at.code] == ["hb"]
    assert app.query()["ids"] == "2 0"
    app.set(ids="2 x")
    assert any("is not an id" in each for each in app.warnings)
    app.set(decoder="unigram")
    assert [each.value for each in app.at.code] == ["hugs"]
    assert app.query()["decoder"] == "unigram"
    assert "ids" not in app.query()
    assert app.widget("decoder").options == ["BPE", "Unigram"]
    app.set(algorithm="wordpiece")
    assert app.widget("decoder").options == ["WordPiece", "Unigram"]


def test_uploaded_tokenizer_decodes_in_its_process(open_app):
    data = json.dumps({"model": {"vocab": {"a": 0, "aa": 1}, "merges": ["a a"]}}).encode()
    name = tokenizer_file.keep({"tokenizer.json": data})
    app = open_app(corpus="hug", tokenizer=name, input="aaa", section="decode", lang="en")
    app.go_to("encoding/page.py")
    app.set(ids="0 0 1")
    assert [each.value for each in app.at.code] == ["a a aa"]
    with pytest.raises(LookupError):
        app.widget("decoder")
