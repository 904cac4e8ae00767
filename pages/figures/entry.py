"""The page that recomputes the figures of the course texts, for the registry."""

from pages.runs.pages import Page

PAGE = Page(
    path="course",
    script="figures/page.py",
    title=lambda t: t.gettext("Hugging Face, recomputed"),
    files=("figures.js", "stage.css", "figures.css"),
)
