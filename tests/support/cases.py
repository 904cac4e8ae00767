"""The number of random cases per test: few by default, many in `sh tests/run long`."""

import os
from collections.abc import Iterable
from itertools import cycle, product

from hypothesis import settings

LONG = os.environ.get("CASES") == "long"
MORE = 80 if LONG else 1


def cases(number: int) -> settings:
    """Hypothesis settings for a number of cases, the same each time except in long runs."""
    return settings(deadline=None, derandomize=not LONG, max_examples=number * MORE)


def seeds(number: int) -> range:
    """Seeds for a number of random cases."""
    return range(number * MORE)


def few_or_many(few: int, many: int) -> int:
    """The first number; in a long run, the second."""
    return many if LONG else few


def combined(rows: Iterable, columns: Iterable) -> list[tuple]:
    """Each row with one column in turn (a1 b2 c1); in a long run, with every column."""
    return list(product(rows, columns)) if LONG else list(zip(rows, cycle(columns), strict=False))


against_library = cases(60)  # the same input to our code and to another library
against_library_by_rule = cases(25)  # the same, once for each of three or four rules
against_library_by_file = cases(6)  # the same, once for each of some twenty files or patterns
against_ourselves = cases(16)  # fast code and plain code of ours, often for each tie rule
of_values = cases(25)  # any settings, files or texts
in_the_app = cases(5)  # each case opens the app at least once
