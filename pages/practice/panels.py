"""What the phones of a class show of the practice page: what is asked, never the answer."""

from pages.practice import exercises, ladder
from pages.practice import presentation as view
from pages.practice.draw import draw
from pages.stage.record import Record
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation


def of_question(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the open question, or those of the Hugging Face chapters; nothing if none is open.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_question(defaults("hug").replace(position=1), Translation())
    >>> panel["name"], bool(panel["data"]["prompt"])
    ('question', True)
    """
    if settings.view.practice == "course":
        boxes = exercises.boxes(exercises.material(settings.lang), t).values()
        asked = [each for box in boxes for each in box]
        return [panel({**view.question_record(each, settings.lang, t), "kind": ""})
                for each in asked]  # fmt: skip
    if not settings.view.position:
        return []
    at, words = ladder.rung(settings.view.position), settings.view.quiz_words
    question = draw(settings.view.quiz_seed, at.skill, at.level, at.index, settings.lang, words)
    return [panel(view.question_record(question, settings.lang, t, level=at.level))]


def panel(record: Record) -> PanelData:
    """Return a question as a panel.

    >>> panel({"prompt": "How many?"})
    {'name': 'question', 'data': {'prompt': 'How many?'}}
    """
    return {"name": "question", "data": record}
