"""Sentences about a step of the fast training: what it skipped, merged and changed."""

from bpe.complete.fast_training import Step
from pages.fast_training.trained import FastTraining, State
from pages.stage.record import sentences
from pages.stage.tokens import number, pair_name
from pages.translations.language import Translation


def about_heap(t: Translation) -> str:
    """What the heap is, for all steps.

    >>> about_heap(Translation())[:56]
    'The entry with the greatest count is on top of the heap.'
    """
    top = t.gettext("The entry with the greatest count is on top of the heap.")
    ties = t.gettext("Among pairs with the same count, the greatest is merged.")
    least = t.gettext(
        "Python's heapq has the least entry on top. So the program compares entries in reverse "
        "order."
    )
    stale = t.gettext("An entry is stale if the count of its pair has changed since it was pushed.")
    return sentences(sentences(sentences(top, ties, t), least, t), stale, t)


def start(training: FastTraining, state: State, t: Translation) -> str:
    """The explanation of the state before the first merge.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.state.settings import BpeSettings
    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> start(training, next(training.states()), Translation())[:41]
    'All pairs are counted once: 3 different p'
    """
    pairs = len(state.counts)
    if not pairs:
        return t.gettext("No pair is left.")
    counted = t.ngettext(
        "All pairs are counted once: {pairs} different pair.",
        "All pairs are counted once: {pairs} different pairs.",
        pairs,
    ).format(pairs=number(pairs))
    heap = t.gettext("Each goes on the heap with its count. From now on, only changes are counted.")
    return sentences(counted, heap, t)


def why(training: FastTraining, step: Step, t: Translation) -> str:
    """The explanation of a merge.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.settings import BpeSettings
    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> without_isolates(why(training, training.steps[0], Translation()))
    'u+g is on top of the heap with the count 15. Only 2 of 2 words and 5 counts change.'
    """
    left, right = map(training.text, step.pair)
    top = t.gettext("{pair} is on top of the heap with the count {count}.").format(
        pair=pair_name(left, right), count=number(step.count)
    )
    changed = t.ngettext(
        "Only {words} of {all} words and {counts} count change.",
        "Only {words} of {all} words and {counts} counts change.",
        len(step.changes),
    ).format(
        words=number(len(step.words)),
        all=number(len(training.words)),
        counts=number(len(step.changes)),
    )
    if not step.stale:
        return sentences(top, changed, t)
    skipped = t.ngettext(
        "{stale} stale entry is skipped.", "{stale} stale entries are skipped.", len(step.stale)
    ).format(stale=number(len(step.stale)))
    return sentences(sentences(skipped, top, t), changed, t)


def left_out(training: FastTraining, t: Translation) -> str:
    """Which words of the corpus the page uses, if these are not all.

    >>> left_out(FastTraining({"hug": 10}, (), 9, {}), Translation())
    'The 1 most frequent of 10 words.'
    """
    if not training.hidden:
        return ""
    kept = len(training.words)
    return t.gettext("The {shown} most frequent of {all} words.").format(
        shown=number(kept), all=number(kept + training.hidden)
    )
