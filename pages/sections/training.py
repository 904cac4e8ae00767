"""The sections of the training page: the stage and what follows its step, and what lies below.

What follows a step is in the fragment `steps`, which alone runs again when the stage moves on.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pandas as pd
import streamlit as st

import bpe
from bpe import unigram
from pages.i18n.language import Translation, translation
from pages.jobs.queue import TRAININGS, Training
from pages.jobs.unigram_job import calls_of
from pages.sections.choices import choose
from pages.server.components import common, compare, sheet, stage
from pages.server.errors import told
from pages.serving import runs
from pages.serving.html_report import file_name, report
from pages.state import session
from pages.state.defaults import with_method
from pages.state.settings import Settings
from pages.view import charts, tables
from pages.view import progress as view_progress
from pages.view.bpe import before_and_after as before
from pages.view.bpe import code
from pages.view.bpe import compare_tie_rules as two
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import FIRST, choice_of
from pages.view.bpe.explanations import ended, rule_name

Found = TypeVar("Found")


@st.fragment(run_every=0.4)
def progress(settings: Settings, of: str = "bpe", drawn: Settings | None = None) -> None:
    """How far the worker is, and a button that stops it; at its end the page is drawn anew.

    of: "bpe" or "pieces", what is trained. drawn: the settings of the page, where the training
    is of others beside them; it cannot be stopped then.
    """
    t = translation(settings.lang)
    done = False  # where the bar itself fails, a sentence says so, and the page is left alone
    with told(t):
        is_old = not session.is_drawn(drawn or settings)
        done = is_old or ended_or_drawn(settings, of, drawn is None, t)
    if done:
        st.rerun()


def ended_or_drawn(settings: Settings, of: str, stops: bool, t: Translation) -> bool:
    """What `progress` draws. Returns whether there is nothing to wait for any more."""
    key = settings.key if of == "bpe" else settings.pieces_key
    if runs.RUNS.find(key):
        return True
    try:
        work = TRAININGS.of(key, settings.job if of == "bpe" else settings.pieces_job)
        if work.ended and work.run is None:
            raise work.error()
    except bpe.InputError as error:
        if not stops:
            st.warning(t.gettext(error.sentence).format(**error.values))
            return False
        TRAININGS.forget(key)
        session.refuse(error, with_method(settings, "em") if of == "pieces" else None)
        return True
    if not work.ended:
        st.progress(work.share, text=view_progress.progress(work, TRAININGS.before(work), t))
        others = work.looked_at(by=session.me())
        if stops:
            offer_to_stop(work, key, of, others, t)
        return False
    assert work.run
    TRAININGS.forget(key)
    if work.run.stopped != "user":
        runs.keep(key, work.run)
    elif session.has_stopped(key):
        keep_stopped(settings, work.run)
    return True


def offer_to_stop(work: Training, key: str, of: str, others: bool, t: Translation) -> None:
    """The button that stops a training; others who wait for the same one keep it going."""
    if work.stopping:
        st.caption(t.gettext("Stopping, please wait."))
        return
    if others:
        st.caption(t.gettext("Other people are waiting for this training, so you cannot stop it."))
        return
    label = (
        t.gettext("Stop and keep the merges so far")
        if of == "bpe"
        else t.gettext("Stop and keep the current pieces")
    )

    def stop() -> None:
        session.stop(key)
        work.stop()

    st.button(label, on_click=stop)


def keep_stopped(settings: Settings, run: bpe.Run | unigram.Run) -> None:
    """Keep a run that was stopped, under settings that describe just what it holds.

    To everybody who asks for these it is a run to its end, as a training to that size would be.
    """
    if isinstance(run, bpe.Run):
        stopped = replace(settings, vocab=len(run.vocab))
        runs.keep(stopped.key, replace(run, vocab_size=len(run.vocab), stopped="vocabulary"))
    else:
        stopped = replace(settings, upto=calls_of(run))
        runs.keep(stopped.pieces_key, run)
    session.instead(stopped)


def stage_by_at(settings: Settings, key: str, name: str, last: int, of: str = "") -> None:
    """Mount the stage on something that is stepped through by the setting `at`.

    key: the name of what is shown, in the records; name: the component's; of: the language of
    the texts, where it is known.
    """
    session.bound_at(last)
    st.session_state.at_run = key
    seek = st.session_state.seek_at
    mount(settings, name, key, "at", seek, lambda value: session.goto_at(value, key, last), of=of)


def mount(
    settings: Settings,
    name: str,
    run: str,
    place: str,
    seek: object,
    follow: Callable[[object], None],
    **data: object,
) -> None:
    """Mount the stage.

    name: the component's key; follow: receives the steps that the stage went to; the other
    arguments are those of `stage_data`.
    """

    def sent(what: str) -> object:
        """What the stage sent; nothing, where the page with the stage was just left."""
        return (st.session_state.get(name) or {}).get(what)

    stage(
        key=name,
        data=stage_data(settings, run, place, seek, session.is_fresh(), **data),
        on_goto_change=lambda: follow(sent("goto")),
        on_view_change=lambda: session.look(sent("view")),
        on_words_change=lambda: session.choose_words(sent("words")),
    )


def stage_data(
    settings: Settings, run: str, place: str, seek: object, fresh: bool, **data: object
) -> dict[str, object]:
    """Return what the browser needs to mount a stage.

    run: the key under which its records are served; place: the URL parameter of its step; seek:
    the step to go to, {step, seq, back}; fresh: whether the session only knows the URL of the
    page load; data: what only some stages need.
    """
    t = translation(settings.lang)
    return {
        **common(),
        "run": run,
        "place": place,
        "lang": settings.lang,
        "seek": seek,
        "fresh": fresh,
        "view": settings.view,
        "words": {},
        "lost": t.gettext("Couldn't load this step. Check your connection."),
        "again": t.gettext("Try again"),
        **data,
    }


def stepping(
    settings: Settings,
    find: Callable[[Settings], Found | None],
    draw: Callable[[Settings, Found, Translation], None],
) -> None:
    """The whole of a fragment with a stage: draw what was found, or the page anew.

    The page is drawn anew where its settings are no longer the session's, and where what its
    stage steps through was let go meanwhile.
    """
    if not session.is_drawn(settings):
        st.rerun()
    t = translation(settings.lang)
    with told(t):
        found = find(settings)
        if found is None:
            st.rerun()
        draw(settings, found, t)


def unfolding(
    settings: Settings,
    title: str,
    key: str,
    find: Callable[[Settings], Found | None],
    draw: Callable[[Settings, Found, Translation], None],
) -> None:
    """The whole of a fragment with a box that is drawn only once it is opened."""
    t = translation(settings.lang)
    box = st.expander(title, key=key, on_change="rerun")
    with box, told(t):
        found = find(settings) if box.open else None
        if found is not None:
            draw(settings, found, t)


@st.fragment
def steps(settings: Settings) -> None:
    """The stage, and what follows its step at the server's pace."""
    stepping(settings, runs.run_of, draw_steps)


def draw_steps(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `steps` draws."""
    mount(
        settings,
        "stage",
        settings.key,
        "step",
        st.session_state.seek,
        lambda value: session.goto(value, settings.key, len(run.merges)),
        words=chosen_words(settings),
        watch=runs.watched(settings, run, t),
        of=settings.language,
    )
    plots(run, session.step(), t)
    downloads(settings, run, session.step(), t)
    the_code(run, session.step(), t)
    if run.most_pairs > bpe_records.ALL_PAIRS:
        every_pair(run, session.step(), t)


def chosen_words(settings: Settings) -> dict[str, str]:
    """Which of many words the records are to hold, where they are not the first ones."""
    choice = choice_of(settings.words, settings.find)
    return {} if choice == FIRST else dict(zip(("words", "find"), choice, strict=True))


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
    title = t.gettext("Code for step {k}").format(k=k)
    box = st.expander(title, key="code", on_change="rerun")
    if box.open:
        with box:
            sheet(key="code_sheet", data={**common(), **code.beside(run, k, t)})


def every_pair(run: bpe.Run, k: int, t: Translation) -> None:
    """The whole pair table of a run that has too many pairs for the stage."""
    title = t.gettext("All pairs at step {k}").format(k=k)
    box = st.expander(title, key="every_pair", on_change="rerun")
    if box.open:
        pairs = run.pairs(max(k - 1, 0))
        table = pd.DataFrame(tables.pair_table(pairs), columns=tables.pair_columns(t))
        box.dataframe(table, hide_index=True, height=320)


@st.fragment
def stages(settings: Settings) -> None:
    """What comes before the first merge, and what is left after the last."""
    title = translation(settings.lang).gettext("Before the first merge and after the last")
    unfolding(settings, title, "stages", runs.run_of, draw_stages)


def draw_stages(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `stages` draws once it is opened."""
    texts = settings.texts()
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
        normalized.code(before.normalized(texts, settings.norm), language=None, wrap_lines=True)
        words.dataframe(before.words(texts, run.corpus, t), hide_index=True, height=320)
    else:
        for tab in (text, normalized, words):
            tab.info(t.gettext("This corpus is a list of word counts, so it has no text."))
    counts.dataframe(before.counts(run, t), hide_index=True, height=320)
    alphabet.text(before.sizes(run, t))
    alphabet.dataframe(before.alphabet(run, t), hide_index=True, height=280)
    left.text(ended(run, t))
    left.dataframe(before.left(run, t), hide_index=True, height=280)


@st.fragment
def compare_rules(settings: Settings) -> None:
    """Two tie rules side by side, at the step where they first differ."""
    title = translation(settings.lang).gettext("Compare two tie rules")
    unfolding(settings, title, "rules", runs.run_of, draw_rules)


def draw_rules(settings: Settings, run: bpe.Run, t: Translation) -> None:
    """What `compare_rules` draws once it is opened."""
    others = {ties: rule_name(ties, t) for ties in bpe.TIES if ties != settings.ties}
    other = choose(
        st.segmented_control,
        t.gettext("Compare with"),
        others,
        next(iter(others)),
        f"other_{settings.ties}_{settings.lang}",
        required=True,
    )
    under_other = replace(settings, ties=other)
    another = runs.run_of(under_other)
    if another is None:
        progress(under_other, drawn=settings)
        return
    k = run.first_difference(another)
    if k is None:
        st.info(t.gettext("Both rules produce the same merges."))
        return
    if st.button(t.gettext("Go to merge {k}, where the rules first differ").format(k=k)):
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
