"""Settings to and from the URL: the only module that reads and writes a query.

Values are ids, never labels, so a link means the same in every language.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import urlencode

import bpe
from bpe import unigram
from pages.state.corpus import (
    CORPORA,
    DEFAULT_CORPUS,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    PYTHON,
)
from pages.state.defaults import defaults, with_algorithm, with_method
from pages.state.settings import (
    ALGORITHMS,
    COMPARED,
    DECODERS,
    FIELDS,
    MAX_COMPARED,
    MAX_FIND,
    MAX_IDS,
    MAX_INPUT,
    MAX_LESSON,
    MAX_MERGES,
    MAX_PASSAGE,
    MAX_PRUNE,
    MAX_RANDOM_SEED,
    MAX_SEED_PIECES,
    MAX_SENTENCE,
    MAX_SPECIAL,
    MAX_VOCAB,
    MAX_WORD,
    OPTIONS,
    PATTERNS,
    PRACTICES,
    QUIZ_WORDS,
    SECTIONS,
    SHOWS,
    STARTS,
    TRAINED,
    VIEWS,
    WORDS,
    Settings,
)
from pages.storage import file_store
from pages.storage.typed import MAX_COUNT, pack, unpack
from pages.translations.language import known_language

# Parameters that old links have under another name.
ALIASES = {
    "min": "min_count",
    "watch": "sentence",
    "cut": "unigram_split",
    "size": "unigram_vocab",
    "most": "max_seeds",
    "upto": "stop_after",
    "first": "max_merges",
    "how": "options",
    "dice": "dropout_seed",
    "at": "position",
    "seed": "quiz_seed",
}
# Values that old links have under another name, by parameter.
VALUE_ALIASES = {"show": {"beside": "comparison"}}
# Always in a link; other parameters only if they differ from the default.
ALWAYS = (
    *("corpus", "norm", "split", "ties", "vocab", "min_count", "special", "sentence"),
    *("show", "lang"),
)
# An old link with one of these, but without "show", leads to the lattice of a word.
OF_LATTICE = {"word", "round", "position"}


def parse_int(low: int, high: int) -> Callable[[str], int]:
    """A parser of integers from low to high; it raises ValueError for anything else.

    >>> parse_int(1, 50)("7")
    7
    """

    def parse(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 12):
            raise ValueError("not an integer")
        if not low <= int(value) <= high:
            raise ValueError("out of range")
        return int(value)

    return parse


def parse_id(allowed: tuple[str, ...]) -> Callable[[str], str]:
    """A parser of ids; it raises ValueError for an id that is not allowed.

    >>> parse_id(("first", "lowest"))("lowest")
    'lowest'
    """

    def parse(value: str) -> str:
        if value not in allowed:
            raise ValueError("not allowed")
        return value

    return parse


def parse_ids(allowed: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """A parser of space-separated ids, each kept once; ValueError for one that is not allowed.

    >>> parse_ids(("rules", "fuse"))("fuse fuse")
    ('fuse',)
    """
    parse = parse_id(allowed)
    return lambda value: tuple(dict.fromkeys(parse(word) for word in value.split()))


def parse_text(limit: int) -> Callable[[str], str]:
    """A parser of texts up to a length; ValueError for longer texts and lone surrogates.

    >>> parse_text(20)("a hug")
    'a hug'
    """

    def parse(value: str) -> str:
        value.encode()
        if len(value) > limit:
            raise ValueError("too long")
        return value

    return parse


def parse_language(value: str) -> str:
    """The language of a tag such as zh-TW; ValueError if there is no catalog near it.

    >>> parse_language("zh-TW")
    'zh-Hant'
    """
    if lang := known_language(value):
        return lang
    raise ValueError("not a language of the page")


def parse_words(limit: int) -> Callable[[str], str]:
    """A parser of space-separated words, up to a length in all.

    >>> parse_words(20)(" <s>   </s> ")
    '<s> </s>'
    """
    parse = parse_text(limit)
    return lambda value: parse(" ".join(value.split()))


def parse_lesson(value: str) -> str:
    """A packed lesson, checked; ValueError if it is damaged or too long.

    >>> parse_lesson(pack("/?corpus=hug Look.")) == pack("/?corpus=hug Look.")
    True
    """
    if len(value) > MAX_LESSON:
        raise ValueError("too long")
    if value:
        unpack(value)
    return value


def parse_upload(value: str) -> str:
    """The name of an upload, or an empty one; ValueError if the server does not have it.

    >>> parse_upload("no such file")
    Traceback (most recent call last):
        ...
    ValueError: not here
    """
    if value and not file_store.path_of(value):
        raise ValueError("not here")
    return value


def parse_tokenizers(value: str) -> tuple[str, ...]:
    """Space-separated tokenizers to compare, each kept once; ValueError for an impossible one.

    An uploaded tokenizer that the server no longer has is possible: the page says so.

    >>> parse_tokenizers("unigram bpe unigram")
    ('unigram', 'bpe')
    """
    names = tuple(dict.fromkeys(value.split()))
    if len(names) > MAX_COMPARED:
        raise ValueError("too many")
    if not all(name in TRAINED or file_store.NAME.fullmatch(name) for name in names):
        raise ValueError("not allowed")
    return names


PARSERS: dict[str, Callable[[str], object]] = {
    "norm": parse_id(bpe.NORMALIZATIONS),
    "split": parse_id(bpe.SPLITS),
    "algorithm": parse_id(ALGORITHMS),
    "ties": parse_id(bpe.TIES),
    "vocab": parse_int(1, MAX_VOCAB),
    "min_count": parse_int(1, MAX_COUNT),
    "special": parse_words(MAX_SPECIAL),
    "alphabet": parse_id(bpe.ALPHABETS),
    "sentence": parse_text(MAX_SENTENCE),
    "words": parse_id(WORDS),
    "find": parse_text(MAX_FIND),
    "view": parse_ids(VIEWS),
    "method": parse_id(unigram.METHODS),
    "unigram_split": parse_id(bpe.SPLITS),
    "unigram_vocab": parse_int(1, MAX_VOCAB),
    "seeds": parse_id(unigram.SEEDS),
    "max_seeds": parse_int(1, MAX_SEED_PIECES),
    "prune": parse_int(1, MAX_PRUNE),
    "start": parse_id(STARTS),
    "stop_after": parse_int(0, MAX_VOCAB),
    "input": parse_text(MAX_INPUT),
    "tokenizer": parse_upload,
    "pattern": parse_id(PATTERNS),
    "max_merges": parse_int(0, MAX_MERGES),
    "options": parse_ids(OPTIONS),
    "dropout": parse_int(0, 100),
    "dropout_seed": parse_int(0, 9_999),
    "tokenizers": parse_tokenizers,
    "compared": parse_id(COMPARED),
    "lines": parse_upload,
    "lesson": parse_lesson,
    "show": parse_id(SHOWS),
    "section": parse_id(SECTIONS),
    "ids": parse_text(MAX_IDS),
    "decoder": parse_id(DECODERS),
    "word": parse_text(MAX_WORD),
    "round": parse_int(0, MAX_VOCAB),
    "passage": parse_text(MAX_PASSAGE),
    "position": parse_int(0, MAX_VOCAB),
    "practice": parse_id(PRACTICES),
    "quiz_seed": parse_int(0, MAX_RANDOM_SEED),
    "quiz_words": parse_id(QUIZ_WORDS),
    "lang": parse_language,
}


@lru_cache(maxsize=256)  # a page asks many times
def usual_settings(corpus: str, method: str) -> Settings:
    """The settings that the query of a corpus leaves out, with a method of Unigram.

    >>> usual_settings("hug", "em").unigram.prune
    25
    """
    first = defaults(corpus)
    return with_method(first, method).replace(method=first.unigram.method)


def query_of(settings: Settings, step: int | None = None) -> str:
    """The canonical query of settings, and of the step if it is given.

    >>> query_of(defaults("hug"), 3).split("&")[:5]
    ['corpus=hug', 'norm=none', 'split=whitespace', 'ties=first', 'vocab=20']
    """
    usual = usual_settings(settings.corpus.name, settings.unigram.method)
    pairs = []
    for name in FIELDS:
        value = settings.get(name)
        if name == "corpus":
            pairs.append((name, "own" if settings.corpus.is_own else value))
        elif name == "own":
            packed = value if settings.corpus.is_file else pack(settings.corpus.own)
            pairs += [(settings.corpus.name, packed)] if settings.corpus.is_own else []
        elif name in ALWAYS or value != usual.get(name):
            pairs.append((name, as_text(value)))
    if step is not None:
        pairs.append(("step", step))
    return urlencode(pairs)


def as_text(value: object) -> str:
    """A value as the URL has it; the inverse of parsing.

    >>> as_text(("rules", "fuse")), as_text(50)
    ('rules fuse', '50')
    """
    return " ".join(value) if isinstance(value, tuple) else str(value)


def legal(new: Settings, old: Settings) -> tuple[Settings, tuple[str, ...]]:
    """New settings with the old value of each that no URL can have, and the names of those.

    All settings are the old ones if the corpus does not exist.

    >>> old = defaults("hug")
    >>> new, refused = legal(old.replace(vocab=0), old)
    >>> new.bpe.vocab, refused
    (20, ('vocab',))
    """
    if new.corpus.name not in (*CORPORA, OWN_FILE):
        return old, ()
    refused = []
    for name, parse in PARSERS.items():
        value = new.get(name)
        if value == old.get(name):
            continue
        try:
            parsed = parse(as_text(value))
        except ValueError:
            refused.append(name)
            parsed = old.get(name)
        new = new.replace(**{name: parsed})
    return new, tuple(refused)


def from_query(query: Mapping[str, str], lang: str = "en") -> tuple[Settings, int, tuple[str, ...]]:
    """The settings and the step of a query, and the parameters with an invalid value.

    A missing or invalid value has its default. lang: the language if the query has none.

    >>> settings, step, invalid = from_query({"corpus": "hug", "vocab": "12", "ties": "x"})
    >>> settings.bpe.vocab, step, invalid
    (12, 0, ('ties',))
    """
    refused: list[str] = []
    given = {ALIASES[name]: name for name in query if name in ALIASES}
    given |= {name: name for name in query if name not in ALIASES}

    def read(name: str, parse: Callable[[str], object], default: object) -> object:
        if name not in given:
            return default
        try:
            value = query[given[name]]
            return parse(VALUE_ALIASES.get(name, {}).get(value, value))
        except ValueError:
            refused.append(given[name])
            return default

    settings = read_own(query, refused) or defaults(
        str(read("corpus", parse_id((*bpe.SAMPLES, PYTHON)), DEFAULT_CORPUS))
    )
    settings = settings.replace(lang=lang)
    if query.get("method") in unigram.METHODS:
        settings = with_method(settings, query["method"])
    if query.get("algorithm") in ALGORITHMS:
        settings = with_algorithm(settings, query["algorithm"])
    if "show" not in given and given.keys() & OF_LATTICE:
        settings = settings.replace(show="word")
    values = {name: read(name, parse, settings.get(name)) for name, parse in PARSERS.items()}
    if values["alphabet"] == "bytes" and values["split"] != "gpt2":
        refused.append("alphabet")
        values["alphabet"] = "corpus"
    step = read("step", parse_int(0, MAX_VOCAB), 0)
    return settings.replace(**values), int(str(step)), tuple(refused)


def read_own(query: Mapping[str, str], refused: list[str]) -> Settings | None:
    """The defaults of the query's own corpus; None if it asks for another corpus.

    Appends an invalid parameter to `refused`; the default corpus is used instead.

    >>> read_own({"corpus": "own", "counts": pack("hug 10")}, []).corpus.own
    'hug 10'
    """
    if query.get("corpus") != "own":
        return None
    if OWN_FILE in query and file_store.path_of(query[OWN_FILE]):
        return defaults(OWN_FILE).replace(own=query[OWN_FILE])
    if OWN_FILE in query:
        refused.append(OWN_FILE)
        return defaults(DEFAULT_CORPUS)
    for name in (OWN_TEXT, OWN_COUNTS):
        if name in query:
            try:
                settings = defaults(name).replace(own=unpack(query[name]))
                settings.read_corpus()
                return settings
            except ValueError:
                refused.append(name)
                return defaults(DEFAULT_CORPUS)
    refused.append("corpus")
    return defaults(DEFAULT_CORPUS)
