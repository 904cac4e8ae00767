"""Settings: everything a learner chose that changes a number, to and from the address.

The one place that knows the names of the address's parameters. Values there are ids, never
labels, so a link means the same in every language. But: it trains nothing and draws nothing.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import bpe
from bpe import unigram
from pages import library
from pages.language import LANGUAGES
from pages.own import MAX_COUNT, check_own, pack, read_counts, unpack
from pages.piecewise import train_pieces
from pages.readers import one_of, some_of, text, whole, words

OWN_TEXT = "text"  # the own corpus as a text, one line a text
OWN_COUNTS = "counts"  # the own corpus as word counts, one word a line
OWN_FILE = "file"  # a text, or word counts, too large for a link: the server keeps it
PYTHON = "python"  # Python's own source code
CORPORA = (*bpe.SAMPLES, PYTHON, OWN_TEXT, OWN_COUNTS)

MAX_VOCAB = 10_000
LARGE_VOCAB = 2_000
MAX_SPECIAL = 200
MAX_WATCH = 200
MAX_FIND = 40
WORDS = ("first", "frequent", "find")  # which words are shown where they are too many
SHOWS = ("word", "rounds", "beside")  # the views of the page of Unigram
STARTS = ("one", "zero")  # what a segmentation's score starts at: the course's slip, or log 1
HOW = ("rules", "fuse", "specials", "whole")  # ways to encode: see `encoder_of` in `records`
MAX_INPUT = 600
MAX_LESSON = 6_000  # characters of a lesson in a link
MOST_MERGES = 500_000
MAX_WORD = 30
MAX_SEEDS = 1_000_000
MAX_PRUNE = 90  # percent
MAX_SEED = 999_999
# What decides how BPE is trained, and how Unigram is; `corpus`, `own` and `norm` decide for both.
OF_BPE = ("split", "ties", "vocab", "min", "special")
OF_UNIGRAM = ("method", "cut", "size", "seeds", "most", "prune", "start", "upto")
OF_ENCODING = ("input", "tokenizer", "first", "how", "dropout", "dice")
# What a link leaves out where it is as usual: most links are not about it.
RARE = ("words", "find", *OF_UNIGRAM, *OF_ENCODING, "show", "word", "round", "at", "seed", "lesson")
# The corpus before the merge; only the words that it changed; to be asked before each step; the
# stage alone, for a projector.
VIEWS = ("before", "changed", "predict", "projector")
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

    Of Unigram: method: one of unigram.METHODS; cut: the pre-tokenization, which is not BPE's (the
    course has another in each chapter); size: in pieces; seeds: one of unigram.SEEDS, at most
    `most` of them; prune: in percent; start: one of STARTS; upto: how often training asks whether
    to go on until it is stopped, 0 for never. show: one of SHOWS; word: the one whose
    lattice is drawn, under the vocabulary after `round` rounds; at: the step of what is shown.

    Of encoding: input: the text, or empty for the watched sentence; tokenizer: the name of one
    that was brought, in the library; first: so many merges are used; how: some of HOW; dropout:
    in percent, with the seed `dice`.
    lesson: a teacher's lesson, packed.

    Of practice: seed: which questions are drawn, the same for all who have it; at: which is asked.
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
    method: str = "course"
    cut: str = "metaspace"
    size: int = 100
    seeds: str = "frequent"
    most: int = 300
    prune: int = 10
    start: str = "one"
    upto: int = 0
    input: str = ""
    tokenizer: str = ""
    first: int = MOST_MERGES
    how: tuple[str, ...] = ()
    dropout: int = 0
    dice: int = 1
    lesson: str = ""
    show: str = "word"
    word: str = ""
    round: int = 0
    at: int = 0
    seed: int = 0
    lang: str = "en"

    def query(self) -> str:
        """The canonical query of these settings, without the step."""
        first = defaults(self.corpus)
        usual = replace(with_method(first, self.method), method=first.method)
        pairs = []
        for field in fields(self):
            name, value = field.name, getattr(self, field.name)
            if name == "corpus":
                pairs.append((name, "own" if self.is_own else value))
            elif name == "own":
                packed = value if self.corpus == OWN_FILE else pack(value)
                pairs += [(self.corpus, packed)] if self.is_own else []
            elif name in RARE and value == getattr(usual, name):
                continue
            elif isinstance(value, tuple):
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
        """Whether the corpus is a text of the learner's, or word counts, that the server keeps."""
        return self.corpus == OWN_FILE

    @property
    def listed(self) -> str:
        """The corpus as the list of corpora has it: one that is kept is a text or word counts."""
        path = library.path_of(self.own) if self.is_file else None
        if path is None:
            return OWN_TEXT if self.is_file else self.corpus
        return OWN_COUNTS if library.is_counts(path) else OWN_TEXT

    @property
    def is_large(self) -> bool:
        """Whether a worker process trains on the corpus."""
        return self.corpus in (PYTHON, OWN_FILE)

    @property
    def key(self) -> str:
        """The name of the run that these settings describe; what only shows it is left out."""
        return self.name_of(OF_BPE)

    @property
    def pieces_key(self) -> str:
        """The name of the Unigram training that these settings describe."""
        return self.name_of(OF_UNIGRAM)

    @property
    def text_key(self) -> str:
        """The name of the encoded text that these settings describe."""
        return self.name_of((*OF_BPE, *OF_ENCODING, "watch"))

    @property
    def text(self) -> str:
        """The text to encode."""
        return self.input or self.watch

    @property
    def language(self) -> str:
        """The language of the corpus, as in HTML; empty where nobody said which it is."""
        sample = bpe.SAMPLES.get(self.corpus)
        return sample.lang if sample else ""

    def name_of(self, names: tuple[str, ...]) -> str:
        """A name made from some of these settings and the corpus."""
        values = [self.corpus, self.own, self.norm, *(str(getattr(self, name)) for name in names)]
        return hashlib.sha256("\0".join((*names, *values)).encode()).hexdigest()[:24]

    def train(self) -> bpe.Run:
        """The run. Raises bpe.InputError where the own corpus cannot be used."""
        return bpe.train(
            self.read_corpus(),
            vocab_size=self.vocab,
            ties=self.ties,
            special_tokens=tuple(self.special.split()),
            min_count=self.min,
        )

    def train_pieces(self) -> unigram.Run:
        """The run of Unigram. Raises bpe.InputError where the own corpus cannot be used."""
        return train_pieces(self.read_corpus(self.cut), self.pieces())

    def pieces(self) -> dict[str, object]:
        """What `piecewise.train_pieces` is told."""
        return {name: getattr(self, name) for name in OF_UNIGRAM if name != "cut"}

    def text_job(self, split: str) -> dict[str, object]:
        """What `pages.worker` has to know of the corpus.

        Raises bpe.InputError for a text that is no longer kept.
        """
        if not self.is_large:
            return {
                "counts": dict(self.read_corpus(split).counts),
                "split": split,
                "norm": self.norm,
            }
        if not self.paths():
            raise bpe.InputError("This text is no longer on this server. Bring it again.")
        return {
            "paths": [str(path) for path in self.paths()],
            "limit": library.PYTHON_BYTES if self.corpus == PYTHON else library.most_bytes(),
            "split": split,
            "norm": self.norm,
        }

    def pieces_take_long(self) -> bool:
        """Whether a worker process trains Unigram: the corpus is large, or its seeds are many.

        Raises bpe.InputError where the own corpus cannot be used.
        """
        if self.is_large or self.seeds == "repeated":
            return self.is_large
        return unigram.size_of_substrings(self.read_corpus(self.cut)) > MANY

    def pieces_job(self) -> dict[str, object]:
        """The training of Unigram as `pages.worker` reads it."""
        return {**self.text_job(self.cut), "pieces": self.pieces()}

    def job(self) -> dict[str, object]:
        """The training of BPE as `pages.worker` reads it."""
        return {
            **self.text_job(self.split),
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

    def read_corpus(self, split: str = "") -> bpe.Corpus:
        """The corpus, cut as asked for. Raises bpe.InputError for an own one of no use."""
        split = split or self.split
        if not self.is_own:
            return bpe.SAMPLES[self.corpus].corpus(split, self.norm)
        check_own(self.own)
        if self.corpus == OWN_COUNTS:
            return bpe.Corpus.from_counts(read_counts(self.own), split, self.norm)
        return bpe.Corpus.from_texts(self.texts(), split, self.norm)


COURSE_TEXTS = ("course", "notebook", "chinese-page")
SIZES = {  # of a Unigram vocabulary, where 100 pieces would be too few or too many
    "hug": 10,
    "sennrich": 15,
    "aaabdaaabac": 8,
    "aaaa": 2,
    "chinese": 220,
    "korean": 190,
    "emoji": 150,
    OWN_COUNTS: 12,
}
WORDS_SHOWN = {"hug": "unhug", "sennrich": "lowest·", "aaaa": "aaaa"}


MANY = 3_000_000  # characters of a corpus's substrings: a second's work, about
OF_EM: dict[str, Any] = {"seeds": "repeated", "most": MAX_SEEDS, "prune": 25}


def defaults(corpus: str) -> Settings:
    """The settings that show a corpus best."""
    if corpus in bpe.SAMPLES:
        sample = bpe.SAMPLES[corpus]
        settings = Settings(
            corpus=corpus,
            split=sample.split,
            vocab=sample.vocab_size,
            special=" ".join(sample.special_tokens),
            watch=sample.watch,
        )
    elif corpus in (PYTHON, OWN_FILE):
        watch = "def tokenize(text):" if corpus == PYTHON else "This is not a token."
        settings = Settings(corpus=corpus, ties="lowest", vocab=LARGE_VOCAB, watch=watch)
    else:
        split = "gpt2" if corpus == OWN_TEXT else "whitespace"
        watch = "That cat." if corpus == OWN_TEXT else "lowest"
        own = DEFAULT_OWN[corpus]
        settings = Settings(corpus=corpus, own=own, split=split, special="", watch=watch)
    return replace(settings, **unigram_defaults(settings))  # type: ignore[arg-type]


def unigram_defaults(settings: Settings) -> dict[str, object]:
    """The settings that show Unigram best: those of the course, where the corpus is its own."""
    corpus = settings.corpus
    if settings.is_large:
        return {"method": "em", "cut": "gpt2", "size": 1000, **OF_EM}
    counted = corpus == OWN_COUNTS or (corpus in bpe.SAMPLES and bpe.SAMPLES[corpus].counts)
    return {
        "cut": "metaspace" if settings.split == "gpt2" else settings.split,
        "size": SIZES.get(corpus, 100),
        "seeds": "substrings" if counted else "frequent",
        "start": "one" if corpus in COURSE_TEXTS else "zero",
        "word": "Hopefully" if corpus in COURSE_TEXTS else WORDS_SHOWN.get(corpus, ""),
    }


def with_method(settings: Settings, method: str) -> Settings:
    """The settings under a method of Unigram, with what belongs to it where it is another one."""
    if method == settings.method:
        return settings
    if method == "em":
        return replace(settings, method=method, **OF_EM)
    seeds = "frequent" if settings.is_large else defaults(settings.corpus).seeds
    most = 3 * settings.size if settings.is_large else 300
    return replace(settings, method=method, seeds=seeds, most=most, prune=10)


def written_lesson(value: str) -> str:
    """A reader of a packed lesson; ValueError for one that is damaged or too long."""
    if len(value) > MAX_LESSON:
        raise ValueError("too long")
    if value:
        unpack(value)
    return value


def kept(value: str) -> str:
    """A reader of the name of something that the server keeps; ValueError where it does not."""
    if value and not library.path_of(value):
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
