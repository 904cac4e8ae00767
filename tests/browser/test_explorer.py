"""A random walk in a real browser finds no error, and its addresses show the same in a new tab."""

import os

from tests.support.clicking import Clicker, number_of
from tests.support.exploring import SEED


def test_random_walk(visitor, server):
    """The same choices each time: `python -m tests.explore --browser` makes others."""
    actions = number_of(os.environ.get("EXPLORE_ACTIONS", ""), 30)
    seed = number_of(os.environ.get(SEED, ""), 1)
    print(f"explorer: {actions} actions in the browser, seed {seed}", flush=True)
    Clicker(visitor(server), server, seed).walk(actions)
