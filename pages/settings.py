"""Settings: everything a learner chose that changes a number, to and from the address.

The one place that knows the names of the address's parameters. Values there are ids, never
labels, so a link means the same in every language. But: it trains nothing and draws nothing.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.parse import urlencode

import bpe
from pages import library
from pages.language import LANGUAGES
from pages.own import MAX_COUNT, check_own, pack, read_counts, unpack

OWN_TEXT = "text"  # the own corpus as a text, one line a text
OWN_COUNTS = "counts"  # the own corpus as word counts, one word a line
OWN_FILE = "file"  # a text of one's own that is too large for a link: the server keeps it
PYTHON = "python"  # Python's own source code
CORPORA = (*bpe.SAMPLES, PYTHON, OWN_TEXT, OWN_COUNTS)

MAX_VOCAB = 10_000
LARGE_VOCAB = 2_000
MAX_SPECIAL = 200
MAX_WATCH = 200
MAX_FIND = 40
WORDS = ("first", "frequent", "find")  # which words are shown where they are too many
VIEWS = ("before", "changed")  # the corpus before the merge; only the words that it changed
DEFAULT_OWN = {
    OWN_TEXT: "The cat sat on the mat.\nThat fat cat chatted with the other cats.",
    OWN_COUNTS: "low 5\nlower 2\nnewest 6\nwidest 3",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the address holds, but for the step. Each field's values are checked on the way in.

    own: the learner's own corpus as typed, where `corpus` is OWN_TEXT or OWN_COUNTS; its name in
    the library, where it is OWN_FILE. words: one of WORDS; find: what the words shown contain.
    special: special tokens, parted by spaces. vocab: in tokens. min: the least count of a pair.
    watch: a sentence that is shown as the merges so far cut it. view: some of VIEWS.
    """

    corpus: str = "course"
    own: str = ""
    norm: str = "none"
    split: str = "gpt2"
    ties: str = "first"
    vocab: int = 50
    min: int = 1
    special: str = "<|endoftext|>"
    watch: str = "This is not a token."
    words: str = "first"
    find: str = ""
    view: tuple[str, ...] = ()
    lang: str = "en"

    def query(self) -> str:
        """The canonical query of these settings, without the step."""
        pairs = []
        for field in fields(self):
            name, value = field.name, getattr(self, field.name)
            if name == "corpus":
                pairs.append((name, "own" if self.is_own else value))
            elif name == "own":
                packed = value if self.corpus == OWN_FILE else pack(value)
                pairs += [(self.corpus, packed)] if self.is_own else []
            elif name in ("words", "find") and value == field.default:
                continue
            elif name == "view":
                pairs += [(name, " ".join(value))] if value else []
            else:
                pairs.append((name, str(value)))
        return urlencode(pairs)

    @property
    def is_own(self) -> bool:
        """Whether the corpus is the learner's own."""
        return self.corpus in (OWN_TEXT, OWN_COUNTS, OWN_FILE)

    @property
    def is_file(self) -> bool:
        """Whether the corpus is a text of the learner's that the server keeps."""
        return self.corpus == OWN_FILE

    @property
    def is_large(self) -> bool:
        """Whether a worker process trains on the corpus."""
        return self.corpus in (PYTHON, OWN_FILE)

    @property
    def key(self) -> str:
        """The name of the run that these settings describe; what only shows it is left out."""
        alike = replace(self, lang="en", watch="", view=(), words="first", find="")
        return hashlib.sha256(alike.query().encode()).hexdigest()[:24]

    def train(self) -> bpe.Run:
        """The run. Raises bpe.InputError where the own corpus cannot be used."""
        return bpe.train(
            self.read_corpus(),
            vocab_size=self.vocab,
            ties=self.ties,
            special_tokens=tuple(self.special.split()),
            min_count=self.min,
        )

    def job(self) -> dict[str, object]:
        """The training as `pages.worker` reads it, of a corpus that is large."""
        return {
            "paths": [str(path) for path in self.paths()],
            "limit": library.PYTHON_BYTES if self.corpus == PYTHON else library.most_bytes(),
            "split": self.split,
            "norm": self.norm,
            "vocab": self.vocab,
            "ties": self.ties,
            "special": self.special.split(),
            "min": self.min,
        }

    def paths(self) -> tuple[Path, ...]:
        """The files of a corpus that is large."""
        if self.corpus == PYTHON:
            return library.python_files()
        path = library.path_of(self.own)
        return (path,) if path else ()

    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus, of a large one the first; none where it is word counts."""
        if self.is_large:
            return library.beginning(self.paths())
        if self.corpus == OWN_TEXT:
            return tuple(self.own.split("\n"))
        return () if self.corpus == OWN_COUNTS else bpe.SAMPLES[self.corpus].texts

    def read_corpus(self) -> bpe.Corpus:
        """The corpus. Raises bpe.InputError for an own one that cannot be used."""
        if not self.is_own:
            return bpe.SAMPLES[self.corpus].corpus(self.split, self.norm)
        check_own(self.own)
        if self.corpus == OWN_COUNTS:
            return bpe.Corpus.from_counts(read_counts(self.own), self.split, self.norm)
        return bpe.Corpus.from_texts(self.texts(), self.split, self.norm)


def defaults(corpus: str) -> Settings:
    """The settings that show a corpus best."""
    if corpus in bpe.SAMPLES:
        sample = bpe.SAMPLES[corpus]
        return Settings(
            corpus=corpus,
            split=sample.split,
            vocab=sample.vocab_size,
            special=" ".join(sample.special_tokens),
            watch=sample.watch,
        )
    if corpus in (PYTHON, OWN_FILE):
        watch = "def tokenize(text):" if corpus == PYTHON else "This is not a token."
        return Settings(corpus=corpus, ties="lowest", vocab=LARGE_VOCAB, watch=watch)
    split = "gpt2" if corpus == OWN_TEXT else "whitespace"
    watch = "That cat." if corpus == OWN_TEXT else "lowest"
    return Settings(corpus=corpus, own=DEFAULT_OWN[corpus], split=split, special="", watch=watch)


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from low to high; it raises ValueError for anything else."""

    def read(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 12):
            raise ValueError("not a whole number")
        if not low <= int(value) <= high:
            raise ValueError("out of range")
        return int(value)

    return read


def one_of(allowed: tuple[str, ...]) -> Callable[[str], str]:
    """A reader of ids; it raises ValueError for one that is not allowed."""

    def read(value: str) -> str:
        if value not in allowed:
            raise ValueError("not allowed")
        return value

    return read


def read_special(value: str) -> str:
    """Special tokens parted by spaces; ValueError for too many letters or none that can be."""
    value = " ".join(value.split())
    value.encode()
    if len(value) > MAX_SPECIAL:
        raise ValueError("too long")
    return value


def read_watch(value: str) -> str:
    """A sentence to watch; ValueError for one that is too long or no text."""
    value.encode()
    if len(value) > MAX_WATCH:
        raise ValueError("too long")
    return value


def read_find(value: str) -> str:
    """What the words shown contain; ValueError for what is too long or no text."""
    value.encode()
    if len(value) > MAX_FIND:
        raise ValueError("too long")
    return value


def read_view(value: str) -> tuple[str, ...]:
    """Some of VIEWS, parted by spaces; ValueError for anything else."""
    read = one_of(VIEWS)
    return tuple(dict.fromkeys(read(word) for word in value.split()))


READERS: dict[str, Callable[[str], object]] = {
    "norm": one_of(bpe.NORMALIZATIONS),
    "split": one_of(bpe.SPLITS),
    "ties": one_of(bpe.TIES),
    "vocab": whole(1, MAX_VOCAB),
    "min": whole(1, MAX_COUNT),
    "special": read_special,
    "watch": read_watch,
    "words": one_of(WORDS),
    "find": read_find,
    "view": read_view,
    "lang": one_of(tuple(LANGUAGES)),
}


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
    values = {name: read(name, reader, getattr(settings, name)) for name, reader in READERS.items()}
    step = read("step", whole(0, MAX_VOCAB), 0)
    return replace(settings, **values), int(str(step)), tuple(refused)  # type: ignore[arg-type]


def read_own(query: Mapping[str, str], refused: list[str]) -> Settings | None:
    """The own corpus of an address, if it has a usable one; what is not goes on the list."""
    if query.get("corpus") != "own":
        return None
    if OWN_FILE in query and library.path_of(query[OWN_FILE]):
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
