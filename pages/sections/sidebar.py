"""The settings in the sidebar, drawn. `pages.sections.callbacks` has what a change of one does.

A control's key ends in the language: a control that outlived a change of the language would go on
showing the old one's labels. So each is filled from the settings whenever it is new.
"""

from collections.abc import Callable

import streamlit as st

import bpe
from pages.corpora import file_store
from pages.corpora.typed import MAX_COUNT, MAX_OWN
from pages.i18n.language import LANGUAGES, Translation, translation
from pages.sections import callbacks
from pages.sections.choices import choose
from pages.state import session
from pages.state.settings import (
    CORPORA,
    MAX_PRUNE,
    MAX_SEEDS,
    MAX_SPECIAL,
    MAX_VOCAB,
    MAX_WATCH,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    PYTHON,
    Settings,
)
from pages.view import setting_names
from pages.view.bpe.explanations import rule_name


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
        t.gettext("Sentence to watch"),
        max_chars=MAX_WATCH,
        key=seeded("watch", settings),
        on_change=callbacks.take,
        args=("watch", settings.lang),
    )


def of_bpe(settings: Settings, t: Translation, watches: bool = True) -> None:
    """Draw the settings of BPE."""
    vocab_help = t.gettext(
        "Training stops when the vocabulary has this many tokens. Special tokens, characters and "
        "merged tokens all count."
    )
    number("vocab", t.gettext("Vocabulary size"), settings, MAX_VOCAB, vocab_help)
    rules = {ties: rule_name(ties, t) for ties in bpe.TIES}
    choice("ties", t.gettext("Tie rule"), rules, settings)
    if watches:
        watched(settings, t)
    with st.expander(t.gettext("More settings")):
        more(settings, t)


def of_encoding(settings: Settings, t: Translation) -> None:
    """Draw the settings of what encodes: the training, or a tokenizer that was brought."""
    if settings.tokenizer:
        st.button(t.gettext("Back to the trained tokenizer"), on_click=callbacks.drop_tokenizer)
    else:
        of_bpe(settings, t, watches=False)
    st.file_uploader(
        t.gettext("Upload a tokenizer (tokenizer.json, or vocab.json and merges.txt)"),
        accept_multiple_files=True,
        key=f"tokenizer_{st.session_state.get('brought', 0)}",
        on_change=callbacks.take_tokenizer,
    )


def of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram."""
    methods = {
        "course": t.gettext("Course method: pruning only"),
        "em": t.gettext("EM: the full algorithm"),
    }
    choice("method", t.gettext("Method"), methods, settings, callbacks.take_method)
    size_help = t.gettext(
        "Training removes pieces until this many are left. Characters are never removed."
    )
    number("size", t.gettext("Target number of pieces"), settings, MAX_VOCAB, size_help)
    if settings.show == "beside":
        watched(settings, t)
    with st.expander(t.gettext("More settings")):
        more_of_unigram(settings, t)


def more_of_unigram(settings: Settings, t: Translation) -> None:
    """Draw the settings of Unigram that are needed less often."""
    seeds = {
        "substrings": t.gettext("All substrings of words"),
        "frequent": t.gettext("Characters and frequent substrings"),
        "repeated": t.gettext("Repeated substrings (as in EM)"),
    }
    choice("cut", t.gettext("Pre-tokenization"), setting_names.splits(t), settings)
    choice("norm", t.gettext("Normalization"), setting_names.normalizations(t), settings)
    choice("seeds", t.gettext("Seeds"), seeds, settings)
    if settings.seeds != "substrings":
        most = t.gettext(
            "Seeds are the pieces that training starts with. It takes at most this many, the "
            "most promising first."
        )
        number("most", t.gettext("Maximum seeds"), settings, MAX_SEEDS, most)
    share = t.gettext("Each round removes this share of the pieces.")
    number("prune", t.gettext("Pruned per round, in percent"), settings, MAX_PRUNE, share)
    if settings.method == "course":
        starts = {
            "zero": t.gettext("0, the logarithm of 1"),
            "one": t.gettext("1, as in the course's code"),
        }
        choice("start", t.gettext("Scores start at"), starts, settings)


def more(settings: Settings, t: Translation) -> None:
    """Draw the settings that are needed less often."""
    choice("split", t.gettext("Pre-tokenization"), setting_names.splits(t), settings)
    choice("norm", t.gettext("Normalization"), setting_names.normalizations(t), settings)
    st.text_input(
        t.gettext("Special tokens"),
        max_chars=MAX_SPECIAL,
        key=seeded("special", settings),
        on_change=callbacks.take,
        args=("special", settings.lang),
        help=t.gettext("Special tokens come first in the vocabulary. Separate them with spaces."),
    )
    least = t.gettext("Pairs that occur less often are not merged.")
    number("min", t.gettext("Minimum count"), settings, MAX_COUNT, least)


def choose_corpus(settings: Settings, t: Translation) -> None:
    """Draw the choice of the corpus, and the field of an own one."""
    samples = setting_names.samples(t)
    titles = setting_names.titles(t)
    choose(
        st.selectbox,
        t.gettext("Corpus"),
        {corpus: titles[corpus] for corpus in CORPORA},
        settings.listed,
        seeded("corpus", settings),
        callbacks.take_corpus,
        (settings.lang,),
    )
    if not settings.is_own:
        about_it = {**samples, PYTHON: setting_names.python(t)}
        st.caption(about_it[settings.corpus][1])
        return
    if settings.corpus == OWN_FILE:
        file_kept(settings, t)
    else:
        typed(settings, t)
    st.file_uploader(
        t.gettext("Or upload word counts (CSV or TSV)")
        if settings.listed == OWN_COUNTS
        else t.gettext("Or upload text files"),
        accept_multiple_files=True,
        key=f"files_{st.session_state.get('brought', 0)}",
        on_change=callbacks.take_files,
    )


def file_kept(settings: Settings, t: Translation) -> None:
    """What is said of a corpus that the server keeps, and the way back to a typed one."""
    path = file_store.path_of(settings.own)
    size = path.stat().st_size / 1_000_000 if path else 0
    if settings.listed == OWN_COUNTS:
        about_it = t.gettext(
            "Word counts, {size} MB. This server keeps the file while it has space. Links work "
            "only on this server, and only while it keeps the file."
        )
        back = t.gettext("Type word counts instead")
    else:
        about_it = t.gettext(
            "Text, {size} MB, one document per line. This server keeps the file while it has "
            "space. Links work only on this server, and only while it keeps the file."
        )
        back = t.gettext("Type a text instead")
    st.caption(about_it.format(size=f"{size:.2f}"))
    st.button(back, on_click=callbacks.take_corpus, args=(settings.lang,))


def typed(settings: Settings, t: Translation) -> None:
    """The field of an own corpus."""
    st.text_area(
        t.gettext("Text, one document per line")
        if settings.corpus == OWN_TEXT
        else t.gettext("Word counts, one word per line"),
        max_chars=MAX_OWN if settings.corpus == OWN_COUNTS else None,
        height=160,
        key=seeded("own", settings),
        on_change=callbacks.take,
        args=("own", settings.lang),
    )
    refusal = st.session_state.get("refusal")
    if refusal and refusal[2] == "corpus":
        sentence, values, _ = refusal
        st.error(t.gettext(sentence).format(**values))
    else:
        st.caption(t.gettext("Training starts when you leave the field."))


def seeded(name: str, settings: Settings) -> str:
    """Return the key of a control, which shows the setting, or a corpus that was refused.

    Streamlit may still have an older value under the key, of a page that was left.
    """
    key, refusal = session.control(name, settings.lang), st.session_state.get("refusal")
    if name == "own" and refusal and refusal[2] == "corpus" and key in st.session_state:
        return key
    value = settings.listed if name == "corpus" else getattr(settings, name)
    return session.set_control(name, settings.lang, value)


def choice(
    name: str,
    label: str,
    options: dict[str, str],
    settings: Settings,
    on_change: Callable[[str, str], None] | None = None,
) -> None:
    """A control with which one of a few ids is chosen by its label."""
    choose(
        st.selectbox,
        label,
        options,
        getattr(settings, name),
        seeded(name, settings),
        on_change or callbacks.take,
        (name, settings.lang),
    )


def number(name: str, label: str, settings: Settings, most: int, help_text: str) -> None:
    """A control for a whole number from 1."""
    t = translation(settings.lang)
    most_text = t.gettext("At most {most}.").format(most=f"{most:,}")
    st.number_input(
        label,
        min_value=1,
        max_value=most,
        step=1,
        key=seeded(name, settings),
        on_change=callbacks.take,
        args=(name, settings.lang),
        help=f"{help_text} {most_text}",
    )
