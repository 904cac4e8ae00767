"""What a change of a control does. What cannot be used is refused, and what was there stays."""

from dataclasses import replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

import bpe
from bpe import unigram
from pages.corpora import counts_file, file_store, tokenizer_file
from pages.corpora.typed import KEPT_COUNTS, fits
from pages.i18n.language import translation
from pages.server.limits import let_go
from pages.serving.runs import RUNS
from pages.state import session
from pages.state.defaults import DEFAULT_OWN, for_corpus, with_method
from pages.state.settings import (
    MAX_WORD,
    MOST_MERGES,
    OF_UNIGRAM,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    Settings,
)
from pages.view.tokens import visible


def take(name: str, lang: str) -> None:
    """A control was changed: take its value, or refuse it and keep what was there."""
    state = st.session_state
    key = session.control(name, lang)
    if name == "special":
        state[key] = " ".join(state[key].split())
    value = state[key].replace("\r\n", "\n") if name == "own" else state[key]
    if name == "own" and state.settings.corpus == OWN_TEXT:
        take_text(value)
        return
    new = replace(state.settings, **{name: value})
    if name in (*OF_UNIGRAM, "norm", "own"):
        new = replace(new, upto=0)  # another training, which nobody stopped
    if name in ("split", "cut", "norm", "own") and not new.is_large:
        try:
            new.read_corpus()
        except bpe.InputError as error:
            session.reject(error, of="corpus")
            return
    session.change(new, from_start=name == "own")


def handed_in(field: str) -> list[UploadedFile]:
    """The files in a field, which is emptied for the next ones; none where we have emptied it.

    Streamlit tells of a change once more when files that it holds have been let go.
    """
    state = st.session_state
    number = state.get("brought", 0)
    files = state.get(f"{field}_{number}") or []
    if files:
        state.brought = number + 1
    return files


def take_tokenizer() -> None:
    """The files of a tokenizer were brought."""
    state = st.session_state
    files = handed_in("tokenizer")
    if not files:
        return
    try:
        name = tokenizer_file.keep({file.name: file.getvalue() for file in files})
    except bpe.InputError as error:
        session.reject(error)
        return
    finally:
        let_go(files)
    take_encoding(replace(state.settings, tokenizer=name, first=MOST_MERGES))


def drop_tokenizer() -> None:
    """The trained tokenizer encodes again."""
    take_encoding(replace(st.session_state.settings, tokenizer="", first=MOST_MERGES))


def take_encoding(new: Settings) -> None:
    """Take other settings of encoding: its stage begins anew."""
    session.change(new)
    session.show(new)
    session.seek_at(0)


def take_method(name: str, lang: str) -> None:
    """Another method of Unigram comes with the settings that belong to it."""
    old = st.session_state.settings
    method = st.session_state[session.control(name, lang)]
    new = replace(with_method(old, method), upto=0, round=0)
    session.change(new, from_start=True)
    session.show(new)


def take_view(name: str, lang: str) -> None:
    """What is looked at was changed, not how it was trained: its stage begins anew."""
    value = st.session_state[session.control(name, lang)]
    session.change(replace(st.session_state.settings, **{name: value}))
    session.seek_at(0)


def take_show(lang: str) -> None:
    """Another view was chosen."""
    take_view("show", lang)


def take_word(lang: str) -> None:
    """A word was chosen or typed: one that is too long is cut."""
    key = session.control("word", lang)
    st.session_state[key] = (st.session_state[key] or "")[:MAX_WORD]
    take_view("word", lang)


def word_of_label(pieces_key: str, typed: str) -> str:
    """The word of the corpus that is shown like this; else the text itself.

    pieces_key: the name of the Unigram run whose words are listed.
    """
    run = RUNS.find(pieces_key)
    words = run.corpus.counts if isinstance(run, unigram.Run) else {}
    if typed in words:
        return typed
    return next((word for word in words if visible(word) == typed), typed)


def take_text(text: str) -> None:
    """A text was typed or brought: a link carries it, or else the server keeps it."""
    state = st.session_state
    old = state.settings
    base = old if old.listed == OWN_TEXT else for_corpus(OWN_TEXT, old)
    try:
        if fits(text):
            new = replace(base, corpus=OWN_TEXT, own=text, upto=0)
            new.read_corpus()
        else:
            data = file_store.checked([text.encode()])
            new = for_corpus(OWN_FILE, old, own=file_store.keep(data.encode()))
    except bpe.InputError as error:
        session.reject(error, of="corpus")
        return
    session.change(new, from_start=True)
    session.show(new)


def take_files() -> None:
    """Files were brought: one text, or word counts."""
    state = st.session_state
    files = handed_in("files")
    if not files:
        return
    counted_files = [file for file in files if counts_file.is_counts(file.name)]
    try:
        if counted_files and len(counted_files) < len(files):
            raise bpe.InputError("Upload either text files or word counts (CSV or TSV), not both.")
        if counted_files:
            counts = counts_file.read([(file.name, file.getvalue()) for file in files])
        else:
            text = file_store.checked([file.getvalue() for file in files])
    except bpe.InputError as error:
        session.reject(error, of="corpus")
        return
    finally:
        let_go(files)
    if counted_files:
        if any(counts_file.has_head(file.name, file.getvalue()) for file in files):
            t = translation(state.settings.lang)
            st.toast(t.gettext("The first line has no count, so it is treated as a header."))
        take_counts(counts)
    else:
        take_text(text)


def take_counts(counts: dict[str, int]) -> None:
    """Word counts were brought: a link carries them, or else the server keeps them."""
    state = st.session_state
    old = state.settings
    text = counts_file.written(counts)
    if fits(text):
        base = old if old.corpus == OWN_COUNTS else for_corpus(OWN_COUNTS, old)
        new = replace(base, own=text, upto=0)
    else:
        try:
            name = file_store.keep(KEPT_COUNTS + text.encode())
        except bpe.InputError as error:
            session.reject(error, of="corpus")
            return
        new = for_corpus(OWN_FILE, old, own=name, split="whitespace", cut="whitespace")
    session.change(new, from_start=True)
    session.show(new)


def take_corpus(lang: str) -> None:
    """Another corpus was chosen: it comes with the settings that show it best."""
    state = st.session_state
    old, chosen = state.settings, state[session.control("corpus", lang)]
    typed = state.setdefault("typed", {})  # by OWN_TEXT and OWN_COUNTS, what was typed there last
    if old.corpus in DEFAULT_OWN:
        typed[old.corpus] = old.own
    new = for_corpus(chosen, old, **({"own": typed[chosen]} if chosen in typed else {}))
    session.show(new)
    session.change(new, from_start=True)
