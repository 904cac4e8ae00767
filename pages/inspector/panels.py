"""What the phones of a class show of the inspector: the steps of the text, and the open token."""

from bpe.inspection.merges import FindTree, TokenTree
from bpe.inspection.questions import FindStages, Stages
from pages.inspector import token_records
from pages.inspector.subject import subject_of
from pages.runs.runs import Waiting
from pages.settings import text_stages
from pages.stage.inspection_types import InspectorData
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation


def of_inspector(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the steps of the text, and the open token. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> shown = of_inspector(defaults("hug").replace(input="hugs", token="9"), Translation())
    >>> [sorted(name for name, value in each["data"].items() if value) for each in shown]
    [['stages'], ['tree']]
    """
    subject = subject_of(settings, t)
    if subject is None:
        raise Waiting
    specials = "as_text" not in settings.encoding.options
    found = subject.ask(FindStages(settings.text, specials), Stages).each
    steps: InspectorData = {"stages": text_stages.record(found, t), "tokens": None, "tree": None}
    shown: list[PanelData] = [{"name": "inspector", "data": {**steps}}]
    if token := settings.inspector.token:
        tree = token_records.tree(subject.ask(FindTree(int(token)), TokenTree), t)
        shown.append({"name": "inspector", "data": {"stages": None, "tokens": None, "tree": tree}})
    return shown
