"""What the phones of a class show of the inspector."""

from bpe.inspection.questions import FindStages, Stages
from pages.inspector.subject import subject_of
from pages.runs.runs import Waiting
from pages.settings import text_stages
from pages.stage.record_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation


def of_steps(settings: Settings, t: Translation) -> list[PanelData]:
    """Return what each step does with the text. Raises Waiting and bpe.InputError.

    The lists below it are left out: what is searched in them, only the page knows.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_steps(defaults("hug").replace(input="hugs"), Translation())
    >>> [each["title"] for each in panel["data"]["stages"]["stages"]][:2]
    ['Text', 'Pre-tokenizer: Whitespace']
    """
    subject = subject_of(settings, t)
    if subject is None:
        raise Waiting
    found = subject.ask(FindStages(settings.text, True), Stages).each
    shown = {"stages": text_stages.record(found, t), "tokens": None, "tree": None}
    return [{"name": "inspector", "data": shown}]
