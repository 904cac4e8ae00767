"""What the phones of a class show of the page with the source code."""

from pages.algorithm.programs import programs
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.translations.markdown import plain


def of_programs(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the programs, each of which opens at a tap: the open tab is known only to the page.

    >>> of_programs(Settings(), Translation())[0]["data"]["title"]
    'BPE'
    """
    return [
        {
            "name": "program",
            "data": {
                "title": each.name,
                "lines": [plain(text) for text in each.paragraphs],
                "code": each.code,
            },
        }
        for each in programs(t)
    ]
