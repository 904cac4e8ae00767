"""Settings to and from the URL: the only module that reads and writes a query.

Values are ids, never labels, so a link means the same in every language.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from urllib.parse import urlencode

import bpe
from bpe.split_patterns import is_byte_level
from pages.state.corpus import CORPORA, DEFAULT_CORPUS, OWN_COUNTS, OWN_FILE, OWN_TEXT, PYTHON
from pages.state.defaults import defaults, with_algorithm, with_method
from pages.state.parse import integer, one
from pages.state.settings import FIELDS, MAX_VOCAB, PARAMETERS, Settings
from pages.storage.typed import pack, unpack

PARSERS = {name: each.parse for name, each in PARAMETERS.items() if each.parse}
# Parameters, and values by parameter, that old links have under another name.
ALIASES = {each.old: name for name, each in PARAMETERS.items() if each.old}
VALUE_ALIASES = {"show": {"beside": "comparison"}}
# An old link with one of these, but without "show", leads to the lattice of a word.
OF_LATTICE = {"word", "round", "position"}


@lru_cache(maxsize=256)  # a page asks many times
def usual_settings(corpus: str, method: str) -> Settings:
    """The settings that the query of a corpus leaves out, with a method of Unigram."""
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
        elif PARAMETERS[name].is_always_there or value != usual.get(name):
            pairs.append((name, as_text(value)))
    if step is not None:
        pairs.append(("step", step))
    return urlencode(pairs)


def as_text(value: object) -> str:
    """A value as the URL has it; the inverse of parsing."""
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
        if new.get(name) != old.get(name):
            try:
                new = new.replace(**{name: parse(as_text(new.get(name)))})
            except ValueError:
                refused.append(name)
                new = new.replace(**{name: old.get(name)})
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

    samples = partial(one, limits=(*bpe.SAMPLES, PYTHON))
    corpus = str(read("corpus", samples, DEFAULT_CORPUS)) if query.get("corpus") != "own" else ""
    settings = defaults(corpus) if corpus else read_own(query, refused)
    settings = settings.replace(lang=lang)
    for name, with_defaults in (("method", with_method), ("algorithm", with_algorithm)):
        value = read(name, PARSERS[name], "")
        settings = with_defaults(settings, str(value)) if value else settings
    if "show" not in given and given.keys() & OF_LATTICE:
        settings = settings.replace(show="word")
    values = {name: read(name, parse, settings.get(name)) for name, parse in PARSERS.items()}
    sample = bpe.SAMPLES.get(corpus)
    if values["show"] == "word" and "round" not in given and not (sample and sample.seed_size):
        values["round"] = 0  # an old link to a lattice shows the first pieces
    if values["alphabet"] == "bytes" and not is_byte_level(str(values["split"])):
        refused.append("alphabet")
        values["alphabet"] = "corpus"
    step = read("step", partial(integer, limits=(0, MAX_VOCAB)), 0)
    return settings.replace(**values), int(str(step)), tuple(dict.fromkeys(refused))


def read_own(query: Mapping[str, str], refused: list[str]) -> Settings:
    """The defaults of the reader's own corpus that a query contains.

    Appends an invalid parameter to `refused`; the default corpus is used instead.
    """
    name = next((each for each in (OWN_FILE, OWN_TEXT, OWN_COUNTS) if each in query), "corpus")
    try:
        own = query[name] if name == OWN_FILE else unpack(query[name])
        settings = defaults(name).replace(own=own)
        settings.corpus.source(settings.bpe.split)  # raises ValueError if it cannot be used
        return settings
    except ValueError:
        refused.append(name)
        return defaults()
