"""The page that looks into a tokenizer, for the registry."""

from pages.encoding.sidebar import of_encoding
from pages.inspector import panels
from pages.jobs.chosen_tokenizers import TRAINED_HERE, is_upload
from pages.runs.pages import Page, Target
from pages.state.settings import Settings
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Inspector")


def needs_upload(settings: Settings) -> bool:
    """Return whether the vocabulary is compared with that of an uploaded tokenizer.

    >>> compared = Settings().replace(list="two", other="0123")
    >>> needs_upload(compared), needs_upload(compared.replace(list="merges"))
    (True, False)
    """
    asked = settings.inspector
    return asked.list == "two" and asked.other != TRAINED_HERE and is_upload(asked.other)


PAGE = Page(
    path="inspect",
    script="inspector/page.py",
    title=title,
    sidebar=of_encoding,
    files=("inspector.js", "stage.css", "inspector.css"),
    drawers={"inspector": "inspector.js"},
    targets=(Target("inspector", title, panels=panels.of_inspector, is_whole=True),),
    needs_upload=needs_upload,
)
