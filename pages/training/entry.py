"""The page of BPE and WordPiece trainings, for the registry."""

from pages.runs.pages import Page, Target
from pages.state.settings import Settings
from pages.training import panels, sidebar, stage_data
from pages.training.kind import KINDS
from pages.training.paper import on_paper
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Training")


def is_bpe(settings: Settings) -> bool:
    """Return whether the page trains BPE. WordPiece has one tie rule, and few write a trainer."""
    return not settings.is_wordpiece


def needs_upload(settings: Settings) -> bool:
    """Return whether merges of an own trainer are compared, which the server keeps.

    >>> needs_upload(Settings()), needs_upload(Settings().replace(merges="0123"))
    (False, True)
    """
    return bool(settings.view.merges)


PAGE = Page(
    path="",
    script="training/page.py",
    title=title,
    sidebar=sidebar.of_training_page,
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
            panels=panels.of_rules,
            is_there=is_bpe,
        ),
        Target(
            "check",
            lambda t: t.gettext("Check your own trainer"),
            section="check",
            panels=panels.of_check,
            is_there=is_bpe,
        ),
    ),
    hides=("pairs", "merge", "charts"),
    needs_upload=needs_upload,
    on_paper=on_paper,
    kinds=KINDS,
    drawers={"tie_rules": "compare_tie_rules.js"},
)
