"""Settings to and from the address: the one place that knows the names of its parameters.

Values there are ids, never labels, so a link means the same in every language.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from urllib.parse import urlencode

import bpe
from bpe import unigram
from pages.corpora import file_store
from pages.corpora.typed import MAX_COUNT, pack, unpack
from pages.i18n.language import LANGUAGES
from pages.state.defaults import defaults, with_method
from pages.state.readers import one_of, some_of, text, whole, words
from pages.state.settings import (
    CORPORA,
    HOW,
    MAX_FIND,
    MAX_INPUT,
    MAX_LESSON,
    MAX_PRUNE,
    MAX_SEED,
    MAX_SEEDS,
    MAX_SPECIAL,
    MAX_VOCAB,
    MAX_WATCH,
    MAX_WORD,
    MOST_MERGES,
    OF_ENCODING,
    OF_UNIGRAM,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    PYTHON,
    SHOWS,
    STARTS,
    VIEWS,
    WORDS,
    Settings,
)

# What a link leaves out where it is as usual: most links are not about it.
RARE = ("words", "find", *OF_UNIGRAM, *OF_ENCODING, "show", "word", "round", "at", "seed", "lesson")


def query_of(settings: Settings, step: int | None = None) -> str:
    """The canonical query of settings, with the step where one is given."""
    first = defaults(settings.corpus)
    usual = replace(with_method(first, settings.method), method=first.method)
    pairs = []
    for field in fields(settings):
        name, value = field.name, getattr(settings, field.name)
        if name == "corpus":
            pairs.append((name, "own" if settings.is_own else value))
        elif name == "own":
            packed = value if settings.corpus == OWN_FILE else pack(value)
            pairs += [(settings.corpus, packed)] if settings.is_own else []
        elif name in RARE and value == getattr(usual, name):
            continue
        elif isinstance(value, tuple):
            pairs += [(name, " ".join(value))] if value else []
        else:
            pairs.append((name, str(value)))
    if step is not None:
        pairs.append(("step", str(step)))
    return urlencode(pairs)


def written_lesson(value: str) -> str:
    """A reader of a packed lesson; ValueError for one that is damaged or too long."""
    if len(value) > MAX_LESSON:
        raise ValueError("too long")
    if value:
        unpack(value)
    return value


def kept(value: str) -> str:
    """A reader of the name of something that the server keeps; ValueError where it does not."""
    if value and not file_store.path_of(value):
        raise ValueError("not here")
    return value


READERS: dict[str, Callable[[str], object]] = {
    "norm": one_of(bpe.NORMALIZATIONS),
    "split": one_of(bpe.SPLITS),
    "ties": one_of(bpe.TIES),
    "vocab": whole(1, MAX_VOCAB),
    "min": whole(1, MAX_COUNT),
    "special": words(MAX_SPECIAL),
    "watch": text(MAX_WATCH),
    "words": one_of(WORDS),
    "find": text(MAX_FIND),
    "view": some_of(VIEWS),
    "method": one_of(unigram.METHODS),
    "cut": one_of(bpe.SPLITS),
    "size": whole(1, MAX_VOCAB),
    "seeds": one_of(unigram.SEEDS),
    "most": whole(1, MAX_SEEDS),
    "prune": whole(1, MAX_PRUNE),
    "start": one_of(STARTS),
    "upto": whole(0, MAX_VOCAB),
    "input": text(MAX_INPUT),
    "tokenizer": kept,
    "first": whole(0, MOST_MERGES),
    "how": some_of(HOW),
    "dropout": whole(0, 100),
    "dice": whole(0, 9_999),
    "lesson": written_lesson,
    "show": one_of(SHOWS),
    "word": text(MAX_WORD),
    "round": whole(0, MAX_VOCAB),
    "at": whole(0, MAX_VOCAB),
    "seed": whole(0, MAX_SEED),
    "lang": one_of(tuple(LANGUAGES)),
}


def legal(new: Settings, old: Settings) -> tuple[Settings, tuple[str, ...]]:
    """New settings with the old value of each that no address can have, and the names of those.

    If the corpus is none that exists, all settings are the old ones.
    """
    if new.corpus not in (*CORPORA, OWN_FILE):
        return old, ()
    refused = []
    for name, reader in READERS.items():
        value = getattr(new, name)
        if value == getattr(old, name):
            continue
        try:
            read: object = reader(" ".join(value) if isinstance(value, tuple) else str(value))
        except ValueError:
            refused.append(name)
            read = getattr(old, name)
        new = replace(new, **{name: read})  # type: ignore[arg-type]
    return new, tuple(refused)


def from_query(query: Mapping[str, str], lang: str = "en") -> tuple[Settings, int, tuple[str, ...]]:
    """The settings and the step of an address, and the parameters that made no sense.

    What is missing or makes no sense has its default. lang: the language where none is asked for.
    """
    refused: list[str] = []

    def read(name: str, reader: Callable[[str], object], default: object) -> object:
        if name not in query:
            return default
        try:
            return reader(query[name])
        except ValueError:
            refused.append(name)
            return default

    settings = read_own(query, refused) or defaults(
        str(read("corpus", one_of((*bpe.SAMPLES, PYTHON)), "course"))
    )
    settings = replace(settings, lang=lang)
    if query.get("method") in unigram.METHODS:
        settings = with_method(settings, query["method"])
    values = {name: read(name, reader, getattr(settings, name)) for name, reader in READERS.items()}
    step = read("step", whole(0, MAX_VOCAB), 0)
    return replace(settings, **values), int(str(step)), tuple(refused)  # type: ignore[arg-type]


def read_own(query: Mapping[str, str], refused: list[str]) -> Settings | None:
    """The own corpus of an address, if it has a usable one; what is not goes on the list."""
    if query.get("corpus") != "own":
        return None
    if OWN_FILE in query and file_store.path_of(query[OWN_FILE]):
        return replace(defaults(OWN_FILE), own=query[OWN_FILE])
    if OWN_FILE in query:
        refused.append(OWN_FILE)
        return defaults("course")
    for name in (OWN_TEXT, OWN_COUNTS):
        if name in query:
            try:
                settings = replace(defaults(name), own=unpack(query[name]))
                settings.read_corpus()
                return settings
            except ValueError:
                refused.append(name)
                return defaults("course")
    refused.append("corpus")
    return defaults("course")
