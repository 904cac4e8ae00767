"""The page of Unigram, for the registry."""

from pages.runs.pages import Page, Target
from pages.runs.runs import RUNS
from pages.state.defaults import COMPARED_CORPUS, defaults
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram import sidebar, stage_data
from pages.unigram.kind import KINDS
from pages.unigram.paper import on_paper


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Unigram")


def with_same_vocabulary(settings: Settings, before: str) -> Settings:
    """Return the settings with which the lattice is presented.

    After a comparison, it shows the vocabulary that was compared.
    """
    run = RUNS.find(settings.unigram_key) if before == "both" else None
    return settings if run is None else settings.replace(round=len(run.rounds))


PAGE = Page(
    path="unigram",
    script="unigram/page.py",
    title=title,
    sidebar=sidebar.of_unigram_page,
    files=("stage.css", "unigram.css", "compare_word.css", "compare_word.js"),
    stage=stage_data.STAGE,
    shown=stage_data.shown,
    targets=(
        Target("both", lambda t: t.gettext("One word, both algorithms"), show="both"),
        Target(
            "lattice",
            lambda t: t.gettext("Unigram: the lattice of a word"),
            show="word",
            arrive=with_same_vocabulary,
        ),
        Target("rounds", lambda t: t.gettext("Unigram: round by round"), show="rounds"),
        Target(
            "comparison",
            lambda t: t.gettext("BPE and Unigram"),
            show="comparison",
            has_steps=False,
        ),
        Target("text", lambda t: t.gettext("Free text"), show="text", has_steps=False),
    ),
    start=defaults(COMPARED_CORPUS),
    hides=("merge", "best", "result", "charts"),
    on_paper=on_paper,
    kinds=KINDS,
)
