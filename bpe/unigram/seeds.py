"""Seed vocabularies: the pieces with which a training starts, and their counts.

    all_substrings        all proper substrings of words (the five words of the course)
    frequent_substrings   all characters, then the most frequent substrings (the course's code)
    repeated_substrings   all characters, then repeated substrings (tokenizers, sentencepiece)
    bpe_tokens            all characters, then the tokens of BPE with a large vocabulary (the course
                          names it as an alternative)

All four contain every character of the corpus.
"""

from collections import Counter
from collections.abc import Iterable

from bpe import training
from bpe.corpus import Corpus
from bpe.unigram.packed_words import PackedWords

SEEDS = ("substrings", "frequent", "repeated", "bpe")
# Characters of a seed that is repeated or from BPE; source: tokenizers' max_piece_length.
MAX_SEED_LENGTH = 16
MAX_BPE_CHARACTERS = 2_000_000  # of all tokens, those that are too long for seeds included
# Follows each word. It is half of a surrogate pair, which no valid text contains.
END = "\ud800"


def all_substrings(corpus: Corpus) -> dict[str, int]:
    """All characters and proper substrings of words, with their counts in the corpus.

    In first-met order: by word, by length, by start. A word is left out unless it is part of a
    longer word or has one character.

    >>> all_substrings(Corpus.from_counts({"hug": 10, "hugs": 5}))["hug"]
    15
    """
    found: dict[str, int] = {}
    for word, count in corpus.counts.items():
        for length in range(1, len(word) + 1):
            for start in range(len(word) - length + 1):
                piece = word[start : start + length]
                found[piece] = found.get(piece, 0) + count
    parts = {
        word[start:end]
        for word in corpus.counts
        for start in range(len(word))
        for end in range(start + 1, len(word) + 1)
        if end - start < max(2, len(word))
    }
    return {piece: count for piece, count in found.items() if piece in parts}


def frequent_substrings(corpus: Corpus, size: int) -> dict[str, int]:
    """All characters in first-met order, then the most frequent longer substrings, up to size.

    Ties are in first-met order: by word, by start, by length. Source: course, chapter 6.7.

    >>> frequent_substrings(Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    {'h': 10, 'u': 15, 'g': 15, 'p': 5, 'ug': 15, 'hu': 10}
    """
    characters: dict[str, int] = {}
    longer: dict[str, int] = {}
    for word, count in corpus.counts.items():
        for start, character in enumerate(word):
            characters[character] = characters.get(character, 0) + count
            for end in range(start + 2, len(word) + 1):
                piece = word[start:end]
                longer[piece] = longer.get(piece, 0) + count
    ranked = sorted(longer, key=longer.__getitem__, reverse=True)
    return characters | {piece: longer[piece] for piece in ranked[: size - len(characters)]}


def branching_substrings(words: Iterable[str], longest: int = MAX_SEED_LENGTH) -> dict[str, int]:
    """The substrings followed by at least two different characters, with their counts.

    words: each counts once. longest: the maximum length in characters; the minimum is 2. The end of
    a word counts as a character. These are the inner nodes of a suffix tree: a substring that is
    always followed by the same character adds nothing to the longer one. The search extends only
    substrings that occur at least twice.

    >>> branching_substrings(["hug", "hugs", "pun"])
    {'ug': 2, 'hug': 2}
    """
    text = END.join(["", *words, ""])
    starts: list[int] = list(range(len(text)))
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for length in range(1, longest + 2):
        slices = [text[start : start + length] for start in starts]
        longer = Counter(slices)
        whole = {piece[:-1] for piece, count in longer.items() if counts[piece[:-1]] == count}
        if length > 2:
            found.update(
                (piece, count)
                for piece, count in counts.items()
                if count > 1 and piece not in whole
            )
        starts = [
            start
            for start, piece in zip(starts, slices, strict=True)
            if longer[piece] > 1 and piece[-1] != END
        ]
        counts = Counter({p: n for p, n in longer.items() if n > 1 and p[-1] != END})
    return found


def repeated_substrings(corpus: Corpus, size: int) -> dict[str, int]:
    """All characters by count, then `branching_substrings` by weight, up to size.

    The weight is count x length, with each distinct word counted once; it becomes the count of the
    seed. Characters have their counts in the corpus. Ties: greater text first. Source: tokenizers'
    UnigramTrainer.

    >>> repeated_substrings(Corpus.from_counts({"hug": 10, "hugs": 5, "pun": 1}), 7)
    {'u': 16, 'h': 15, 'g': 15, 's': 5, 'p': 1, 'n': 1, 'hug': 6}
    """
    characters: Counter[str] = Counter()
    for word, count in corpus.counts.items():
        for character in word:
            characters[character] += count
    first = sorted(characters, key=lambda c: (characters[c], c), reverse=True)
    weights = {piece: n * len(piece) for piece, n in branching_substrings(corpus.counts).items()}
    ranked = sorted(weights, key=lambda piece: (weights[piece], piece), reverse=True)
    seeds = {character: characters[character] for character in first}
    return seeds | {p: weights[p] for p in ranked[: max(0, size - len(seeds))]}


def bpe_tokens(corpus: Corpus, size: int) -> dict[str, int]:
    """All characters, then the tokens of BPE in the order of their merges.

    size: BPE's vocabulary size. Tokens of more than MAX_SEED_LENGTH characters are left out. The
    count of a token is how often it occurs in the corpus, also where BPE does not use it. Source:
    course, chapter 6.7. Raises InputError if BPE's tokens are too long in total.

    >>> bpe_tokens(Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    {'g': 15, 'h': 10, 'p': 5, 'u': 15, 'ug': 15, 'hug': 10}
    """
    run = training.train(corpus, size, max_characters=MAX_BPE_CHARACTERS)
    tokens = [token for token in run.vocab if len(token) <= MAX_SEED_LENGTH]
    found = [0] * len(tokens)
    words = PackedWords(corpus.counts, tokens)
    for count, arcs in zip(words.counts, words.arcs, strict=True):
        for _, _, i in arcs:
            found[i] += count
    return dict(zip(tokens, found, strict=True))
