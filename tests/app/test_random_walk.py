"""A random walk through the app finds no error, and every URL on the way shows the same again."""

from tests.support.exploring import explore


def test_random_walk():
    """Takes the same walk each time. `python -m tests.explore` takes random ones."""
    explore(actions=280, seed=1)
