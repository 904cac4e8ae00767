"""A random walk in a real browser finds no error, and its URLs show the same in a new tab."""

import os

from tests.support.clicking import ACTIONS, START, explore
from tests.support.exploring import SEED


def test_random_walk(visitor, server):
    """Makes the same choices each time. `python -m tests.explore --browser` makes random ones."""
    actions, seed = int(os.environ.get(ACTIONS, 20)), int(os.environ.get(SEED, 1))
    explore(visitor, server, actions, seed, os.environ.get(START, ""))
