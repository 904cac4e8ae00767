"""Downloads of a run for other programs, with notes.

`bpe.formats` writes the files. A file is made only when the reader asks for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe import InputError, Run, formats, unigram, wordpiece
from bpe.split_patterns import OWN, pattern_source
from pages.state.settings import Settings
from pages.translations.language import Translation, translation

JSON, TEXT = "application/json", "text/plain"


@dataclass(frozen=True, slots=True)
class File:
    """A file to download."""

    label: str
    name: str
    kind: str
    make: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Group:
    """Related files with notes; no files if the run cannot be exported in this format.

    code: what to copy into a program that reads the files.
    """

    files: tuple[File, ...]
    notes: tuple[str, ...]
    code: str = ""


def tokenizer(run: Run | unigram.Run | wordpiece.Run, t: Translation) -> Group:
    """tokenizer.json, and how its library differs from this app.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> tokenizer(run, Translation()).notes[0]
    'For the Hugging Face tokenizers library.'
    """
    notes = [t.gettext("For the Hugging Face tokenizers library.")]
    notes.append(t.gettext("You can also upload it on the Encoding page."))
    notes += [
        t.gettext(remark.sentence).format(**dict(remark.values))
        for remark in formats.differences(run)
    ]
    file = File("tokenizer.json", "tokenizer.json", JSON, partial(formats.tokenizer_json, run))
    refusal = refusal_of(partial(formats.check_tokenizer_json, run), t)
    if refusal:
        return Group((), (refusal,))
    return Group((file,), tuple(notes))


def two_files(run: Run, t: Translation) -> Group:
    """vocab.json and merges.txt.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [file.name for file in two_files(run, Translation()).files]
    ['vocab.json', 'merges.txt']
    """
    merges = File("merges.txt", "merges.txt", TEXT, partial(formats.merges_txt, run))
    refusal = refusal_of(partial(formats.check_merges_txt, run), t)
    if refusal:
        return Group((), (refusal,))
    vocab = File("vocab.json", "vocab.json", JSON, partial(formats.vocab_json, run))
    return Group(
        (vocab, merges), (t.gettext("The older format with two files, which GPT-2 uses."),)
    )


def tiktoken(run: Run, name: str, t: Translation) -> Group:
    """The ranks for tiktoken, including bytes that do not occur in the corpus.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("course").train()
    >>> group = tiktoken(run, "course", Translation())
    >>> [file.name for file in group.files], group.code == pattern_source(run.corpus.split)
    (['course.tiktoken'], True)
    """
    refusal = refusal_of(partial(formats.check_tiktoken, run), t)
    complete = bool(refusal)
    if refusal_of(partial(formats.check_tiktoken, run, complete), t):
        return Group((), (refusal,))
    make = partial(formats.tiktoken_ranks, run, complete)
    notes = [t.gettext("Pass the special tokens and this pattern to tiktoken separately.")]
    if run.corpus.split.startswith(OWN):
        notes.append(t.gettext("tiktoken leaves out what your pattern does not match."))
    if refusal:
        notes = [refusal, t.gettext("This file includes the missing bytes."), *notes]
    label = t.gettext("Ranks for tiktoken")
    file = File(label, f"{name}.tiktoken", TEXT, make)
    return Group((file,), tuple(notes), pattern_source(run.corpus.split))


def refusal_of(check: Callable[[], None], t: Translation) -> str:
    """Why a file cannot be made; empty if it can.

    >>> def refuse():
    ...     raise InputError("The limit is {most}.", most=3)
    >>> refusal_of(refuse, Translation()), refusal_of(lambda: None, Translation())
    ('The limit is 3.', '')
    """
    try:
        check()
    except InputError as error:
        return t.gettext(error.sentence).format(**error.values)
    return ""


def title(settings: Settings) -> str:
    """The title of the section."""
    return translation(settings.lang).gettext("Export: files for other programs")


def draw(groups: tuple[Group, ...]) -> None:
    """Draw a button for each file, with notes on the right."""
    for group in groups:
        left, right = st.columns([1, 2], vertical_alignment="center")
        for file in group.files:
            left.download_button(
                file.label,
                file.make,
                file_name=file.name,
                mime=file.kind,
                on_click="ignore",
                width="stretch",
                key=f"take_{file.name}",
            )
        right.text("\n".join(group.notes))
        if group.code:
            right.code(group.code, language=None, wrap_lines=True)
