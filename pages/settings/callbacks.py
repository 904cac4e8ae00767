"""What happens when a reader changes a control. An unusable value is rejected."""

from typing import Any
from urllib.parse import quote_plus

import bpe
from bpe import unigram
from bpe.split_patterns import OWN, is_byte_level
from pages.runs.runs import RUNS
from pages.settings import widgets
from pages.settings.corpus_callbacks import take_text
from pages.settings.own_text import with_known_sentence
from pages.settings.uploads import keep_tokenizer, read_uploads
from pages.stage.tokens import visible
from pages.state import session
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import (
    choose_method,
    defaults,
    with_algorithm,
    with_alphabet,
    with_first_alphabet,
)
from pages.state.settings import FIELDS, MAX_MERGES, MAX_PASSAGE, MAX_WORD
from pages.storage.typed import check_length, read_counts


def take(name: str, lang: str, value: Any = None) -> None:
    """Take the value of a changed control, or reject it and keep the old one.

    value: what was entered, if the callback has read it.
    """
    old, value = session.settings(), widgets.entered(name, lang) if value is None else value
    if name == "special":
        value = " ".join(value.split())
        widgets.correct(name, lang, value)
    if name == "own" and old.corpus.name == OWN_TEXT:
        take_text(value)
        return
    if name == "split" and not is_byte_level(value) and old.bpe.alphabet == "bytes":
        old = with_alphabet(old, "corpus")  # other pre-tokenizations do not write text as bytes
    new = old.replace(**{name: value})
    if name == "split" and is_byte_level(value) and not is_byte_level(old.bpe.split):
        new = with_first_alphabet(new)
    if FIELDS[name][0] in ("unigram", "corpus"):
        new = new.replace(stop_after=0)  # another training, which nobody has stopped
    if name in ("split", "unigram_split", "norm", "own", "documents") and not new.corpus.is_large:
        try:
            new.read_corpus()
        except bpe.InputError as error:
            is_own_pattern = name == "split" and value.startswith(OWN)
            session.show_error(error, control="split" if is_own_pattern else "corpus")
            return
    if name == "own":
        new = with_known_sentence(new, " ".join(read_counts(value)))
    session.change(new)


def take_number(name: str, lang: str, most: int) -> None:
    """Take a number of 1 to `most`, or reject it and keep the old one."""
    value = widgets.entered(name, lang)
    if 1 <= value <= most:
        take(name, lang, value)
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
        use_tokenizer(name)


def drop_tokenizer() -> None:
    """Go back to the trained tokenizer."""
    use_tokenizer("")


def choose_tokenizer(name: str, lang: str) -> None:
    """Take the tokenizer of a well-known model, or the trained one. name: of the control."""
    use_tokenizer(widgets.entered(name, lang))


def use_tokenizer(name: str) -> None:
    """Use a tokenizer by its name; the trained one if it is empty."""
    new = session.settings().replace(tokenizer=name, pattern="", max_merges=MAX_MERGES)
    session.change(new.replace(token="", list_page=1))


def take_method(name: str, lang: str) -> None:
    """Take another method of Unigram, with its default settings."""
    new = choose_method(session.settings(), widgets.entered(name, lang))
    first = defaults(new.corpus.name).view.round
    session.change(new.replace(stop_after=0, round=first))


def take_algorithm(name: str, lang: str) -> None:
    """Take another algorithm of the training page, with its default settings."""
    session.change(with_algorithm(session.settings(), widgets.entered(name, lang)))


def take_alphabet(name: str, lang: str) -> None:
    """Take another alphabet, with a vocabulary size that has room for the same merges."""
    session.change(with_alphabet(session.settings(), widgets.entered(name, lang)))


def take_view(name: str, lang: str) -> None:
    """Take another view of the same training."""
    value = widgets.entered(name, lang)
    session.change(session.settings().replace(**{name: value}))


def take_passage(lang: str) -> None:
    """Take the text that tokenizers are compared on, or reject one that is too long for a link."""
    text = widgets.entered("passage", lang)
    try:
        check_length(text, MAX_PASSAGE, len(quote_plus(text)))
    except bpe.InputError as error:
        session.show_error(error, control="passage")
    else:
        session.change(session.settings().replace(passage=text))


def take_word(lang: str) -> None:
    """Take a word that was chosen or typed; a long one is shortened."""
    word = (widgets.entered("word", lang) or "")[:MAX_WORD]
    widgets.correct("word", lang, word)
    session.change(session.settings().replace(word=word))


def word_of_label(pieces_key: str, typed: str) -> str:
    """The word of the corpus with this label; otherwise the typed text.

    pieces_key: the name of the Unigram run whose words are listed.
    """
    run: unigram.Run | None = RUNS.find(pieces_key)
    words = run.corpus.counts if run else {}
    if typed in words:
        return typed
    return next((word for word in words if visible(word) == typed), typed)
