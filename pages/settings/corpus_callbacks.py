"""What happens when a reader changes the corpus. An unusable one is rejected."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

import bpe
from pages.settings import widgets
from pages.settings.own_text import with_known_sentence, with_unspaced_text
from pages.settings.uploads import read_uploads, turn_to_read
from pages.state import session
from pages.state.corpus import OWN_COUNTS, OWN_FILE, OWN_TEXT
from pages.state.defaults import defaults, for_corpus, with_first_alphabet
from pages.state.settings import Settings
from pages.storage import counts_file, file_store
from pages.storage.typed import COUNTS_HEADER, fits_in_link, read_counts
from pages.translations.language import translation

CHOSEN = ("documents", "norm", "split", "ties", "vocab", "min_count", "special", "alphabet")


def take_text(text: str) -> None:
    """Take a text that was typed: a link contains it, or the server keeps it."""
    try:
        take_checked(text if fits_in_link(text) else file_store.decode_texts([text.encode()]))
    except bpe.InputError as error:
        session.show_error(error, control="corpus")


def take_checked(text: str) -> None:
    """Take a text of `file_store.decode_texts`, or one that fits in a link.

    Raises bpe.InputError if there is no room.
    """
    old = session.settings()
    base = old if old.corpus.listed == OWN_TEXT else for_corpus(OWN_TEXT, old)
    if fits_in_link(text):
        new = base.replace(corpus=OWN_TEXT, own=text, stop_after=0)
        new.read_corpus()
    else:
        new = for_corpus(OWN_FILE, old, own=file_store.keep(text.encode())).replace(**chosen(old))
    before = old.corpus.own if old.corpus.name == OWN_TEXT else ""
    new = with_known_sentence(new, text, before)
    if new.corpus.name == OWN_TEXT:
        new = with_unspaced_text(new, text)
    session.change(new)


def chosen(settings: Settings) -> dict[str, object]:
    """The settings of BPE that a reader has chosen for an own text, and wants for a larger one too.

    >>> chosen(Settings().replace(corpus=OWN_TEXT, special="", ties="greatest"))
    {'ties': 'greatest'}
    """
    if settings.corpus.listed != OWN_TEXT or settings.is_wordpiece:
        return {}
    usual = with_first_alphabet(defaults(settings.corpus.name))
    return {name: settings.get(name) for name in CHOSEN if settings.get(name) != usual.get(name)}


def take_files() -> None:
    """Take uploaded files: a text, or word counts."""
    with turn_to_read():
        read_uploads("files", take_read, control="corpus")


def take_read(files: list[UploadedFile]) -> None:
    """Take the text or the word counts of files. Raises bpe.InputError for unusable ones."""
    found = read_files(files)
    if isinstance(found, str):
        take_checked(found)
    else:
        take_counts(found)


def read_files(files: list[UploadedFile]) -> str | dict[str, int]:
    """Return the text or the word counts of files. Raises bpe.InputError for unusable ones."""
    counted_files = [file for file in files if counts_file.is_counts(file.name)]
    if not counted_files:
        return file_store.decode_texts([file.getvalue() for file in files])
    if len(counted_files) < len(files):
        raise bpe.InputError("Upload either text files or word counts (CSV or TSV), not both.")
    counts = counts_file.read([(file.name, file.getvalue()) for file in files])
    if any(counts_file.has_header(file.name, file.getvalue()) for file in files):
        t = translation(session.settings().lang)
        st.toast(t.gettext("The first line has no count, so it is treated as a header."))
    return counts


def take_counts(counts: dict[str, int]) -> None:
    """Take uploaded word counts: a link contains them, or the server keeps them."""
    old = session.settings()
    text = counts_file.format_counts(counts)
    if fits_in_link(text):
        base = old if old.corpus.name == OWN_COUNTS else for_corpus(OWN_COUNTS, old)
        new = base.replace(own=text, stop_after=0)
    else:
        try:
            name = file_store.keep(COUNTS_HEADER + text.encode())
        except bpe.InputError as error:
            session.show_error(error, control="corpus")
            return
        new = for_corpus(OWN_FILE, old, own=name, split="whitespace", unigram_split="whitespace")
    new = with_known_sentence(new, " ".join(counts))
    session.change(new)


def take_corpus(lang: str) -> None:
    """Take another corpus, with its default settings."""
    change_corpus(widgets.entered("corpus", lang))


def change_corpus(corpus: str) -> None:
    """Take another corpus, one of CORPORA, with its default settings.

    From an uploaded text to a typed one, the settings that the reader has chosen stay.
    """
    old, own_texts = session.settings(), session.current().own_texts
    if old.corpus.name in own_texts:
        own_texts[old.corpus.name] = old.corpus.own
    new = for_corpus(corpus, old, own=own_texts.get(corpus, ""))
    if corpus == OWN_TEXT:
        text = new.corpus.own
        new = with_unspaced_text(with_known_sentence(new, text), text).replace(**chosen(old))
    elif corpus == OWN_COUNTS:
        new = with_known_sentence(new, " ".join(read_counts(new.corpus.own)))
    session.change(new)
