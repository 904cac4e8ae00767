"""Unigram training, in one of two ways.

    "course"  as the Hugging Face course's code does it (chapter 6.7)
    "em"      the real thing (Kudo 2018; sentencepiece; tokenizers): expectation and maximisation

Each has quirks that can be switched on and off. Of the course, and on unless switched off:
    "start_at_1"        every segmentation's score starts at 1 where the logarithm of 1 was meant
Of EM, and off unless switched on; the first two are those of Hugging Face tokenizers:
    "count_all_pieces"  the estimate of a rise takes the size of the vocabulary for the number of
                        pieces that would stand in
    "lost_stay_lost"    a character that an M step dropped has no count until the end, and the
                        scores of such characters then rise from one to the next
    "plain_shares"      the M step takes plain shares, not digamma: the textbook's EM

But: the two ways themselves are in `course` and `em`; here is what they have in common.
"""

from collections.abc import Callable, Iterable

from bpe.corpus import Corpus
from bpe.errors import InputError
from bpe.splitting import check_choice
from bpe.unigram import course, em
from bpe.unigram.history import Progress, Run
from bpe.unigram.model import SLIP
from bpe.unigram.seeds import SEEDS, all_substrings, frequent, repeated
from bpe.unigram.watching import Watcher

METHODS = ("course", "em")
# What can be switched on and off, by method.
QUIRKS = {
    "course": ("start_at_1",),
    "em": ("count_all_pieces", "lost_stay_lost", "plain_shares"),
}
DEFAULT_QUIRKS = {"course": ("start_at_1",), "em": ()}
DEFAULT_SEEDS = {"course": "frequent", "em": "repeated"}
DEFAULT_SEED_SIZE = {"course": 300, "em": 1_000_000}  # pieces; sources: course, tokenizers
DEFAULT_PRUNE = {"course": 0.10, "em": 0.25}  # sources: course, tokenizers' shrinking factor
MOST_COUNTED = 2**53  # characters, repeated words included: whole numbers are exact up to here
MOST_CHARACTERS = 50_000_000  # of all substrings of the words, for the seeds of the course


def train(
    corpus: Corpus,
    vocab_size: int = 100,
    method: str = "course",
    seed_size: int | None = None,
    prune: float | None = None,
    seeds: str | None = None,
    quirks: Iterable[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Run:
    """Train a Unigram model on a corpus.

    vocab_size: in pieces. The course's method prunes until it has at most so many, EM ends with
    exactly so many where the seeds suffice. seed_size: in pieces. prune: the share of the
    vocabulary that leaves in a round, above 0 and below 1. seeds: one of SEEDS. quirks: which of
    the method's QUIRKS to have; None for the method's own. progress: is told how far it is, and
    may return False to stop.

    Raises InputError for settings out of range, an empty corpus, a vocabulary or seeds that do
    not have room for the corpus's characters, and words too long for the course's seeds.

    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=7)
    >>> run.model.pieces, len(run.rounds)
    (('h', 'u', 'g', 'p', 's', 'hug', 'pug'), 6)
    """
    check_choice("The method", method, METHODS)
    seeds = DEFAULT_SEEDS[method] if seeds is None else seeds
    check_choice("The seeds", seeds, SEEDS)
    chosen = DEFAULT_QUIRKS[method] if quirks is None else tuple(quirks)
    for quirk in chosen:
        check_choice("A quirk", quirk, QUIRKS[method])
    seed_size = DEFAULT_SEED_SIZE[method] if seed_size is None else seed_size
    share = DEFAULT_PRUNE[method] if prune is None else prune
    check_settings(corpus, vocab_size, seed_size, share)
    found = seed_vocabulary(corpus, seeds, seed_size)
    watcher = Watcher(progress)
    if method == "em":
        return em.train(corpus, found, vocab_size, share, frozenset(chosen), watcher)
    origin = SLIP if "start_at_1" in chosen else 0.0
    return course.train(corpus, found, vocab_size, share, origin, watcher)


def check_settings(corpus: Corpus, vocab_size: int, seed_size: int, share: float) -> None:
    """Raise InputError for what cannot be trained on or with."""
    if not corpus.counts:
        raise InputError("There are no words to train on. Enter a text with at least one word.")
    if sum(count * len(word) for word, count in corpus.counts.items()) > MOST_COUNTED:
        raise InputError("The word counts are too large to add up exactly. Use smaller counts.")
    alphabet = len(corpus.alphabet)
    if type(vocab_size) is not int or vocab_size < alphabet:
        raise InputError(
            "The vocabulary size must be a whole number of at least {alphabet}, not {size!r}. "
            "The corpus has {alphabet} different characters, and each one stays in the "
            "vocabulary.",
            alphabet=alphabet,
            size=vocab_size,
        )
    if type(seed_size) is not int or seed_size < alphabet:
        raise InputError(
            "The number of seeds must be a whole number of at least {alphabet}, not {size!r}. "
            "The corpus has {alphabet} different characters, and each one is a seed.",
            alphabet=alphabet,
            size=seed_size,
        )
    if type(share) not in (int, float) or not 0 < share < 1:
        raise InputError(
            "The share to prune must be a number above 0 and below 1, not {share!r}.", share=share
        )


def size_of_substrings(corpus: Corpus) -> int:
    """How many characters all substrings of the different words have together.

    >>> size_of_substrings(Corpus.from_counts({"hug": 10}))
    10
    """
    return sum(n * (n + 1) * (n + 2) // 6 for n in map(len, corpus.counts))


def seed_vocabulary(corpus: Corpus, seeds: str, size: int) -> dict[str, int]:
    """The seeds: piece -> first count, in table order.

    Raises InputError for words so long that all their substrings would not fit into memory.
    """
    if seeds == "repeated":
        return repeated(corpus, size)
    if size_of_substrings(corpus) > MOST_CHARACTERS:
        raise InputError(
            "The words are too long to use all their parts as seeds. The longest has {longest} "
            "characters. Choose a shorter text, the EM method, or a pre-tokenization that gives "
            "shorter words.",
            longest=max(map(len, corpus.counts)),
        )
    return all_substrings(corpus) if seeds == "substrings" else frequent(corpus, size)
