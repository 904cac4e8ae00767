"""What the stage shows of a training: the head of a run, and blocks of steps.

Tokens are named by their ids; the head says how each is written. Sentences come ready made.
"""

from bpe import Leader, Merge, Run, Step
from pages.language import Translation
from pages.view.reasons import why
from pages.view.tokens import number, tint, visible

BLOCK = 64  # steps in a block
ALL_PAIRS = 300  # up to so many pairs, the stage's table holds them all
LEADERS = 60  # else so many
GONE = 40  # pairs that the merge before took away, shown at the end of the table
WORDS = 200
TOKENS = 200  # of one word; the rest of a very long word is not drawn

Record = dict[str, object]


def head(run: Run, t: Translation, lang: str) -> Record:
    """What holds for every step: tokens by id, words, labels."""
    return {
        "kind": "training",
        "lang": lang,
        "last": len(run.merges),
        "size": BLOCK,
        "tokens": [[visible(token), tint(token)] for token in run.vocab],
        "words": [[_ids(run, word, 0), times(run, word, t)] for word in range(shown_words(run))],
        "hidden": hidden(run, t),
        "labels": labels(run, t),
    }


def has(run: Run, part: str) -> bool:
    """Whether the run has a block of this name."""
    return (
        part.isascii() and part.isdigit() and len(part) < 9 and int(part) * BLOCK <= len(run.merges)
    )


def shown_words(run: Run) -> int:
    """How many words the stage shows: the first ones met."""
    return min(WORDS, len(run.words))


def hidden(run: Run, t: Translation) -> str:
    """How many words are not shown; empty where all are."""
    more = len(run.words) - shown_words(run)
    if not more:
        return ""
    return t.ngettext(
        "The first {shown} words; {more} more is not shown.",
        "The first {shown} words; {more} more are not shown.",
        more,
    ).format(shown=number(shown_words(run)), more=number(more))


def times(run: Run, word: int, t: Translation) -> str:
    """The count behind a word."""
    text = run.words[word]
    count = t.gettext("×{count}").format(count=number(run.corpus.counts[text]))
    if len(text) <= TOKENS:
        return count
    return t.gettext("… {count} ({length} characters; its beginning is shown)").format(
        count=count, length=number(len(text))
    )


def labels(run: Run, t: Translation) -> Record:
    """The texts of the controls and column heads."""
    return {
        "stage": t.gettext("The training, step by step"),
        "transport": t.gettext("Steps"),
        "first": t.gettext("To the untouched corpus (Home)"),
        "back": t.gettext("One step back (Left)"),
        "play": t.gettext("Play (Space)"),
        "pause": t.gettext("Pause (Space)"),
        "forward": t.gettext("One step forward (Right)"),
        "last": t.gettext("To the last step (End)"),
        "step": t.gettext("Step"),
        "title": t.gettext("Step {step} of {last}").format(
            step="{step}", last=number(len(run.merges))
        ),
        "speed": t.gettext("Speed"),
        "speeds": [
            [seconds, t.gettext("{seconds} s").format(seconds=seconds)]
            for seconds in ("2", "1", "0.5", "0.2")
        ],
        "columns": [
            ["pair", t.gettext("Pair")],
            ["count", t.gettext("Count")],
            ["change", t.gettext("Change")],
            ["mark", ""],
        ],
        "marks": {"chosen": t.gettext("merged"), "tied": t.gettext("tied")},
    }


def block(run: Run, which: int, t: Translation) -> Record:
    """The records of the steps which * BLOCK and on, and the words as those steps show them."""
    first = which * BLOCK
    end = min(first + BLOCK, len(run.merges) + 1)
    return {
        "first": first,
        "steps": [record(run, step, t) for step in run.steps(first, end)],
        "words": [versions(run, word, first, end) for word in range(shown_words(run))],
    }


def _ids(run: Run, word: int, k: int) -> list[int]:
    return [run.ids[token] for token in run.tokens(word, k)[:TOKENS]]


def versions(run: Run, word: int, first: int, end: int) -> list[list[object]]:
    """A word from step first to step end: [step, token ids, places of fresh tokens], on change."""
    changes = [k for k in run.merge_ranks(word) if first < k < end]
    return [[k, _ids(run, word, k), run.fresh(word, k)] for k in (first, *changes)]


def record(run: Run, step: Step, t: Translation) -> Record:
    """One step, as the stage draws it."""
    k, merge = step.k, step.merge
    everything = run.most_pairs <= ALL_PAIRS
    leaders = run.leaders(max(k - 1, 0), ALL_PAIRS if everything else LEADERS, step.pairs)
    result: Record = {
        "before": t.gettext("Pair counts before merge {k}").format(k=number(k))
        if k
        else t.gettext("Pair counts"),
        "after": t.gettext("The corpus after merge {k}").format(k=number(k))
        if k
        else t.gettext("The corpus, untouched"),
        "rows": rows(run, step, leaders, t),
        "facts": facts(run, k, merge, t),
        "why": why(run, step, leaders, t),
    }
    if len(step.pairs) > len(leaders):
        result["more"] = t.gettext("The {shown} most frequent of {all} pairs.").format(
            shown=number(len(leaders)), all=number(len(step.pairs))
        )
    if merge:
        result["merge"] = [run.ids[token] for token in (merge.left, merge.right, merge.token)]
    else:
        result["rest"] = t.gettext("Nothing is merged yet")
    title = t.gettext("Step {step} of {last}").format(step=number(k), last=number(len(run.merges)))
    result["announce"] = t.gettext("{title}. {why}").format(title=title, why=result["why"])
    return result


def rows(run: Run, step: Step, leaders: list[Leader], t: Translation) -> list[list[object]]:
    """The pair table: [left id, right id, count, change, kind of change, mark], ends cut off."""
    changes = run.changes(max(step.k - 1, 0))
    table: list[list[object]] = []
    for leader in leaders:
        row: list[object] = [run.ids[leader.left], run.ids[leader.right], leader.count]
        mark = ""
        if step.merge and leader.count == step.merge.count:
            mark = "tied" if table else "chosen"
        before, after = changes.get((leader.left, leader.right), (0, 0))
        if before != after or mark:
            row += [*change(before, after, t), mark]
        table.append(row)
    gone = [pair for pair, (_, after) in changes.items() if not after]
    for left, right in gone[:GONE]:
        table.append([run.ids[left], run.ids[right], 0, t.gettext("gone"), "gone"])
    return table


def change(before: int, after: int, t: Translation) -> tuple[str, str]:
    """What the merge before did to a pair's count: as a text, and its kind."""
    if before == after:
        return "", ""
    if not before:
        return t.gettext("new"), "new"
    if after > before:
        return f"+{number(after - before)}", "up"
    return f"−{number(before - after)}", "down"


def facts(run: Run, k: int, merge: Merge | None, t: Translation) -> list[list[str]]:
    """What stands beside the equation: [text, kind]."""
    size, wanted = run.vocab_sizes[k], run.vocab_size
    vocabulary = (
        t.gettext("vocabulary {size}").format(size=number(size))
        if wanted is None
        else t.gettext("vocabulary {size} of {wanted}").format(
            size=number(size), wanted=number(wanted)
        )
    )
    if merge is None:
        return [[vocabulary, "vocab"]]
    result = [
        [
            t.ngettext("{count} time", "{count} times", merge.count).format(
                count=number(merge.count)
            ),
            "count",
        ]
    ]
    if merge.tied > 1:
        result.append([t.gettext("one of {tied} tied").format(tied=number(merge.tied)), "tie"])
    known = run.vocab_sizes[k] == run.vocab_sizes[k - 1]
    text = t.gettext("id {id}, known already") if known else t.gettext("new id {id}")
    result.append([text.format(id=number(run.ids[merge.token])), "id"])
    return [*result, [vocabulary, "vocab"]]


def pair_columns(t: Translation) -> list[str]:
    """The column heads of the whole pair table."""
    return [t.gettext("Left"), t.gettext("Right"), t.gettext("Count")]


def pair_table(pairs: dict[tuple[str, str], int]) -> list[tuple[str, str, int]]:
    """All pairs as rows, the most frequent first."""
    rows = [(visible(left), visible(right), count) for (left, right), count in pairs.items()]
    return sorted(rows, key=lambda row: -row[2])
