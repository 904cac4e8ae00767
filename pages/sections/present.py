"""Presenting: what the bar above a presented stage shows, and what it changes."""

from typing import NamedTuple

from bpe import unigram
from pages.i18n.language import Translation
from pages.sections import corpus_callbacks, share
from pages.serving.runs import RUNS
from pages.state import session, widgets
from pages.state.corpus import CORPORA
from pages.state.settings import MAX_WORD, Settings
from pages.view import setting_names
from pages.view.stage import Record, present_labels


class Target(NamedTuple):
    """What can be presented: a page's path, and its view or its section below the stage."""

    path: str
    show: str = ""
    section: str = ""


TARGETS = {
    "training": Target(""),
    "rules": Target("", section="rules"),
    "encoding": Target("encode"),
    "orders": Target("encode", section="orders"),
    "decode": Target("encode", section="decode"),
    "both": Target("unigram", show="both"),
    "lattice": Target("unigram", show="word"),
    "rounds": Target("unigram", show="rounds"),
    "comparison": Target("unigram", show="comparison"),
    "text": Target("unigram", show="text"),
    "tokenizers": Target("tokenizers"),
}


def data(settings: Settings, path: str, t: Translation) -> Record:
    """Return what the bar shows on a page.

    >>> data(Settings(), "unigram", Translation())["page"]
    'both'
    """
    titles = {
        "training": t.gettext("Training"),
        "rules": t.gettext("Compare two tie rules"),
        "encoding": t.gettext("Encoding"),
        "orders": t.gettext("Merge order: by rank, or rule by rule"),
        "decode": t.gettext("Decode: from ids to text"),
        "both": t.gettext("One word, both algorithms"),
        "lattice": t.gettext("Unigram: the lattice of a word"),
        "rounds": t.gettext("Unigram: round by round"),
        "comparison": t.gettext("BPE and Unigram"),
        "text": t.gettext("Free text"),
        "tokenizers": t.gettext("Side by side"),
    }
    if settings.is_wordpiece:  # it has only one tie rule
        del titles["rules"]
    corpora = setting_names.titles(t)
    return {
        "labels": present_labels(t),
        "share": share.labels(t),
        "page": name_of(settings, path),
        "pages": list(titles.items()),
        "corpus": settings.corpus.listed,
        "corpora": [(name, corpora[name]) for name in CORPORA],
    }


def name_of(settings: Settings, path: str) -> str:
    """Return the name of the target that a page shows; empty if it cannot be presented.

    >>> name_of(Settings().replace(section="rules"), ""), name_of(Settings(), "practice")
    ('rules', '')
    """
    show = settings.view.show if path == "unigram" else ""
    missing = "rules" if settings.is_wordpiece else None
    for section in (settings.view.section, ""):
        for name, target in TARGETS.items():
            if target == Target(path, show, section) and name != missing:
                return name
    return ""


def take(component: str, path: str) -> None:
    """Take what was chosen in the bar. component: the key of the component that sends it.

    path: of the open page. From a comparison, the lattice shows the vocabulary compared.

    A page is opened when the script runs (see `session.page_to_open`).
    """
    chosen = widgets.sent(component, "present")
    if not isinstance(chosen, dict):
        return
    page, corpus, word = (str(chosen.get(name, "")) for name in ("page", "corpus", "word"))
    if corpus in CORPORA:
        corpus_callbacks.change_corpus(corpus)
    if word:
        session.change(session.settings().replace(word=word[:MAX_WORD]))
    if page in TARGETS:
        target, old = TARGETS[page], session.settings()
        new = old.replace(section=target.section)
        if page == "lattice" and name_of(old, path) == "both":
            run = RUNS.find(old.unigram_key)
            new = new.replace(
                round=len(run.rounds) if isinstance(run, unigram.Run) else old.view.round
            )
        session.change(new.replace(show=target.show) if target.show else new)
        session.go_to_page(target.path)
    session.controls().show(session.settings())
