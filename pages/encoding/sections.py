"""The sections of the encoding page: the text, the stage, and the tables below."""

from functools import partial

import streamlit as st

import bpe
from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.encoding import examples as encoding_examples
from pages.encoding import line_chart, merge_orders, result
from pages.encoding.contents import count_tokens, options_of
from pages.encoding.decode_section import ids_to_text
from pages.encoding.encoded_text import EncodedText
from pages.encoding.encoders import TextEncoder
from pages.encoding.encoding_options import encoding_options
from pages.encoding.encoding_tokenizer import about_offsets, about_tokenizer
from pages.encoding.encoding_words import choose_word
from pages.hosting.components import common, static_tables
from pages.jobs.chosen_tokenizers import MAX_COMPARED, TRAINED
from pages.settings import widgets
from pages.settings.choices import Options, choose
from pages.settings.stage_section import section
from pages.stage.tokens import number
from pages.state import session
from pages.state.settings import MAX_INPUT, Settings
from pages.translations.language import Translation, translation
from pages.translations.markdown import fill

EXAMPLE = "example"  # the key of the list of examples


def choose_text(
    settings: Settings, text: EncodedText, encoder: TextEncoder, t: Translation
) -> None:
    """Draw the text, the examples and the encoding options."""
    examples = encoding_examples.examples(settings, t)
    left, right = st.columns([5, 8])
    with left:
        st.text_area(
            t.gettext("Text to encode"),
            max_chars=MAX_INPUT,
            height=68,
            value=settings.text,
            key=widgets.key_for("input", settings, settings.text),
            on_change=take_text,
            args=(settings.lang,),
        )
    with right:
        choose(
            st.pills,
            t.gettext("Examples"),
            Options(
                {name: example.title for name, example in examples.items()},
                None,
                partial(take_example, settings.lang),
            ),
            EXAMPLE,
        )
        merges = encoder.merge_count if text.has_merges else None
        with st.container(horizontal=True, vertical_alignment="bottom"):
            choose_word(settings, text, t)
            encoding_options(settings, merges, t)
    if lesson := encoding_examples.lesson(settings, t):
        st.caption(lesson)
    if settings.encoding.tokenizer:
        about_tokenizer(settings, t)


def take_text(lang: str) -> None:
    """Take a text that was typed."""
    text = widgets.entered("input", lang)
    session.change(session.settings().replace(input=text, ids=""))


def take_example(lang: str) -> None:
    """Take the text of an example. No other setting changes."""
    now = session.settings()
    chosen = widgets.value(EXAMPLE)
    example = encoding_examples.examples(now, translation(lang)).get(chosen)
    widgets.set_value(EXAMPLE, None)
    if example is not None:
        session.change(now.replace(input=example.text, ids=""))


def below(settings: Settings, shown: EncodedText, encoder: TextEncoder, t: Translation) -> None:
    """Draw what does not depend on the step: tokens, counts, lines compared, merge orders."""
    counts(shown, t)
    static_tables(key="tokens", data={**common(), **merge_orders.token_table(shown, t)})
    if settings.encoding.tokenizer:
        about_offsets(settings, t)
    with st.container(horizontal=True):
        st.download_button(
            t.gettext("Tokens as CSV"),
            result.tokens_csv(shown, t),  # Streamlit would drop a function when the text changes
            file_name="tokens.csv",
            mime="text/csv",
            on_click="ignore",
        )
        st.button(t.gettext("Compare with other tokenizers"), on_click=open_comparison)
        st.button(t.gettext("Inspect this tokenizer"), on_click=open_inspector)
    lines(settings, shown, encoder, t)
    ids_to_text(settings, encoder, t)
    if shown.has_merges:
        orders(settings, shown, encoder, t)
    elif settings.view.section == "orders":  # a link to it, or Present
        with st.container(key="section"):
            st.text(t.gettext("This tokenizer applies no merges, so they have no order."))


def orders(settings: Settings, shown: EncodedText, encoder: TextEncoder, t: Translation) -> None:
    """Draw the section that compares the two orders of merges."""
    title = t.gettext("Merge order: by rank, or rule by rule")
    box, is_open = section(settings, title, "orders")
    with box:
        if is_open:
            try:
                compared = merge_orders.comparison(shown, encoder, options_of(settings).specials, t)
            except bpe.InputError as error:  # an uploaded tokenizer does not answer now
                st.warning(fill(t.gettext(error.sentence), error.values))
            else:
                static_tables(key="orders_sheet", data={**common(), **compared})


def counts(shown: EncodedText, t: Translation) -> None:
    """Draw the number of characters, bytes, words and tokens."""
    found = merge_orders.counts(shown.text, shown.encoding)
    names = [
        t.gettext("Characters"),
        t.gettext("Bytes"),
        t.gettext("Words"),
        t.gettext("Tokens"),
        t.gettext("Tokens per word"),
        t.gettext("Characters per token"),
    ]
    for column, name, value in zip(st.columns(len(names)), names, found, strict=True):
        column.metric(name, f"{value:.2f}" if isinstance(value, float) else number(value))


def lines(settings: Settings, shown: EncodedText, encoder: TextEncoder, t: Translation) -> None:
    """Compare the lines of the text, if there are several."""
    parts = [line for line in shown.text.split("\n") if line.strip()]
    if len(parts) < 2:
        st.caption(t.gettext("Write several lines to compare them side by side."))
        return
    try:
        tokens = count_tokens(settings, encoder, tuple(parts))
    except bpe.InputError as error:  # a tokenizer's rules make a line longer than the text
        st.warning(fill(t.gettext(error.sentence), error.values))
        return
    table = merge_orders.line_table(parts, tokens, t)
    static_tables(key="lines", data={**common(), **table})
    if len(parts) <= line_chart.MOST:
        svg = picture(line_chart.chart(parts, tokens))
        chart = picture_record(t.gettext("Tokens"), svg, [])
        static_tables(key="bars", data={**common(), "tables": [], "charts": [chart]})


def open_inspector() -> None:
    """Open the inspector with the tokenizer of the encoding page and its text."""
    session.change(session.settings().replace(decoder="bpe"))
    session.current().page_to_open = "inspect"


def open_comparison() -> None:
    """Compare the tokenizer of the encoding page with others, on its text."""
    old = session.settings()
    uploaded = (old.encoding.tokenizer,) if old.encoding.tokenizer else ()
    names = dict.fromkeys((*uploaded, *old.comparison.tokenizers, *TRAINED[:2]))
    new = old.replace(tokenizers=tuple(names)[:MAX_COMPARED], passage=old.text, compared="text")
    session.change(new)
    session.current().page_to_open = "tokenizers"
