"""Questions about bytes: their answers match Python's own UTF-8 and the tokenizers library."""

import unicodedata

from tokenizers import Tokenizer, models, pre_tokenizers

from pages.practice.byte_questions import code_points, utf_8
from pages.practice.byte_texts import EMOJI, TWO_BYTES
from tests.app.quiz_helpers import T, of_kind, reference


def text_of(question):
    return question.link.settings.view.sentence


def test_words_have_characters_of_the_sizes_that_they_are_for():
    assert len(TWO_BYTES) == len(set(TWO_BYTES)) > 70
    for word in TWO_BYTES:
        assert {len(each.encode()) for each in word} in ({1, 2}, {2}), word
        assert word == unicodedata.normalize("NFC", word)
    assert {len(each.encode()) for each in EMOJI} == {4}


def test_table_of_utf_8_says_how_many_bytes_a_character_has():
    rows = [(each[0].split(" – "), int(each[1])) for each in utf_8(T).rows]
    ranges = [(int(first[2:], 16), int(last[2:], 16), size) for (first, last), size in rows]
    for at in (0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF):
        (size,) = (size for first, last, size in ranges if first <= at <= last)
        assert size == len(chr(at).encode())
    assert [row[1] for row in code_points("é字🙂", T).rows] == ["U+00E9", "U+5B57", "U+1F642"]


def test_bytes_are_those_of_the_text():
    for _, question in of_kind("bytes"):
        assert question.answer == len(text_of(question).encode())
        shown = {cell[0] for cell, _ in question.facts[1].rows}
        assert shown == set(text_of(question))


def test_symbols_are_those_of_other_software():
    pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    for _, question in of_kind("symbols"):
        ((written, _),) = pre_tokenizer.pre_tokenize_str(text_of(question))
        assert question.answer == written
        assert question.form.options.count(written) == 1
        assert len(set(question.form.options)) == len(question.form.options) == 4
        symbols = {row[0]: row[1][0] for row in question.facts[2].rows}
        needed = {byte for byte in text_of(question).encode() if not chr(byte).isascii()}
        assert {f"{byte:02X}" for byte in needed} <= symbols.keys()
        assert set(symbols.values()) <= set(written)


def test_unseen_characters_become_as_many_tokens_as_in_other_software():
    for settings, question in of_kind("unseen"):
        merges = [(merge.left, merge.right) for merge in reference(settings)]
        names = [*settings.train().first_tokens, *(a + b for a, b in merges)]
        ids = {name: i for i, name in enumerate(dict.fromkeys(names))}
        other = Tokenizer(models.BPE(ids, merges))
        other.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        assert question.answer == len(other.encode(text_of(question)).tokens)
        words = {token for (token,), _ in question.facts[0].rows}
        assert set(text_of(question)) - set("".join(words)) - set(map(chr, range(128)))
