"""The corpus that a learner chose: a sample, Python's source code, or their own text or counts."""

from dataclasses import dataclass
from pathlib import Path

import bpe
from bpe.counting import split_documents
from pages.jobs.job import CorpusSource
from pages.state.parse import one, setting
from pages.storage import file_store
from pages.storage.typed import check_typed, read_counts

OWN_TEXT = "text"  # the learner's own text, one document per line
OWN_COUNTS = "counts"  # the learner's own word counts, one word per line
OWN_FILE = "file"  # a text, or word counts, too large for a link: the server keeps it
PYTHON = "python"  # Python's own source code
DEFAULT_CORPUS = "hug"  # the course's five words, which can be counted by hand
FIVE_WORDS, FOUR_SENTENCES, *MORE = bpe.SAMPLES
# In the order of the list: what a reader types comes before the samples that few know by name.
CORPORA = (FIVE_WORDS, FOUR_SENTENCES, OWN_TEXT, OWN_COUNTS, *MORE, PYTHON)


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """A corpus and its normalization.

    name: one of CORPORA, or OWN_FILE. own: what the learner typed, if the name is OWN_TEXT or
    OWN_COUNTS; the name of the uploaded file, if it is OWN_FILE.
    """

    name: str = setting("course", None, name="corpus", always=True)
    own: str = setting("", None)
    norm: str = setting("none", one, *bpe.NORMALIZATIONS, always=True)
    documents: str = setting("lines", one, "lines", "whole")  # of an own text, in `split_documents`

    @property
    def is_own(self) -> bool:
        """Whether the corpus is the learner's own."""
        return self.name in (OWN_TEXT, OWN_COUNTS, OWN_FILE)

    @property
    def is_file(self) -> bool:
        """Whether the corpus is an uploaded file that the server keeps."""
        return self.name == OWN_FILE

    @property
    def listed(self) -> str:
        """The name in the list of corpora: a file is listed as a text or as word counts."""
        if not self.is_file:
            return self.name
        path = file_store.path_of(self.own)
        return OWN_COUNTS if path and file_store.is_counts(path) else OWN_TEXT

    @property
    def is_large(self) -> bool:
        """Whether a worker process trains on the corpus."""
        return self.name in (PYTHON, OWN_FILE)

    @property
    def language(self) -> str:
        """The language of the corpus as in HTML, such as "en"; empty if unknown."""
        return bpe.SAMPLES[self.name].lang if self.name in bpe.SAMPLES else ""

    def paths(self) -> tuple[Path, ...]:
        """The files of a large corpus; none if the server no longer keeps them."""
        if self.name == PYTHON:
            return file_store.python_files()
        path = file_store.path_of(self.own)
        return (path,) if path else ()

    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus; the first ones of a large corpus; none for word counts."""
        if self.is_large:
            return file_store.first_lines(self.paths())
        if self.name == OWN_TEXT:
            return tuple(split_documents(self.own, self.documents))
        return () if self.name == OWN_COUNTS else bpe.SAMPLES[self.name].texts

    def read(self, split: str, special_tokens: tuple[str, ...] = ()) -> bpe.Corpus:
        """The corpus with a pre-tokenization. special_tokens: split an own text, and do not count.

        Raises bpe.InputError if the learner's own corpus cannot be used.

        >>> dict(CorpusSettings(OWN_COUNTS, "hug 10").read("whitespace").counts)
        {'hug': 10}
        """
        if not self.is_own:
            return bpe.SAMPLES[self.name].corpus(split, self.norm)
        check_typed(self.own)
        if self.name == OWN_COUNTS:
            return bpe.Corpus.from_counts(read_counts(self.own), split, self.norm)
        return bpe.Corpus.from_texts(self.texts(), split, self.norm, special_tokens=special_tokens)

    def source(self, split: str, special_tokens: tuple[str, ...] = ()) -> CorpusSource:
        """Where a worker finds the corpus. The arguments are those of `read`.

        Raises bpe.InputError if the server no longer keeps the text.
        """
        if not self.is_large:
            return CorpusSource(split, self.norm, self.read(split, special_tokens).counts)
        if not self.paths():
            raise bpe.InputError("This text is no longer on this server. Upload it again.")
        limit = file_store.PYTHON_BYTES if self.name == PYTHON else file_store.most_bytes()
        paths = tuple(map(str, self.paths()))
        is_whole = self.is_file and self.documents == "whole"
        return CorpusSource(split, self.norm, None, paths, limit, special_tokens, is_whole)
