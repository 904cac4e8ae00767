"""The page that encodes a text, for the registry."""

from pages.encoding import panels, sidebar, stage_data
from pages.encoding.kind import KINDS
from pages.encoding.paper import on_paper
from pages.runs.pages import Page, Target
from pages.translations.language import Translation


def title(t: Translation) -> str:
    """Return the title of the page."""
    return t.gettext("Encoding")


PAGE = Page(
    path=stage_data.STAGE,
    script="encoding/page.py",
    title=title,
    sidebar=sidebar.of_encoding,
    files=("stage.css", "unigram.css", "encoding.css", "encoding.js"),
    stage=stage_data.STAGE,
    shown=stage_data.shown,
    targets=(
        Target("encoding", title),
        Target(
            "orders",
            lambda t: t.gettext("Merge order: by rank, or rule by rule"),
            section="orders",
            panels=panels.of_orders,
        ),
        Target(
            "decode",
            lambda t: t.gettext("Decode: from ids to text"),
            section="decode",
            panels=panels.of_decoding,
        ),
    ),
    hides=("merge", "pairs", "result", "unknown"),
    on_paper=on_paper,
    kinds=KINDS,
)
