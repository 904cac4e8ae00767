"""The page that shows tokenizers side by side, for the registry."""

from pages.jobs.chosen_tokenizers import TRAINED
from pages.jobs.named_tokenizers import NAMED
from pages.runs.pages import Page, Target
from pages.side_by_side import panels, sidebar
from pages.state.defaults import COMPARED_CORPUS, defaults
from pages.state.settings import Settings
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Side by side")


def needs_upload(settings: Settings) -> bool:
    """Return whether a file with lines or an uploaded tokenizer is compared.

    >>> needs_upload(Settings().replace(tokenizers=("bpe", "0123"))), needs_upload(Settings())
    (True, False)
    """
    compared = settings.comparison
    has_lines = compared.compared == "lines" and bool(compared.lines)
    return has_lines or not set(compared.tokenizers) <= {*TRAINED, *NAMED}


PAGE = Page(
    path="tokenizers",
    script="side_by_side/page.py",
    title=title,
    sidebar=sidebar.of_comparison,
    files=("tokenizers.js", "stage.css", "tokenizers.css"),
    drawers={"tokenizers": "tokenizers.js"},
    targets=(Target("tokenizers", title, panels=panels.of_comparison, covered=panels.of_sentence),),
    start=lambda lang: defaults(COMPARED_CORPUS).replace(
        passage="The unhappy baker retells the oldest story in town.",
        vocab=198,  # as many tokens as Unigram's training leaves pieces
        unigram_vocab=200,
    ),
    needs_upload=needs_upload,
    hides=("costs",),
)
