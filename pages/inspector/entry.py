"""The page that looks into a tokenizer, for the registry."""

from pages.encoding.sidebar import of_encoding
from pages.inspector import panels
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
    drawers={"inspector": "inspector.js"},
    targets=(Target("inspector", title, has_steps=False, panels=panels.of_steps, is_whole=True),),
)
