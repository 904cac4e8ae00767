"""Why the merges of somebody's own trainer differ: each likely cause is found by trying it.

The training is repeated with one thing changed, and its merges are compared with the given ones; if
no single change gives all of them, with two things changed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bpe.changed_training import (
    Change,
    Changed,
    is_kept,
    pattern_changes,
    text_changes,
    trainer_changes,
    unchanged,
)
from bpe.errors import InputError, Remark, values
from bpe.given_causes import Attempt, form_changes, list_changes
from bpe.records import Pair
from bpe.run import Run
from bpe.split_patterns import is_byte_level
from bpe.training import train
from bpe.variations import TooMuchWork

ALL_BYTES = 256
MAX_LEARNED = 20_000_000  # characters of all tokens of a training
MAX_PARTIAL = 3  # causes that explain only a part
MAX_FIRST = 3  # of them, for which a second cause is looked for
MAX_TWO = 25_000_000  # characters of distinct words that are read to look for two causes


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of the training that gives the merges that were compared, or more of them.

    id: its name, such as "special_tokens" or "pattern:cl100k". remark: a sentence about it.
    agrees: how many of the merges, from the first on, are the same with this change. complete:
    whether all are. joint: whether this needs the change of the cause before it, too.
    """

    id: str
    remark: Remark
    agrees: int
    complete: bool
    joint: bool = False

    def __str__(self) -> str:
        return str(self.remark)


def count_agreeing(given: Sequence[Pair], found: Iterator[Pair]) -> int:
    """How many pairs are equal, from the first on. Reads no more of the second list than needed.

    >>> count_agreeing([("a", "b"), ("b", "c")], iter([("a", "b"), ("c", "d")]))
    1
    """
    agreeing = 0
    for mine, theirs in zip(given, found, strict=False):
        if mine != theirs:
            break
        agreeing += 1
    return agreeing


@dataclass(slots=True)
class Search:
    """The search for causes. agreeing: how many merges agree without one; given: all merges.

    untried: ids of the causes that take too long.
    """

    given: Sequence[Pair]
    agreeing: int
    untried: list[str]

    def try_cause(
        self, name: str, remark: Remark, merges: Callable[[], Iterator[Pair]]
    ) -> Cause | None:
        """A cause, if it gives more merges than the training."""
        try:
            agrees = count_agreeing(self.given, merges())
        except (TooMuchWork, InputError):
            self.untried.append(name)
            return None
        if agrees <= self.agreeing:
            return None
        return Cause(name, remark, agrees, agrees == len(self.given))

    def complete(self, attempts: Iterator[Attempt]) -> list[Cause]:
        """The causes among some that give all merges."""
        found = [self.try_cause(*attempt) for attempt in attempts]
        return [each for each in found if each and each.complete]


def find_causes(
    run: Run, given: list[Pair], agreeing: int, documents: list[str] | None
) -> tuple[list[Cause], list[str]]:
    """The causes that give more of the merges than the training, the best first; and the untried.

    Other forms of the tokens are tried first, then changes of the trainer, of the text and of the
    pattern, then a merge more or less, then two changes at once. If one of these gives all merges,
    the others are left out, and later ones are not tried.
    """
    search, base, texts = Search(given, agreeing, []), unchanged(run), documents or []
    if found := search.complete(form_changes(run)):
        return found, search.untried
    partial: list[tuple[Cause, Changed]] = []
    tried: list[Change] = []
    for group in (
        trainer_changes(run, base),
        text_changes(run, base, texts),
        pattern_changes(run, base, texts),
    ):
        for name, remark, changed in group:
            tried.append((name, remark, changed))
            if cause := search.try_cause(name, remark, changed.merges):
                partial.append((cause, changed))
        if found := [cause for cause, _ in partial if cause.complete]:
            return found, search.untried
    if found := search.complete(list_changes(run, given, agreeing)):
        return found, search.untried
    partial.sort(key=lambda each: -each[0].agrees)
    if not is_kept(run.corpus):
        search.untried.append("two")
    elif two := two_causes(search, partial[:MAX_FIRST], tried, base):
        return two, search.untried
    return [cause for cause, _ in partial[:MAX_PARTIAL]], search.untried


def two_causes(
    search: Search, first: list[tuple[Cause, Changed]], tried: list[Change], base: Changed
) -> list[Cause]:
    """Two causes that together give all merges, the one that explains more alone first; or none."""
    room = MAX_TWO
    for cause, changed in first:
        for name, remark, other in tried:
            both = changed.combined(other, base)
            if both is None or name in search.untried:
                continue
            room -= sum(map(len, both.corpus().counts))
            if room < 0:
                return []
            found = Search(search.given, cause.agrees, []).try_cause(name, remark, both.merges)
            if found and found.complete:
                return [cause, replace(found, joint=True)]
    return []


def length_causes(run: Run, given: list[Pair]) -> Iterator[Cause]:
    """Why there are more or fewer merges than expected, if all that both have are equal."""
    here, expected = len(given), len(run.merges)
    if not given:
        yield Cause("list:empty", Remark("Your list has no merges."), 0, True)
        return
    whole = train(
        run.corpus,
        None,
        run.ties,
        run.special_tokens,
        should_continue=lambda done: done <= max(here, expected),
        max_characters=MAX_LEARNED,
    )
    agrees = count_agreeing(given, iter(whole.rules))
    if agrees < here:
        return
    is_rare = here < expected and run.merges[here].count < whole.merges[here - 1].count
    if is_rare:
        yield Cause(
            "min_count",
            Remark(
                "Your trainer stops earlier, as if pairs with the count {count} were too rare.",
                values(count=run.merges[here].count),
            ),
            agrees,
            True,
        )
    if here > expected and run.stopped == "min_count":
        yield Cause(
            "min_count",
            Remark(
                "Your trainer goes on with pairs that occur less than {count} times.",
                values(count=run.min_count),
            ),
            agrees,
            True,
        )
    specials, alphabet = len(run.special_tokens), len(run.corpus.alphabet)
    first = len(run.first_tokens)
    ends = whole.stopped == "no_pairs" and len(whole.merges) == here
    larger = {  # sizes that give these merges
        size
        for size in (specials, first, first + specials, first - alphabet)
        if size and (expected + size == here or (ends and expected + size > here > expected))
    }
    if run.stopped == "vocabulary" and specials in larger:
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include the special tokens."),
            agrees,
            True,
        )
    if run.stopped == "vocabulary" and larger - {specials}:
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include all single characters or bytes."),
            agrees,
            True,
        )
    elif is_byte_level(run.corpus.split) and 0 < expected - here == ALL_BYTES - first:
        yield Cause(
            "alphabet",
            Remark(
                "Your vocabulary starts with all 256 bytes, and this one with those of the corpus. "
                "Choose all 256 bytes as the alphabet."
            ),
            agrees,
            True,
        )
    elif here < expected - 1 and run.stopped == "vocabulary" and not is_rare:
        yield Cause(
            "list:short",
            Remark(
                "Your trainer stops after merge {count}. This vocabulary size needs {expected}.",
                values(count=here, expected=expected),
            ),
            agrees,
            True,
        )
    if abs(here - expected) == 1:
        yield Cause(
            "vocab_size",
            Remark("Your loop makes one merge more or less than expected."),
            agrees,
            True,
        )
