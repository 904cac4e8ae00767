"""Settings: everything a learner chose that changes a number, to and from the address.

The one place that knows the names of the address's parameters. Values there are ids, never
labels, so a link means the same in every language. But: it trains nothing and draws nothing.
"""

import base64
import binascii
import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import urlencode

import bpe
from pages.language import LANGUAGES

OWN_TEXT = "text"  # the own corpus as a text, one line a text
OWN_COUNTS = "counts"  # the own corpus as word counts, one word a line
CORPORA = (*bpe.SAMPLES, OWN_TEXT, OWN_COUNTS)

MAX_OWN = 20_000  # characters of an own corpus
MAX_PACKED = 8_000  # characters of it in a link: what common servers let through
MAX_VOCAB = 10_000
MAX_COUNT = 1_000_000_000
MAX_SPECIAL = 200
MAX_WATCH = 200
VIEWS = ("before", "changed")  # the corpus before the merge; only the words that it changed
DEFAULT_OWN = {
    OWN_TEXT: "The cat sat on the mat.\nThat fat cat chatted with the other cats.",
    OWN_COUNTS: "low 5\nlower 2\nnewest 6\nwidest 3",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the address holds, but for the step. Each field's values are checked on the way in.

    own: the learner's own corpus as typed, where `corpus` is OWN_TEXT or OWN_COUNTS.
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
    view: tuple[str, ...] = ()
    lang: str = "en"

    def query(self) -> str:
        """The canonical query of these settings, without the step."""
        pairs = []
        for name, value in ((f.name, getattr(self, f.name)) for f in fields(self)):
            if name == "corpus":
                pairs.append((name, "own" if self.is_own else value))
            elif name == "own":
                pairs += [(self.corpus, pack(value))] if self.is_own else []
            elif name == "view":
                pairs += [(name, " ".join(value))] if value else []
            else:
                pairs.append((name, str(value)))
        return urlencode(pairs)

    @property
    def is_own(self) -> bool:
        """Whether the corpus is the learner's own."""
        return self.corpus in DEFAULT_OWN

    @property
    def key(self) -> str:
        """The name of the run that these settings describe; what only shows it is left out."""
        alike = replace(self, lang="en", watch="", view=())
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

    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus; none where it is given as word counts."""
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
    split = "gpt2" if corpus == OWN_TEXT else "whitespace"
    watch = "That cat." if corpus == OWN_TEXT else "lowest"
    return Settings(corpus=corpus, own=DEFAULT_OWN[corpus], split=split, special="", watch=watch)


def check_own(text: str) -> None:
    """Raise bpe.InputError unless an own corpus is there and small enough."""
    if not text.strip():
        raise bpe.InputError("There is nothing to train on yet. Type at least one word.")
    if len(text) > MAX_OWN:
        raise bpe.InputError(
            "This text has {length} characters; at most {most} are allowed. Shorten it.",
            length=len(text),
            most=MAX_OWN,
        )
    packed = len(pack(text))
    if packed > MAX_PACKED:
        raise bpe.InputError(
            "Packed into a link, this text takes {length} characters; at most {most} fit. "
            "Shorten it.",
            length=packed,
            most=MAX_PACKED,
        )


def read_counts(text: str) -> dict[str, int]:
    """Word counts, one a line: a word, white space, a whole number. The same word adds up.

    Raises bpe.InputError that names the line which cannot be read.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        word, _, count = line.strip().replace("\t", " ").rpartition(" ")
        word = word.strip()
        if not word or not (count.isascii() and count.isdigit()):
            raise bpe.InputError(
                "Line {number} is not a word and its count. "
                "Write a word, a space and a whole number, as in: hug 10",
                number=number,
            )
        if len(count) > 10 or not 1 <= int(count) <= MAX_COUNT:
            raise bpe.InputError(
                "Line {number}: the count must be between 1 and {most}.",
                number=number,
                most=MAX_COUNT,
            )
        counts[word] = counts.get(word, 0) + int(count)
    return counts


def pack(text: str) -> str:
    """A text as letters that an address can carry: zlib, then URL-safe base64 without padding."""
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text again. Raises ValueError for what `pack` did not make, or what is too large."""
    if len(packed) > MAX_PACKED:
        raise ValueError("too long")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, 4 * MAX_OWN + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("damaged") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("cut off, or too large")
    return text.decode()


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
        str(read("corpus", one_of(tuple(bpe.SAMPLES)), "course"))
    )
    settings = replace(settings, lang=lang)
    values = {name: read(name, reader, getattr(settings, name)) for name, reader in READERS.items()}
    step = read("step", whole(0, MAX_VOCAB), 0)
    return replace(settings, **values), int(str(step)), tuple(refused)  # type: ignore[arg-type]


def read_own(query: Mapping[str, str], refused: list[str]) -> Settings | None:
    """The own corpus of an address, if it has a usable one; what is not goes on the list."""
    if query.get("corpus") != "own":
        return None
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
