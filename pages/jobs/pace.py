"""How often a page asks for the progress of a training: less often if more pages wait for it."""

SHORTEST = 0.4  # seconds
LONGEST = 8.0  # seconds; shorter than the time after which a training counts as abandoned
PER_SECOND = 25  # requests of all viewers of a training


def interval(viewers: int) -> float:
    """Return the seconds between two requests of one of so many viewers.

    They grow in few large steps, because the page of every viewer is drawn again for each step.

    >>> interval(1), interval(30), interval(300)
    (0.4, 1.6, 8.0)
    """
    found = SHORTEST
    while found < min(LONGEST, viewers / PER_SECOND):
        found *= 4
    return min(found, LONGEST)
