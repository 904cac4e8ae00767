"""What the browser needs to mount the stage of the fast training."""

import bpe
from pages.fast_training.trained import FastTraining, train
from pages.runs import stage_data
from pages.runs.kinds import Content, kind_of
from pages.runs.runs import RUNS
from pages.stage.record_types import StageData
from pages.state.settings import Settings
from pages.storage.secret import cache_key

STAGE = "fast"  # the path of the page, and the name under which the browser keeps the step


def shown(settings: Settings) -> tuple[StageData, Content]:
    """Return the data of the stage, and what it steps through.

    Raises bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> data, training = shown(defaults("hug"))
    >>> data["kind"], len(training.steps)
    ('fast', 7)
    """
    training = training_of(settings)
    return of_training(settings, training), training


def early(settings: Settings) -> tuple[StageData, Content] | None:
    """Return the same as `shown` if the training is cached; it never trains."""
    training: FastTraining | None = RUNS.find(key_of(settings))
    return None if training is None else (of_training(settings, training), training)


def of_training(settings: Settings, training: FastTraining) -> StageData:
    """Return the data of the stage of a fast training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_training(hug, training_of(hug))["stage"]
    'fast'
    """
    subject = stage_data.digest(STAGE, stage_data.training_subject(settings))
    return stage_data.shared(settings, STAGE, kind_of(training), key_of(settings), subject)


def training_of(settings: Settings) -> FastTraining:
    """Return the fast training that settings describe. Raises bpe.InputError if there is none.

    >>> from pages.state.defaults import defaults
    >>> training_of(defaults("python"))
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This corpus is too large for this page. Choose a smaller one.
    """
    if settings.corpus.is_large:
        raise bpe.InputError("This corpus is too large for this page. Choose a smaller one.")
    found: FastTraining = RUNS.get(
        key_of(settings), lambda: train(settings.read_corpus(), settings.bpe)
    )
    return found


def key_of(settings: Settings) -> str:
    """Return the key of the records. It is BPE also if the training page trains WordPiece."""
    return cache_key("fast", settings.replace(algorithm="bpe").key)
