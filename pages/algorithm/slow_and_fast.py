"""The slow training next to the fast one: which lines of one became which lines of the other."""

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from bpe import reference
from bpe.complete import fast_training
from pages.translations.language import Translation
from pages.translations.texts import tables

Lines = tuple[Callable[..., object], str, int]  # a function, how the first line starts, how many


@dataclass(frozen=True, slots=True)
class Change:
    """What lines of the slow version became. Either can be missing."""

    name: str  # of its text
    slow: tuple[Lines, ...]
    fast: tuple[Lines, ...]


CHANGES = (
    Change(
        "words",
        slow=((reference.train, "splits = {word: list(word)", 1),),
        fast=((fast_training.steps, "tokens = [list(word)", 2),),
    ),
    Change(
        "count",
        slow=(
            (reference.train, "pairs = count_pairs(", 1),
            (reference.count_pairs, "for word, tokens in", 3),
        ),
        fast=((fast_training.steps, "for word, characters in", 4),),
    ),
    Change(
        "best",
        slow=(
            (reference.train, "count = max(", 1),
            (reference.train, "tied = [pair", 1),
            (reference.train, "left, right = max(tied", 1),
        ),
        fast=(
            (fast_training.steps, "heap = [Greatest(", 2),
            (fast_training.steps, "top = heapq.heappop(", 5),
        ),
    ),
    Change(
        "merge",
        slow=((reference.train, "splits = {word: merge_pair(", 1),),
        fast=((fast_training.steps, "for word in sorted(places", 4),),
    ),
    Change(
        "change",
        slow=((reference.count_pairs, "pairs[pair] = pairs.get(", 1),),
        fast=((fast_training.steps, "for old in pairwise(", 5),),
    ),
    Change(
        "push",
        slow=(),
        fast=((fast_training.steps, "for each, change in changes.items():", 4),),
    ),
    Change(
        "result",
        slow=((reference.train, "merges.append(", 1),),
        fast=((fast_training.steps, "yield Step(", 1),),
    ),
)


def excerpt(lines: tuple[Lines, ...]) -> str:
    """The lines as one text, each group without its indentation.

    Raises ValueError unless exactly one line starts as given.

    >>> excerpt(CHANGES[0].slow)
    'splits = {word: list(word) for word in corpus.counts}'
    """
    groups = []
    for function, start, size in lines:
        source = inspect.getsource(function).splitlines()
        (first,) = (i for i, line in enumerate(source) if line.strip().startswith(start))
        groups.append(textwrap.dedent("\n".join(source[first : first + size])))
    return "\n".join(groups)


def compare(t: Translation) -> None:
    """Draw the lines of both versions next to each other, with what changed."""
    texts, say = tables("algorithm/slow_and_fast.toml"), t.gettext
    for number, change in enumerate(CHANGES, 1):
        text = texts[change.name]
        st.markdown(f"**{number}. {say(text['title'])}** {say(text['text'])}")
        for column, name, lines in zip(
            st.columns(2),
            (t.gettext("Slow"), t.gettext("Fast")),
            (change.slow, change.fast),
            strict=True,
        ):
            with column:
                st.caption(name)
                if lines:
                    st.code(excerpt(lines), language="python", wrap_lines=True)
                else:
                    st.write(t.gettext("Nothing: the slow version has no heap."))
