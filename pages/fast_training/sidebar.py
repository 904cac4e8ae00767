"""The settings of the fast training in the sidebar."""

from pages.settings.sidebar_corpus import choose_corpus
from pages.state.settings import Settings
from pages.training.sidebar import vocabulary_size
from pages.translations.language import Translation


def of_fast_training(settings: Settings, t: Translation) -> None:
    """Draw the corpus and the vocabulary size. The tie rule is always "greatest"."""
    choose_corpus(settings, t)
    vocabulary_size(settings, t)
