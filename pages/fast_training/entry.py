"""The page of the fast training, for the registry."""

from pages.fast_training import sidebar, stage_data
from pages.fast_training.kind import KINDS
from pages.runs.pages import Page, Target
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Fast training")


PAGE = Page(
    path=stage_data.STAGE,
    script="fast_training/page.py",
    title=title,
    sidebar=sidebar.of_fast_training,
    files=("stage.css", "unigram.css", "fast.css", "fast.js"),
    stage=stage_data.STAGE,
    shown=stage_data.shown,
    early=stage_data.early,
    targets=(Target("fast", title),),
    kinds=KINDS,
)
