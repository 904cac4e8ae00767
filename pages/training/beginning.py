"""What a first visit shows in place of the page: a promise, the words, and one button."""

from pages.runs.runs import TrainingRun
from pages.stage.record_types import BeginningData, NamedText
from pages.training.introduction import SHOWN_WORDS, counted, written
from pages.translations.language import LANGUAGES, Translation


def beginning(run: TrainingRun, t: Translation) -> BeginningData:
    """Return the texts of the first visit. run: of the corpus of a link without settings.

    >>> from pages.state.defaults import defaults
    >>> beginning(defaults().train(), Translation())["words"][0]
    NamedText(text='hug', about='×10')
    """
    counts = list(run.corpus.counts.items())[:SHOWN_WORDS]
    return {
        "promise": t.gettext("In an hour you can do by hand what a tokenizer does."),
        "words": [NamedText(written(word, run.corpus.split), counted(n, t)) for word, n in counts],
        "about": t.gettext(
            "A tokenizer splits text into tokens, which a language model reads as numbers. It "
            "learns them from words and how often each occurs. These words are enough to begin."
        ),
        "start": t.gettext("Start here"),
        "everything": t.gettext("Show everything"),
        "language": t.gettext("Language"),
        "languages": [NamedText(code, name) for code, name in LANGUAGES.items()],
    }
