"""The page that looks into a tokenizer, for the registry."""

from pages.encoding.sidebar import of_encoding
from pages.inspector.panels import of_inspector
from pages.runs.pages import Page, Target
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Inspector")


PAGE = Page(
    path="inspect",
    script="inspector/page.py",
    title=title,
    sidebar=of_encoding,
    files=("inspector.js", "stage.css", "inspector.css"),
    targets=(Target("inspector", title, has_steps=False, panels=of_inspector),),
)
