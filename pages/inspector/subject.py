"""A tokenizer that can be asked: trained here, uploaded, or that of a well-known model."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TypeVar

from bpe import unigram
from bpe.added_tokens import AddedTokenFinder
from bpe.decoding import decoder_of
from bpe.inspection.questions import Answer, Question
from bpe.inspection.two_vocabularies import (
    ComparedVocabularies,
    CompareVocabularies,
    SharedToken,
    written_ids,
)
from bpe.pre_tokenization import CorpusPreTokenizer
from bpe.text_encoder import TextEncoder
from pages.encoding.contents import tokenizer_of
from pages.encoding.uploads import name_of
from pages.jobs.chosen_tokenizers import TRAINED_HERE
from pages.jobs.tokenizer_file import UploadedEncoder
from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.runs import runs
from pages.stage.tokens import kind_names
from pages.state.settings import Settings
from pages.storage.secret import cache_key
from pages.translations.language import Translation

T = TypeVar("T")

# Uploaded tokenizers ask another process, so as many as want to may wait for it.
ANSWERS: SingleFlightCache[Answer] = SingleFlightCache(
    scaled(20_000_000), lambda found: len(repr(found)), max_making=100
)
SWAPPED = {"first": "second", "second": "first", "ids": "ids", "all": "all"}


@dataclass(frozen=True, slots=True)
class Subject(ABC):
    """A tokenizer. title: what the page calls it. key: in the cache."""

    title: str
    key: str

    @property
    @abstractmethod
    def kind(self) -> str:
        """One of `kind_names`."""

    @abstractmethod
    def answer(self, question: Question) -> Answer:
        """Answer a question, without the cache."""

    @abstractmethod
    def compared_with(self, first: "Subject", question: CompareVocabularies) -> Answer:
        """Compare the vocabulary of another tokenizer, the first one, with that of this one."""

    @abstractmethod
    def compared_with_upload(self, second: "Uploaded", question: CompareVocabularies) -> Answer:
        """Compare the vocabulary with that of an uploaded tokenizer, the second one."""

    @property
    def is_bpe(self) -> bool:
        """Whether it is BPE.

        >>> from pages.state.defaults import defaults
        >>> subject_of(defaults("hug"), Translation()).is_bpe
        True
        """
        return self.kind == "bpe"

    def ask(self, question: Question, kind: type[T]) -> T:
        """Answer a question, with an answer of this kind. Raises bpe.InputError if it is invalid.

        >>> from pages.state.defaults import defaults
        >>> from bpe.inspection.questions import FindTokens, FoundTokens
        >>> hug = subject_of(defaults("hug"), Translation())
        >>> hug.ask(FindTokens("ug"), FoundTokens).all
        4
        """
        key = cache_key("inspect", self.key, repr(question))
        return of_kind(kind, ANSWERS.get(key, lambda: self.answer(question)))

    def compare(self, question: CompareVocabularies, other: "Subject") -> ComparedVocabularies:
        """Compare the vocabulary with another one. Raises bpe.InputError as `ask` does."""
        key = cache_key("inspect", self.key, other.key, repr(question))
        found = ANSWERS.get(key, lambda: other.compared_with(self, question))
        return of_kind(ComparedVocabularies, found)


@dataclass(frozen=True, slots=True)
class Trained(Subject):
    """A tokenizer that was trained here."""

    encoder: TextEncoder

    @property
    def kind(self) -> str:
        """One of `kind_names`."""
        return self.encoder.kind

    def answer(self, question: Question) -> Answer:
        """Answer a question, without the cache."""
        return question.answer(self.encoder)

    def compared_with(self, first: Subject, question: CompareVocabularies) -> Answer:
        """Compare the vocabulary of another tokenizer, the first one, with that of this one."""
        return first.answer(replace(question, other=written_ids(self.encoder)))

    def compared_with_upload(self, second: "Uploaded", question: CompareVocabularies) -> Answer:
        """Compare the vocabulary with that of an uploaded one, where the uploaded one is."""
        asked = replace(question, category=SWAPPED[question.category])
        return swapped(of_kind(ComparedVocabularies, self.compared_with(second, asked)))


@dataclass(frozen=True, slots=True)
class Uploaded(Subject):
    """A tokenizer in another process: an uploaded one, or that of a well-known model."""

    encoder: UploadedEncoder

    @property
    def kind(self) -> str:
        """One of `kind_names`."""
        return self.encoder.about.kind

    def answer(self, question: Question) -> Answer:
        """Answer a question, without the cache."""
        return self.encoder.inspect(question)

    def compared_with(self, first: Subject, question: CompareVocabularies) -> Answer:
        """Compare the vocabulary of another tokenizer, the first one, with that of this one."""
        return first.compared_with_upload(self, question)

    def compared_with_upload(self, second: "Uploaded", question: CompareVocabularies) -> Answer:
        """Compare the vocabulary with that of another one, where both are."""
        return self.encoder.inspect(question, second.encoder)


def of_kind(kind: type[T], found: Answer) -> T:
    """The answer, which is of this kind."""
    assert isinstance(found, kind)
    return found


def swapped(found: ComparedVocabularies) -> ComparedVocabularies:
    """The same comparison, with the second vocabulary as the first.

    >>> swapped(ComparedVocabularies(1, 2, 3, 0, (), 0)).only_first
    2
    """
    tokens = tuple(SharedToken(each.bytes, each.second, each.first) for each in found.tokens)
    return replace(found, only_first=found.only_second, only_second=found.only_first, tokens=tokens)


def subject_of(settings: Settings, t: Translation) -> Subject | None:
    """Return the tokenizer that settings choose; None while a worker trains it.

    Raises bpe.InputError if the settings or the tokenizer cannot be used.
    """
    if settings.encoding.tokenizer:
        return of_name(settings.encoding.tokenizer, settings.encoding.pattern, t)
    if settings.view.decoder == "unigram":
        run = runs.unigram_run_of(settings)
        if run is None:
            return None
        return Trained(kind_names(t)["unigram"], settings.unigram_key, encoder_of(run))
    trained = runs.training_of(settings)
    if trained is None:
        return None
    name = kind_names(t)[settings.bpe.algorithm]
    return Trained(name, settings.key, trained.encoder())


def with_other(settings: Settings, other: str) -> Settings:
    """Settings that choose the tokenizer to compare with. other: its name, or TRAINED_HERE.

    >>> from pages.state.defaults import defaults
    >>> with_other(defaults("hug"), "gpt2").encoding.tokenizer
    'gpt2'
    """
    return settings.replace(tokenizer="" if other == TRAINED_HERE else other, pattern="")


def of_name(name: str, pattern: str, t: Translation) -> Subject:
    """Return an uploaded tokenizer, or that of a well-known model.

    Raises bpe.InputError if it cannot be used.
    """
    encoder = tokenizer_of(name, pattern)
    return Uploaded(name_of(encoder.about, t), cache_key("uploaded", name, pattern), encoder)


def encoder_of(run: unigram.Run) -> unigram.Encoder:
    """Return an encoder with the model of a Unigram run.

    >>> import bpe
    >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
    >>> encoder_of(run).encode("hug pug").tokens == run.encode("hug pug").tokens
    True
    """
    split = run.corpus.split
    splitter = CorpusPreTokenizer(split, run.corpus.normalization, AddedTokenFinder(()))
    return unigram.Encoder(run.model, run.model.ids, splitter, decoder_of(split))
