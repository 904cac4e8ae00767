"""All 256 bytes as the alphabet: nothing is unknown, on every page and in every file."""

import random
import sys
import unicodedata
from urllib.parse import parse_qsl

import pytest

from bpe import formats
from pages.encoding import examples as encoding_examples
from pages.encoding import result
from pages.encoding.contents import encoder_of, text_of
from pages.runs.trainings import job_of
from pages.state.corpus import OWN_TEXT, PYTHON
from pages.state.defaults import defaults, for_corpus, with_algorithm, with_alphabet
from pages.state.url import from_query, query_of
from pages.training.explanations import ended
from pages.training.introduction import about_first_tokens, introduction
from pages.training.kind import training_kind
from pages.training.labels import legend
from pages.translations.language import LANGUAGES, translation

T = translation("en")
SCRIPTS = (
    "café 🙂 \u0000 \ufffd 안녕하세요 夜市裡的人 สวัสดี مرحبا नमस्ते\nΩμέγα Привет שלום 👩‍👩‍👧‍👦\t ĠÃ©▁"
)


def test_introduction_with_all_bytes_leaves_the_signs_to_the_legend_below():
    settings = defaults("text").replace(own="a café for all")
    for alphabet, is_short in (("corpus", False), ("bytes", True)):
        run = with_alphabet(settings, alphabet).train()
        about = introduction(run, about_first_tokens(run, T), T)["about"]
        assert ("Signs such as" not in about) == is_short


def test_legend_names_line_ends_where_there_are_some():
    settings = defaults("text").replace(own="a hug\na pug")
    for documents, has_ends in (("lines", False), ("whole", True)):
        found = legend(settings.replace(documents=documents).train(), T)
        assert ("Ċ stands for a line end." in found) == has_ends


def characters(count: int) -> str:
    """Random characters of all planes, without surrogates, which are no text."""
    chance = random.Random(18)
    found = (chr(chance.randrange(sys.maxunicode + 1)) for _ in range(2 * count))
    return "".join(c for c in found if unicodedata.category(c) != "Cs")[:count]


@pytest.mark.parametrize("corpus", ["course", "chinese", OWN_TEXT])
def test_no_text_in_any_script_has_an_unknown_token(corpus):
    settings = with_alphabet(defaults(corpus).replace(split="gpt2"), "bytes")
    for text in (SCRIPTS, characters(500)):
        shown = text_of(settings.replace(input=text), encoder_of(settings.replace(input=text)))
        assert set(shown.encoding.kinds) == {"token"}
        assert None not in shown.encoding.ids
        assert shown.decoded == text
        assert result.lost(shown, T) == "This is the text again."


def test_chapter_example_has_unknown_bytes_and_says_why():
    few = defaults("course").replace(input="café 🙂")
    every = with_alphabet(few, "bytes")
    assert text_of(few, encoder_of(few)).encoding.tokens.count("[UNK]") == 6
    assert "[UNK]" not in text_of(every, encoder_of(every)).encoding.tokens
    assert "each one is unknown" in encoding_examples.lesson(few, T)
    assert "nothing is unknown" in encoding_examples.lesson(every, T)
    assert "only the 30 bytes" in training_kind(few.train()).about_alphabet(T)
    assert "all 256 bytes, and 30 of them" in training_kind(every.train()).about_alphabet(T)


def test_vocabulary_leaves_room_for_the_same_merges():
    few = defaults("course")
    every = with_alphabet(few, "bytes")
    assert (every.bpe.vocab, len(every.train().vocab)) == (276, 276)
    assert every.train().rules == few.train().rules
    assert with_alphabet(every, "corpus") == few


def test_vocabulary_without_room_for_merges_says_what_to_do():
    run = with_alphabet(defaults("course"), "bytes").replace(vocab=50).train()
    assert not run.merges
    for lang in LANGUAGES:
        assert "257" in ended(run, translation(lang))
    assert ended(run, T).endswith("Choose a vocabulary size above 257.")


def test_link_keeps_the_alphabet_unless_the_words_are_not_bytes():
    settings = with_alphabet(defaults("course"), "bytes")
    query = dict(each.split("=", 1) for each in query_of(settings).split("&"))
    assert query["alphabet"] == "bytes"
    assert from_query({"corpus": "course", "vocab": "276", "alphabet": "bytes"})[0] == settings
    shown, _, refused = from_query({"corpus": "course", "split": "none", "alphabet": "bytes"})
    assert (shown.bpe.alphabet, refused) == ("corpus", ("alphabet",))
    assert settings.key != settings.replace(alphabet="corpus").key


def test_worker_trains_with_the_alphabet():
    settings = with_alphabet(defaults("english"), "bytes")
    job, run = job_of(settings), settings.train()
    trained = job.train(settings.read_corpus(), lambda phase, done, total: True)
    assert (trained.vocab, trained.rules) == (run.vocab, run.rules)


def test_file_for_tiktoken_lacks_no_byte():
    run = with_alphabet(defaults("course"), "bytes").train()
    formats.check_tiktoken(run)
    assert not formats.differences(run)


def test_large_text_starts_with_all_bytes_and_old_links_keep_their_alphabet():
    chosen = for_corpus(PYTHON, defaults("course"))
    assert chosen.bpe.alphabet == "bytes"
    assert from_query(dict(parse_qsl(query_of(chosen))))[0].bpe.alphabet == "bytes"
    old = {"corpus": PYTHON, "split": "gpt2", "ties": "lowest", "vocab": "2000"}
    assert from_query(old)[0].bpe.alphabet == "corpus"
    for corpus in ("course", "notebook", "english", OWN_TEXT):
        assert for_corpus(corpus, chosen).bpe.alphabet == "corpus"


def test_alphabet_follows_the_pre_tokenization_and_the_algorithm():
    chosen = for_corpus(PYTHON, defaults("course"))
    wordpiece = with_algorithm(chosen, "wordpiece")
    assert wordpiece.bpe.alphabet == "corpus"
    assert with_algorithm(wordpiece, "bpe") == chosen


def test_reader_who_chooses_a_large_text_gets_all_bytes(open_app):
    app = open_app(corpus="course", lang="en")
    app.set(corpus=PYTHON)
    assert app.widget("alphabet").value == "bytes"
    app.set(split="whitespace")
    assert app.query().get("alphabet", "corpus") == "corpus"
    app.set(split="cl100k")
    assert app.query()["alphabet"] == "bytes"
