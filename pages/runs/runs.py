"""What settings ask for: runs, lattices, encoded texts, each computed once for everybody.

A key made from the settings names each of them. Large trainings run in a worker process; until it
has finished, the functions here return None. `records` serves the steps of what is cached here.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import bpe
from bpe import unigram, wordpiece
from pages.encoding.encoders import MAX_SYMBOLS, EncodingOptions, TextEncoder, encode
from pages.encoding.kinds import EncodedText, encode_text
from pages.encoding.longest_match import LongestMatch
from pages.encoding.segmented import Segmented
from pages.jobs import tokenizer_file
from pages.jobs.cost import Cost
from pages.jobs.job import Job
from pages.jobs.queue import TRAININGS
from pages.jobs.tokenizer_file import UploadedEncoder
from pages.resources.cache import SingleFlightCache
from pages.resources.client import of_script, visitor_of_script
from pages.resources.machine import scaled
from pages.runs.kinds import Content, kind_of
from pages.side_by_side.lines import MAX_SYMBOLS_IN_ALL
from pages.state.settings import Settings, cache_key
from pages.unigram.both import Both
from pages.unigram.comparison import color_numbers
from pages.unigram.word import Word, choose_word

T = TypeVar("T", bpe.Run, unigram.Run, wordpiece.Run)
R = TypeVar("R")
TrainingRun = bpe.Run | wordpiece.Run  # of the training page


def weight(content: Content) -> int:
    """Return about how many bytes of memory a run, a lattice or a text takes.

    >>> from pages.state.defaults import defaults
    >>> weight(defaults("hug").train()) < 20_000
    True
    """
    return kind_of(content).size


MAX_BYTES = scaled(400_000_000)  # of all runs, lattices and texts
RUNS: SingleFlightCache[Content] = SingleFlightCache(MAX_BYTES, weight, reserve=2_000_000)
# They only ask another process, so as many as want to may wait for it.
TOKENIZERS: SingleFlightCache[UploadedEncoder] = SingleFlightCache(500, max_making=500)
LINES: SingleFlightCache[tuple[int, ...]] = SingleFlightCache(100_000, len, max_making=500)


class Waiting(Exception):
    """A worker still trains the run. Its stage can be drawn later."""


def ready(run: R | None) -> R:
    """Return a run. Raises Waiting if there is none yet."""
    if run is None:
        raise Waiting
    return run


def run_of(settings: Settings) -> bpe.Run | None:
    """Return the BPE run that settings describe; None while a worker still trains it.

    It is BPE also if the training page trains WordPiece. Raises bpe.InputError if the settings
    cannot be used.

    >>> from pages.state.defaults import defaults
    >>> run_of(defaults("hug")).merges[0].token
    'ug'
    """
    settings = settings.replace(algorithm="bpe")
    return get_or_start(bpe.Run, settings.key, settings.cost, settings.train, settings.job)


def training_of(settings: Settings) -> TrainingRun | None:
    """Return the run of the training page, BPE or WordPiece; None while a worker still trains it.

    Raises bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> training_of(with_algorithm(defaults("hug"), "wordpiece")).merges[0].token
    '##gs'
    """
    if not settings.is_wordpiece:
        return run_of(settings)
    train = settings.train_wordpiece
    return get_or_start(wordpiece.Run, settings.key, settings.cost, train, settings.job)


def unigram_run_of(settings: Settings) -> unigram.Run | None:
    """Return the Unigram run that settings describe; None while a worker still trains it.

    Raises bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> len(unigram_run_of(defaults("hug")).model.pieces)
    10
    """
    return get_or_start(
        unigram.Run,
        settings.unigram_key,
        settings.unigram_cost,
        settings.train_unigram,
        settings.unigram_job,
    )


def get_or_start(
    kind: type[T],
    key: str,
    cost: Callable[[], Cost],
    train: Callable[[], T],
    job: Callable[[], Job],
) -> T | None:
    """Return a run from the cache, or train it here, or start a worker that trains it.

    Returns None while a worker trains, and if somebody stopped the worker. The page section that
    shows the progress handles both.
    """
    run: Content | None = RUNS.find(key)
    if run is None and not (expected := cost()).is_large:
        run = RUNS.get(key, train, expected.bytes)
    if run is None:
        session, _ = of_script()
        run = TRAININGS.get_or_start(key, job, visitor_of_script(), session).run
        if run is None or run.stopped == "user":
            return None
        keep(key, run)
    assert isinstance(run, kind)
    return run


def check_not_failed(key: str) -> None:
    """Raise bpe.InputError if a worker has ended without the run of a key.

    >>> check_not_failed("no such run")
    """
    training = TRAININGS.find(key)
    if training and training.ended and training.run is None:
        raise training.error()


def keep(key: str, run: Content) -> None:
    """Cache a run that a worker made."""
    RUNS.get(key, lambda: run)
    TRAININGS.forget(key)


def word_of(settings: Settings, run: unigram.Run) -> tuple[str, Word]:
    """Return the word that settings choose, with its lattice, and its key in the cache.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> word_of(hug, unigram_run_of(hug))[1].text
    'unhug'
    """
    word, rounds = choose_word(run, settings.view.word, settings.view.round)
    key = cache_key(settings.unigram_key, str(rounds), word)
    found: Word = RUNS.get(key, lambda: Word.after(run, word, rounds))
    return key, found


def bpe_settings_for(settings: Settings, run: unigram.Run) -> Settings:
    """Return the settings of BPE for the same words and the same vocabulary size as Unigram.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> bpe_settings_for(hug, unigram_run_of(hug)).bpe.vocab
    10
    """
    return settings.replace(
        split=settings.unigram.split,
        vocab=len(run.model.pieces),
        special="",
        min_count=1,
        alphabet="corpus",
        algorithm="bpe",
        position=0,
        show="word",
    )


def both_of(settings: Settings, run: unigram.Run, bpe_run: bpe.Run) -> tuple[str, Both]:
    """Return the word that settings choose under both methods, and its key in the cache.

    bpe_run: that of `bpe_settings_for`.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> run = unigram_run_of(hug)
    >>> both_of(hug, run, run_of(bpe_settings_for(hug, run)))[1].ours
    ('un', 'hug')
    """
    word, _ = choose_word(run, settings.view.word, 0)
    key = cache_key("both", settings.unigram_key, settings.bpe.ties, word)

    def make() -> Both:
        return Both.of(bpe_run, run, word, color_numbers(bpe_run, run))

    found: Both = RUNS.get(key, make)
    return key, found


def encoder_of(settings: Settings) -> TextEncoder | None:
    """Return the encoder of an uploaded tokenizer, or of the BPE or WordPiece run.

    Returns None while a worker trains the run. Raises bpe.InputError if the settings or the
    uploaded tokenizer cannot be used.

    >>> from pages.state.defaults import defaults
    >>> encoder_of(defaults("hug")).encode("hugs").tokens
    ('hugs',)
    """
    options = settings.encoding.options
    is_whole = "whole" in options
    if settings.encoding.tokenizer:
        uploaded = tokenizer_of(settings.encoding.tokenizer, settings.encoding.pattern)
        uploaded = uploaded.at(min(settings.encoding.max_merges, len(uploaded.merges)))
        return replace(uploaded, ignore_merges=is_whole)
    run = training_of(settings)
    if run is None:
        return None
    if isinstance(run, wordpiece.Run):
        return run.encoder()
    encoder = run.encoder(fuse_unk="fuse" in options)
    encoder = encoder.at(min(settings.encoding.max_merges, len(encoder.merges)))
    return replace(encoder, ignore_merges=True) if is_whole else encoder


def tokenizer_of(name: str, pattern: str = "") -> UploadedEncoder:
    """Return an uploaded tokenizer. Raises bpe.InputError if it cannot be used.

    pattern: one of `settings.PATTERNS`; only a tiktoken file needs it.

    >>> tokenizer_of("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    stored = tokenizer_file.stored(name, pattern)
    return TOKENIZERS.get(stored, lambda: tokenizer_file.encoder_of(stored))


def text_of(settings: Settings, encoder: TextEncoder) -> EncodedText:
    """Return the text that settings ask for, encoded. Raises bpe.InputError if it is too long.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(input="hug")
    >>> text_of(hug, encoder_of(hug)).last
    2
    """

    def make() -> EncodedText:
        text = encode_text(encoder, settings.text, options_of(settings))
        if isinstance(text, LongestMatch) and not settings.encoding.tokenizer:
            return with_ranks(text, training_of(settings))
        return text

    # The cache must not wait for an uploaded tokenizer, so its text is made before.
    is_slow = settings.encoding.tokenizer and RUNS.find(settings.text_key) is None
    text = make() if is_slow else None
    found: EncodedText = RUNS.get(settings.text_key, lambda: make() if text is None else text)
    return found


def count_tokens(
    settings: Settings, encoder: TextEncoder, lines: tuple[str, ...]
) -> tuple[int, ...]:
    r"""Return how many tokens each line of the text has. encoder: that of `encoder_of`.

    Raises bpe.InputError if a line or all of them are too long.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(input="hug pug\nhugs")
    >>> count_tokens(hug, encoder_of(hug), ("hug pug", "hugs"))
    (2, 1)
    """
    options = options_of(settings)

    def make() -> tuple[int, ...]:
        if isinstance(encoder, UploadedEncoder):  # asks the other process once
            found = encoder.encode_all(
                lines, *options, max_symbols=MAX_SYMBOLS, max_in_all=MAX_SYMBOLS_IN_ALL
            )
        else:
            found = tuple(encode(encoder, line, options) for line in lines)
        return tuple(len(each.tokens) for each in found)

    return LINES.get(cache_key("lines", settings.text_key), make)


def with_ranks(text: LongestMatch, run: bpe.Run | wordpiece.Run | None) -> LongestMatch:
    """Return a text whose tokens have the colors that they have in the training of their tokenizer.

    >>> run = wordpiece.train(bpe.Corpus.from_counts({"hug": 10}))
    >>> with_ranks(LongestMatch.of(run.encoder(), "hug"), run).numbers["hug"]
    2
    """
    if not isinstance(run, wordpiece.Run):
        return text
    made = {merge.token: merge.rank for merge in reversed(run.merges)}
    return replace(text, ranks={token: made.get(token, 0) for token in text.encoder.ids})


def options_of(settings: Settings) -> EncodingOptions:
    """Return how settings ask to encode a text.

    >>> from pages.state.defaults import defaults
    >>> options_of(defaults("hug"))
    EncodingOptions(order='rank', specials=False, dropout=0.0, seed=1)
    """
    encoding = settings.encoding
    order = "rules" if "rules" in encoding.options else "rank"
    dropout = encoding.dropout / 100 if order == "rank" else 0.0
    specials = "specials" in encoding.options
    return EncodingOptions(order, specials, dropout, encoding.dropout_seed)


def lattice_of(settings: Settings, text: Segmented) -> tuple[str, Word] | None:
    """Return the word of an encoded text that settings choose, and its key in the cache.

    Returns None if the text has no words.

    >>> from bpe.unigram.encoder import plain
    >>> from pages.state.defaults import defaults
    >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
    >>> text = Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3)
    >>> lattice_of(defaults("hug"), text)[1].lattice.best.tokens
    ('ug',)
    """
    word = text.choose(settings.view.word)
    if not word:
        return None
    key = cache_key("lattice", settings.text_key, word)
    found: Word = RUNS.get(key, lambda: text.lattice_of(word))
    return key, found
