"""What the browser needs to mount the stage of a text that is encoded."""

from pages.encoding.contents import encoder_of, lattice_of, text_of
from pages.encoding.encoders import TextEncoder
from pages.encoding.segmented import Segmented
from pages.runs import runs, stage_data
from pages.runs.kinds import Content, kind_of
from pages.runs.stage_data import digest, training_subject
from pages.stage.record import Record
from pages.stage.tokens import visible
from pages.state.settings import Settings

STAGE = "encode"  # the name under which the browser keeps the step


def shown(settings: Settings) -> tuple[Record, Content] | None:
    """Return the data of the stage, and what it steps through; None if the text has no words.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> shown(defaults("hug"))[0]["kind"]
    'encoding'
    """
    return of_text(settings, runs.ready(encoder_of(settings)))


def of_text(settings: Settings, encoder: TextEncoder) -> tuple[Record, Content] | None:
    """Return the data of the stage of a text that is encoded, and what it steps through.

    A Unigram tokenizer from a file shows the lattice of one word. None: the text has no words.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_text(hug, encoder_of(hug))[0]["kind"]
    'encoding'
    """
    text = text_of(settings, encoder)
    subject = digest(training_subject(settings), repr(settings.encoding), settings.text)
    own: Record = {"text_lang": ""} if settings.encoding.input else {}
    if not isinstance(text, Segmented):
        kind = kind_of(text)
        return stage_data.shared(settings, STAGE, kind, settings.text_key, subject) | own, text
    found = lattice_of(settings, text)
    if found is None:
        return None
    key, word = found
    subject = digest(subject, word.text)
    own["words"] = {"word": word.text, "options": [[each, visible(each)] for each in text.words]}
    return stage_data.shared(settings, STAGE, kind_of(word), key, subject) | own, word
