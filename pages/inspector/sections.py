"""The sections of the inspector: the steps, the vocabulary, the merges, two vocabularies."""

from collections.abc import Callable
from functools import partial

import streamlit as st

import bpe
from bpe.inspection.merges import FindMerges, FindTree, FoundMerges, TokenTree
from bpe.inspection.questions import FindStages, Stages
from bpe.inspection.two_vocabularies import CompareVocabularies
from bpe.inspection.vocabulary import MAX_QUERY, FindTokens, FoundTokens
from pages.encoding.choose_tokenizer import upload_name
from pages.hosting.components import common, inspector
from pages.inspector import downloads, token_records
from pages.inspector.subject import Subject, subject_of, with_other
from pages.jobs import named_tokenizers
from pages.jobs.chosen_tokenizers import TRAINED, TRAINED_HERE
from pages.jobs.tokenizer_file import NoAnswer
from pages.settings import callbacks, text_stages, widgets
from pages.settings.choices import Options, choose
from pages.settings.controls import choice
from pages.settings.uploads import keep_tokenizer, read_uploads, upload_help, upload_label
from pages.stage.inspection_types import (
    InspectedStages,
    InspectedTree,
    InspectorData,
    TokenList,
)
from pages.stage.tokens import number
from pages.state import session
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.translations.markdown import fill

PAGE_SIZE = 50  # rows
OTHER_FILE = "other_tokenizer"  # the field for the tokenizer that is compared


def draw(
    key: str,
    stages: InspectedStages | None = None,
    tokens: TokenList | None = None,
    tree: InspectedTree | None = None,
    other: str = "",
) -> None:
    """Draw a component of the inspector, whose tokens open when they are pressed.

    other: the tokenizer that has them, if it is not the one that is shown.
    """
    data: InspectorData = {"stages": stages, "tokens": tokens, "tree": tree}
    inspector(key=key, data={**common(), **data}, on_pick_change=lambda: take_picked(key, other))


def take_picked(key: str, other: str) -> None:
    """Open the token that a reader has pressed. key: of the component. other: see `draw`.

    The two tokenizers change places, so the same list of their differences stays.
    """
    picked, settings = widgets.sent(key, "pick"), session.settings()
    if not isinstance(picked, int) or picked < 0:
        return
    if other:
        settings = settings.replace(
            tokenizer="" if other == TRAINED_HERE else other,
            pattern="",
            other=settings.encoding.tokenizer or TRAINED_HERE,
            differences="first",
        )
    session.change(settings.replace(token=str(picked)))


def attempt(part: str, action: Callable[[], None], t: Translation) -> None:
    """Draw a part of the page, or why that is impossible, with a button if it may work later."""
    try:
        action()
    except bpe.InputError as error:
        st.warning(fill(t.gettext(error.sentence), error.values))
        if isinstance(error, NoAnswer):
            st.button(t.gettext("Try again"), key=f"again_{part}")


def steps(subject: Subject, text: str, specials: bool, t: Translation) -> None:
    """Draw what each step does with a text, and the ids. Raises bpe.InputError."""
    found = subject.ask(FindStages(text, specials), Stages).each
    draw("inspected_stages", stages=text_stages.record(found, t, t.gettext("Present")))
    captions = {
        "model": t.gettext("Ids, to copy"),
        "post": t.gettext("Ids with those that the post-processor adds"),
    }
    for each in found:
        if each.kind in captions:
            ids = [str(part.id) for part in each.parts]  # None for an unknown token without an id
            st.caption(captions[each.kind])
            st.code(f"[{', '.join(ids)}]", language=None, wrap_lines=True)


def vocabulary(subject: Subject, settings: Settings, t: Translation, only: str = "") -> None:
    """Draw the tokens, or only the added ones. Raises bpe.InputError for an invalid query."""
    query, way, order = "", "text", "id"
    if not only:
        left, middle, right = st.columns([3, 2, 2])
        with left:
            search_field(settings, t)
        with middle:
            ways = {
                "text": t.gettext("Text"),
                "regex": t.gettext("Regular expression"),
                "id": t.gettext("Id, or ids such as 50-99"),
                "byte": t.gettext("Bytes, such as C3 A9"),
            }
            choice("search_by", t.gettext("Search by"), ways, settings, take_search)
        with right:
            orders = {
                "id": t.gettext("Id"),
                "length": t.gettext("Length, longest first"),
                "rank": t.gettext("Rank"),
            }
            choice("order", t.gettext("Order"), orders, settings, take_search)
        asked = settings.inspector
        query, way, order = asked.search, asked.way, asked.order

    def ask(start: int) -> FoundTokens:
        return subject.ask(FindTokens(query, way, order, start, PAGE_SIZE, only), FoundTokens)

    found = ask(0)
    start = page_of(found.all, settings, t)
    title = t.ngettext("{count} token", "{count} tokens", found.all)
    title = title.format(count=number(found.all))
    if only:
        tokens = token_records.added(ask(start), subject.is_bpe, title, t)
    else:
        label = t.gettext("Whole vocabulary as CSV")
        file = downloads.link(label, "vocabulary", settings, t)
        tokens = token_records.tokens(ask(start), subject.is_bpe, title, file, t)
    draw("inspected_tokens", tokens=tokens)
    if only and tokens["rows"]:
        st.caption(
            t.gettext(
                "Options, named as in tokenizer.json. lstrip and rstrip: takes the white "
                "space before or after it. single_word: not found inside a word. normalized: found "
                "in the normalized text. special: can be left out when ids are decoded."
            )
        )


def search_field(settings: Settings, t: Translation) -> None:
    """Draw the field of a search."""
    st.text_input(
        t.gettext("Search"),
        max_chars=MAX_QUERY,
        value=settings.inspector.search,
        key=widgets.key_for("search", settings, settings.inspector.search),
        on_change=take_search,
        args=("search", settings.lang),
    )


def take_search(name: str, lang: str) -> None:
    """Take what was changed of the list or its search, and show the first page of it."""
    session.change(session.settings().replace(**{name: widgets.entered(name, lang)}, list_page=1))


def page_of(rows: int, settings: Settings, t: Translation) -> int:
    """Draw the choice of a page, and return its first row. rows: of all pages."""
    pages = -(-rows // PAGE_SIZE)
    if pages < 2:
        return 0
    page = min(settings.inspector.page, pages)
    st.number_input(
        t.gettext("Page (of {pages})").format(pages=number(pages)),
        min_value=1,
        max_value=pages,
        step=1,
        value=page,
        key=widgets.key_for("list_page", settings, page, (str(pages),)),
        on_change=callbacks.take,
        args=("list_page", settings.lang),
        width=200,
    )
    return (page - 1) * PAGE_SIZE


def merges(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw the merges. Raises bpe.InputError if they cannot be read."""
    search_field(settings, t)
    query = settings.inspector.search
    found = subject.ask(FindMerges(query, 0, PAGE_SIZE), FoundMerges)
    if not found.all and not query:
        st.info(t.gettext("This tokenizer has no merges."))
        return
    start = page_of(found.all, settings, t)
    shown = subject.ask(FindMerges(query, start, PAGE_SIZE), FoundMerges)
    title = t.ngettext("{count} merge", "{count} merges", found.all)
    title = title.format(count=number(found.all))
    draw("inspected_merges", tokens=token_records.merges(shown, title, t))


def two_vocabularies(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw the differences from another vocabulary. Raises bpe.InputError if it is unusable."""
    mine = settings.encoding.tokenizer
    labels = {TRAINED_HERE: t.gettext("Trained here"), **named_tokenizers.titles()}
    for each in (*settings.comparison.tokenizers, settings.inspector.other):
        if each and each not in TRAINED and each not in labels:
            labels[each] = upload_name(each, t)
    labels.pop(mine or TRAINED_HERE, None)
    wanted = settings.inspector.other
    name = wanted if wanted in labels else next(iter(labels))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose(
            st.selectbox,
            t.gettext("Compare with"),
            Options(labels, name, partial(take_search, "other", settings.lang)),
            widgets.key_for("other", settings, name, tuple(labels)),
        )
        with st.popover(t.gettext("Upload a tokenizer")):
            st.file_uploader(
                upload_label(t),
                accept_multiple_files=True,
                key=widgets.upload_key(OTHER_FILE),
                help=upload_help(t),
                on_change=take_other,
            )
    other = subject_of(with_other(settings, name), t)
    if other is None:
        st.info(t.gettext("The other tokenizer is still in training."))
        return
    categories = token_records.categories(subject.title, other.title, t)
    category = settings.inspector.differences
    choose(
        st.selectbox,  # file names can be too wide for buttons
        t.gettext("Show"),
        Options(categories, category, partial(take_search, "differences", settings.lang)),
        widgets.key_for("differences", settings, category, tuple(categories.values())),
    )
    found = subject.compare(CompareVocabularies(category, 0, PAGE_SIZE), other)
    st.caption(summary(found.both, found.same_id, t))
    start = page_of(found.all, settings, t)
    shown = subject.compare(CompareVocabularies(category, start, PAGE_SIZE), other)
    counts = {"first": found.only_first, "second": found.only_second, "ids": found.all}
    title = t.gettext("{kind}: {name}").format(
        kind=categories[category], name=number(counts[category])
    )
    names = (subject.title, other.title)
    label = t.gettext("All differences as CSV")
    file = downloads.link(label, "differences", settings.replace(other=name), t)
    tokens = token_records.compared(shown, names, title, file, t)
    draw("inspected_two", tokens=tokens, other=name if category == "second" else "")


def take_other() -> None:
    """Compare with an uploaded tokenizer."""
    if name := read_uploads(OTHER_FILE, keep_tokenizer):
        now = session.settings()
        session.change(now.replace(other=name, differences="first", list_page=1))


def summary(both: int, same_id: int, t: Translation) -> str:
    """How much two vocabularies have in common.

    >>> summary(2, 1, Translation())
    '2 texts are tokens of both. 1 of them has the same id in both.'
    """
    first = t.ngettext(
        "{count} text is a token of both.", "{count} texts are tokens of both.", both
    ).format(count=number(both))
    second = t.ngettext(
        "{count} of them has the same id in both.",
        "{count} of them have the same id in both.",
        same_id,
    ).format(count=number(same_id))
    return f"{first} {second}"


def token(subject: Subject, settings: Settings, t: Translation) -> None:
    """Draw the token that is open, with the merges that make it."""
    asked = settings.inspector.token
    shown = int(asked) if asked else None
    st.number_input(
        t.gettext("Token with the id"),
        min_value=0,
        max_value=2**32,
        step=1,
        value=None,
        key=widgets.key_for("token", settings, shown),
        on_change=take_token,
        args=(settings.lang,),
        width=200,
    )
    if shown is None:
        st.caption(t.gettext("Press an id in the list to see how its token is made."))
        return

    def show() -> None:
        found = subject.ask(FindTree(shown), TokenTree)
        draw("inspected_tree", tree=token_records.tree(found, t))

    attempt("token", show, t)


def take_token(lang: str) -> None:
    """Take the id of the token to show; none if the field is empty."""
    entered = widgets.entered("token", lang)
    token = "" if entered in (None, "") else str(entered)
    session.change(session.settings().replace(token=token))
