"""The progress bar of a training that a worker runs, and the button that stops the training."""

from dataclasses import replace
from functools import partial, singledispatch
from typing import Any

import streamlit as st

import bpe
from bpe import unigram, wordpiece
from pages.hosting.errors import error_boundary
from pages.jobs.pace import interval
from pages.jobs.queue import TRAININGS
from pages.jobs.training import Training
from pages.jobs.unigram_training import reports_of
from pages.resources.client import of_script, visitor_of_script
from pages.runs import runs
from pages.runs.trainings import job_of, unigram_job_of
from pages.settings import progress as view_progress
from pages.state import session
from pages.state.defaults import with_method
from pages.state.settings import Settings
from pages.translations.language import Translation, translation
from pages.translations.markdown import fill


def progress(
    settings: Settings,
    drawn: Settings | None = None,
    *,
    is_unigram: bool = False,
    page_tells: bool = False,
) -> None:
    """Draw how far the worker is, and a button that stops it; run the page again at the end.

    drawn: the settings of the page, if it also needs a training with other settings, which cannot
    be stopped. is_unigram: whether Unigram is trained, and not BPE or WordPiece. page_tells:
    whether the page itself says why the training failed. The more people wait, the less often each
    of them asks.
    """
    work = TRAININGS.find(key_of(settings, is_unigram))
    seconds = interval(len(work.last_seen) + 1 if work else 1)
    st.fragment(poll, run_every=seconds)(settings, is_unigram, drawn, page_tells, seconds)


def key_of(settings: Settings, is_unigram: bool) -> str:
    """The key of the training."""
    return settings.unigram_key if is_unigram else settings.key


def poll(
    settings: Settings, is_unigram: bool, drawn: Settings | None, page_tells: bool, seconds: float
) -> None:
    """Draw the content of `progress`. seconds: the time until this is drawn again."""
    t = translation(settings.lang)
    done = False  # if the bar itself fails, a sentence says so, and the page does not run again
    with error_boundary(t):
        is_old = not session.is_drawn(drawn or settings)
        done = is_old or ended_or_drawn(settings, is_unigram, drawn is None, page_tells, t)
        work = TRAININGS.find(key_of(settings, is_unigram))
        done = done or (work is not None and interval(len(work.last_seen)) > seconds)
    if done:
        st.rerun()


def ended_or_drawn(
    settings: Settings, is_unigram: bool, stops: bool, page_tells: bool, t: Translation
) -> bool:
    """Draw the progress. Return whether the training has ended, so that the page has to run."""
    key = key_of(settings, is_unigram)
    if runs.RUNS.find(key):
        return True
    job = partial(unigram_job_of if is_unigram else job_of, settings)
    me, _ = of_script()
    try:
        work = TRAININGS.get_or_start(key, job, visitor_of_script(), me)
        if work.ended and work.run is None:
            raise work.error()
    except bpe.InputError as error:
        if page_tells:
            return True
        if not stops:
            st.warning(fill(t.gettext(error.sentence), error.values))
            return False
        TRAININGS.forget(key)
        session.fall_back(error, with_method(settings, "em") if is_unigram else None)
        return True
    if not work.ended:
        ahead = TRAININGS.count_ahead(work)
        st.progress(work.fraction, text=view_progress.describe_progress(work, ahead, t))
        others = work.add_viewer(session.current().session_id)
        if stops:
            offer_to_stop(work, key, is_unigram, others, t)
        return False
    assert work.run
    TRAININGS.forget(key)
    if work.run.stopped != "user":
        runs.keep(key, work.run)
    elif (now := session.current()).stopping_key == key:
        now.stopping_key = ""
        stopped, run = settled(work.run, settings)
        runs.keep(key_of(stopped, is_unigram), run)
        session.change(stopped)
    return True


def offer_to_stop(work: Training, key: str, is_unigram: bool, others: bool, t: Translation) -> None:
    """Draw the button that stops a training, unless others wait for it too."""
    if work.stopping:
        st.caption(t.gettext("Stopping, please wait."))
        return
    if others:
        st.caption(t.gettext("Other people are waiting for this training, so you cannot stop it."))
        return
    label = (
        t.gettext("Stop and keep the current pieces")
        if is_unigram
        else t.gettext("Stop and keep the merges so far")
    )

    def stop() -> None:
        session.current().stopping_key = key
        work.stop()

    st.button(label, on_click=stop)


@singledispatch
def settled(run: Any, settings: Settings) -> tuple[Settings, Any]:
    """Settings that describe exactly what a stopped run contains, and the run they ask for.

    A training with these settings would give the same run, so everybody gets this one.
    """
    raise TypeError(type(run))


@settled.register
def _(run: bpe.Run, settings: Settings) -> tuple[Settings, bpe.Run]:
    size = len(run.vocab)
    return settings.replace(vocab=size), replace(run, vocab_size=size, stopped="vocabulary")


@settled.register
def _(run: wordpiece.Run, settings: Settings) -> tuple[Settings, wordpiece.Run]:
    stopped, history = settled(run.history, settings)
    return stopped, replace(run, history=history)


@settled.register
def _(run: unigram.Run, settings: Settings) -> tuple[Settings, unigram.Run]:
    return settings.replace(stop_after=reports_of(run)), run
