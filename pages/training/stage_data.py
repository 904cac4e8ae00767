"""What the browser needs to mount the stage of a BPE or WordPiece training."""

from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.runs import runs, stage_data
from pages.runs.kinds import Content, kind_of
from pages.runs.next_steps import course_link
from pages.runs.stage_data import training_subject
from pages.stage.record_types import StageData, WatchedVersion
from pages.state.corpus import DEFAULT_CORPUS
from pages.state.settings import Settings
from pages.storage.secret import cache_key
from pages.training import corpus_words
from pages.training.beginning import beginning
from pages.training.kind import training_kind
from pages.translations.language import Translation, translation

STAGE = "training"  # the name under which the browser keeps the step
WATCHED: SingleFlightCache[list[WatchedVersion]] = SingleFlightCache(
    scaled(30_000_000), corpus_words.watched_size
)


def shown(settings: Settings) -> tuple[StageData, Content]:
    """Return the data of the stage, and what it steps through.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> data, run = shown(defaults("hug"))
    >>> data["kind"], len(run.merges)
    ('training', 7)
    """
    run = runs.training_of(settings)
    if run is None:
        raise runs.Waiting
    return of_training(settings, run), run


def early(settings: Settings) -> tuple[StageData, Content] | None:
    """Return the same as `shown` if somebody has trained it already; it never trains."""
    run = runs.RUNS.find(settings.key)
    return None if run is None else (of_training(settings, run), run)


def of_training(settings: Settings, run: runs.TrainingRun) -> StageData:
    """Return the data of the stage of a BPE or WordPiece training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_training(hug, runs.run_of(hug))["kind"]
    'training'
    """
    t = translation(settings.lang)
    subject = training_subject(settings)
    data: StageData = {
        **stage_data.shared(settings, STAGE, kind_of(run), settings.key, subject),
        "step_param": "step",
        "watch": watched(settings, run, t),
        "sentence": settings.view.sentence,
        "course": course_link(t),
        "beyond": t.gettext(
            "The link asks for step {step}, but the last step of this training is {last}. It is "
            "shown instead."
        ),
    }
    if settings.corpus.name == DEFAULT_CORPUS:
        data["beginning"] = beginning(run, t)
    return data


def watched(settings: Settings, run: runs.TrainingRun, t: Translation) -> list[WatchedVersion]:
    """Return the watched text under a run, at each step that changes it.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> len(watched(hug, runs.run_of(hug), Translation()))
    4
    """
    text = settings.view.sentence
    key = cache_key(settings.key, text, settings.lang)
    return WATCHED.get(key, lambda: training_kind(run).watched(text, t))
