"""Seed vocabularies: the pieces that a training starts with, and their first counts.

    all_substrings   every substring of a longer word (the five words of the course)
    frequent         all characters, then the most frequent longer substrings (the course's code)
    repeated         all characters, then what a suffix array finds (tokenizers, sentencepiece)

But: nothing is pruned here. All three hold every character of the corpus.
"""

from collections import Counter
from collections.abc import Iterable

from bpe.corpus import Corpus

SEEDS = ("substrings", "frequent", "repeated")
LONGEST_REPEATED = 16  # characters; source: tokenizers' max_piece_length
# Stands behind each word. Half a surrogate pair, which no corpus may hold.
END = "\ud800"


def all_substrings(corpus: Corpus) -> dict[str, int]:
    """Every substring of a longer word, and every character, with its count over all words.

    In the order met: word by word, by length, by start. A whole word that is no part of a longer
    one is left out, unless it is one character.

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


def frequent(corpus: Corpus, size: int) -> dict[str, int]:
    """All characters in the order met, then the most frequent longer substrings, up to size.

    Ties in the order met: word by word, by start, by length. Source: course, chapter 6.7.

    >>> frequent(Corpus.from_counts({"hug": 10, "pug": 5}), 6)
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


def branching(words: Iterable[str], longest: int = LONGEST_REPEATED) -> dict[str, int]:
    """The substrings of 2 to `longest` characters that at least two different characters follow.

    Each with how often it occurs; the end of a word counts as a character. Those are the inner
    nodes of a suffix tree: a substring that is always followed by the same character says no more
    than the longer one. Only what occurs twice is looked at again, one character longer.

    >>> branching(["hug", "hugs", "pun"])
    {'ug': 2, 'hug': 2}
    """
    text = END.join(["", *words, ""])
    places: list[int] = list(range(len(text)))
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for length in range(1, longest + 2):
        slices = [text[place : place + length] for place in places]
        longer = Counter(slices)
        whole = {piece[:-1] for piece, count in longer.items() if counts[piece[:-1]] == count}
        if length > 2:
            found.update(
                (piece, count)
                for piece, count in counts.items()
                if count > 1 and piece not in whole
            )
        places = [
            place
            for place, piece in zip(places, slices, strict=True)
            if longer[piece] > 1 and piece[-1] != END
        ]
        counts = Counter({p: n for p, n in longer.items() if n > 1 and p[-1] != END})
    return found


def repeated(corpus: Corpus, size: int) -> dict[str, int]:
    """All characters by count, then what `branching` finds by occurrences times length, up to size.

    The characters' counts are those in the corpus; of the longer ones, each distinct word counts
    once. Ties by text, the greater first. Source: tokenizers' UnigramTrainer.
    """
    characters: Counter[str] = Counter()
    for word, count in corpus.counts.items():
        for character in word:
            characters[character] += count
    first = sorted(characters, key=lambda c: (characters[c], c), reverse=True)
    weights = {piece: n * len(piece) for piece, n in branching(corpus.counts).items()}
    ranked = sorted(weights, key=lambda piece: (weights[piece], piece), reverse=True)
    seeds = {character: characters[character] for character in first}
    return seeds | {p: weights[p] for p in ranked[: max(0, size - len(seeds))]}
