"""A corpus in which nearly every pair is tied, trained to its end under every rule.

Its words are eight letters each, drawn from as many letters as there are words: nearly every pair
stands there once, so nearly every merge is chosen among all the pairs that are left.
"""

import random
from math import log2
from statistics import median
from time import perf_counter

import bpe

FIRST = 0x20000  # letters from here on


def tied(words: int) -> bpe.Corpus:
    """A corpus of so many words.

    >>> run = bpe.train(tied(500))
    >>> sum(merge.tied > 1 for merge in run.merges) / len(run.merges) > 0.99
    True
    """
    rng = random.Random(words)
    letters = [chr(FIRST + i) for i in range(words)]
    return bpe.Corpus.from_counts({"".join(rng.choices(letters, k=8)): 1 for _ in range(words)})


def measure(sizes: list[int], repeat: int) -> dict[tuple[str, int], float]:
    """(rule, words) -> the median of the seconds, the rules and sizes taken in turn."""
    corpora = {words: tied(words) for words in sizes}
    taken: dict[tuple[str, int], list[float]] = {}
    for _ in range(repeat):
        for words, corpus in corpora.items():
            for rule in bpe.TIES:
                start = perf_counter()
                bpe.train(corpus, ties=rule)
                taken.setdefault((rule, words), []).append(perf_counter() - start)
    return {key: median(seconds) for key, seconds in taken.items()}


def table(sizes: list[int], repeat: int) -> list[str]:
    """The lines of a Markdown table; the last tells how the time per n log n has grown."""
    seconds = measure(sizes, repeat)
    lines = [
        "| words | " + " | ".join(f'rule "{rule}"' for rule in bpe.TIES) + " |",
        "|--:|" + "--:|" * len(bpe.TIES),
    ]
    for words in sizes:
        cells = " | ".join(f"{seconds[rule, words]:.2f} s" for rule in bpe.TIES)
        lines.append(f"| {words:,} | {cells} |")
    small, large = sizes[0], sizes[-1]
    expected = large * log2(large) / (small * log2(small))
    grown = (seconds[rule, large] / seconds[rule, small] for rule in bpe.TIES)
    cells = " | ".join(f"× {growth:.1f}" for growth in grown)
    quadratic = (large / small) ** 2
    lines.append(f"| n log n: × {expected:.1f}; n²: × {quadratic:.0f} | {cells} |")
    return lines
