"""What the browser needs to mount the stage of a text that is encoded."""

from pages.encoding.contents import lattice_of, ready_encoder_of, text_of
from pages.encoding.encoders import TextEncoder
from pages.runs import stage_data
from pages.runs.kinds import Content, kind_of
from pages.runs.stage_data import digest, training_subject
from pages.stage.record_types import Option, StageData
from pages.stage.tokens import visible
from pages.state.settings import Settings

STAGE = "encode"  # the path of the page, and the name under which the browser keeps the step


def shown(settings: Settings) -> tuple[StageData, Content] | None:
    """Return the data of the stage, and what it steps through; None if the text has no words.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> shown(defaults("hug"))[0]["kind"]
    'encoding'
    """
    return of_text(settings, ready_encoder_of(settings))


def of_text(settings: Settings, encoder: TextEncoder) -> tuple[StageData, Content] | None:
    """Return the data of the stage of a text that is encoded, and what it steps through.

    A Unigram tokenizer from a file shows the lattice of one word. None: the text has no words.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_text(hug, ready_encoder_of(hug))[0]["kind"]
    'encoding'
    """
    text = text_of(settings, encoder)
    subject = digest(training_subject(settings), repr(settings.encoding), settings.text)
    chosen = text.choose(settings.view.word)
    if chosen is None:
        return data_of(settings, text, settings.text_key, subject), text
    if not chosen:
        return None
    key, word = lattice_of(settings, text, chosen)
    data = data_of(settings, word, key, digest(subject, chosen))
    options = [Option(each, visible(each)) for each in text.words]
    return {**data, "words": {"word": chosen, "options": options}}, word


def data_of(settings: Settings, content: Content, run: str, subject: str) -> StageData:
    """Return the data of the stage. The language of a reader's own text is not known."""
    data = stage_data.shared(settings, STAGE, kind_of(content), run, subject)
    if settings.encoding.input:
        data["text_lang"] = ""
    return data
