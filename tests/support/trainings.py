"""Trainings in worker processes, awaited as a page awaits them."""

from pages.jobs.training import Training


def finish(work: Training) -> Training:
    """Wait for a training as a page does: one that nobody looks at ends after a while."""
    while work.thread.is_alive():
        work.look()
        work.thread.join(0.2)
    assert work.ended
    return work
