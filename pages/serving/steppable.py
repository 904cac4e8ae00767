"""What a stage can step through: a run, a lattice or a text, each with its records by name."""

import gzip
import json
from dataclasses import dataclass
from typing import Protocol

import bpe
from bpe import unigram, wordpiece
from pages.i18n.language import Translation
from pages.view.bpe import record_parts
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import FIRST, Choice
from pages.view.encoding import match_records
from pages.view.encoding import records as encoding_records
from pages.view.encoding.longest_match import LongestMatch
from pages.view.encoding.segmented import Segmented
from pages.view.encoding.walk import Text
from pages.view.stage import Record
from pages.view.unigram import both_records, code, lattice_records, training_records
from pages.view.unigram.both import Both
from pages.view.unigram.word import Word
from pages.view.wordpiece import records as wordpiece_records

# What a stage shows; of a segmented text, it shows the words.
Content = bpe.Run | wordpiece.Run | unigram.Run | Word | Both | Text | LongestMatch | Segmented


class Steppable(Protocol):
    """What the stage can step through. It asks for records by name.

    A name is "head" (what all steps share), the number of a block of steps, or a detail.
    """

    def has(self, part: str) -> bool:
        """Whether there is a record of this name."""
        ...

    def record(self, part: str, t: Translation, lang: str) -> Record | str:
        """Return the record of this name, in a language. `has` must be true for the name."""
        ...


def steppable(content: Content, choice: Choice = FIRST) -> Steppable:
    """Return how the stage steps through a run, a lattice or a text.

    choice: which words of a corpus are shown, if it has too many; Unigram has no such choice.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> steppable(run).has("head"), steppable(run).has("9")
    (True, False)
    """
    if isinstance(content, bpe.Run):
        return BpeTraining(content, choice)
    if isinstance(content, wordpiece.Run):
        return WordPieceTraining(content, choice)
    if isinstance(content, unigram.Run):
        return UnigramTraining(content)
    if isinstance(content, Both):
        return ComparedWord(content)
    if isinstance(content, LongestMatch):
        return MatchedText(content)
    if isinstance(content, Segmented):
        return WithoutSteps()
    return WordLattice(content) if isinstance(content, Word) else MergedText(content)


def compressed_record(
    content: Content, part: str, t: Translation, lang: str, choice: Choice = FIRST
) -> bytes:
    """Return a record as JSON compressed with gzip.

    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> json.loads(gzip.decompress(compressed_record(run, "head", Translation(), "en")))["last"]
    2
    """
    record = steppable(content, choice).record(part, t, lang)
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 4, mtime=0)


@dataclass(frozen=True, slots=True)
class BpeTraining:
    """A BPE training, merge by merge."""

    run: bpe.Run
    choice: Choice

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> BpeTraining(run, FIRST).has("head"), BpeTraining(run, FIRST).has("9")
        (True, False)
        """
        return record_parts.has(self.run, part)

    def record(self, part: str, t: Translation, lang: str) -> Record | str:
        """See `Steppable`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> BpeTraining(run, FIRST).record("head", Translation(), "en")["last"]
        2
        """
        if part == "head":
            return bpe_records.head(self.run, t, lang, self.choice)
        if part.isdigit():
            return bpe_records.block(self.run, int(part), t, self.choice)
        return bpe_records.detail(self.run, part, t)


@dataclass(frozen=True, slots=True)
class WordPieceTraining:
    """A WordPiece training, merge by merge."""

    run: wordpiece.Run
    choice: Choice

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> run = wordpiece.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> WordPieceTraining(run, FIRST).has("head"), WordPieceTraining(run, FIRST).has("9")
        (True, False)
        """
        return record_parts.has(self.run.history, part)

    def record(self, part: str, t: Translation, lang: str) -> Record | str:
        """See `Steppable`.

        >>> run = wordpiece.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> WordPieceTraining(run, FIRST).record("head", Translation(), "en")["last"]
        2
        """
        if part == "head":
            return wordpiece_records.head(self.run, t, lang, self.choice)
        if part.isdigit():
            return wordpiece_records.block(self.run, int(part), t, self.choice)
        return wordpiece_records.detail(self.run, part, t)


@dataclass(frozen=True, slots=True)
class UnigramTraining:
    """A Unigram training, round by round."""

    run: unigram.Run

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> UnigramTraining(run).has("head"), UnigramTraining(run).has("9")
        (True, False)
        """
        return training_records.has(self.run, part)

    def record(self, part: str, t: Translation, lang: str) -> Record | str:
        """See `Steppable`.

        >>> run = unigram.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
        >>> UnigramTraining(run).record("head", Translation(), "en")["last"] == len(run.rounds)
        True
        """
        if part == "head":
            return training_records.head(self.run, t, lang)
        if part.isdigit():
            return training_records.block(self.run, int(part), t)
        return training_records.detail(self.run, part, t)


@dataclass(frozen=True, slots=True)
class WordLattice:
    """The lattice of a word, position by position."""

    word: Word

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> word = Word("ug", 0, unigram.Model.from_counts({"u": 36, "g": 20, "ug": 20}))
        >>> WordLattice(word).has("head"), WordLattice(word).has("9")
        (True, False)
        """
        return lattice_records.has(self.word, part)

    def record(self, part: str, t: Translation, lang: str) -> Record:
        """See `Steppable`.

        >>> word = Word("ug", 0, unigram.Model.from_counts({"u": 36, "g": 20, "ug": 20}))
        >>> WordLattice(word).record("head", Translation(), "en")["last"]
        6
        """
        if part == "head":
            return lattice_records.head(self.word, t, lang)
        if part.isdigit():
            return lattice_records.block(self.word, int(part), t)
        return code.lattice_block(self.word, t)


@dataclass(frozen=True, slots=True)
class ComparedWord:
    """A word under BPE and under Unigram: merge by merge, then position by position."""

    both: Both

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
        >>> both = Both.of(bpe.train(corpus, 5), unigram.train(corpus, vocab_size=5), "hug", {})
        >>> ComparedWord(both).has("head"), ComparedWord(both).has("9")
        (True, False)
        """
        return both_records.has(self.both, part)

    def record(self, part: str, t: Translation, lang: str) -> Record:
        """See `Steppable`.

        >>> corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
        >>> both = Both.of(bpe.train(corpus, 5), unigram.train(corpus, vocab_size=5), "hug", {})
        >>> ComparedWord(both).record("head", Translation(), "en")["last"]
        5
        """
        if part == "head":
            return both_records.head(self.both, t, lang)
        return both_records.block(self.both, int(part), t)


@dataclass(frozen=True, slots=True)
class MergedText:
    """The encoding of a text, word by word."""

    text: Text

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> text = Text(run.encoder(), "hug pug")
        >>> MergedText(text).has("head"), MergedText(text).has("9")
        (True, False)
        """
        return encoding_records.has(self.text, part)

    def record(self, part: str, t: Translation, lang: str) -> Record:
        """See `Steppable`.

        >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
        >>> text = Text(run.encoder(), "hug pug")
        >>> MergedText(text).record("head", Translation(), "en")["last"]
        3
        """
        if part == "head":
            return encoding_records.head(self.text, t, lang)
        if part.isdigit():
            return encoding_records.block(self.text, int(part), t)
        return encoding_records.detail(self.text, part, t)


@dataclass(frozen=True, slots=True)
class MatchedText:
    """The encoding of a text by the longest match, word by word."""

    text: LongestMatch

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> from bpe.wordpiece.encoder import plain
        >>> text = MatchedText(LongestMatch.of(plain("hug", "##s"), "hugs"))
        >>> text.has("head"), text.has("9")
        (True, False)
        """
        return match_records.has(self.text, part)

    def record(self, part: str, t: Translation, lang: str) -> Record:
        """See `Steppable`.

        >>> from bpe.wordpiece.encoder import plain
        >>> text = MatchedText(LongestMatch.of(plain("hug", "##s"), "hugs"))
        >>> text.record("head", Translation(), "en")["last"]
        3
        """
        if part == "head":
            return match_records.head(self.text, t, lang)
        if part.isdigit():
            return match_records.block(self.text, int(part), t)
        return match_records.detail(self.text, part, t)


@dataclass(frozen=True, slots=True)
class WithoutSteps:
    """What has no steps of its own."""

    def has(self, part: str) -> bool:
        """See `Steppable`.

        >>> WithoutSteps().has("head")
        False
        """
        return False

    def record(self, part: str, t: Translation, lang: str) -> Record:
        """See `Steppable`."""
        raise LookupError(part)
