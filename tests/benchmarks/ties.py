"""Training time on a corpus in which nearly every pair is tied, for every tie rule.

The words have eight letters each, drawn from as many letters as there are words. Nearly every pair
occurs once, so nearly every merge is chosen among all remaining pairs.
"""

import random
from math import log2
from statistics import median
from time import perf_counter

import bpe

FIRST = 0x20000  # code point of the first letter


def tied(words: int) -> bpe.Corpus:
    """A corpus with this number of words.

    >>> run = bpe.train(tied(500))
    >>> sum(merge.tied > 1 for merge in run.merges) / len(run.merges) > 0.99
    True
    """
    rng = random.Random(words)
    letters = [chr(FIRST + i) for i in range(words)]
    return bpe.Corpus.from_counts({"".join(rng.choices(letters, k=8)): 1 for _ in range(words)})


def measure(sizes: list[int], repeat: int) -> dict[tuple[str, int], float]:
    """(rule, words) -> median time in seconds. Rules and sizes take turns."""
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
    """The lines of a Markdown table; the last row compares the growth with n log n and n²."""
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
