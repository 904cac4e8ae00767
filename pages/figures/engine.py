"""The runs and models that the course's figures are computed with, each made on first use."""

from collections.abc import Iterable
from functools import cache, cached_property

import bpe
from bpe import unigram
from bpe.byte_characters import BYTE_CHARACTERS
from pages.figures.claims import UNIGRAM_SIZE
from pages.state.defaults import defaults

SENTENCE = "This is not a token."
SEEDS = 300


class Engine:
    """Runs of BPE and models of Unigram for the course's corpora."""

    def train(self, corpus: str, vocab: int | None = None, ties: str = "first") -> bpe.Run:
        """Return a run on a sample, with the sample's default settings except for these.

        >>> [merge.token for merge in engine().train("hug", 10).merges]
        ['ug', 'un', 'hug']
        """
        default = defaults(corpus)
        return bpe.train(
            default.read_corpus(),
            vocab_size=vocab or default.bpe.vocab,
            ties=ties,
            special_tokens=tuple(default.bpe.special.split()),
        )

    @cached_property
    def three_merges(self) -> bpe.Run:
        """Three merges on the five words.

        >>> len(engine().three_merges.merges)
        3
        """
        return self.train("hug", 10)

    @cached_property
    def hug(self) -> bpe.Run:
        """All merges on the five words.

        >>> len(engine().hug.merges)
        7
        """
        return self.train("hug")

    @cached_property
    def course(self) -> bpe.Run:
        """The four sentences with the chapter's tie rule.

        >>> pair(engine().course.merges[0])
        'Ġ+t'
        """
        return self.train("course")

    @cached_property
    def lowest(self) -> bpe.Run:
        """The four sentences with the tie rule of Hugging Face tokenizers.

        >>> engine().lowest.ties
        'lowest'
        """
        return self.train("course", ties="lowest")

    @cached_property
    def notebook(self) -> bpe.Run:
        """The result of the notebook's code.

        >>> pair(engine().notebook.merges[0])
        'Ġ+t'
        """
        return self.train("notebook")

    @cached_property
    def longer_text(self) -> bpe.Run:
        """The English sample, a text ten times as long as the four sentences.

        >>> engine().longer_text.ties
        'first'
        """
        return self.train("english")

    @cached_property
    def chinese(self) -> bpe.Run:
        """The result of the code in the Traditional Chinese version.

        >>> pair(engine().chinese.merges[0])
        'Ġ+t'
        """
        return self.train("chinese-page")

    def with_all_bytes(self, vocab: int) -> bpe.Run:
        """Return a run like `lowest`, with all 256 bytes in the alphabet.

        >>> len(engine().with_all_bytes(300).vocab)
        300
        """
        counts = dict.fromkeys(BYTE_CHARACTERS.values(), 1) | dict(self.course.corpus.counts)
        corpus = bpe.Corpus.from_counts(counts, split="gpt2")
        return bpe.train(corpus, vocab, "lowest", self.course.special_tokens)

    @cached_property
    def words(self) -> bpe.Corpus:
        """The five words.

        >>> dict(engine().words.counts)
        {'hug': 10, 'pug': 5, 'pun': 12, 'bun': 4, 'hugs': 5}
        """
        return defaults("hug").read_corpus()

    @cached_property
    def model(self) -> unigram.Model:
        """The Unigram model of the five words.

        >>> engine().model.total, round(engine().model.probability("ug"), 4)
        (210, 0.0952)
        """
        return unigram.Model.from_counts(unigram.all_substrings(self.words))

    @cached_property
    def pruned_words(self) -> unigram.Run:
        """Pruning on the five words.

        >>> len(engine().pruned_words.model.pieces)
        14
        """
        return unigram.train(self.words, vocab_size=14, seeds="substrings", quirks=())

    @cached_property
    def sentences(self) -> bpe.Corpus:
        """The four sentences, pre-tokenized as in the Unigram chapter.

        >>> list(engine().sentences.counts)[:3]
        ['▁This', '▁is', '▁the']
        """
        return bpe.SAMPLES["course"].corpus("metaspace", "none")

    @cached_property
    def pruned_sentences(self) -> unigram.Run:
        """Pruning on the four sentences, where each score starts at 0.

        >>> len(engine().pruned_sentences.model.pieces) <= UNIGRAM_SIZE
        True
        """
        return unigram.train(self.sentences, UNIGRAM_SIZE, seed_size=SEEDS, quirks=())

    @cached_property
    def chapter_pruning(self) -> unigram.Run:
        """Pruning on the four sentences, where each score starts at 1 as in the chapter's code.

        >>> engine().chapter_pruning.model.origin
        -1.0
        """
        return unigram.train(self.sentences, UNIGRAM_SIZE, seed_size=SEEDS)


@cache
def engine() -> Engine:
    """Return the engine that all sessions share.

    >>> engine() is engine()
    True
    """
    return Engine()


def pair(merge: bpe.Merge | bpe.Leader) -> str:
    """Return a pair as the figures write it, like h+ug.

    >>> pair(engine().hug.merges[1])
    'u+n'
    """
    return f"{merge.left}+{merge.right}"


def counted(merges: Iterable[bpe.Merge | bpe.Leader]) -> str:
    """Return pairs, each with its count.

    >>> counted(engine().three_merges.merges)
    'u+g 20, u+n 16, h+ug 15'
    """
    return ", ".join(f"{pair(merge)} {merge.count}" for merge in merges)


def all_pairs(run: bpe.Run, j: int, limit: int | None = None) -> str:
    """Return the pairs after j merges in the order they are met, each with its count.

    >>> all_pairs(engine().hug, 0, limit=3)
    'h+u 15, u+g 20, p+u 17'
    """
    found = list(run.pairs(j).items())[:limit]
    return ", ".join(f"{left}+{right} {count}" for (left, right), count in found)


def vocabulary(run: bpe.Run, k: int) -> str:
    """Return the tokens after k merges.

    >>> vocabulary(engine().hug, 3)
    'b g h n p s u ug un hug'
    """
    return " ".join(run.vocab[: run.vocab_sizes[k]])


def encoded(run: bpe.Run, text: str) -> str:
    """Return the tokens of a text.

    >>> encoded(engine().three_merges, "bug thug")
    'b ug [UNK] hug'
    """
    return " ".join(run.encode(text).tokens)


def merges_of(run: bpe.Run, word: str) -> list[bpe.Merge]:
    """Return the merges that encoding a word applies, in order.

    >>> [pair(merge) for merge in merges_of(engine().hug, "hugs")]
    ['u+g', 'h+ug', 'hug+s']
    """
    (trace,) = run.encode(word).trace
    return [run.merges[each.rank - 1] for each in trace]


def merged(run: bpe.Run, word: str) -> list[str]:
    """Return a word after all merges, with unknown characters instead of [UNK].

    >>> merged(engine().three_merges, "thug")
    ['t', 'hug']
    """
    (tokens,) = run.encode(word).tokens_at(len(run.merges))
    return list(tokens)


def best(model: unigram.Model, word: str) -> unigram.Segmentation:
    """Return the best segmentation of a word that the model can segment.

    >>> best(engine().model, "unhug").tokens
    ('un', 'hug')
    """
    found = model.lattice(word).best
    assert found
    return found


def count_of(model: unigram.Model, piece: str) -> int:
    """Return the count of a piece.

    >>> count_of(engine().model, "ug")
    20
    """
    assert model.counts is not None
    return int(model.counts[model.ids[piece]])
