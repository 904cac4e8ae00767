"""The runs that questions are drawn from, shared with all pages."""

import bpe
from pages.quiz.questions import Material
from pages.serving import runs
from pages.state.defaults import with_method
from pages.state.settings import Settings


def material(settings: Settings) -> Material:
    """What questions on a corpus are drawn from. The corpus must not be large.

    Raises bpe.InputError if the corpus cannot be used.

    >>> from pages.state.defaults import defaults
    >>> len(material(defaults("hug")).run.merges)
    7
    """
    usual = settings.replace(position=0, quiz_seed=0, show="word", word="", round=0)
    run = runs.run_of(usual)
    assert run

    def run_with_rule(ties: str) -> bpe.Run:
        other = runs.run_of(usual.replace(ties=ties))
        assert other
        return other

    unigram_settings = with_method(usual, "course")
    try:
        is_large = unigram_settings.unigram_cost().is_large
        pieces = None if is_large else runs.unigram_run_of(unigram_settings)
    except bpe.InputError:
        pieces = None
    return Material(usual, run, run_with_rule, pieces, unigram_settings)
