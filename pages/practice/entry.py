"""The page of practice questions, for the registry."""

from pages.practice import panels
from pages.runs.pages import Page, Target
from pages.state.practice import PATH
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Practice")


PAGE = Page(
    path=PATH,
    script="practice/page.py",
    title=title,
    files=("practice.js", "stage.css", "lattice.css", "practice.css"),
    targets=(Target("practice", title, panels=panels.of_question, is_whole=True),),
)
