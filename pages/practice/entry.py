"""The page of practice questions, for the registry."""

from pages.runs.pages import Page
from pages.state.practice import PATH

PAGE = Page(
    path=PATH,
    script="practice/page.py",
    title=lambda t: t.gettext("Practice"),
    files=("practice.js", "stage.css", "practice.css"),
)
