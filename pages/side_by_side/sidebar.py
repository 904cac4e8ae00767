"""The settings of the tokenizers that are compared and trained here, in the sidebar."""

from pages.settings.sidebar_corpus import choose_corpus
from pages.state.settings import Settings
from pages.training.sidebar import of_bpe
from pages.translations.language import Translation
from pages.unigram.sidebar import methods_and_size


def of_comparison(settings: Settings, t: Translation) -> None:
    """Draw the corpus and the settings of the tokenizers that are compared and trained here."""
    choose_corpus(settings, t)
    names = settings.comparison.tokenizers
    if "bpe" in names or "wordpiece" in names:
        of_bpe(settings, t, has_algorithm=False)
    if "unigram" in names:
        methods_and_size(settings, t)
