"""The corpus in the sidebar: the list of corpora, and the fields for the learner's own."""

from functools import partial

import streamlit as st

from pages.settings import callbacks, corpus_callbacks, setting_names, widgets
from pages.settings.choices import Options, choose
from pages.settings.controls import choice, seeded
from pages.state import session
from pages.state.corpus import CORPORA, OWN_COUNTS, OWN_FILE, OWN_TEXT, PYTHON
from pages.state.settings import Settings
from pages.storage import file_store
from pages.storage.typed import MAX_PASTED, MAX_TYPED
from pages.translations.language import Translation
from pages.translations.markdown import fill


def choose_corpus(settings: Settings, t: Translation) -> None:
    """Draw the list of corpora, and the fields for the learner's own."""
    samples = setting_names.samples(t)
    titles = setting_names.titles(t)
    choose(
        st.selectbox,
        t.gettext("Corpus"),
        Options(
            {corpus: titles[corpus] for corpus in CORPORA},
            settings.corpus.listed,
            partial(corpus_callbacks.take_corpus, settings.lang),
        ),
        seeded("corpus", settings),
    )
    if not settings.corpus.is_own:
        about_it = {**samples, PYTHON: setting_names.python_source(t)}
        st.caption(about_it[settings.corpus.name][1])
        return
    if settings.corpus.name == OWN_FILE:
        file_kept(settings, t)
    else:
        typed(settings, t)
    if settings.corpus.listed == OWN_TEXT:
        choice(
            "documents",
            t.gettext("A document is"),
            {"lines": t.gettext("each line"), "whole": t.gettext("the whole text")},
            settings,
            help=t.gettext(
                "No word crosses the end of a document. With the whole text, line breaks can be "
                "learned too. Special tokens in the text always separate documents."
            ),
        )
    st.file_uploader(
        t.gettext("Or upload word counts (CSV or TSV)")
        if settings.corpus.listed == OWN_COUNTS
        else t.gettext("Or upload text files"),
        accept_multiple_files=True,
        key=widgets.upload_key("files"),
        on_change=corpus_callbacks.take_files,
    )


def file_kept(settings: Settings, t: Translation) -> None:
    """Describe an uploaded corpus, and offer to type one instead."""
    path = file_store.path_of(settings.corpus.own)
    size = path.stat().st_size / 1_000_000 if path else 0
    if settings.corpus.listed == OWN_COUNTS:
        about_it = t.gettext(
            "Word counts, {size} MB. This server keeps the file while it has space. Links work "
            "only on this server, and only while it keeps the file."
        )
        back = t.gettext("Type word counts instead")
    else:
        about_it = t.gettext(
            "Text, {size} MB. This server keeps the file while it has space. Links work only on "
            "this server, and only while it keeps the file."
        )
        back = t.gettext("Type a text instead")
    st.caption(about_it.format(size=f"{size:.2f}"))
    st.button(back, on_click=corpus_callbacks.take_corpus, args=(settings.lang,))


def typed(settings: Settings, t: Translation) -> None:
    """Draw the field for the learner's own corpus."""
    st.text_area(
        t.gettext("Text")
        if settings.corpus.name == OWN_TEXT
        else t.gettext("Word counts, one word per line"),
        max_chars=MAX_TYPED if settings.corpus.name == OWN_COUNTS else MAX_PASTED,
        height=160,
        value=settings.corpus.own,
        key=seeded("own", settings),
        on_change=callbacks.take,
        args=("own", settings.lang),
    )
    error = session.current().error
    if error and error.control == "corpus":
        st.error(fill(t.gettext(error.sentence), error.values))
    else:
        st.caption(t.gettext("Training starts when you leave the field."))
