"""What the browser needs to mount the stages of the Unigram page."""

from itertools import islice

import bpe
from bpe import unigram
from pages.runs import runs, stage_data
from pages.runs.kinds import Content, kind_of
from pages.runs.stage_data import digest, training_subject
from pages.stage.record_types import Option, StageData, WordList
from pages.stage.tokens import visible
from pages.state.settings import MAX_WORD, Settings
from pages.unigram.contents import both_of, bpe_settings_for, word_of
from pages.unigram.word import Word

STAGE = "unigram"  # the name under which the browser keeps the step
MAX_LISTED = 200


def shown(settings: Settings) -> tuple[StageData, Content] | None:
    """Return the data of the stage, and what it steps through; None for a view without a stage.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> shown(defaults("hug").replace(show="rounds"))[0]["kind"]
    'rounds'
    """
    show = settings.view.show
    if show not in ("both", "word", "rounds"):
        return None
    trained = runs.ready(runs.unigram_run_of(settings))
    if show == "rounds":
        return of_rounds(settings, trained), trained
    if show == "word":
        return of_word(settings, trained), word_of(settings, trained)[1]
    other = runs.ready(runs.run_of(bpe_settings_for(settings, trained)))
    return of_both(settings, trained, other), both_of(settings, trained, other)[1]


def of_word(settings: Settings, run: unigram.Run) -> StageData:
    """Return the data of the stage of a word under Unigram."""
    key, word = word_of(settings, run)
    return {**shared(settings, word, key), "words": word_list(run, word)}


def of_both(settings: Settings, run: unigram.Run, bpe_run: bpe.Run) -> StageData:
    """Return the data of the stage of a word under both methods. See `both_of`."""
    key, both = both_of(settings, run, bpe_run)
    return {**shared(settings, both, key), "words": word_list(run, both.word)}


def of_rounds(settings: Settings, run: unigram.Run) -> StageData:
    """Return the data of the stage of a Unigram training."""
    return shared(settings, run, settings.unigram_key)


def shared(settings: Settings, content: Content, key: str) -> StageData:
    """Return what all stages of the page need. key: of the records."""
    subject = unigram_subject(settings)
    return stage_data.shared(settings, STAGE, kind_of(content), key, subject)


def word_list(run: unigram.Run, word: Word) -> WordList:
    """Return the shown word, and those to choose from."""
    words = dict.fromkeys((*listed_words(run), word.text))
    return {"word": word.text, "options": [Option(each, visible(each)) for each in words]}


def listed_words(run: unigram.Run) -> tuple[str, ...]:
    """Return the words of the corpus to choose from: the first ones, without very long ones.

    >>> from pages.state.defaults import defaults
    >>> listed_words(defaults("hug").train_unigram())
    ('hug', 'pug', 'pun', 'bun', 'hugs')
    """
    first = islice(run.corpus.counts, MAX_LISTED)
    return tuple(each for each in first if len(each) <= MAX_WORD)


def unigram_subject(settings: Settings) -> str:
    """Return what the stage of the Unigram page steps through."""
    view = settings.view
    word = (view.word, str(view.round)) if view.show in ("word", "both") else ()
    return digest(training_subject(settings), settings.unigram.method, view.show, *word)
