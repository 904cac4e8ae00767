"""The section of the encoding page that decodes ids, with BPE, WordPiece or Unigram."""

from functools import partial

import streamlit as st

import bpe
from pages.encoding import decoding, decoding_report
from pages.encoding.contents import text_of
from pages.encoding.decoding import Tokenizer
from pages.encoding.encoders import TextEncoder
from pages.hosting.components import common, static_tables
from pages.runs import runs
from pages.settings import callbacks, widgets
from pages.settings.choices import Options, choose
from pages.settings.controls import seeded
from pages.settings.stage_section import section
from pages.settings.training_progress import progress
from pages.stage.tokens import kind_names, shorten
from pages.state import session
from pages.state.settings import MAX_IDS, Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill


def ids_to_text(settings: Settings, encoder: TextEncoder, t: Translation) -> None:
    """Draw the section: ids, the text that they decode to, and what decoding does."""
    title = t.gettext("Decode: from ids to text")
    box, is_open = section(settings, title, "decode")
    with box:
        if is_open:
            if settings.view.section == "decode":  # no expander, which would have the title
                st.markdown(f"**{title}**")
            try:
                draw(settings, encoder, t)
            except bpe.InputError as error:
                st.warning(fill(t.gettext(error.sentence), error.values))


def draw(settings: Settings, encoder: TextEncoder, t: Translation) -> None:
    """Draw the content of the section. Raises bpe.InputError if ids or settings are unusable."""
    if not settings.encoding.tokenizer:
        choose_decoder(settings, t)
    tokenizer = tokenizer_of(settings, encoder)
    if tokenizer is None:
        progress(settings, drawn=settings, is_unigram=True)
        return
    ids = shown_ids(settings, tokenizer, encoder)
    left, right = st.columns(2)
    with left:
        type_ids(ids, settings, t)
    decoded = decoding.decode(tokenizer, decoding.parse_ids(ids))
    with right:
        st.caption(t.gettext("Decoded"))
        st.code(shorten(decoded.text, decoding.MAX_SHOWN), language=None, wrap_lines=True)
        for note in decoding_report.notes(decoded, t):
            st.text(note)
    if decoded.tokens:
        static_tables(key="decoded", data={**common(), **decoding_report.table(decoded, t)})


def choose_decoder(settings: Settings, t: Translation) -> None:
    """Draw the choice between the tokenizers trained on the corpus."""
    kinds = kind_names(t)
    names = {"bpe": kinds[settings.bpe.algorithm], "unigram": kinds["unigram"]}
    choose(
        st.segmented_control,
        t.gettext("Tokenizer"),
        Options(names, settings.view.decoder, partial(take_decoder, settings.lang)),
        seeded("decoder", settings),
        required=True,
    )


def take_decoder(lang: str) -> None:
    """Take another tokenizer; it has other ids."""
    decoder = widgets.entered("decoder", lang)
    session.change(session.settings().replace(decoder=decoder, ids=""))


def tokenizer_of(settings: Settings, encoder: TextEncoder) -> Tokenizer | None:
    """The tokenizer that decodes; None while a worker trains Unigram."""
    if settings.view.decoder == "bpe" or settings.encoding.tokenizer:
        specials = "specials" in settings.encoding.options
        split = "" if settings.encoding.tokenizer else settings.bpe.split
        return Tokenizer.of_encoder(encoder, split, specials)
    run = runs.unigram_run_of(settings)
    return None if run is None else Tokenizer.of_unigram(run)


def type_ids(shown: str, settings: Settings, t: Translation) -> None:
    """Draw the field of the ids. shown: what it shows."""
    st.text_area(
        t.gettext("Ids, separated by spaces"),
        max_chars=MAX_IDS,
        value=shown,
        height=100,
        key=widgets.key_for("ids", settings, shown),
        on_change=callbacks.take,
        args=("ids", settings.lang),
        help=t.gettext(
            "At first, these are the ids of the text above. Change them to see which text they "
            "give."
        ),
    )


def shown_ids(settings: Settings, tokenizer: Tokenizer, encoder: TextEncoder) -> str:
    """The typed ids; if there are none, those of the page's text."""
    if settings.view.ids:
        return settings.view.ids
    if settings.view.decoder == "bpe" or settings.encoding.tokenizer:
        return decoding.written(text_of(settings, encoder).encoding.ids)
    return decoding.written(tokenizer.encode(settings.text))
