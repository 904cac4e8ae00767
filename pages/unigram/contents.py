"""What the Unigram page shows at first, and what it steps through besides its runs."""

from dataclasses import replace

from bpe import Run, unigram
from pages.runs.next_steps import inspected
from pages.runs.runs import RUNS
from pages.state.defaults import defaults
from pages.state.settings import MAX_PIECES, Settings
from pages.storage.secret import cache_key
from pages.unigram.comparing.both import Both
from pages.unigram.comparing.comparison_words import color_numbers
from pages.unigram.word import Word, choose_word

# By language, the words on which BPE and Unigram differ for a reason (see `bpe.samples`).
UNIGRAM_CORPORA = {"en": "unigram-en", "zh-Hant": "unigram-zh", "ko": "unigram-ko"}


def unigram_words(lang: str) -> Settings:
    """Return the settings of the page without any in its link: words of the reader's language.

    >>> unigram_words("ko").view.word
    '대학생회원'
    """
    return defaults(UNIGRAM_CORPORA[lang]).replace(lang=lang)


def word_of(settings: Settings, run: unigram.Run) -> tuple[str, Word]:
    """Return the word that settings choose, with its lattice, and its key in the cache.

    >>> from pages.runs.runs import unigram_run_of
    >>> hug = defaults("hug")
    >>> word_of(hug, unigram_run_of(hug))[1].text
    'unhug'
    """
    word, rounds = choose_word(run, settings.view.word, settings.view.round)
    key = cache_key(settings.unigram_key, str(rounds), word)
    found: Word = RUNS.get(key, lambda: Word.after(run, word, rounds))
    return key, found


def used_of(settings: Settings, run: unigram.Run) -> unigram.Run:
    """Return the training up to the round whose vocabulary the page uses.

    >>> from pages.runs.runs import unigram_run_of
    >>> hug = defaults("hug")
    >>> run = unigram_run_of(hug)
    >>> [len(used_of(hug.replace(round=k), run).model.pieces) for k in (0, 3, 99)]
    [15, 12, 10]
    """
    rounds = run.rounds[: settings.view.round]
    if len(rounds) == len(run.rounds):
        return run
    return replace(run, rounds=rounds, model=rounds[-1].result if rounds else run.seeds)


def bpe_settings_for(settings: Settings, run: unigram.Run) -> Settings:
    """Return the settings of BPE for the same words and the same vocabulary size as Unigram.

    >>> from pages.runs.runs import unigram_run_of
    >>> hug = defaults("hug")
    >>> bpe_settings_for(hug, unigram_run_of(hug)).bpe.vocab
    10
    """
    return settings.replace(
        split=settings.unigram.split,
        vocab=len(used_of(settings, run).model.pieces),
        special="",
        min_count=1,
        alphabet="corpus",
        algorithm="bpe",
        position=0,
        show="word",
    )


def long_bpe_settings(settings: Settings, run: unigram.Run) -> Settings:
    """Return the settings of BPE with as many tokens as Unigram has at its start.

    Its run begins with the merges of `bpe_settings_for`.

    >>> from pages.runs.runs import unigram_run_of
    >>> hug = defaults("hug")
    >>> long_bpe_settings(hug, unigram_run_of(hug)).bpe.vocab >= 10
    True
    """
    shorter = bpe_settings_for(settings, run)
    most = max(shorter.bpe.vocab, min(len(run.seeds.pieces), MAX_PIECES))
    return shorter.replace(vocab=most)


def both_of(settings: Settings, run: unigram.Run, bpe_run: Run) -> tuple[str, Both]:
    """Return the word that settings choose under both methods, and its key in the cache.

    bpe_run: that of `bpe_settings_for`.

    >>> from pages.runs.runs import run_of, unigram_run_of
    >>> hug = defaults("hug")
    >>> run = unigram_run_of(hug)
    >>> both_of(hug, run, run_of(bpe_settings_for(hug, run)))[1].ours
    ('un', 'hug')
    """
    word, rounds = choose_word(run, settings.view.word, settings.view.round)
    key = cache_key("both", settings.unigram_key, settings.bpe.ties, str(rounds), word)

    def make() -> Both:
        asked = dict(inspected(bpe_settings_for(settings, run), "bpe"))
        return Both.of(bpe_run, run, word, color_numbers(bpe_run, run), asked, rounds)

    found: Both = RUNS.get(key, make)
    return key, found
