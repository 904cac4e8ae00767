"""The readable fast training with the values that a step gives its lines."""

from bpe.complete import fast_training
from bpe.complete.fast_training import Pair, Step
from pages.fast_training.trained import FastTraining, State
from pages.stage.source_lines import SourceLines, named
from pages.stage.tokens import number
from pages.translations.language import Translation

LINES = SourceLines.of(fast_training.steps)
NAMED = 5  # values in a line


def note(t: Translation) -> str:
    """How the code differs from the page."""
    return t.gettext(
        "This code goes on until no pair is left. This page stops at the vocabulary size."
    )


def start_values(training: FastTraining, state: State) -> dict[str, str]:
    """The values before the first merge, by the start of their line.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.state.settings import BpeSettings
    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> start_values(training, next(training.states()))["heapq.heapify(heap)"]
    '15 u+g, 10 h+u, 5 p+u'
    """
    pairs = [pair_and_count(training, pair, count) for pair, count in state.counts.items()]
    return {
        "tokens = [list": listed([training.text(word) for word in training.words]),
        "times = list": listed(list(map(str, training.words.values()))),
        "counts[pair] += times": listed(pairs),
        "heapq.heapify(heap)": listed(
            [pair_and_count(training, pair, count) for count, pair in state.heap]
        ),
    }


def values(training: FastTraining, step: Step, before: State, after: State) -> dict[str, str]:
    """The values at a merge, by the start of their line.

    >>> import bpe
    >>> from pages.fast_training.trained import train
    >>> from pages.state.settings import BpeSettings
    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> states = list(training.states())
    >>> values(training, training.steps[0], *states[:2])["tokens[word] = after"]
    'h ug, p ug'
    """
    popped = [*step.stale, (step.count, step.pair)]
    words = list(training.words)
    pushed = [(pair, after.counts[pair]) for pair in step.changes if pair in after.counts]
    made = [" ".join(named(training.text(each)) for each in after.tokens[i]) for i in step.words]
    found = {
        "top = heapq.heappop": listed(
            [pair_and_count(training, pair, count) for count, pair in popped]
        ),
        "for word in sorted(places": listed([training.text(words[i]) for i in step.words]),
        "tokens[word] = after": listed(made),
        "counts[each] += change": listed(
            [f"{pair_name(training, pair)} {change:+}" for pair, change in step.changes.items()]
        ),
        "heapq.heappush(": listed([pair_and_count(training, *each) for each in pushed]),
        "yield Step(": f"{pair_and_count(training, step.pair, step.count)}",
    }
    if step.stale:
        found["stale.append("] = listed(
            [pair_and_count(training, pair, count) for count, pair in step.stale]
        )
    return {line: value for line, value in found.items() if value}


def listed(found: list[str]) -> str:
    """The first values of a list.

    >>> listed(list("abcdefg"))
    'a, b, c, d, e, … (7)'
    """
    more = f", … ({number(len(found))})" if len(found) > NAMED else ""
    return ", ".join(found[:NAMED]) + more


def pair_name(training: FastTraining, pair: Pair) -> str:
    """A pair in a value."""
    return "+".join(named(training.text(token)) for token in pair)


def pair_and_count(training: FastTraining, pair: Pair, count: int) -> str:
    """A pair with its count in a value."""
    return f"{number(count)} {pair_name(training, pair)}"
