"""The page of BPE and WordPiece trainings, for the registry."""

from pages.runs.pages import Page, Target
from pages.state.settings import Settings
from pages.training import sidebar, stage_data
from pages.training.kind import KINDS
from pages.training.paper import on_paper
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Training")


def has_tie_rules(settings: Settings) -> bool:
    """Return whether there are tie rules to compare: WordPiece has only one."""
    return not settings.is_wordpiece


PAGE = Page(
    path="",
    script="training/page.py",
    title=title,
    sidebar=sidebar.of_training,
    files=("stage.css", "training.js"),
    stage=stage_data.STAGE,
    shown=stage_data.shown,
    early=stage_data.early,
    step_param="step",
    targets=(
        Target("training", title),
        Target(
            "rules",
            lambda t: t.gettext("Compare two tie rules"),
            section="rules",
            has_steps=False,
            is_there=has_tie_rules,
        ),
    ),
    hides=("pairs", "merge", "charts"),
    on_paper=on_paper,
    kinds=KINDS,
)
