"""The tokenizers that settings compare, and what they make of texts, computed once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import bpe
from bpe import unigram
from bpe.pre_tokenization import pre_tokenize
from pages.encoding.contents import tokenizer_of
from pages.encoding.encoders import MAX_SYMBOLS, MAX_SYMBOLS_IN_ALL
from pages.jobs.chosen_tokenizers import TRAINED
from pages.jobs.lookups import MAX_LOOKUPS, MAX_OF_LINES, check_pieces
from pages.jobs.named_tokenizers import NAMED
from pages.jobs.tokenizer_worker import too_long
from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.runs import runs
from pages.runs.next_steps import inspected
from pages.side_by_side.column import LETTERS, Column
from pages.side_by_side.compared import Compared
from pages.side_by_side.lines import Line
from pages.side_by_side.tokenized import Tokenized
from pages.state.defaults import with_algorithm
from pages.state.settings import Settings
from pages.storage.secret import cache_key
from pages.unigram.piece_numbers import piece_numbers

Encoding = bpe.Encoding | unigram.Encoding
EncodeAll = Callable[[tuple[str, ...]], Sequence[Encoding]]
Results = tuple[Tokenized, ...]


class Encode(Protocol):
    """Encodes a text whose words have at most `max_symbols` characters."""

    def __call__(self, text: str, /, *, max_symbols: int) -> Encoding:
        """Return the encoding. Raises bpe.InputError if the words are too long."""
        ...


@dataclass(frozen=True, slots=True)
class Ready:
    """A tokenizer that can encode. key: in the cache. numbers: of its tokens, for their colors."""

    column: Column
    key: str
    encode_all: EncodeAll
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Member:
    """A tokenizer that settings compare.

    name: as in the settings. Either it is ready, or `error` says why it cannot be used, or a worker
    still trains it.
    """

    name: str
    letter: str
    ready: Ready | None = None
    error: bpe.InputError | None = None


# Uploaded tokenizers ask another process, so as many as want to may wait for it.
RESULTS: SingleFlightCache[Results] = SingleFlightCache(
    scaled(40_000_000), lambda results: sum(each.size for each in results), max_making=100
)


def members(settings: Settings) -> list[Member]:
    """Return the tokenizers that settings compare. Only one at a time is trained by a worker.

    >>> from pages.translations.language import Translation
    >>> from pages.state.defaults import defaults
    >>> t = Translation()
    >>> [each.ready.column.name(t) for each in members(defaults("hug"))]
    ['A: BPE', 'B: Unigram']
    """
    found, waits = [], False
    for letter, name in zip(LETTERS, settings.comparison.tokenizers, strict=False):
        if waits and name in TRAINED:
            found.append(Member(name, letter))  # it is trained after the one before
            continue
        try:
            member = Member(name, letter, prepare(settings, name, letter))
        except bpe.InputError as error:
            member = Member(name, letter, error=error)
        waits = waits or not (member.ready or member.error)
        found.append(member)
    return found


def prepare(settings: Settings, name: str, letter: str) -> Ready | None:
    """Return a tokenizer; None while a worker trains it. Raises bpe.InputError if it is unusable.

    >>> from pages.state.defaults import defaults
    >>> prepare(defaults("hug"), "bpe", "A").column.tokens
    14
    """
    specials = finds_specials(settings)
    if name not in TRAINED:
        pattern = pattern_of(settings, name)
        uploaded = tokenizer_of(name, pattern)
        about = uploaded.about
        return Ready(
            Column(
                letter,
                about.kind,
                about.source,
                about.tokens,
                uploaded.remarks,
                about.title,
                name in NAMED,
                inspected=(("tokenizer", name), ("pattern", pattern)),
            ),
            cache_key("uploaded", name, pattern, str(specials)),
            lambda texts: uploaded.encode_all(
                texts, specials=specials, max_symbols=MAX_SYMBOLS, max_in_all=MAX_SYMBOLS_IN_ALL
            ),
        )
    used = settings_of(settings, name)
    if name == "unigram":
        run = runs.unigram_run_of(used)
        if run is None:
            runs.check_not_failed(used.unigram_key)
            return None
        column = Column(letter, name, "", len(run.model.pieces), inspected=inspected(used, name))
        encode_all = partial(encode_all_with_pieces, run)
        return Ready(column, used.unigram_key, encode_all, piece_numbers(run))
    merged = runs.training_of(used)
    if merged is None:
        runs.check_not_failed(used.key)
        return None
    column = Column(letter, name, "", len(merged.vocab), inspected=inspected(used, name))
    encode = partial(merged.encoder().encode, specials=specials)
    ranks = merged.first_ranks if isinstance(merged, bpe.Run) else {}
    return Ready(column, cache_key(used.key, str(specials)), one_by_one(encode), ranks)


def pattern_of(settings: Settings, name: str) -> str:
    """Return the pattern chosen for a tokenizer, here or on the encoding page; empty if none is.

    >>> pattern_of(Settings().replace(patterns=("0123:gpt2",)), "0123")
    'gpt2'
    """
    encoding = settings.encoding
    elsewhere = encoding.pattern if name == encoding.tokenizer else ""
    return settings.comparison.pattern_of(name) or elsewhere


def finds_specials(settings: Settings) -> bool:
    """Return whether special tokens in a text are found, as libraries do.

    >>> finds_specials(Settings()), finds_specials(Settings().replace(options=("as_text",)))
    (True, False)
    """
    return "as_text" not in settings.encoding.options


def settings_of(settings: Settings, name: str) -> Settings:
    """Return the settings under which a tokenizer is trained here. name: one of TRAINED.

    >>> settings_of(Settings(), "wordpiece").is_wordpiece, settings_of(Settings(), "bpe").bpe.vocab
    (True, 50)
    """
    if name == "wordpiece":
        return with_algorithm(settings, name)
    return settings.replace(algorithm="bpe") if name == "bpe" else settings


def equal_size(settings: Settings, members: Sequence[Member]) -> tuple[str, int] | None:
    """Return the setting, and its value, that makes vocabularies trained here equally large.

    None if they are, or if no setting does. BPE can have any size, unless it runs out of pairs.
    Unigram usually prunes below its target.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> equal_size(hug, members(hug))  # BPE has 14 tokens, Unigram 10
    ('vocab', 10)
    """
    ready = [each.ready for each in members if each.name in TRAINED and each.ready]
    sizes = {each.column.kind: each.column.tokens for each in ready}
    if len(set(sizes.values())) < 2 or "unigram" not in sizes:
        return None
    pieces, least = sizes["unigram"], min(sizes.values())
    if settings.bpe.vocab != pieces:
        return "vocab", pieces
    return ("unigram_vocab", least) if settings.unigram.vocab != least else None


def one_by_one(encode: Encode) -> EncodeAll:
    """Return a function that encodes several texts, within the limits."""

    def encode_all(texts: tuple[str, ...]) -> list[Encoding]:
        found, room = [], MAX_SYMBOLS_IN_ALL
        for text in texts:
            encoding = encode(text, max_symbols=MAX_SYMBOLS)
            room -= sum(map(len, encoding.words))
            if room < 0:
                raise too_long(MAX_SYMBOLS_IN_ALL)
            found.append(encoding)
        return found

    return encode_all


def encode_all_with_pieces(run: unigram.Run, texts: tuple[str, ...]) -> Sequence[Encoding]:
    """Return texts encoded by Unigram, within the limits.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> [each.tokens for each in encode_all_with_pieces(run, ("hug", "pug"))]
    [('hug',), ('pu', 'g')]
    """
    room = MAX_OF_LINES

    def encode(text: str, /, *, max_symbols: int) -> unigram.Encoding:
        nonlocal room
        words = words_within(run, text, max_symbols)
        room -= check_pieces(words, run.model.longest, min(room, MAX_LOOKUPS))
        return run.encode(text)

    return one_by_one(encode)(texts)


def words_within(run: unigram.Run, text: str, max_symbols: int) -> list[str]:
    """Return the words of a text as Unigram gets them. Raises bpe.InputError if they are too long.

    max_symbols: the limit for their length in total, after normalization.

    >>> from pages.state.defaults import defaults
    >>> words_within(defaults("hug").train_unigram(), "hug pug", 10)
    ['hug', 'pug']
    """
    pre_tokens = pre_tokenize(text, run.corpus.split, run.corpus.normalization)
    words = [each.word for each in pre_tokens]
    if sum(map(len, words)) > max_symbols:
        raise bpe.InputError(
            "After normalization, the words of this text have more than {most} characters "
            "in total. Shorten the text.",
            most=max_symbols,
        )
    return words


def results(tokenizer: Ready, texts: tuple[str, ...]) -> Results:
    """Return what a tokenizer makes of texts. Raises bpe.InputError if it refuses one of them.

    >>> from pages.state.defaults import defaults
    >>> ready = prepare(defaults("hug"), "bpe", "A")
    >>> [each.tokens for each in results(ready, ("hug", "hug pug"))]
    [('hug',), ('hug', 'pug')]
    """

    def make() -> Results:
        return tuple(map(Tokenized.of, texts, tokenizer.encode_all(texts)))

    return RESULTS.get(cache_key("compared", tokenizer.key, *texts), make)


def compare(found: list[Member], texts: tuple[Line, ...]) -> tuple[Compared, list[Member]]:
    """Return what the tokenizers that are ready make of texts.

    The second value has all tokenizers again, also those that refuse one of the texts, with the
    reason.
    """
    columns, made, after = [], [], []
    numbers: dict[str, Mapping[str, int]] = {}
    for member in found:
        if member.ready is not None:
            try:
                made.append(results(member.ready, tuple(line.text for line in texts)))
                columns.append(member.ready.column)
                numbers[member.name] = member.ready.numbers
            except bpe.InputError as error:
                member = Member(member.name, member.letter, member.ready, error)
        after.append(member)
    ordered = [numbers[name] for name in TRAINED if name in numbers]
    return Compared(tuple(columns), texts, tuple(made), ordered), after
