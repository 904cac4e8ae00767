"""What the phones of a class show of the comparisons of the Unigram page."""

from pages.runs import runs
from pages.runs.runs import ready
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.comparing import comparison as records
from pages.unigram.comparing.comparison_words import Links
from pages.unigram.contents import bpe_settings_for, long_bpe_settings, used_of


def without_links(word: str) -> Links:
    """Return no links: they would lead out of the class."""
    return Links("", "")


def of_comparison(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the words of the corpus under BPE and Unigram. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_comparison(defaults("hug"), Translation())
    >>> panel["name"], len(panel["data"]["rows"])
    ('comparison', 5)
    """
    run = ready(runs.unigram_run_of(settings))
    long_run = ready(runs.run_of(long_bpe_settings(settings, run)))
    size = bpe_settings_for(settings, run).bpe.vocab
    merges = records.merges_for_size(long_run, size)
    used = used_of(settings, run)
    table = records.data(
        long_run, merges, used, without_links, without_links, settings.view.sentence, t
    )
    return [{"name": "comparison", "data": {"text_lang": settings.corpus.language, **table}}]


def of_text(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the typed text under BPE and Unigram. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> (panel,) = of_text(defaults("hug").replace(passage="hugs"), Translation())
    >>> len(panel["data"]["texts"])
    2
    """
    run = ready(runs.unigram_run_of(settings))
    bpe_run = ready(runs.run_of(bpe_settings_for(settings, run)))
    text = settings.view.passage or settings.view.sentence
    made = records.text_data(bpe_run, used_of(settings, run), without_links, text, t)
    return [{"name": "comparison", "data": {"text_lang": "", **made}}]
