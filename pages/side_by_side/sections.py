"""The sections of the page that compares tokenizers: which ones, the texts, and the results."""

from functools import partial

import streamlit as st

import bpe
from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.encoding.contents import tokenizer_of
from pages.encoding.encoding_options import checkboxes
from pages.encoding.uploads import has_choice_of_pattern
from pages.hosting.components import common, static_tables
from pages.hosting.components import tokenizers as tokenizers_panel
from pages.jobs.chosen_tokenizers import MAX_COMPARED, TRAINED
from pages.jobs.named_tokenizers import titles
from pages.settings import callbacks, widgets
from pages.settings.choices import Options, choose
from pages.settings.controls import passage, seeded
from pages.settings.uploads import upload_help, upload_label
from pages.side_by_side import blocks, tables
from pages.side_by_side import callbacks as actions
from pages.side_by_side.compared import Compared
from pages.side_by_side.compute import Member, equal_size, pattern_of
from pages.side_by_side.lines import Line, Lines, in_all_languages
from pages.stage.counts import token_count
from pages.stage.table_types import TableData
from pages.stage.tokens import kind_names, number
from pages.state.settings import MAX_MERGES, PATTERNS, Settings
from pages.translations.language import Translation
from pages.translations.markdown import escape, fill


def choose_tokenizers(settings: Settings, members: list[Member], t: Translation) -> None:
    """Draw the tokenizers, and what adds one."""
    columns = st.columns(MAX_COMPARED)
    for column, member in zip(columns, members, strict=False):
        with column, st.container(border=True, gap="xxsmall"):
            draw_member(settings, member, t)
    with st.container(horizontal=True):  # a column would be much higher than the tokenizers
        offer_equal_size(settings, members, t)
        if {"bpe", "unigram"} <= {each.name for each in members}:
            st.button(
                t.gettext("Why BPE and Unigram differ"),
                key="why_different",
                on_click=actions.show_reasons,
                help=t.gettext("Opens the words of this text, with a reason for each difference."),
            )
        if len(members) < MAX_COMPARED:
            offer_more([each.name for each in members], t)
    for member in members:
        for remark in member.ready.column.remarks if member.ready else ():
            sentence = fill(t.gettext(remark.sentence), dict(remark.values))
            st.caption(f"{member.letter}: {sentence}")


def draw_member(settings: Settings, member: Member, t: Translation) -> None:
    """Draw a tokenizer, with the choice of its pattern and a button that removes it."""
    column = member.ready.column if member.ready else None
    kind = kind_names(t).get(member.name, "") or titles().get(member.name, "")
    name = column.name(t) if column else f"{member.letter}: {kind}" if kind else member.letter
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        st.markdown(f"**{escape(name)}**", width="content")
        st.button(
            t.gettext("Remove {letter}").format(letter=member.letter),
            key=f"remove_{member.name}",
            type="tertiary",
            on_click=actions.remove,
            args=(member.name,),
        )
    if member.error:
        st.warning(fill(t.gettext(member.error.sentence), member.error.values))
    else:
        st.caption(column.origin(t) if column else t.gettext("still in training"))
        if column and member.name not in TRAINED:
            choose_pattern(settings, member.name, t)


def choose_pattern(settings: Settings, name: str, t: Translation) -> None:
    """Draw the choice of the pattern that splits a text, if the tokenizer's file has none."""
    chosen = pattern_of(settings, name)
    about = tokenizer_of(name, chosen).about
    if not has_choice_of_pattern(about, chosen):
        return
    choose(
        st.selectbox,
        t.gettext("Pattern that splits the text"),
        Options(
            {each: each for each in PATTERNS if each},
            about.pattern,
            partial(actions.take_pattern, name, settings.lang),
        ),
        widgets.key_for(f"pattern_of_{name}", settings, about.pattern),
    )


def offer_equal_size(settings: Settings, members: list[Member], t: Translation) -> None:
    """Draw a button that makes the vocabularies trained here equally large, if they are not."""
    wanted = equal_size(settings, members)
    if wanted is not None:
        st.button(
            t.gettext("Train all with {tokens}").format(tokens=token_count(wanted[1], t)),
            key="equal_size",
            on_click=actions.take_size,
            args=wanted,
        )


def offer_more(names: list[str], t: Translation) -> None:
    """Draw what adds a tokenizer. names: those that are there."""
    for name in TRAINED:
        if name not in names:
            st.button(
                t.gettext("Add {kind}, trained here").format(kind=kind_names(t)[name]),
                key=f"add_{name}",
                on_click=actions.add,
                args=(name,),
            )
    with st.popover(t.gettext("Add a well-known tokenizer")):
        for name, title in titles().items():
            if name not in names:
                st.button(
                    title, key=f"add_{name}", on_click=actions.add, args=(name,), width="stretch"
                )
    with st.popover(t.gettext("Upload a tokenizer")):
        st.file_uploader(
            upload_label(t),
            accept_multiple_files=True,
            key=widgets.upload_key("compared_tokenizer"),
            help=upload_help(t),
            on_change=actions.add_uploaded,
        )


def choose_texts(settings: Settings, t: Translation) -> tuple[Line, ...]:
    """Draw what the tokenizers are compared on, and return its lines."""
    names = {
        "text": t.gettext("One text"),
        "languages": t.gettext("One sentence in many languages"),
        "lines": t.gettext("The lines of a file"),
    }
    choose(
        st.segmented_control,
        t.gettext("Compare on"),
        Options(
            names,
            settings.comparison.compared,
            partial(callbacks.take, "compared", settings.lang),
        ),
        seeded("compared", settings),
        required=True,
    )
    label = t.gettext("Treat special tokens as ordinary text")
    checkboxes(settings, {"as_text": label}, MAX_MERGES, t)
    if settings.comparison.compared == "languages":
        st.caption(
            t.gettext(
                "A simple sentence, translated for this app. Most tokenizers were trained on more "
                "English than other text, so they usually need more tokens for other languages."
            )
        )
        return in_all_languages(t, settings.lang)
    if settings.comparison.compared == "lines":
        return lines_of_file(settings, t)
    text = passage(settings, t, height=80)
    return (Line(text),) if text.strip() else ()


def lines_of_file(settings: Settings, t: Translation) -> tuple[Line, ...]:
    """Draw the upload of a file, and what of it is compared."""
    st.file_uploader(
        t.gettext("Upload a text file; each line is compared"),
        accept_multiple_files=True,
        max_upload_size=actions.MAX_MEGABYTES,
        key=widgets.upload_key("compared_lines"),
        on_change=actions.take_lines,
    )
    try:
        text = actions.texts_of_file(settings)
    except bpe.InputError as error:
        st.warning(fill(t.gettext(error.sentence), error.values))
        return ()
    if not text:
        return ()
    found = Lines.of(text, t)
    about = t.ngettext(
        "{lines} line with text. This server keeps the file while it has space. Links work only on "
        "this server, and only while it keeps the file.",
        "{lines} lines with text. This server keeps the file while it has space. Links work only "
        "on this server, and only while it keeps the file.",
        found.all,
    ).format(lines=number(found.all))
    st.caption(about)
    if note := found.note(t):
        st.caption(note)
    st.button(t.gettext("Remove the file"), on_click=actions.drop_lines)
    return found.compared


def show(compared: Compared, t: Translation) -> None:
    """Draw the results: tokens, tables, bars and files."""
    if not compared.columns:
        st.info(t.gettext("Add a tokenizer to see its tokens."))
        return
    if not compared.lines:
        st.info(t.gettext("There is no text to compare yet."))
        return
    if len(compared.lines) == 1:
        tokens_of(compared, t)
        draw_tables([tables.totals(compared, t)])
    else:
        totals, by_line = tables.totals(compared, t), tables.by_line(compared, t)
        if tables.is_by_language(compared):
            draw_tables([by_line], "compared_costs")  # also presented
            draw_tables([totals])
        else:
            draw_tables([totals, by_line])
        tokens_of(compared, t)
        bars(compared, t)
    downloads(compared, t)


def tokens_of(compared: Compared, t: Translation) -> None:
    """Draw the tokens of each text, with the token boundaries marked."""
    page = blocks.page(compared, tables.is_by_language(compared), t)
    tokenizers_panel(key="compared_tokens", data={**common(), **page})


def draw_tables(shown: list[TableData], key: str = "tokenizer_counts") -> None:
    """Draw tables, one below the other."""
    data = {"title": shown[0]["title"], "tables": shown}
    static_tables(key=key, data={**common(), **data})


def bars(compared: Compared, t: Translation) -> None:
    """Draw a bar for each text and tokenizer, unless they are too many."""
    chart = tables.chart(compared)
    if chart is None:
        return
    names = t.gettext(", ").join(each.name(t) for each in compared.columns)
    record = picture_record(t.gettext("Tokens of each line"), picture(chart), [names])
    static_tables(key="tokenizer_bars", data={**common(), "tables": [], "charts": [record]})


def downloads(compared: Compared, t: Translation) -> None:
    """Draw the buttons for the files.

    Their content is made at once: if the page is drawn while a reader presses, Streamlit has lost
    the function that would make it.
    """
    with st.container(horizontal=True):
        for label, name, make in (
            (t.gettext("Counts as CSV"), "counts", tables.counts_csv),
            (t.gettext("Tokens as CSV"), "tokens", tables.tokens_csv),
        ):
            st.download_button(
                label,
                make(compared, t),
                file_name=f"tokenizers-{name}.csv",
                mime="text/csv",
                on_click="ignore",
            )
