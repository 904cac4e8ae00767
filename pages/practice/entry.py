"""The page of practice questions, for the registry."""

from pages.runs.pages import Page

PAGE = Page(
    path="practice",
    script="practice/page.py",
    title=lambda t: t.gettext("Practice"),
    files=("practice.js", "stage.css", "lattice.css", "practice.css"),
)
