"""How many cases the drawn tests try: some by default, many more in `sh tests/run long`."""

import os

from hypothesis import settings

LONG = os.environ.get("CASES") == "long"
MORE = 25 if LONG else 1


def cases(number: int) -> settings:
    """Hypothesis settings for a number of cases: the same ones each time, except in a long run."""
    return settings(deadline=None, derandomize=not LONG, max_examples=number * MORE)


def seeds(number: int) -> range:
    """Seeds for a number of cases that a test draws by itself."""
    return range(number * MORE)


against_library = cases(200)  # the same input to our code and to another library
against_library_by_rule = cases(70)  # the same, once for each of three or four rules
against_library_by_file = cases(20)  # the same, once for each of some twenty files or patterns
against_ourselves = cases(40)  # fast code and plain code of ours, often for each tie rule
of_values = cases(80)  # any settings, files or texts
in_the_app = cases(12)  # each case opens the app at least once
