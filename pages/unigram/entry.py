"""The page of Unigram, for the registry."""

from pages.runs.pages import Page, Target
from pages.translations.language import Translation
from pages.unigram import panels, sidebar, stage_data
from pages.unigram.contents import unigram_words
from pages.unigram.kind import KINDS
from pages.unigram.paper import on_paper


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Unigram")


PAGE = Page(
    path="unigram",
    script="unigram/page.py",
    title=title,
    sidebar=sidebar.of_unigram_page,
    files=("stage.css", "unigram.css", "compare_word.css", "compare_word.js"),
    stage=stage_data.STAGE,
    shown=stage_data.shown,
    targets=(
        Target("both", lambda t: t.gettext("One word, both algorithms"), show="both", lines=36),
        Target("lattice", lambda t: t.gettext("Unigram: the lattice of a word"), show="word"),
        Target(
            "rounds",
            lambda t: t.gettext("Unigram: round by round"),
            show="rounds",
            method="course",
        ),
        Target(
            "em", lambda t: t.gettext("Unigram: EM, round by round"), show="rounds", method="em"
        ),
        Target(
            "comparison",
            lambda t: t.gettext("BPE and Unigram"),
            show="comparison",
            panels=panels.of_comparison,
        ),
        Target(
            "text",
            lambda t: t.gettext("Free text"),
            show="text",
            panels=panels.of_text,
        ),
    ),
    start=unigram_words,
    hides=("merge", "best", "result", "charts"),
    on_paper=on_paper,
    kinds=KINDS,
    drawers={"comparison": "comparison.js"},
)
