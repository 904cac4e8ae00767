"""The settings in the sidebar. What cannot be used is refused here, and what was there stays.

A control's key ends in the language: a control that outlived a change of the language would go on
showing the old one's labels. So each is filled from the settings whenever it is new.
"""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

import bpe
from pages import brought, counted, library, session
from pages.bounds import let_go
from pages.language import LANGUAGES, Translation, translation
from pages.own import KEPT_COUNTS, MAX_COUNT, MAX_OWN, fits
from pages.settings import (
    CORPORA,
    MAX_PRUNE,
    MAX_SEEDS,
    MAX_SPECIAL,
    MAX_VOCAB,
    MAX_WATCH,
    MAX_WORD,
    MOST_MERGES,
    OF_UNIGRAM,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    PYTHON,
    Settings,
    defaults,
    with_method,
)
from pages.view import about
from pages.view.reasons import rule_name


def show(settings: Settings, t: Translation, page: str) -> None:
    """Draw the controls that a page has, by its path."""
    if page in ("course", "lesson"):
        choice("lang", t.gettext("Language"), LANGUAGES, settings)
        return
    if not (page == "encode" and settings.tokenizer):
        choose_corpus(settings, t)
    if page == "unigram":
        of_unigram(settings, t)
    elif page == "encode":
        of_encoding(settings, t)
    else:
        of_bpe(settings, t)
    choice("lang", t.gettext("Language"), LANGUAGES, settings)


def watched(settings: Settings, t: Translation) -> None:
    """The field of the watched sentence."""
    st.text_input(
        t.gettext("Watch a sentence"),
        max_chars=MAX_WATCH,
        key=seeded("watch", settings),
        on_change=take,
        args=("watch", settings.lang),
    )


def of_bpe(settings: Settings, t: Translation, watches: bool = True) -> None:
    """Draw the settings of BPE."""
    vocab_help = t.gettext(
        "Training stops when the vocabulary has this many tokens: special tokens, characters and "
        "merges together."
    )
    number("vocab", t.gettext("Vocabulary size"), settings, MAX_VOCAB, vocab_help)
    rules = {ties: rule_name(ties, t) for ties in bpe.TIES}
    choice("ties", t.gettext("Between equal counts"), rules, settings)
    if watches:
        watched(settings, t)
    with st.expander(t.gettext("More settings")):
        more(settings, t)


def of_encoding(settings: Settings, t: Translation) -> None:
    """Draw the settings of what encodes: the training, or a tokenizer that was brought."""
    if settings.tokenizer:
        st.button(t.gettext("Back to the trained tokenizer"), on_click=drop_tokenizer)
    else:
        of_bpe(settings, t, watches=False)
    st.file_uploader(
        t.gettext("Bring a tokenizer: tokenizer.json, or vocab.json and merges.txt"),
        accept_multiple_files=True,
        key=f"tokenizer_{st.session_state.get('brought', 0)}",
        on_change=take_tokenizer,
    )


def of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram."""
    methods = {
        "course": t.gettext("The course's: prune, nothing else"),
        "em": t.gettext("EM: the real thing"),
    }
    choice("method", t.gettext("Method"), methods, settings, take_method)
    size_help = t.gettext("Pieces are pruned until this many are left. No character ever goes.")
    number("size", t.gettext("Pieces wanted"), settings, MAX_VOCAB, size_help)
    if settings.show == "beside":
        watched(settings, t)
    with st.expander(t.gettext("More settings")):
        more_of_unigram(settings, t)


def more_of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram that are needed less often."""
    seeds = {
        "substrings": t.gettext("All parts of words"),
        "frequent": t.gettext("Characters and frequent parts"),
        "repeated": t.gettext("Parts that repeat (EM's)"),
    }
    choice("cut", t.gettext("Pre-tokenization"), splits(t), settings)
    choice("norm", t.gettext("Normalization"), normalizations(t), settings)
    choice("seeds", t.gettext("Seeds"), seeds, settings)
    if settings.seeds != "substrings":
        most = t.gettext("At most this many seeds are taken, the most promising first.")
        number("most", t.gettext("Most seeds"), settings, MAX_SEEDS, most)
    share = t.gettext("This share of the pieces goes in each round.")
    number("prune", t.gettext("Pruned per round, in percent"), settings, MAX_PRUNE, share)
    if settings.method == "course":
        starts = {
            "zero": t.gettext("0, the logarithm of 1"),
            "one": t.gettext("1, as the course's code has it"),
        }
        choice("start", t.gettext("Scores start at"), starts, settings)


def splits(t: Translation) -> dict[str, str]:
    """The pre-tokenizers by id."""
    return {
        "gpt2": t.gettext("GPT-2, byte level"),
        "metaspace": t.gettext("Metaspace (▁)"),
        "whitespace": t.gettext("White space"),
        "none": t.gettext("None"),
    }


def normalizations(t: Translation) -> dict[str, str]:
    """The normalizations by id."""
    return {
        "none": t.gettext("None"),
        "nfc": t.gettext("NFC: marks composed"),
        "nfkc": t.gettext("NFKC: variants unified"),
        "lower": t.gettext("Lower case"),
    }


def more(settings: Settings, t: Translation) -> None:
    """Draw the settings that are needed less often."""
    choice("split", t.gettext("Pre-tokenization"), splits(t), settings)
    choice("norm", t.gettext("Normalization"), normalizations(t), settings)
    st.text_input(
        t.gettext("Special tokens"),
        max_chars=MAX_SPECIAL,
        key=seeded("special", settings),
        on_change=take,
        args=("special", settings.lang),
        help=t.gettext("They come first in the vocabulary. Put spaces between several."),
    )
    least = t.gettext("A pair that occurs less often is not merged.")
    number("min", t.gettext("Least count"), settings, MAX_COUNT, least)


def choose_corpus(settings: Settings, t: Translation) -> None:
    """Draw the choice of the corpus, and the field of an own one."""
    samples = about.samples(t)
    st.selectbox(
        t.gettext("Corpus"),
        CORPORA,
        key=seeded("corpus", settings),
        format_func=about.titles(t).__getitem__,
        on_change=take_corpus,
        args=(settings.lang,),
    )
    if not settings.is_own:
        about_it = {**samples, PYTHON: about.python(t)}
        st.caption(about_it[settings.corpus][1])
        return
    if settings.corpus == OWN_FILE:
        file_kept(settings, t)
    else:
        typed(settings, t)
    st.file_uploader(
        t.gettext("Or bring word counts, as CSV or TSV files")
        if settings.listed == OWN_COUNTS
        else t.gettext("Or bring text files"),
        accept_multiple_files=True,
        key=f"files_{st.session_state.get('brought', 0)}",
        on_change=take_files,
    )


def file_kept(settings: Settings, t: Translation) -> None:
    """What is said of a corpus that the server keeps, and the way back to a typed one."""
    path = library.path_of(settings.own)
    size = path.stat().st_size / 1_000_000 if path else 0
    if settings.listed == OWN_COUNTS:
        about_it = t.gettext(
            "Word counts, {size} MB. This server keeps them while it has room, so a link to them "
            "works here and for as long."
        )
        back = t.gettext("Type word counts instead")
    else:
        about_it = t.gettext(
            "A text of {size} MB. This server keeps it while it has room, so a link to it works "
            "here and for as long; every line is a document."
        )
        back = t.gettext("Type a text instead")
    st.caption(about_it.format(size=f"{size:.2f}"))
    st.button(back, on_click=take_corpus, args=(settings.lang,))


def typed(settings: Settings, t: Translation) -> None:
    """The field of an own corpus."""
    st.text_area(
        t.gettext("Text, one document a line")
        if settings.corpus == OWN_TEXT
        else t.gettext("Word counts, one word a line"),
        max_chars=MAX_OWN if settings.corpus == OWN_COUNTS else None,
        height=160,
        key=seeded("own", settings),
        on_change=take,
        args=("own", settings.lang),
    )
    refusal = st.session_state.get("refusal")
    if refusal:
        sentence, values = refusal
        st.error(t.gettext(sentence).format(**values))
    else:
        st.caption(t.gettext("Training follows as soon as you leave the field."))


def seeded(name: str, settings: Settings) -> str:
    """The key of a control, which shows the setting unless the learner has changed it."""
    key = session.control(name, settings.lang)
    if key not in st.session_state:
        st.session_state[key] = settings.listed if name == "corpus" else getattr(settings, name)
    return key


def choice(
    name: str,
    label: str,
    options: dict[str, str],
    settings: Settings,
    on_change: Callable[[str, str], None] | None = None,
) -> None:
    """A control with which one of a few ids is chosen by its label."""
    st.selectbox(
        label,
        tuple(options),
        key=seeded(name, settings),
        format_func=options.__getitem__,
        on_change=on_change or take,
        args=(name, settings.lang),
    )


def number(name: str, label: str, settings: Settings, most: int, help_text: str) -> None:
    """A control for a whole number from 1."""
    st.number_input(
        label,
        min_value=1,
        max_value=most,
        step=1,
        key=seeded(name, settings),
        on_change=take,
        args=(name, settings.lang),
        help=help_text,
    )


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
    if name in OF_UNIGRAM:
        new = replace(new, upto=0)
    if new.is_large:
        session.change(new)
        return
    try:
        new.read_corpus()
    except bpe.InputError as error:
        session.reject(error)
        return
    session.change(new, from_start=name == "own")


def take_tokenizer() -> None:
    """The files of a tokenizer were brought. The field is emptied for the next ones."""
    state = st.session_state
    files = state.get(f"tokenizer_{state.get('brought', 0)}") or []
    state.brought = state.get("brought", 0) + 1
    try:
        name = brought.keep({file.name: file.getvalue() for file in files})
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


def take_text(text: str) -> None:
    """A text was typed or brought: a link carries it, or else the server keeps it."""
    state = st.session_state
    old = state.settings
    base = old if old.listed == OWN_TEXT else replace(defaults(OWN_TEXT), lang=old.lang)
    try:
        if fits(text):
            new = replace(base, corpus=OWN_TEXT, own=text)
            new.read_corpus()
        else:
            data = library.checked([text.encode()])
            new = replace(defaults(OWN_FILE), own=library.keep(data.encode()), lang=old.lang)
    except bpe.InputError as error:
        session.reject(error)
        return
    session.change(new, from_start=True)
    session.show(new)


def take_files() -> None:
    """Files were brought: one text, or word counts. The field is emptied for the next ones."""
    state = st.session_state
    files = state.get(f"files_{state.get('brought', 0)}") or []
    state.brought = state.get("brought", 0) + 1
    counted_files = [file for file in files if counted.is_counts(file.name)]
    try:
        if counted_files and len(counted_files) < len(files):
            raise bpe.InputError("Bring texts, or word counts as CSV or TSV, not both at once.")
        if counted_files:
            counts = counted.read([(file.name, file.getvalue()) for file in files])
        else:
            text = library.checked([file.getvalue() for file in files])
    except bpe.InputError as error:
        session.reject(error)
        return
    finally:
        let_go(files)
    if counted_files:
        if any(counted.has_head(file.name, file.getvalue()) for file in files):
            t = translation(state.settings.lang)
            st.toast(t.gettext("The first line was taken for headings, for it has no count."))
        take_counts(counts)
    else:
        take_text(text)


def take_counts(counts: dict[str, int]) -> None:
    """Word counts were brought: a link carries them, or else the server keeps them."""
    state = st.session_state
    old = state.settings
    text = counted.written(counts)
    if fits(text):
        base = old if old.corpus == OWN_COUNTS else replace(defaults(OWN_COUNTS), lang=old.lang)
        new = replace(base, own=text)
    else:
        try:
            name = library.keep(KEPT_COUNTS + text.encode())
        except bpe.InputError as error:
            session.reject(error)
            return
        new = replace(defaults(OWN_FILE), own=name, lang=old.lang)
        new = replace(new, split="whitespace", cut="whitespace")
    session.change(new, from_start=True)
    session.show(new)


def take_corpus(lang: str) -> None:
    """Another corpus was chosen: it comes with the settings that show it best."""
    state = st.session_state
    chosen = state[session.control("corpus", lang)]
    new = replace(defaults(chosen), lang=lang, view=state.settings.view)
    new = replace(new, show=state.settings.show)
    session.show(new)
    session.change(new, from_start=True)
