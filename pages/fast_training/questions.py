"""The question before a step of the fast training: which entry of the heap is merged next?"""

from collections.abc import Sequence

from bpe.complete.fast_training import Entry, Pair
from pages.fast_training.trained import FastTraining, State
from pages.stage.prediction import CHOICES
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.record import sentences
from pages.stage.table_types import Content
from pages.stage.tokens import chip, number, pair_name
from pages.translations.language import Translation


def question(
    training: FastTraining, k: int, before: State, because: str, t: Translation
) -> Question | None:
    """The question before step k; None if the heap leaves no choice.

    because: why the right entry is merged.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.state.settings import BpeSettings
    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> states = list(training.states())
    >>> asked = question(training, 2, states[1], "", Translation())
    >>> [content[0] for content in asked.contents], asked.right
    (['10', '10', '5', '5'], [0])
    """
    step, choices = training.steps[k - 1], []
    answer = (step.count, step.pair)
    for entry in offered(before.heap, len(step.stale)):
        count, pair = entry
        left, right = map(training.text, pair)
        # Without colors: a color says which merge made a token.
        parts: Content = [number(count), chip(left), "+", chip(right)]
        why = because if entry == answer else feedback(training, entry, answer, before, t)
        choices.append(Choice(parts, entry == answer, why))
    if len(choices) < 2:
        return None
    prompt = t.gettext("Which entry of the heap is merged next? Stale entries are skipped.")
    return Question(prompt=prompt, choices=tuple(choices))


def offered(heap: Sequence[Entry], answer: int) -> list[Entry]:
    """The entries to choose from, the next one first. answer: the index of the right one.

    >>> heap = [(n, ("a", "b")) for n in range(9, 0, -1)]
    >>> [count for count, _ in offered(heap, 0)], [count for count, _ in offered(heap, 7)]
    ([9, 8, 7, 6, 5, 4], [7, 6, 5, 4, 3, 2])
    """
    different = list(dict.fromkeys(heap))
    first = max(0, different.index(heap[answer]) + 1 - CHOICES)
    return different[first:][:CHOICES]


def feedback(
    training: FastTraining, entry: Entry, answer: Entry, before: State, t: Translation
) -> str:
    """What to say about an entry that is not merged next."""
    count, pair = entry
    now = before.counts.get(pair, 0)
    about = t.gettext("{pair} with {count} is lower on the heap.")
    if now != count:
        about = t.gettext("The entry of {pair} with {count} is stale: its count is {now} now.")
    first = t.gettext("The first entry that is not stale is {pair} with {count}.")
    return sentences(
        about.format(pair=name(training, pair), count=number(count), now=number(now)),
        first.format(pair=name(training, answer[1]), count=number(answer[0])),
        t,
    )


def name(training: FastTraining, pair: Pair) -> str:
    """A pair in a sentence."""
    return pair_name(*map(training.text, pair))
