"""The sections of the training page: the stage and what follows its step, and what lies below.

What follows a step is in the fragment `steps`, which alone runs again when the stage moves on.
"""

from dataclasses import replace

import pandas as pd
import streamlit as st

import bpe
from bpe import unigram
from pages import records, session
from pages.components import common, compare, sheet, stage
from pages.failure import told
from pages.language import Translation, translation
from pages.piecewise import calls_of
from pages.report import file_name, report
from pages.settings import Settings
from pages.trainings import TRAININGS
from pages.view import charts, code, tables, training, waiting
from pages.view import compare as two
from pages.view import stages as before
from pages.view.reasons import ended, rule_name


@st.fragment(run_every=0.4)
def progress(settings: Settings, of: str = "bpe", drawn: Settings | None = None) -> None:
    """How far the worker is, and a button that stops it; at its end the page is drawn anew.

    of: "bpe" or "pieces", what is trained. drawn: the settings of the page, where the training
    is of others beside them; it cannot be stopped then.
    """
    t = translation(settings.lang)
    with told(t):
        if session.is_current(drawn or settings) and not ended_or_drawn(
            settings, of, drawn is None, t
        ):
            return
    st.rerun()


def ended_or_drawn(settings: Settings, of: str, stops: bool, t: Translation) -> bool:
    """What `progress` draws. Returns whether there is nothing to wait for any more."""
    key = settings.key if of == "bpe" else settings.pieces_key
    if records.RUNS.find(key):
        return True
    try:
        work = TRAININGS.of(key, settings.job() if of == "bpe" else settings.pieces_job())
    except bpe.InputError as error:
        session.refuse(error)
        return True
    if not work.ended:
        st.progress(work.share, text=waiting.progress(work, TRAININGS.before(work), t))
        if stops and of == "bpe":
            st.button(t.gettext("Stop, and keep the merges so far"), on_click=work.stop)
        elif stops:
            st.button(t.gettext("Stop, and keep the pieces as they are"), on_click=work.stop)
        return False
    run = work.run
    TRAININGS.forget(key)
    if run is None:
        session.refuse(work.error())
    elif run.stopped == "user":
        keep_stopped(settings, run)
    else:
        records.keep(key, run)
    return True


def keep_stopped(settings: Settings, run: bpe.Run | unigram.Run) -> None:
    """Keep a run that was stopped, under settings that describe just what it holds."""
    if isinstance(run, bpe.Run):
        stopped = replace(settings, vocab=len(run.vocab))
        records.keep(stopped.key, run)
    else:
        stopped = replace(settings, upto=calls_of(run))
        records.keep(stopped.pieces_key, run)
    session.instead(stopped)


def stage_by_at(settings: Settings, key: str, name: str, last: int, of: str = "") -> None:
    """Mount the stage on something that is stepped through by the setting `at`.

    key: the name of what is shown, in the records; name: the component's; of: the language of
    the texts, where it is known.
    """

    def follow() -> None:
        session.goto_at((st.session_state.get(name) or {}).get("goto"), key, last)

    def look() -> None:
        session.look((st.session_state.get(name) or {}).get("view"))

    session.bound_at(last)
    st.session_state.at_run = key
    stage(
        key=name,
        data={
            **common(),
            "run": key,
            "place": "at",
            "lang": settings.lang,
            "of": of,
            "seek": st.session_state.seek_at,
            "fresh": session.is_fresh(),
            "view": settings.view,
            "words": {},
        },
        on_goto_change=follow,
        on_view_change=look,
    )


@st.fragment
def steps(settings: Settings) -> None:
    """The stage, and what follows its step at the server's pace."""
    if not session.is_current(settings):
        st.rerun()
    t = translation(settings.lang)
    with told(t):
        draw_steps(settings, t)


def draw_steps(settings: Settings, t: Translation) -> None:
    """What `steps` draws."""
    run = records.run_of(settings)
    if run is None:  # it was let go meanwhile
        st.rerun()
    last = len(run.merges)

    def follow() -> None:
        session.goto(sent("goto"), settings.key, last)

    def look() -> None:
        session.look(sent("view"))

    def choose() -> None:
        session.choose_words(sent("words"))

    stage(
        key="stage",
        data={
            **common(),
            "run": settings.key,
            "place": "step",
            "lang": settings.lang,
            "of": settings.language,
            "seek": st.session_state.seek,
            "fresh": session.is_fresh(),
            "view": settings.view,
            "words": chosen_words(settings),
            "watch": training.watched(run, settings.watch, t),
        },
        on_goto_change=follow,
        on_view_change=look,
        on_words_change=choose,
    )
    plots(run, session.step(), t)
    downloads(settings, run, session.step(), t)
    the_code(run, session.step(), t)
    if run.most_pairs > training.ALL_PAIRS:
        every_pair(run, session.step(), t)


def chosen_words(settings: Settings) -> dict[str, str]:
    """Which of many words the records are to hold, where they are not the first ones."""
    if settings.words == "first":
        return {}
    return {"words": settings.words, "find": settings.find}


def sent(name: str) -> object:
    """What the stage sent under a name; nothing, where the page with the stage was just left."""
    return (st.session_state.get("stage") or {}).get(name)


def plots(run: bpe.Run, k: int, t: Translation) -> None:
    """Tokens per word and compression over the steps, the current one marked."""
    step = t.gettext("Step")
    words, compression = charts.titles(run, t)
    per_word, per_token, frequency = st.columns(3)
    for column, title, values in (
        (per_word, words, charts.tokens_per_word(run)),
        (per_token, compression, charts.compression(run)),
    ):
        with column:
            st.markdown(f"**{title}**")
            chart = charts.step_chart(step, title, len(run.merges), min(values), max(values))
            st.vega_lite_chart(charts.over_steps(values, k), chart, alt=title)
            st.caption(charts.told(values[0], values[k], values[-1], t))
    with frequency:
        title = t.gettext("Count of the merged pair, by rank")
        counts = [merge.count for merge in run.merges] or [1]
        least, most = min(counts), max(counts)
        st.markdown(f"**{title}**")
        chart = charts.rank_chart(
            t.gettext("Rank"), t.gettext("Count"), len(run.merges), least, most
        )
        st.vega_lite_chart(charts.by_rank(run, k), chart, alt=title)
        st.caption(charts.told(counts[0], counts[max(k - 1, 0)], counts[-1], t))


def the_code(run: bpe.Run, k: int, t: Translation) -> None:
    """The readable algorithm, with what it does at this step."""
    title = t.gettext("The code of step {k}").format(k=k)
    box = st.expander(title, key="code", on_change="rerun")
    if box.open:
        with box:
            sheet(key="code_sheet", data={**common(), **code.beside(run, k, t)})


def every_pair(run: bpe.Run, k: int, t: Translation) -> None:
    """The whole pair table of a run that has too many pairs for the stage."""
    title = t.gettext("Every pair at step {k}").format(k=k)
    box = st.expander(title, key="every_pair", on_change="rerun")
    if box.open:
        pairs = run.pairs(max(k - 1, 0))
        table = pd.DataFrame(training.pair_table(pairs), columns=training.pair_columns(t))
        box.dataframe(table, hide_index=True, height=320)


@st.fragment
def stages(settings: Settings) -> None:
    """What comes before the first merge, and what is left after the last."""
    t = translation(settings.lang)
    title = t.gettext("Before the first merge, and after the last")
    box = st.expander(title, key="stages", on_change="rerun")
    with box, told(t):
        run = records.run_of(settings) if box.open else None
        if run is not None:
            draw_stages(settings, run, t)


def draw_stages(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `stages` draws once it is opened."""
    texts = settings.texts()
    names = [
        t.gettext("1 Text"),
        t.gettext("2 Normalized"),
        t.gettext("3 Words, with offsets"),
        t.gettext("4 Word counts and characters"),
        t.gettext("5 Alphabet"),
        t.gettext("6 What is left"),
    ]
    text, normalized, words, counts, alphabet, left = st.tabs(names)
    if texts:
        text.code(before.beginning(texts), language=None, wrap_lines=True)
        normalized.code(before.normalized(texts, settings.norm), language=None, wrap_lines=True)
        words.dataframe(before.words(texts, run.corpus, t), hide_index=True, height=320)
    else:
        for tab in (text, normalized, words):
            tab.info(t.gettext("This corpus is given as words and their counts."))
    counts.dataframe(before.counts(run, t), hide_index=True, height=320)
    alphabet.text(before.sizes(run, t))
    alphabet.dataframe(before.alphabet(run, t), hide_index=True, height=280)
    left.text(ended(run, t))
    left.dataframe(before.left(run, t), hide_index=True, height=280)


@st.fragment
def compare_rules(settings: Settings) -> None:
    """Two tie rules side by side, at the step where they first differ."""
    t = translation(settings.lang)
    box = st.expander(t.gettext("Two tie rules, side by side"), key="rules", on_change="rerun")
    with box, told(t):
        run = records.run_of(settings) if box.open else None
        if run is not None:
            draw_rules(settings, run, t)


def draw_rules(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `compare_rules` draws once it is opened."""
    others = [ties for ties in bpe.TIES if ties != settings.ties]
    other = st.segmented_control(
        t.gettext("Compare with"),
        others,
        default=others[0],
        format_func=lambda ties: rule_name(ties, t),
        key=f"other_{settings.ties}_{settings.lang}",
        required=True,
    )
    another = records.run_of(replace(settings, ties=other))
    if another is None:
        st.info(t.gettext("The other training is under way. Open this again in a moment."))
        return
    k = run.first_difference(another)
    if k is None:
        st.info(t.gettext("Under both rules every merge is the same."))
        return
    if st.button(t.gettext("The rules first differ at merge {k}. Go there").format(k=k)):
        session.seek(min(k, len(run.merges)))
        st.rerun()
    compare(key="compare", data={**common(), **two.sides((run, another), k, t, settings.lang)})


def downloads(settings: Settings, run: bpe.Run, k: int, t: Translation) -> None:
    """The tables to take away; made when they are asked for, of the step that is shown."""
    merges, pairs, whole, _ = st.columns(4)
    merges.download_button(
        t.gettext("Merges as CSV"),
        lambda: tables.merges_csv(run, t),
        file_name=f"merges-{settings.corpus}-{settings.ties}.csv",
        mime="text/csv",
        on_click="ignore",
        width="stretch",
    )
    pairs.download_button(
        t.gettext("Pairs at step {k} as CSV").format(k=k),
        lambda: tables.pairs_csv(run, k, t),
        file_name=f"pairs-{settings.corpus}-{settings.ties}-step-{k}.csv",
        mime="text/csv",
        on_click="ignore",
        width="stretch",
        key="pairs_csv",
    )
    whole.download_button(
        t.gettext("Report (HTML, works offline)"),
        lambda: report(run, settings),
        file_name=file_name(settings),
        mime="text/html",
        on_click="ignore",
        width="stretch",
        key="report",
    )
