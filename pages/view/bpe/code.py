"""The readable algorithm with the values that a step gives its lines.

The source is `bpe.reference`. Lines are found by their first characters; if a line is missing, that
is an error, never a wrong mark.
"""

import inspect

from bpe import Run, reference
from pages.i18n.language import Translation
from pages.view.stage import Record
from pages.view.tokens import number, visible

SOURCE = inspect.getsource(reference.train).splitlines()
FIRST = inspect.getsourcelines(reference.train)[1]
CHOICE = {
    "first": "left, right = tied[0]",
    "lowest": "left, right = min(",
    "greatest": "left, right = max(",
}
NAMED = 4  # pairs named in a value


def line_of(start: str) -> int:
    """The index of the line that starts with a text. Raises ValueError unless exactly one does.

    >>> SOURCE[line_of("count = max(")].strip()
    'count = max(pairs.values(), default=0)'
    """
    (found,) = (i for i, line in enumerate(SOURCE) if line.strip().startswith(start))
    return found


def values(run: Run, k: int, t: Translation) -> dict[int, str]:
    """The value of each line that step k runs, by the index of the line.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> list(values(run, 1, Translation()).values())[-2:]
    ['1: ug', '7 → 8']
    """
    if not k:
        words = t.ngettext("{count} word", "{count} words", len(run.words))
        size = t.ngettext("{count} token", "{count} tokens", run.vocab_sizes[0])
        return {
            line_of("splits = {word: list(word)"): words.format(count=number(len(run.words))),
            line_of("vocab = list(dict.fromkeys([*special"): size.format(
                count=number(run.vocab_sizes[0])
            ),
            line_of("merges: list"): "[]",
        }
    merge = run.merges[k - 1]
    pairs = run.pairs(k - 1)
    tied = [pair for pair, count in pairs.items() if count == merge.count][:NAMED]
    named = ", ".join(f"{visible(left)}+{visible(right)}" for left, right in tied)
    touched = len(run.changed_words(k))
    found = t.ngettext("{count} pair", "{count} pairs", len(pairs))
    changed = t.ngettext("{count} word changes", "{count} words change", touched)
    before, after = run.vocab_sizes[k - 1], run.vocab_sizes[k]
    limit = "" if run.vocab_size is None else f" < {number(run.vocab_size)}"
    return {
        line_of("while "): f"{number(before)}{limit}",
        line_of("pairs = count_pairs"): found.format(count=number(len(pairs))),
        line_of("count = max("): number(merge.count),
        line_of("tied = ["): named + (", …" if merge.tied > len(tied) else ""),
        line_of(CHOICE[run.ties]): f"{visible(merge.left)}, {visible(merge.right)}",
        line_of("splits = {word: merge_pair"): changed.format(count=number(touched)),
        line_of("merges.append("): f"{number(k)}: {visible(merge.token)}",
        line_of("vocab = list(dict.fromkeys([*vocab"): f"{number(before)} → {number(after)}",
    }


def code_at_step(run: Run, k: int, t: Translation) -> Record:
    """Return the code from the function's first statement on, with the values of step k.

    lines: for each line its number in the file, its text, and its value at step k, or "" if step k
    does not run it.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> code_at_step(run, 1, Translation())["title"]
    'Code for step 1'
    """
    made = values(run, k, t)
    start = line_of("splits = {word: list(word)")
    lines = [[FIRST + i, SOURCE[i], made.get(i, "")] for i in range(start, len(SOURCE))]
    columns = [t.gettext("Line"), "bpe/reference.py", t.gettext("Value")]
    title = t.gettext("Code for step {k}").format(k=number(k))
    code = {
        "title": title,
        "columns": columns,
        "lines": lines,
        "note": describe_saved_work(run, k, t),
    }
    return {"title": title, "code": code}


def describe_saved_work(run: Run, k: int, t: Translation) -> str:
    """How much less work the faster trainer does for this merge.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> describe_saved_work(run, 1, Translation()).partition(".")[0]
    'This code recounts 6 pairs in all 5 words'
    """
    if not k:
        return t.gettext(
            "The faster trainer counts all pairs once. After that, it updates only the counts "
            "that change."
        )
    start, end = run.change_ends[k - 1], run.change_ends[k]
    return t.gettext(
        "This code recounts {pairs} pairs in all {words} words. This page uses a faster trainer. "
        "It updates only {changed} counts, in the {touched} words that contain the pair."
    ).format(
        pairs=number(len(run.pairs(k - 1))),
        words=number(len(run.words)),
        changed=number(end - start),
        touched=number(len(run.changed_words(k))),
    )
