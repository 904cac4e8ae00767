"""The trainings that settings ask for: what each costs, and the job of its worker.

All of them raise bpe.InputError if the reader's own corpus cannot be used.
"""

from pages.jobs.cost import UNKNOWN_COST, Cost, bpe_cost, unigram_cost, wordpiece_cost
from pages.jobs.job import BpeJob, UnigramJob, WordPieceJob
from pages.state.settings import Settings


def job_of(settings: Settings) -> BpeJob | WordPieceJob:
    """Return the BPE or WordPiece training for a worker."""
    source = settings.corpus.source(settings.bpe.split, settings.bpe.special_tokens)
    if settings.is_wordpiece:
        return WordPieceJob(source, settings.bpe.vocab, settings.bpe.special_tokens)
    return BpeJob(source, *settings.bpe.args)


def unigram_job_of(settings: Settings) -> UnigramJob:
    """Return the Unigram training for a worker."""
    return UnigramJob(settings.corpus.source(settings.unigram.split), settings.unigram.args)


def cost_of(settings: Settings) -> Cost:
    """Return what training BPE or WordPiece costs.

    >>> from pages.state.defaults import defaults
    >>> cost_of(defaults("hug")).is_large, cost_of(defaults("python")).is_large
    (False, True)
    """
    if settings.corpus.is_large:
        return UNKNOWN_COST
    cost = wordpiece_cost if settings.is_wordpiece else bpe_cost
    return cost(settings.read_corpus().counts, settings.bpe.vocab)


def unigram_cost_of(settings: Settings) -> Cost:
    """Return what training Unigram costs."""
    if settings.corpus.is_large:
        return UNKNOWN_COST
    return unigram_cost(settings.corpus.read(settings.unigram.split).counts, settings.unigram.args)
