"""What the encoding page steps through, an encoded text or a word of it, and the encoders."""

from pages.encoding.encoded_text import EncodedText, encode_text
from pages.encoding.encoders import (
    MAX_SYMBOLS,
    MAX_SYMBOLS_IN_ALL,
    EncodingOptions,
    TextEncoder,
    encode,
)
from pages.jobs import tokenizer_file
from pages.jobs.tokenizer_file import UploadedEncoder
from pages.resources.cache import SingleFlightCache
from pages.runs.runs import RUNS, Waiting, training_of
from pages.state.settings import Settings
from pages.storage.secret import cache_key
from pages.unigram.word import Word

# They only ask another process, so as many as want to may wait for it.
TOKENIZERS: SingleFlightCache[UploadedEncoder] = SingleFlightCache(500, max_making=500)
LINES: SingleFlightCache[tuple[int, ...]] = SingleFlightCache(100_000, len, max_making=500)


def encoder_of(settings: Settings) -> TextEncoder | None:
    """Return the encoder of an uploaded tokenizer, or of the BPE or WordPiece run.

    Returns None while a worker trains the run. Raises bpe.InputError if the settings or the
    uploaded tokenizer cannot be used.

    >>> from pages.state.defaults import defaults
    >>> encoder_of(defaults("hug")).encode("hugs").tokens
    ('hugs',)
    """
    options = settings.encoding.options
    encoder: TextEncoder
    if settings.encoding.tokenizer:
        encoder = tokenizer_of(settings.encoding.tokenizer, settings.encoding.pattern)
    else:
        run = training_of(settings)
        if run is None:
            return None
        encoder = run.encoder() if run.prefix else run.history.encoder(fuse_unk="fuse" in options)
    last = min(settings.encoding.max_merges, encoder.merge_count)
    return encoder.with_merges(last, "whole" in options)


def ready_encoder_of(settings: Settings) -> TextEncoder:
    """Return the encoder. Raises Waiting while a worker trains the run, and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> ready_encoder_of(defaults("hug")).encode("hugs").tokens
    ('hugs',)
    """
    encoder = encoder_of(settings)
    if encoder is None:
        raise Waiting
    return encoder


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
        run = None if settings.encoding.tokenizer else training_of(settings)
        ranks = None
        if run and run.prefix:
            ranks = {merge.token: merge.rank for merge in run.merges[::-1]}
        return encode_text(encoder, settings.text, options_of(settings), ranks)

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


def lattice_of(settings: Settings, text: EncodedText, word: str) -> tuple[str, Word]:
    """Return a word of an encoded text that is stepped through, and its key in the cache.

    >>> from pages.encoding.segmented import Segmented
    >>> from bpe.unigram.encoder import plain
    >>> from pages.state.defaults import defaults
    >>> encoder = plain({"u": -2.0, "g": -2.0, "ug": -3.0})
    >>> text = Segmented(encoder, "ug", encoder.encode("ug"), "ug", 3)
    >>> lattice_of(defaults("hug"), text, "ug")[1].lattice.best.tokens
    ('ug',)
    """
    key = cache_key("lattice", settings.text_key, word)
    found: Word = RUNS.get(key, lambda: text.lattice_of(word))
    return key, found
