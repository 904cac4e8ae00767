"""Unigram training: checks the settings, makes the seeds, and calls one of two methods.

    "course"  as in the code of the Hugging Face course (chapter 6.7); see `course`
    "em"      expectation-maximization (Kudo 2018; sentencepiece; tokenizers); see `em`

Each method has quirks that can be switched on and off. Of "course", on by default:
    "start_at_1"        the score of each segmentation starts with 1 instead of the logarithm of 1
Of "em", off by default; the first three are those of Hugging Face tokenizers:
    "count_all_pieces"  the estimate of a rise uses the size of the vocabulary instead of the number
                        of pieces that replace the removed one
    "lost_stay_lost"    a character that an M step dropped has no count until the end, and the
                        scores of such characters then rise from one to the next
    "finalize_in_order" the final reduction keeps the first pieces of the table, which the last
                        pruning sorted by its estimates, instead of the most probable ones
    "plain_shares"      the M step uses plain shares without digamma, as in textbooks
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from bpe.corpus import Corpus, check_corpus
from bpe.errors import InputError, check_choice
from bpe.unigram import course, em
from bpe.unigram.model import COURSE_ORIGIN
from bpe.unigram.run import Progress, Run
from bpe.unigram.seeds import (
    SEEDS,
    all_substrings,
    bpe_tokens,
    frequent_substrings,
    repeated_substrings,
)

METHODS = ("course", "em")
# By method: the quirks that can be switched on and off.
QUIRKS = {
    "course": ("start_at_1",),
    "em": ("count_all_pieces", "lost_stay_lost", "finalize_in_order", "plain_shares"),
}
DEFAULT_QUIRKS = {"course": ("start_at_1",), "em": ()}
DEFAULT_SEEDS = {"course": "frequent", "em": "repeated"}
DEFAULT_SEED_SIZE = {"course": 300, "em": 1_000_000}  # pieces; sources: course, tokenizers
DEFAULT_PRUNE = {"course": 0.10, "em": 0.25}  # sources: course, tokenizers' shrinking factor
MAX_COUNTED = 2**53  # characters, word counts included; floats are exact up to here
MAX_CHARACTERS = 50_000_000  # of all substrings of the words, for the course's seeds


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

    vocab_size: in pieces. The course's method ends with at most so many pieces, EM with exactly so
    many if there are enough seeds. method: one of METHODS. seed_size: in pieces. prune: the share
    of the vocabulary that a round removes, above 0 and below 1. seeds: one of SEEDS. quirks: some
    of the method's QUIRKS. None: the default of the method. progress: called before each round or
    phase; if it returns False, training stops. Its exceptions are not caught.

    Raises InputError for invalid settings, an empty corpus, a vocabulary or seeds smaller than the
    alphabet, and words too long for the course's or BPE's seeds.

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
    check_corpus(corpus)
    check_settings(corpus, vocab_size, seed_size, share)
    found = seed_vocabulary(corpus, seeds, seed_size)

    def should_continue(now: Progress) -> bool:
        return progress is None or progress(now) is not False

    if method == "em":
        run = em.train(corpus, found, vocab_size, share, frozenset(chosen), should_continue)
    else:
        origin = COURSE_ORIGIN if "start_at_1" in chosen else 0.0
        run = course.train(corpus, found, vocab_size, share, origin, should_continue)
    return replace(run, seeding=seeds)


def check_settings(corpus: Corpus, vocab_size: int, seed_size: int, share: float) -> None:
    """Raise InputError for a corpus or settings that cannot be used.

    >>> check_settings(Corpus.from_counts({}), 100, 300, 0.1)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: There are no words to train on. Enter a text with at least one word.
    """
    if not corpus.counts:
        raise InputError("There are no words to train on. Enter a text with at least one word.")
    if sum(count * len(word) for word, count in corpus.counts.items()) > MAX_COUNTED:
        raise InputError("The word counts are too large to add up exactly. Use smaller counts.")
    alphabet = len(corpus.alphabet)
    if type(vocab_size) is not int or vocab_size < alphabet:
        raise InputError(
            "The vocabulary size must be a whole number of at least {alphabet}, not {size!r}. "
            "Each different character of the corpus stays in the vocabulary: {alphabet}.",
            alphabet=alphabet,
            size=vocab_size,
        )
    if type(seed_size) is not int or seed_size < alphabet:
        raise InputError(
            "The number of seeds must be a whole number of at least {alphabet}, not {size!r}. "
            "Each different character of the corpus is a seed: {alphabet}.",
            alphabet=alphabet,
            size=seed_size,
        )
    if type(share) not in (int, float) or not 0 < share < 1:
        raise InputError(
            "The share to prune must be a number above 0 and below 1, not {share!r}.", share=share
        )


def size_of_substrings(corpus: Corpus) -> int:
    """The total length in characters of all substrings of the distinct words.

    >>> size_of_substrings(Corpus.from_counts({"hug": 10}))
    10
    """
    return sum(n * (n + 1) * (n + 2) // 6 for n in map(len, corpus.counts))


def seed_vocabulary(corpus: Corpus, seeds: str, size: int) -> dict[str, int]:
    """The seeds, piece -> count, in table order. seeds: one of SEEDS. size: in pieces.

    Raises InputError for words so long that their substrings, or the tokens of BPE, would need too
    much memory.

    >>> seed_vocabulary(Corpus.from_counts({"hug": 10, "pug": 5}), "frequent", 6)
    {'h': 10, 'u': 15, 'g': 15, 'p': 5, 'ug': 15, 'hu': 10}
    """
    if seeds == "repeated":
        return repeated_substrings(corpus, size)
    if seeds == "bpe":
        return bpe_tokens(corpus, size)
    if size_of_substrings(corpus) > MAX_CHARACTERS:
        raise InputError(
            "The words are too long to use all their substrings as seeds. The longest has "
            "{longest} characters. Choose a shorter text, the EM method, or a pre-tokenization "
            "that gives shorter words.",
            longest=max(map(len, corpus.counts)),
        )
    if seeds == "substrings":
        return all_substrings(corpus)
    return frequent_substrings(corpus, size)
