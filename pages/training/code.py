"""The readable training, `bpe.reference.train`, with the values that a step gives its lines."""

from bpe import PairTable, Run, reference
from pages.stage.counts import token_count, word_count
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


def values(run: Run, table: PairTable, t: Translation) -> dict[str, str]:
    """The value of each line that a step of BPE runs, by the start of the line.

    table: the first NAMED pairs of the step's pair table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, NAMED)
    >>> list(values(run, table, Translation()).values())[-2:]
    ['u, g', '1: ug']
    """
    k, merge = table.k, table.merge
    if merge is None:
        return {
            "splits = {word: list(word)": word_count(len(run.words), t),
            "vocab = list(dict.fromkeys([*special": token_count(run.vocab_sizes[0], t),
            "merges: list": "[]",
        }
    tied = [leader for leader in table.leaders if leader.count == merge.count]
    named = ", ".join(f"{visible(leader.left)}+{visible(leader.right)}" for leader in tied)
    return {
        **values_of_merge(run, k, t),
        "pairs = count_pairs": pair_count(table.size, t),
        "count = max(": number(merge.count),
        "tied = [": named + (", …" if merge.tied > len(tied) else ""),
        CHOICE[run.ties]: f"{visible(merge.left)}, {visible(merge.right)}",
        "merges.append(": f"{number(k)}: {visible(merge.token)}",
    }


def values_of_merge(run: Run, k: int, t: Translation) -> dict[str, str]:
    """The values at a merge of the lines that BPE and WordPiece share."""
    before, after = run.vocab_sizes[k - 1], run.vocab_sizes[k]
    touched = len(run.changed_words(k))
    changed = t.ngettext("{count} word changes", "{count} words change", touched)
    return {
        "while ": number(before) + (f" < {number(run.vocab_size)}" if run.vocab_size else ""),
        "splits = {word: merge_pair": changed.format(count=number(touched)),
        "vocab = list(dict.fromkeys([*vocab": f"{number(before)} → {number(after)}",
    }


def pair_count(count: int, t: Translation) -> str:
    """A number of pairs."""
    return t.ngettext("{count} pair", "{count} pairs", count).format(count=number(count))


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
        pairs=pair_count(size, t),
        words=word_count(len(run.words), t),
        changed=t.ngettext("{count} count", "{count} counts", changed).format(
            count=number(changed)
        ),
        touched=word_count(touched, t),
    )
