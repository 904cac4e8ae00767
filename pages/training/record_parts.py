"""The parts that the records of a training have in BPE and in WordPiece.

history: of a training, with its merges in BPE's form.
"""

import re

from bpe import Merge, Run
from bpe.records import Pair
from pages.runs.choice import WordChoice
from pages.runs.runs import TrainingRun
from pages.stage.record import announcement
from pages.stage.table_types import Fact, TokenData
from pages.stage.tokens import is_rtl, number
from pages.training import corpus_words, training_charts
from pages.training.corpus_words import WORDS
from pages.training.labels import legend
from pages.training.pair_sums import MANY_WORDS
from pages.training.record_types import (
    ChosenWords,
    GonePair,
    MergeData,
    PairSum,
    TrainingBlock,
    TrainingHead,
    TrainingLabels,
    TrainingRecord,
    TrainingStep,
    WordData,
    WordVersion,
)
from pages.translations.language import Translation

BLOCK = 64  # steps in a block
ALL_PAIRS = 300  # the table contains all pairs up to this number
LEADERS = 60  # rows of the table if there are more pairs
GONE = 40  # removed pairs at the end of the table


def head(
    run: TrainingRun,
    tokens: list[TokenData],
    values: list[str],
    labels: TrainingLabels,
    t: Translation,
    lang: str,
    choice: WordChoice,
) -> TrainingHead:
    """The head. values: of the merges: their counts or scores."""
    shown, history = corpus_words.words_to_show(run, choice), run.history
    return {
        "kind": "training",
        "lang": lang,
        "last": len(history.merges),
        "size": BLOCK,
        "words": [
            WordData(
                corpus_words.ids_of(run, word, 0),
                corpus_words.count_text(run, word, t),
                corpus_words.css_class(run, word),
            )
            for word in shown
        ],
        "sums_on_request": len(run.words) > MANY_WORDS,
        "choice": ChosenWords(*choice) if len(run.words) > WORDS else None,
        "scale": corpus_words.scale(run),
        "dir": "rtl" if is_rtl("".join(run.words[:20])) else "ltr",
        "notes": [
            corpus_words.describe_hidden(run, shown, choice, t),
            legend(run, t),
            t.gettext("New tokens have a thick orange outline."),
        ],
        "stops": [merge.rank for merge in history.merges if merge.tied > 1],
        "code": t.gettext("Code for step {k}"),
        "charts": training_charts.headings(history, t),
        "tokens": tokens,
        "merges": [
            MergeData(*ids_of(history, merge), value)
            for merge, value in zip(history.merges, values, strict=True)
        ],
        "labels": labels,
    }


def has(history: Run, part: str) -> bool:
    """Whether a record of this name exists: the head, a block, its code, or the sum of a pair.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> has(run, "head"), has(run, "0"), has(run, "9")
    (True, True, False)
    """
    if part in ("head", "charts"):
        return True
    if match := re.fullmatch(r"sum-([0-9]{1,8})-([0-9]{1,8})-([0-9]{1,8})", part):
        k, left, right = map(int, match.groups())
        return k <= len(history.merges) and max(left, right) < len(history.vocab)
    match = re.fullmatch(r"(code-)?([0-9]{1,8})", part)
    return match is not None and int(match[2]) * BLOCK <= len(history.merges)


def block_range(history: Run, which: int) -> tuple[int, int]:
    """The first step of block number `which`, and the step after its last one.

    >>> from pages.state.defaults import defaults
    >>> block_range(defaults("hug").train(), 0)
    (0, 8)
    """
    first = which * BLOCK
    return first, min(first + BLOCK, len(history.merges) + 1)


def block(
    run: TrainingRun,
    first: int,
    steps: list[TrainingRecord],
    sums: dict[str, list[PairSum]],
    t: Translation,
    choice: WordChoice,
    words: list[list[WordVersion]] | None,
) -> TrainingBlock:
    """A block: the steps from `first` on, and the words at each of them.

    The words start one step earlier, so that the stage can draw the corpus before the first step.
    words: those of the same block in another language, which are the same; or None.

    >>> from pages.state.defaults import defaults
    >>> run, first_words = defaults("hug").train(), ("first", "")
    >>> block(run, 2, [{}], {}, Translation(), first_words, None)["words"][0]
    [PlainVersion(step=1, tokens=[2, 7], new_tokens=[1])]
    """
    end = first + len(steps)
    if len(run.words) > WORDS:
        changed = (corpus_words.changed_words(run, k, t) for k in range(first, end))
        steps = [{**step, **more} for step, more in zip(steps, changed, strict=True)]
    return {
        "first": first,
        "steps": steps,
        "words": words or versions_of_words(run, first, end, choice),
        "sums": sums,
    }


def versions_of_words(
    run: TrainingRun, first: int, end: int, choice: WordChoice
) -> list[list[WordVersion]]:
    """The shown words of a block, from the step before `first` to step `end`.

    >>> from pages.state.defaults import defaults
    >>> versions_of_words(defaults("hug").train(), 2, 3, ("first", ""))[0]
    [PlainVersion(step=1, tokens=[2, 7], new_tokens=[1])]
    """
    return [
        corpus_words.versions(run, word, max(first - 1, 0), end)
        for word in corpus_words.words_to_show(run, choice)
    ]


def limit(history: Run) -> int:
    """The maximum number of pairs in the stage's table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> limit(run)
    300
    """
    return ALL_PAIRS if history.most_pairs <= ALL_PAIRS else LEADERS


def step(history: Run, k: int, why: str, t: Translation) -> TrainingStep:
    """The record of step k without what depends on the rule that chooses a pair. why: its sentence.

    >>> from pages.state.defaults import defaults
    >>> parts = step(defaults("hug").train(), 1, "Because.", Translation())
    >>> parts["after"], parts["size"], parts["merge"]
    ('Corpus after merge 1', 8, (6, 1, 7))
    """
    parts: TrainingStep = {
        "after": t.gettext("Corpus after merge {k}").format(k=number(k))
        if k
        else t.gettext("Corpus before merge {k}").format(k=number(1)),
        "earlier": t.gettext("Corpus before merge {k}").format(k=number(k)),
        "size": history.vocab_sizes[k],
        "values": training_charts.values_at(history, k),
        "why": why,
        "announce": announcement(k, len(history.merges), why, t),
    }
    if k:
        parts["merge"] = ids_of(history, history.merges[k - 1])
    return parts


def ids_of(history: Run, merge: Merge) -> tuple[int, int, int]:
    """The ids of left, right and new token of a merge.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> ids_of(run, run.merges[0])
    (6, 1, 7)
    """
    return history.ids[merge.left], history.ids[merge.right], history.ids[merge.token]


def change(before: int, after: int, t: Translation) -> tuple[str, str]:
    """How the previous merge changed a pair's count: [text, kind].

    >>> change(20, 15, Translation()), change(0, 5, Translation())
    (('−5', 'down'), ('new', 'new'))
    """
    if before == after:
        return "", ""
    if not before:
        return t.gettext("new"), "new"
    if after > before:
        return f"+{number(after - before)}", "up"
    return f"−{number(before - after)}", "down"


def gone_rows(history: Run, changes: dict[Pair, tuple[int, int]], t: Translation) -> list[GonePair]:
    """The rows of pairs that the previous merge removed. changes: see `History.changes`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> gone_rows(run, run.changes(1), Translation())[0]
    GonePair(left=6, right=1, times=0, change='gone', class_name='gone')
    """
    gone = [pair for pair, (_, after) in changes.items() if not after]
    ids = history.ids
    text = t.gettext("gone")
    return [GonePair(ids[left], ids[right], 0, text, "gone") for left, right in gone[:GONE]]


def vocabulary_size(history: Run, k: int, t: Translation) -> str:
    """The size of the vocabulary after k merges, and what it grows to.

    Training can end before the wanted size, when no pair is left.

    >>> from pages.state.defaults import defaults
    >>> vocabulary_size(defaults("hug").train(), 1, Translation())
    'vocabulary 8, ends at 14'
    """
    size, last, wanted = history.vocab_sizes[k], history.vocab_sizes[-1], history.vocab_size
    if wanted is None or size == last < wanted:
        return t.gettext("vocabulary {size}").format(size=number(size))
    if last < wanted:
        text = t.gettext("vocabulary {size}, ends at {last}")
    elif size > wanted:
        text = t.gettext("vocabulary {size}, more than {wanted}")
    else:
        text = t.gettext("vocabulary {size} of {wanted}")
    return text.format(size=number(size), last=number(last), wanted=number(wanted))


def facts(history: Run, k: int, t: Translation) -> list[Fact]:
    """The facts next to the equation.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> facts(run, 1, Translation())[0]
    Fact(text='20 times', class_name='count')
    """
    vocabulary = vocabulary_size(history, k, t)
    if not k:
        return [Fact(vocabulary, "vocab")]
    merge = history.merges[k - 1]
    times = t.ngettext("{count} time", "{count} times", merge.count)
    result = [Fact(times.format(count=number(merge.count)), "count")]
    if merge.tied > 1:
        tied = t.gettext("one of {tied} tied pairs").format(tied=number(merge.tied))
        result.append(Fact(tied, "tie"))
    known = history.vocab_sizes[k] == history.vocab_sizes[k - 1]
    text = t.gettext("existing id {id}") if known else t.gettext("new id {id}")
    result.append(Fact(text.format(id=number(history.ids[merge.token])), "id"))
    return [*result, Fact(vocabulary, "vocab")]
