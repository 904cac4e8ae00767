"""What a session remembers between two runs of its script: settings, step, and where it is.

The address counts when a session begins; from then on the session does, and the address follows.
`pages.state.url` alone knows what the address's parameters mean.
"""

import time
from collections import Counter
from collections.abc import Mapping
from urllib.parse import parse_qsl
from uuid import uuid4

import streamlit as st

import bpe
from pages.i18n.language import Translation, preferred
from pages.state.defaults import for_corpus
from pages.state.settings import OPTIONS, PLACES, VIEWS, WORDS, Settings
from pages.state.url import PARSERS, from_query, legal

STEPPED_BY_AT = ("unigram", "encode")  # pages whose stage steps by the setting `position`


def settings() -> Settings:
    """The settings now; at a session's first run, those of the address. For a run of the page."""
    state = st.session_state
    state.told = state.get("refusal")  # by this run, if by none before
    if "settings" not in state:
        state.anew = Counter()  # by a control's name, how often it was drawn anew
        state.labels = {}  # by a control's name, the labels of its options, if those can change
        state.at_of = {}  # by a page's path, the position there
        state.worked = {}  # by a page's path, the last settings that could be used on it
        state.last_goto = 0
        state.changed = False
        state.by_link = True
        read(st.query_params)
    elif "woken" in state:
        read(dict(parse_qsl(state.pop("woken"), keep_blank_values=True)))
        state.changed = True
        show(state.settings)
    elif "instead" in state:
        state.settings = state.pop("instead")
        show(state.settings)
    return state.settings


def show(settings: Settings) -> None:
    """Let the controls show these settings. Before they are drawn."""
    values = {name: settings.get(name) for name in PLACES}
    values["corpus"] = settings.corpus.listed
    values |= {f"option_{name}": name in settings.encoding.options for name in OPTIONS}
    for name, value in values.items():
        if st.session_state.get(control(name, settings.lang), value) != value:
            renew(name, settings.lang)


def control(name: str, lang: str, before: int = 0) -> str:
    """The key of the control of a setting, or of one that it had before."""
    anew = st.session_state.anew[name] - before
    return f"choose_{name}_{lang}" + (f"_{anew}" if anew else "")


def set_control(name: str, lang: str, value: object, labels: tuple[str, ...] | None = None) -> str:
    """Let a control show a value; returns its key. Only while it is drawn, or for one that is.

    Streamlit doesn't tell the browser of a value that was set while the control wasn't drawn.
    If it shows another value or other labels, it gets a new key, so the browser draws a new
    control: a message that is on its way carries the old value, and under the old key that would
    be taken for a change. labels: those of its options, if they depend on other settings.
    """
    state = st.session_state
    has_others = labels is not None and state.labels.setdefault(name, labels) != labels
    if has_others:
        state.labels[name] = labels
    if has_others or state.get(control(name, lang), value) != value:
        renew(name, lang)
    key = control(name, lang)
    if key not in state:
        state[key] = value
    return key


def renew(name: str, lang: str) -> None:
    """Give a control a new key."""
    st.session_state.pop(control(name, lang, before=1), None)
    st.session_state.anew[name] += 1


def instead(new: Settings) -> None:
    """Take other settings at the next run, and let the controls show them."""
    st.session_state.instead = new


def refuse(error: bpe.InputError, nearest: Settings | None = None) -> None:
    """The settings cannot be used on this page: say why, and take others.

    Those are the last that could be used on it, or the nearest that the page knows: the first of
    them that are of the same corpus; else the course's. Never again what was just refused.
    """
    reject(error)
    state = st.session_state
    now = state.settings
    others = (state.worked.pop(state.path, None), nearest)
    usable = [each for each in others if each is not None and not is_current(each)]
    usable.sort(key=lambda each: corpus_of(each) != corpus_of(now))
    best = usable[0] if usable else for_corpus("course", now)
    instead(best.replace(lang=now.lang, lesson=now.view.lesson))


def corpus_of(settings: Settings) -> tuple[str, str]:
    """The corpus of settings, whatever its normalization."""
    return settings.corpus.name, settings.corpus.own


def reject(error: bpe.InputError, of: str = "") -> None:
    """Say on the page, until the next change that is taken, why something was not.

    of: "corpus" where the field of the corpus says it too.
    """
    st.session_state.refusal = (error.sentence, error.values, of)


def read(query: Mapping[str, str]) -> None:
    """Take settings and step from an address."""
    state = st.session_state
    state.settings, step, state.refused = from_query(query, preferred(st.context.locale))
    seek(step, back=True)
    seek_at(state.settings.view.position, back=True)


def woken(value: object) -> bool:
    """A page that was open before this session was: its address counts, if it is another one.

    value: what the page sent, {query}. True if the script must run again with it.
    """
    query = value.get("query") if isinstance(value, dict) else None
    if not isinstance(query, str) or st.session_state.changed:
        return False
    asked, _, _ = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    if asked == st.session_state.settings:
        return False
    st.session_state.woken = query
    return True


def change(new: Settings, from_start: bool = False) -> None:
    """Take new settings. The stage keeps its step, unless they are to be seen from the start.

    A setting that no address could have keeps its value, and its control shows that again.
    """
    state = st.session_state
    state.settings, refused = legal(new, state.settings)
    for name in refused:
        set_control(name, new.lang, state.settings.get(name))
    state.changed = True
    state.refused = ()
    state.refusal = state.beyond = None
    state.by_link = False
    if from_start:
        state.at_of.clear()
        seek(0)
        seek_at(0)


def step() -> int:
    """The step: how many merges of the run are shown."""
    return st.session_state.step


def places() -> dict[str, dict[str, object]]:
    """Return the steps in the URL, by parameter: the run, its step, and what last moved it."""
    state = st.session_state
    now = state.settings
    places: dict[str, dict[str, object]] = {
        "step": {"run": now.key, "step": step(), "seek": state.seek}
    }
    if state.get("path") in STEPPED_BY_AT:
        run = state.get("at_run", "")
        places["position"] = {"run": run, "step": now.view.position, "seek": state.seek_at}
    return places


def seek(step: int, back: bool = False) -> None:
    """Move the step from the server's side: the stage goes there.

    back: the reader only comes back to a page; if the browser knows a later step, that counts.
    """
    st.session_state.step = step
    st.session_state.seek = sought(step, back)


def seek_at(at: int, back: bool = False) -> None:
    """Move the stage of another page than the training's from the server's side."""
    st.session_state.settings = st.session_state.settings.replace(position=at)
    st.session_state.seek_at = sought(at, back)


def sought(step: int, back: bool) -> dict[str, object]:
    """What tells a stage to go to a step; the later seq counts."""
    return {"step": step, "seq": time.time_ns() // 1000, "back": back}


def is_fresh() -> bool:
    """Whether the session knows no more than the address did when the page was loaded."""
    return not st.session_state.changed


def bound(last: int) -> None:
    """Step back to the last step of a run that has fewer, as the stage does by itself."""
    if step() > last:
        if st.session_state.pop("by_link", False):
            st.session_state.beyond = (step(), last)
            seek(last)
        st.session_state.step = last


def bound_at(last: int) -> None:
    """Go back to the last step of another page's stage, where there are fewer than asked for."""
    if st.session_state.settings.view.position > last:
        seek_at(last)


def enter(path: str) -> None:
    """Note the page that is open; what is stepped through on it is where the reader left it."""
    state = st.session_state
    old, at = state.get("path"), state.settings.view.position
    if old != path:
        state.path = path
        state.refusal = None  # of the page that was left
        if old in (*STEPPED_BY_AT, "practice"):
            state.at_of[old], at = at, 0
        seek(step(), back=True)
        seek_at(state.at_of.get(path, at), back=True)


def go_on_to(at: int) -> None:
    """Go to a question of practice."""
    st.session_state.changed = True
    st.session_state.by_link = False
    seek_at(at)


def works() -> None:
    """Note that the settings could be used on this page."""
    st.session_state.worked[st.session_state.path] = st.session_state.settings


def me() -> str:
    """A name of this session, for what several wait for."""
    return st.session_state.setdefault("me", uuid4().hex)


def stop(key: str) -> None:
    """Note that the reader stops a training."""
    st.session_state.stopping = key


def has_stopped(key: str) -> bool:
    """Whether it was this reader who stopped a training."""
    return st.session_state.pop("stopping", "") == key


def is_drawn(drawn: Settings) -> bool:
    """Whether the page shows the session as it is, drawn with these settings.

    A browser that sends a step and a changed control in one message names the step's fragment
    alone, and Streamlit runs no more than that: the fragment has to see it.
    """
    return is_current(drawn) and st.session_state.get("refusal") is st.session_state.told


def is_current(drawn: Settings) -> bool:
    """Whether these settings are still the session's; its views are the stage's own affair."""
    now = st.session_state.settings
    return now.replace(view=drawn.view.switches, position=drawn.view.position) == drawn


def goto(value: object, run: str, last: int) -> None:
    """Follow the stage of a training of BPE: `value` is what it sent."""
    at = heard(value, run, last)
    if at is not None:
        st.session_state.step = at


def goto_at(value: object, run: str, last: int) -> None:
    """Follow a stage of another page: its step is the setting `position`."""
    at = heard(value, run, last)
    if at is not None:
        st.session_state.settings = st.session_state.settings.replace(position=at)


def heard(value: object, run: str, last: int) -> int | None:
    """The step of what a stage sent, {step, seq} and the run it is of.

    None for anything else, an older message or one of another run.
    """
    if not isinstance(value, dict) or value.get("run", run) != run:
        return None
    at, seq = value.get("step"), value.get("seq")
    if type(at) is not int or type(seq) is not int or seq <= st.session_state.last_goto:
        return None
    st.session_state.last_goto = seq
    return max(0, min(last, at))


def look(value: object) -> None:
    """Follow the stage's own switches: `value` is a list of VIEWS."""
    if isinstance(value, list):
        view = tuple(name for name in VIEWS if name in value)
        st.session_state.settings = st.session_state.settings.replace(view=view)


def choose_words(value: object) -> None:
    """Follow the stage's choice of the words that it shows: {words, find}."""
    if isinstance(value, dict) and value.get("words") in WORDS:
        try:
            find = str(PARSERS["find"](str(value.get("find", ""))))
        except ValueError:
            return
        now = st.session_state.settings
        st.session_state.settings = now.replace(words=value["words"], find=find)


def complain(t: Translation) -> None:
    """Say what of the address made no sense, or of what was asked for cannot be used."""
    beyond = st.session_state.get("beyond")
    if beyond:
        st.warning(
            t.gettext(
                "The link asks for step {step}, but this training has only {last} steps. The "
                "last step is shown instead."
            ).format(step=beyond[0], last=beyond[1])
        )
    refusal = st.session_state.get("refusal")
    if refusal:
        sentence, values, _ = refusal
        st.warning(t.gettext(sentence).format(**values))
        st.caption(t.gettext("The previous content is still shown."))
    refused = st.session_state.refused
    if refused:
        st.warning(
            t.ngettext(
                "Part of the link is not valid: {names}. The default is used instead.",
                "Parts of the link are not valid: {names}. The defaults are used instead.",
                len(refused),
            ).format(names=t.gettext(", ").join(refused))
        )
