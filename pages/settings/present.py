"""Presenting: what the bar above a presented stage shows, and what it changes."""

from collections.abc import Sequence
from typing import TypedDict

from pages.runs.pages import BY_PATH, Page, Target
from pages.settings import corpus_callbacks, setting_names, share, widgets
from pages.settings.share import ShareLabels
from pages.stage.record import present_labels
from pages.stage.record_types import Option, PresentLabels
from pages.state import session
from pages.state.corpus import CORPORA
from pages.state.defaults import choose_method
from pages.state.settings import MAX_WORD, Settings
from pages.translations.language import Translation

OF_EM = " em"  # ends the name of an option that keeps EM


def targets() -> dict[str, tuple[Page, Target]]:
    """Return all that can be presented, by name.

    >>> targets()["lattice"][0].path
    'unigram'
    """
    return {each.name: (page, each) for page in BY_PATH.values() for each in page.targets}


class PresentData(TypedDict):
    """What the bar above a presented stage shows."""

    labels: PresentLabels
    share: ShareLabels
    page: str  # the name of the target; empty if it cannot be presented
    chosen: str  # its option
    has_steps: bool  # whether it shows the stage
    is_whole: bool  # whether it is a whole page of text
    lines: int  # that a screen must have, see `Target`
    pages: Sequence[Option]
    corpus: str
    corpora: Sequence[Option]


def data(settings: Settings, page: Page, t: Translation) -> PresentData:
    """Return what the bar shows on a page.

    >>> data(Settings(), BY_PATH["unigram"], Translation())["page"]
    'both'
    """
    corpora = setting_names.titles(t)
    now = page.target(settings)
    listed = [found for found in targets().values() if found[1].is_there(settings)]
    return {
        "labels": present_labels(t),
        "share": share.labels(t),
        "page": now.name if now else "",
        "chosen": options(page, now, settings, t)[-1].value if now else "",
        "has_steps": now is not None and now.has_steps,
        "is_whole": now is not None and now.is_whole,
        "lines": now.lines if now else 0,
        "pages": [option for each in listed for option in options(*each, settings, t)],
        "corpus": settings.corpus.listed,
        "corpora": [Option(name, corpora[name]) for name in CORPORA],
    }


def options(page: Page, target: Target, settings: Settings, t: Translation) -> list[Option]:
    """The options of a target: while EM is chosen, with and without it where it makes a difference.

    >>> found = options(*targets()["both"], choose_method(Settings(), "em"), Translation())
    >>> [option.label for option in found]
    ['One word, both algorithms', 'One word, both algorithms (EM)']
    """
    own = Option(target.name, target.title(t))
    if target.method or not page.has_methods or settings.unigram.method != "em":
        return [own]
    text = t.gettext("{title} (EM)").format(title=own.label)
    return [own, Option(target.name + OF_EM, text)]


def take(component: str) -> None:
    """Take what was chosen in the bar. component: the key of the component that sends it.

    A page is opened when the script runs (see `session.page_to_open`).
    """
    chosen = widgets.sent(component, "present")
    if not isinstance(chosen, dict):
        return
    name, corpus, word = (str(chosen.get(each, "")) for each in ("page", "corpus", "word"))
    if corpus in CORPORA:
        corpus_callbacks.change_corpus(corpus)
    if word:
        session.change(session.settings().replace(word=word[:MAX_WORD]))
    if found := targets().get(name.removesuffix(OF_EM)):
        to, target = found
        new = session.settings().replace(section=target.section)
        method = target.method or ("em" if name.endswith(OF_EM) else "course")
        new = choose_method(new, method) if to.has_methods else new
        session.change(new.replace(show=target.show) if target.show else new)
        session.current().page_to_open = to.path
