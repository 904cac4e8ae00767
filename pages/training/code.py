"""The readable training, `bpe.reference.train`, with the values that a step gives its lines."""

from bpe import PairTable, Run, reference
from pages.stage.counts import token_count, word_count
from pages.stage.record_types import CodeBlock, CodeStep
from pages.stage.source_lines import SourceLines
from pages.stage.tokens import number, visible
from pages.translations.language import Translation

LINES = SourceLines.of(reference.train)
CHOICE = {
    "first": "left, right = tied[0]",
    "lowest": "left, right = min(",
    "greatest": "left, right = max(",
}
NAMED = 4  # pairs named in a value


def block(run: Run, first: int, end: int, t: Translation) -> CodeBlock:
    """The code with its values at the steps first .. end - 1.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = block(run, 0, 3, Translation())
    >>> len(shown["steps"]), shown["lines"][0][1]
    (3, 'def train(')
    """
    steps: list[CodeStep] = [
        {"values": values(run, table, t), "note": describe_saved_work(run, table.k, table.size, t)}
        for table in run.tables(first, end, NAMED)
    ]
    return LINES.record(first, steps, t)


def values(run: Run, table: PairTable, t: Translation) -> dict[int, str]:
    """The value of each line that a step runs, by the line's index.

    table: the first NAMED pairs of the step's pair table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, NAMED)
    >>> list(values(run, table, Translation()).values())[-2:]
    ['1: ug', '7 → 8']
    """
    shown = initial_values(run, t) if table.merge is None else merge_values(run, table, t)
    return LINES.values(shown)


def initial_values(run: Run, t: Translation) -> dict[str, str]:
    """The values at step 0, by the start of their line."""
    return {
        "splits = {word: list(word)": word_count(len(run.words), t),
        "vocab = list(dict.fromkeys([*special": token_count(run.vocab_sizes[0], t),
        "merges: list": "[]",
    }


def merge_values(run: Run, table: PairTable, t: Translation) -> dict[str, str]:
    """The values at the step of a merge, by the start of their line."""
    k, merge = table.k, table.merge
    assert merge
    tied = [leader for leader in table.leaders if leader.count == merge.count]
    named = ", ".join(f"{visible(leader.left)}+{visible(leader.right)}" for leader in tied)
    touched = len(run.changed_words(k))
    found = t.ngettext("{count} pair", "{count} pairs", table.size)
    changed = t.ngettext("{count} word changes", "{count} words change", touched)
    before, after = run.vocab_sizes[k - 1], run.vocab_sizes[k]
    limit = "" if run.vocab_size is None else f" < {number(run.vocab_size)}"
    return {
        "while ": f"{number(before)}{limit}",
        "pairs = count_pairs": found.format(count=number(table.size)),
        "count = max(": number(merge.count),
        "tied = [": named + (", …" if merge.tied > len(tied) else ""),
        CHOICE[run.ties]: f"{visible(merge.left)}, {visible(merge.right)}",
        "splits = {word: merge_pair": changed.format(count=number(touched)),
        "merges.append(": f"{number(k)}: {visible(merge.token)}",
        "vocab = list(dict.fromkeys([*vocab": f"{number(before)} → {number(after)}",
    }


def describe_saved_work(run: Run, k: int, size: int, t: Translation) -> str:
    """How much less work the faster trainer does for the merge of a step.

    size: the number of pairs before the step.
    """
    if not k:
        return t.gettext(
            "This page uses a faster trainer. It counts all pairs once. After that, it updates "
            "only the counts that change."
        )
    start, end = run.change_ends[k - 1], run.change_ends[k]
    changed, touched = end - start, len(run.changed_words(k))
    return t.gettext(
        "This code recounts everything: {pairs} in {words}. This page uses a faster trainer. "
        "It updates only what the merge changes: {changed} in {touched}."
    ).format(
        pairs=t.ngettext("{count} pair", "{count} pairs", size).format(count=number(size)),
        words=word_count(len(run.words), t),
        changed=t.ngettext("{count} count", "{count} counts", changed).format(
            count=number(changed)
        ),
        touched=word_count(touched, t),
    )
