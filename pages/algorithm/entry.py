"""The page with the source code of the algorithms, for the registry."""

from pages.algorithm import panels
from pages.runs.pages import Page, Target
from pages.training import sidebar
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("The algorithm")


PAGE = Page(
    path="algorithm",
    script="algorithm/page.py",
    title=title,
    sidebar=sidebar.of_training,
    targets=(Target("algorithm", title, panels=panels.of_programs, is_whole=True),),
)
