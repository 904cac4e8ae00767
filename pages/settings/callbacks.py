"""What happens when a reader changes a control. An unusable value is rejected."""

import bpe
from bpe import unigram
from pages.runs.runs import RUNS
from pages.settings.corpus_callbacks import take_text
from pages.settings.uploads import keep_tokenizer, read_uploads
from pages.stage.tokens import visible
from pages.state import session, widgets
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import (
    with_algorithm,
    with_alphabet,
    with_known_sentence,
    with_method,
)
from pages.state.settings import FIELDS, MAX_MERGES, MAX_WORD, Settings
from pages.storage.typed import read_counts


def take(name: str, lang: str) -> None:
    """Take the value of a changed control, or reject it and keep the old one."""
    controls, old = session.controls(), session.settings()
    value = session.entered(name, lang)
    if name == "special":
        value = " ".join(value.split())
        controls.correct(name, lang, value)
    elif name == "own":
        value = value.replace("\r\n", "\n")
    if name == "own" and old.corpus.name == OWN_TEXT:
        take_text(value)
        return
    if name == "split" and value != "gpt2" and old.bpe.alphabet == "bytes":
        old = with_alphabet(old, "corpus")  # only GPT-2's pre-tokenization writes text as bytes
    new = old.replace(**{name: value})
    if FIELDS[name][0] in ("unigram", "corpus"):
        new = new.replace(stop_after=0)  # another training, which nobody has stopped
    if name in ("split", "unigram_split", "norm", "own") and not new.corpus.is_large:
        try:
            new.read_corpus()
        except bpe.InputError as error:
            session.show_error(error, control="corpus")
            return
    if name == "own":
        new = with_known_sentence(new, " ".join(read_counts(value)))
    session.change(new)


def take_number(name: str, lang: str, most: int) -> None:
    """Take a number of 1 to `most`, or reject it and keep the old one."""
    if 1 <= session.entered(name, lang) <= most:
        take(name, lang)
    else:
        session.show_error(bpe.InputError("Choose a number from 1 to {most}.", most=f"{most:,}"))


def take_sentence(stage: str) -> None:
    """Take the sentence to watch, which a reader has typed in a stage. stage: its key."""
    sentence = widgets.sent(stage, "sentence")
    if isinstance(sentence, str):
        session.change(session.settings().replace(sentence=sentence))


def take_tokenizer() -> None:
    """Take an uploaded tokenizer."""
    name = read_uploads("tokenizer", keep_tokenizer)
    if name:
        new = session.settings().replace(tokenizer=name, pattern="", max_merges=MAX_MERGES)
        take_encoding(new)


def drop_tokenizer() -> None:
    """Go back to the trained tokenizer."""
    new = session.settings().replace(tokenizer="", pattern="", max_merges=MAX_MERGES)
    take_encoding(new)


def take_encoding(new: Settings) -> None:
    """Take new encoding settings."""
    session.change(new)
    session.controls().show(new)


def take_method(name: str, lang: str) -> None:
    """Take another method of Unigram, with its default settings."""
    controls = session.controls()
    method = session.entered(name, lang)
    new = with_method(session.settings(), method).replace(stop_after=0, round=0)
    session.change(new)
    controls.show(new)


def take_algorithm(name: str, lang: str) -> None:
    """Take another algorithm of the training page, with its default settings."""
    controls = session.controls()
    new = with_algorithm(session.settings(), session.entered(name, lang))
    session.change(new)
    controls.show(new)


def take_alphabet(name: str, lang: str) -> None:
    """Take another alphabet, with a vocabulary size that has room for the same merges."""
    controls = session.controls()
    new = with_alphabet(session.settings(), session.entered(name, lang))
    session.change(new)
    controls.show(new)


def take_passage(lang: str) -> None:
    """Take a typed text that tokenizers are compared on."""
    text = session.entered("passage", lang).replace("\r\n", "\n")
    session.controls().correct("passage", lang, text)
    session.change(session.settings().replace(passage=text))


def take_view(name: str, lang: str) -> None:
    """Take another view of the same training."""
    value = session.entered(name, lang)
    session.change(session.settings().replace(**{name: value}))


def take_word(lang: str) -> None:
    """Take a word that was chosen or typed; a long one is shortened."""
    word = session.entered("word", lang) or ""
    session.controls().correct("word", lang, word[:MAX_WORD])
    take_view("word", lang)


def word_of_label(pieces_key: str, typed: str) -> str:
    """The word of the corpus with this label; otherwise the typed text.

    pieces_key: the name of the Unigram run whose words are listed.
    """
    run = RUNS.find(pieces_key)
    words = run.corpus.counts if isinstance(run, unigram.Run) else {}
    if typed in words:
        return typed
    return next((word for word in words if visible(word) == typed), typed)
