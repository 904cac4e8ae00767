"""The sections of the training page: the stage, and what is below it."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import bpe
from bpe.inspection.stages import stages
from pages.hosting.components import common, compare_tie_rules, follow_step, inspector
from pages.runs import runs
from pages.runs.runs import TrainingRun
from pages.settings import callbacks, text_stages, widgets
from pages.settings.choices import Options, choose
from pages.settings.stage_section import unfolding, unfolding_training
from pages.settings.training_progress import progress
from pages.stage.inspection_types import InspectorData
from pages.stage.table_types import StepButton
from pages.stage.tables import Table
from pages.state.settings import Settings
from pages.training import before_and_after as before
from pages.training import compare_tie_rules as two
from pages.training.explanations import rule_name
from pages.training.kind import training_kind
from pages.training.panels import other_rule
from pages.training.record_parts import ALL_PAIRS
from pages.training.record_types import TieRulesPanel
from pages.translations.language import Translation, translation

CHAPTER = "https://huggingface.co/learn/llm-course/chapter6/6"


@st.fragment
def every_pair(settings: Settings, run: TrainingRun) -> None:
    """Draw the whole pair table of a run that has too many pairs for the stage.

    While it is open, it follows the step: this is all that the server hears of the step.
    """
    if run.history.most_pairs > ALL_PAIRS:
        title = translation(settings.lang).gettext("All pairs at this step")
        unfolding_training(settings, title, "every_pair", draw_every_pair)


def draw_every_pair(settings: Settings, run: TrainingRun, t: Translation) -> None:
    """Draw the content of `every_pair`."""
    shown = follow_step(
        key="pairs_step", data=common(), default={"step": 0}, on_step_change=lambda: None
    ).step
    k = max(0, min(shown, len(run.merges))) if type(shown) is int else 0
    st.caption(t.gettext("Step {step} of {last}").format(step=k, last=len(run.merges)))
    draw_table(st.container(), training_kind(run).pairs_before(k, t), 320)


def draw_table(place: DeltaGenerator, table: Table, height: int) -> None:
    """Draw a table that can be sorted. pandas is loaded only now: it takes 0.2 s and 100 MB."""
    import pandas as pd

    heads, rows = table
    place.dataframe(pd.DataFrame(list(rows), columns=heads), hide_index=True, height=height)


@st.fragment
def start_and_end(settings: Settings) -> None:
    """Draw what happens before the first merge, and the pairs left after the last."""
    title = translation(settings.lang).gettext("Before the first merge and after the last")
    unfolding_training(settings, title, "start_and_end", draw_start_and_end)


def draw_start_and_end(settings: Settings, run: TrainingRun, t: Translation) -> None:
    """Draw the content of `start_and_end`."""
    texts = settings.corpus.texts()
    names = [
        t.gettext("1 Text"),
        t.gettext("2 Normalized"),
        t.gettext("3 Words, with offsets"),
        t.gettext("4 Word counts and characters"),
        t.gettext("5 Alphabet"),
        t.gettext("6 Pairs left"),
    ]
    text, normalized, words, counts, alphabet, left = st.tabs(names)
    if texts:
        text.code(before.beginning(texts), language=None, wrap_lines=True)
        normalized.code(
            before.normalized(texts, settings.corpus.norm), language=None, wrap_lines=True
        )
        with words:
            draw_split(before.beginning(texts), run, t)
        draw_table(words, before.words(texts, run, t), 320)
    else:
        for tab in (text, normalized, words):
            tab.info(t.gettext("This corpus is a list of word counts, so it has no text."))
    draw_table(counts, before.counts(run, t), 320)
    kind = training_kind(run)
    alphabet.text(before.sizes(run.history, t))
    alphabet.caption(kind.about_alphabet(t))
    draw_table(alphabet, kind.alphabet(t), 280)
    left.text(kind.ended(t))
    draw_table(left, kind.remaining_pairs(t), 280)


def draw_split(text: str, run: TrainingRun, t: Translation) -> None:
    """Draw how the beginning of the corpus is split, and which part of the pattern made each word.

    Draws nothing if no pattern splits it.
    """
    found = [each for each in stages(run.encoder(), text) if each.patterns]
    if found:
        record = text_stages.record(found, t)
        record["title"] = t.gettext("Which part of the pattern made each word")
        data: InspectorData = {"stages": record, "tokens": None, "tree": None}
        inspector(key="split", data={**common(), **data})


def about_wordpiece(settings: Settings) -> None:
    """Say what WordPiece is, which chapter teaches it, and how the library trains it."""
    about = translation(settings.lang).gettext(
        "WordPiece is the tokenizer of BERT. [Chapter 6.6 of Hugging Face]({chapter}) teaches it "
        "as shown here. Google never published its own trainer. The WordPieceTrainer of Hugging "
        "Face tokenizers differs. It merges the pair with the highest count, like BPE, so it "
        "learns other tokens."
    )
    st.caption(about.format(chapter=CHAPTER))


@st.fragment
def compare_rules(settings: Settings) -> None:
    """Compare two tie rules at the step where they first differ."""
    title = translation(settings.lang).gettext("Compare two tie rules")
    unfolding(settings, title, "rules", runs.run_of, draw_rules)


def draw_rules(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """Draw the content of `compare_rules`."""
    others = {ties: rule_name(ties, t) for ties in bpe.TIES if ties != settings.bpe.ties}
    other = choose(
        st.segmented_control,
        t.gettext("Compare with"),
        Options(
            others, other_rule(settings), partial(callbacks.take_view, "against", settings.lang)
        ),
        widgets.key_for("against", settings, other_rule(settings)),
        required=True,
    )
    under_other = settings.replace(ties=other)
    another = runs.run_of(under_other)
    if another is None:
        progress(under_other, drawn=settings)
        return
    k = run.first_difference(another)
    if k is None:
        st.info(t.gettext("Both rules produce the same merges."))
        return
    label = t.gettext("Go to merge {k}, where the rules first differ").format(k=k)
    compared = two.compare((run, another), k, t, settings.lang)
    data: TieRulesPanel = {**compared, "go": StepButton(label, min(k, len(run.merges)))}
    compare_tie_rules(key="compare", data={**common(), **data})
