"""The progress of a training in words."""

from pages.jobs.training_state import TrainingState
from pages.stage.tokens import number
from pages.translations.language import Translation


def describe_progress(work: TrainingState, before: int, t: Translation) -> str:
    """The progress in one line. before: the number of trainings ahead in the queue.

    >>> describe_progress(TrainingState(), 2, Translation())
    'Waiting: 2 training runs are ahead of this one.'
    """
    phase, done, total = work.phase, work.done, max(work.total, 1)
    if phase == "queue" and not before:
        return t.gettext("Training is about to start.")
    if phase == "queue":
        return t.ngettext(
            "Waiting: {before} training run is ahead of this one.",
            "Waiting: {before} training runs are ahead of this one.",
            before,
        ).format(before=number(before))
    if phase == "words":
        line = t.gettext("Counting words: {percent} %").format(percent=100 * done // total)
    elif phase == "pieces":
        line = t.gettext("Training Unigram: {percent} %").format(percent=100 * done // total)
    elif phase == "pairs":
        line = t.gettext("Counting pairs")
    else:
        line = t.gettext("Merging: {done} of {of}").format(done=number(done), of=number(total))
    left = work.seconds_left
    if left is None:
        return line
    seconds = max(1, round(left))
    rest = t.ngettext(
        "about {seconds} second left", "about {seconds} seconds left", seconds
    ).format(seconds=number(seconds))
    return t.gettext("{line}, {rest}").format(line=line, rest=rest)
