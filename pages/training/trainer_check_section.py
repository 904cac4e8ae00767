"""The section in which readers compare the merges of their own trainer with the training."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

import bpe
from pages.hosting.components import common, static_tables
from pages.jobs import stored_files
from pages.runs import runs
from pages.settings import corpus_callbacks, widgets
from pages.settings.stage_section import unfolding
from pages.settings.uploads import read_uploads
from pages.stage.table_types import StaticTablesData, StepButton
from pages.stage.tokens import number
from pages.state import session
from pages.state.corpus import OWN_TEXT
from pages.state.settings import MAX_VOCAB, Settings
from pages.storage import file_store
from pages.training import trainer_check, trainer_check_report
from pages.training.trainer_check import CheckReply, DifferenceData
from pages.translations.language import Translation, translation
from pages.translations.markdown import fill

PASTED, FILES, MUST_FIT = "pasted_merges", "merges", "check_must_fit"
MAX_PASTED = 200_000  # characters; more must be uploaded


def check_trainer(settings: Settings) -> None:
    """Draw the section, closed unless the settings name it."""
    title = translation(settings.lang).gettext("Check your own trainer")
    unfolding(settings, title, "check", runs.run_of, draw)


def draw(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """Draw the fields, and the result if merges were given."""
    if settings.view.section == "check":  # no expander, which would have the title
        st.markdown("**" + t.gettext("Check your own trainer") + "**")
    st.caption(
        t.gettext(
            "Have you written a BPE trainer? Give its merges. The app trains on the corpus and the "
            "settings in the sidebar, finds the first merge that differs, and tries what usually "
            "causes such a difference."
        )
    )
    give_merges(settings, t)
    if not settings.view.merges:
        return
    must_fit = st.checkbox(
        t.gettext("The number of merges must fit the vocabulary size too"), key=MUST_FIT
    )
    try:
        with st.spinner(t.gettext("Comparing the merges …")):
            reply = trainer_check.check(settings, must_fit)
    except bpe.InputError as error:
        st.warning(fill(t.gettext(error.sentence), error.values))
        return
    show(reply, settings, run, t)


def give_merges(settings: Settings, t: Translation) -> None:
    """Draw the fields for merges: a text and files; and for an own text, where they come from."""
    left, right = st.columns(2)
    with left:
        st.text_area(
            t.gettext("Paste your merges"),
            max_chars=MAX_PASTED,
            height=150,
            key=PASTED,
            on_change=take_pasted,
            placeholder="[(b's', b't'), (b'e', b'st'), ...]",
            help=t.gettext(
                "In order, in one of these forms: the lines of a merges.txt; pairs of Python "
                "literals, as print writes them; pairs as JSON."
            ),
        )
        st.button(t.gettext("Compare"), type="primary", on_click=take_pasted)
    with right:
        st.file_uploader(
            t.gettext("Or upload merges.txt, vocab.json with merges.txt, or tokenizer.json"),
            accept_multiple_files=True,
            key=widgets.upload_key(FILES),
            on_change=take_files,
        )
        if cs336(settings) != settings:
            st.button(
                t.gettext("Use the settings of Stanford CS336"),
                on_click=take_cs336,
                help=t.gettext(
                    "GPT-2's pattern, all 256 bytes, the greatest pair where counts are equal, the "
                    "special token <|endoftext|>, and the whole text with its line ends."
                ),
            )
            if settings.corpus.listed != OWN_TEXT:
                st.caption(t.gettext("Then paste or upload your own text in the sidebar."))


def show(reply: CheckReply, settings: Settings, run: bpe.Run, t: Translation) -> None:
    """Draw the result of a comparison."""
    st.caption(trainer_check_report.read_merges(reply, t))
    difference = reply.difference
    if difference is None:
        st.success(trainer_check_report.verdict(reply, t))
        if run.stopped == "vocabulary" and reply.merges != len(run.merges):
            st.caption(trainer_check_report.needed(run, t))
        return
    st.warning(trainer_check_report.verdict(reply, t))
    st.markdown(" ".join(trainer_check_report.details(difference, t)))
    draw_causes(difference, reply.merges, t)
    rank = difference.rank
    data: StaticTablesData = {
        "tables": [trainer_check_report.pairs_table(difference, run.first_ranks, t)],
    }
    if rank <= len(run.merges):
        label = t.gettext("Go to merge {k}, where your merges first differ").format(k=number(rank))
        data["go"] = StepButton(label, rank)
    static_tables(key="trainer_check", data={**common(), **data})
    vocab = len(run.vocab) - len(run.merges) + rank
    if rank > len(run.merges) and difference.expected and vocab <= MAX_VOCAB:
        st.button(
            t.gettext("Train up to merge {k}, to see this step").format(k=number(rank)),
            on_click=train_up_to,
            args=(vocab,),
        )


def draw_causes(difference: DifferenceData, merges: int, t: Translation) -> None:
    """Draw what probably causes the difference."""
    found = trainer_check_report.causes(difference, merges, t)
    if found:
        title = trainer_check_report.heading(difference, t)
        st.markdown("\n".join([f"**{title}**", "", *(f"- {each}" for each in found)]))
    if about := trainer_check_report.about_causes(difference, merges, t):
        st.markdown(about)
    if difference.has_untried:
        st.caption(
            t.gettext("Some causes were not tried, because the corpus is too large for them.")
        )


def take_pasted() -> None:
    """Take pasted merges."""
    text = widgets.text(PASTED)
    if not text.strip():
        return
    try:
        name = file_store.keep(text.encode())
    except bpe.InputError as error:
        session.show_error(error)
    else:
        session.change(session.settings().replace(merges=name))


def take_files() -> None:
    """Take uploaded merges."""
    name = read_uploads(FILES, keep_merges)
    if name:
        session.change(session.settings().replace(merges=name))


def keep_merges(files: list[UploadedFile]) -> str:
    """Store uploaded merges and return their name. Raises bpe.InputError if there is no room."""
    return file_store.keep(stored_files.join({file.name: file.getvalue() for file in files}))


def cs336(settings: Settings) -> Settings:
    """The settings with those of the handout of CS336. Its vocabularies have at least 500 tokens.

    >>> cs336(Settings()).bpe.ties
    'greatest'
    """
    return settings.replace(
        algorithm="bpe",
        split="gpt2",
        norm="none",
        documents="whole",
        alphabet="bytes",
        ties="greatest",
        special="<|endoftext|>",
        min_count=1,
        vocab=max(settings.bpe.vocab, 500),
    )


def take_cs336() -> None:
    """Take an own text, unless there is one, and the settings of CS336."""
    old = session.settings()
    if old.corpus.listed != OWN_TEXT:
        corpus_callbacks.change_corpus(OWN_TEXT)
    session.change(cs336(session.settings()).replace(section=old.view.section))


def train_up_to(vocab: int) -> None:
    """Train with a larger vocabulary."""
    session.change(session.settings().replace(vocab=vocab))
