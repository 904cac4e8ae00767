"""Settings: everything a learner chose that changes a number, and the corpus that it asks for.

`defaults` has the settings that show a corpus best; `url` reads and writes the URL.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import bpe
from bpe import unigram
from pages.corpora import file_store
from pages.corpora.typed import check_own, read_counts
from pages.jobs.unigram_job import train_pieces

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
HOW = ("rules", "fuse", "specials", "whole")  # options of encoding: see `encoder_of`
MAX_INPUT = 600
MAX_LESSON = 6_000  # characters of a lesson in a link
MOST_MERGES = 500_000
MAX_WORD = 30
MAX_SEEDS = 1_000_000
MAX_PRUNE = 90  # percent
MAX_SEED = 999_999
MANY = 3_000_000  # characters of a corpus's substrings: a second's work, about
# What decides how BPE is trained, and how Unigram is; `corpus`, `own` and `norm` decide for both.
OF_BPE = ("split", "ties", "vocab", "min", "special")
OF_UNIGRAM = ("method", "cut", "size", "seeds", "most", "prune", "start", "upto")
OF_ENCODING = ("input", "tokenizer", "first", "how", "dropout", "dice")
# The corpus before the merge; only the words that it changed; to be asked before each step; the
# stage alone, for a projector.
VIEWS = ("before", "changed", "predict", "projector")


def cache_key(*parts: str) -> str:
    """Return a key made from settings and texts, which nobody can guess or read back."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the URL carries besides the step. `pages.state.url` checks the values of a URL.

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
        path = file_store.path_of(self.own) if self.is_file else None
        if path is None:
            return OWN_TEXT if self.is_file else self.corpus
        return OWN_COUNTS if file_store.is_counts(path) else OWN_TEXT

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
        return cache_key(*names, *values)

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
        """What `unigram_job.train_pieces` is told."""
        return {name: getattr(self, name) for name in OF_UNIGRAM if name != "cut"}

    def text_job(self, split: str) -> dict[str, object]:
        """What `pages.jobs.worker` has to know of the corpus.

        Raises bpe.InputError for a text that is no longer kept.
        """
        if not self.is_large:
            return {
                "counts": dict(self.read_corpus(split).counts),
                "split": split,
                "norm": self.norm,
            }
        if not self.paths():
            raise bpe.InputError("This text is no longer on this server. Upload it again.")
        return {
            "paths": [str(path) for path in self.paths()],
            "limit": file_store.PYTHON_BYTES if self.corpus == PYTHON else file_store.most_bytes(),
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
        """The training of Unigram as `pages.jobs.worker` reads it."""
        return {**self.text_job(self.cut), "pieces": self.pieces()}

    def job(self) -> dict[str, object]:
        """The training of BPE as `pages.jobs.worker` reads it."""
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
            return file_store.python_files()
        path = file_store.path_of(self.own)
        return (path,) if path else ()

    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus, of a large one the first; none where it is word counts."""
        if self.is_large:
            return file_store.beginning(self.paths())
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
