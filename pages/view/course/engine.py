"""What the figures are computed with: the runs and models, each made once, when it is asked for."""

from functools import cache, cached_property

import bpe
from bpe import unigram
from bpe.splitting import BYTE_CHARACTERS
from pages.state.defaults import defaults

SENTENCE = "This is not a token."
UNIGRAM_SIZE = 100  # pieces, at most, that are left of the four sentences
SEEDS = 300


class Engine:
    """Runs of BPE by name, and the models of the Unigram chapter. What it made never changes."""

    def train(self, corpus: str, vocab: int | None = None, ties: str = "first") -> bpe.Run:
        """A run on one of the samples, with the settings that show it best but for these."""
        usual = defaults(corpus)
        return bpe.train(
            usual.read_corpus(),
            vocab_size=vocab or usual.vocab,
            ties=ties,
            special_tokens=tuple(usual.special.split()),
        )

    @cached_property
    def three(self) -> bpe.Run:
        """Three merges on the five words."""
        return self.train("hug", 10)

    @cached_property
    def hug(self) -> bpe.Run:
        """All merges on the five words."""
        return self.train("hug")

    @cached_property
    def course(self) -> bpe.Run:
        """The four sentences under the chapter's rule for ties."""
        return self.train("course")

    @cached_property
    def lowest(self) -> bpe.Run:
        """The four sentences under the rule of Hugging Face tokenizers."""
        return self.train("course", ties="lowest")

    def with_all_bytes(self, vocab: int) -> bpe.Run:
        """The four sentences under that rule, with all 256 bytes in the alphabet."""
        counts = dict.fromkeys(BYTE_CHARACTERS.values(), 1) | dict(self.course.corpus.counts)
        corpus = bpe.Corpus.from_counts(counts, split="gpt2")
        return bpe.train(corpus, vocab, "lowest", self.course.special_tokens)

    @cached_property
    def notebook(self) -> bpe.Run:
        """What the notebook's code gives."""
        return self.train("notebook")

    @cached_property
    def chinese(self) -> bpe.Run:
        """What the code of the Traditional Chinese version gives."""
        return self.train("chinese-page")

    @cached_property
    def words(self) -> bpe.Corpus:
        """The five words."""
        return defaults("hug").read_corpus()

    @cached_property
    def model(self) -> unigram.Model:
        """The Unigram model of the five words."""
        return unigram.Model.from_counts(unigram.all_substrings(self.words))

    @cached_property
    def round(self) -> unigram.Round:
        """The first round of pruning on the five words."""
        run = unigram.train(self.words, vocab_size=14, seeds="substrings", quirks=())
        return run.rounds[0]

    @cached_property
    def sentences(self) -> bpe.Corpus:
        """The four sentences, cut into words as the Unigram chapter does."""
        return bpe.SAMPLES["course"].corpus("metaspace", "none")

    @cached_property
    def right(self) -> unigram.Run:
        """The pruning on the four sentences, each score begun at 0."""
        return unigram.train(self.sentences, UNIGRAM_SIZE, seed_size=SEEDS, quirks=())

    @cached_property
    def slipped(self) -> unigram.Run:
        """The same as the chapter's code has it, each score begun at 1."""
        return unigram.train(self.sentences, UNIGRAM_SIZE, seed_size=SEEDS)


@cache
def engine() -> Engine:
    """The one that all sessions share."""
    return Engine()


def named(merge: bpe.Merge | bpe.Leader) -> str:
    """A pair."""
    return f"{merge.left}+{merge.right}"


def with_counts(run: bpe.Run) -> str:
    """The merges of a run, each with its count."""
    return ", ".join(f"{named(merge)} {merge.count}" for merge in run.merges)


def pairs(run: bpe.Run, j: int, most: int | None = None) -> str:
    """The pairs after j merges, each with its count."""
    found = list(run.pairs(j).items())[:most]
    return ", ".join(f"{left}+{right} {count}" for (left, right), count in found)


def vocabulary(run: bpe.Run, k: int) -> str:
    """The tokens after k merges."""
    return " ".join(run.vocab[: run.vocab_sizes[k]])


def corpus(run: bpe.Run, k: int) -> str:
    """The words after k merges, cut, each with its count."""
    return ", ".join(f"{' '.join(tokens)} {count}" for tokens, count in run.at(k).words)


def encoded(run: bpe.Run, text: str) -> str:
    """The tokens of a text."""
    return " ".join(run.encode(text).tokens)


def fired(run: bpe.Run, word: str) -> list[bpe.Merge]:
    """The merges that a word needs, in the order in which they fire."""
    (trace,) = run.encode(word).trace
    return [run.merges[each.rank - 1] for each in trace]


def uncut(run: bpe.Run, word: str) -> str:
    """The tokens of a word as the merges alone make them, unknown characters and all."""
    (tokens,) = run.encode(word).cut_at(len(run.merges))
    return " ".join(tokens)
