"""What the stage shows of a training: the head of a run, and blocks of steps.

Tokens are named by their ids; the head says how each is written. Sentences come ready made.
"""

from bpe import Leader, Merge, Run, Step, token_bytes
from pages.language import Translation
from pages.view.tokens import listing, number, tint, visible

BLOCK = 64  # steps in a block
ALL_PAIRS = 300  # up to so many pairs, the stage's table holds them all
LEADERS = 60  # else so many
GONE = 40  # pairs that the merge before took away, shown at the end of the table
WORDS = 200
TOKENS = 200  # of one word; the rest of a very long word is not drawn
NAMED = 3  # pairs named in a sentence

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


def name(pair: Leader | Merge) -> str:
    """A pair in a sentence."""
    return f"{visible(pair.left)}+{visible(pair.right)}"


def why(run: Run, step: Step, leaders: list[Leader], t: Translation) -> str:
    """One sentence of why this pair was merged; at the last step, why training ended."""
    merge = step.merge
    if merge is None:
        sentence = start(run, step, t)
    elif merge.tied > 1:
        sentence = tie(run, merge, leaders, t)
    elif len(leaders) == 1:
        sentence = t.ngettext(
            "{pair} is the only pair left; it occurs {count} time.",
            "{pair} is the only pair left; it occurs {count} times.",
            merge.count,
        ).format(pair=name(merge), count=number(merge.count))
    else:
        sentence = t.ngettext(
            "{pair} occurs {count} time, more than any other pair; next is {next} with {less}.",
            "{pair} occurs {count} times, more than any other pair; next is {next} with {less}.",
            merge.count,
        ).format(
            pair=name(merge),
            count=number(merge.count),
            next=name(leaders[1]),
            less=number(leaders[1].count),
        )
    if step.k == len(run.merges):
        return t.gettext("{why} {end}").format(why=sentence, end=ended(run, t)).strip()
    return sentence


def start(run: Run, step: Step, t: Translation) -> str:
    """What there is to see at step 0."""
    if not step.pairs:
        return ""
    return t.ngettext(
        "Every word is cut into single characters. The table counts each pair of neighbours, "
        "{pairs} in all; step 1 merges the one that occurs most.",
        "Every word is cut into single characters. The table counts each pair of neighbours, "
        "{pairs} in all; step 1 merges the one that occurs most.",
        len(step.pairs),
    ).format(pairs=number(len(step.pairs)))


def tie(run: Run, merge: Merge, leaders: list[Leader], t: Translation) -> str:
    """Why this one of several pairs with the same count, by the rule in force."""
    chosen, other = leaders[0], leaders[1]
    named = [name(leader) for leader in leaders[: min(merge.tied, NAMED)]]
    if merge.tied > NAMED:
        more = merge.tied - NAMED
        named.append(t.ngettext("{more} more", "{more} more", more).format(more=number(more)))
    values = {
        "pairs": listing(named, t),
        "pair": name(chosen),
        "other": name(other),
        "count": number(merge.count),
    }
    every = t.ngettext(
        "{pairs} each occur {count} time", "{pairs} each occur {count} times", merge.count
    ).format(**values)
    if run.ties == "first":
        reason = t.gettext("{pair} was met first, in {word}.").format(
            **values, word=visible(chosen.word)
        )
    elif run.ties == "lowest":
        reason = t.gettext(
            "{pair} has the lowest ids, {ids}, before {other} with {others}."
        ).format(**values, ids=_id_pair(run, chosen), others=_id_pair(run, other))
    else:
        reason = t.gettext(
            "compared by bytes, {pair} is the greatest: {bytes}, before {other} with {others}."
        ).format(**values, bytes=_byte_pair(run, chosen), others=_byte_pair(run, other))
    return t.gettext("{every}; {reason}").format(every=every, reason=reason)


def _id_pair(run: Run, pair: Leader) -> str:
    return f"({run.ids[pair.left]}, {run.ids[pair.right]})"


def _byte_pair(run: Run, pair: Leader) -> str:
    left, right = (token_bytes(token, run.corpus.split) for token in (pair.left, pair.right))
    return f"({left.hex(' ')}, {right.hex(' ')})"


def ended(run: Run, t: Translation) -> str:
    """Why training ended, and what is left."""
    left = run.leaders(len(run.merges), 1)
    if run.stopped == "no_pairs":
        return t.gettext("Training ends here: no pair is left, every word is one token.")
    remains = (
        t.gettext("the most frequent pair left is {pair} with {count}").format(
            pair=name(left[0]), count=number(left[0].count)
        )
        if left
        else t.gettext("no pair is left")
    )
    if run.stopped == "min_count":
        return t.gettext("Training ends here: {remains}, and the least count is {least}.").format(
            remains=remains, least=number(run.min_count)
        )
    if run.stopped == "user":
        return t.gettext("Training was stopped here: {remains}.").format(remains=remains)
    size = len(run.vocab)
    if not run.merges and run.vocab_size is not None and size >= run.vocab_size:
        return t.ngettext(
            "No merge fits: special tokens and characters alone make a vocabulary of {size}. "
            "Choose a vocabulary size above it.",
            "No merge fits: special tokens and characters alone make a vocabulary of {size}. "
            "Choose a vocabulary size above it.",
            size,
        ).format(size=number(size))
    return t.ngettext(
        "Training ends here: the vocabulary has its {size} token; {remains}.",
        "Training ends here: the vocabulary has its {size} tokens; {remains}.",
        size,
    ).format(size=number(size), remains=remains)


def pair_columns(t: Translation) -> list[str]:
    """The column heads of the whole pair table."""
    return [t.gettext("Left"), t.gettext("Right"), t.gettext("Count")]


def pair_table(pairs: dict[tuple[str, str], int]) -> list[tuple[str, str, int]]:
    """All pairs as rows, the most frequent first."""
    rows = [(visible(left), visible(right), count) for (left, right), count in pairs.items()]
    return sorted(rows, key=lambda row: -row[2])
