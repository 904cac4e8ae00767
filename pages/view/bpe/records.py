"""Records of a BPE run for the stage: a head, and blocks of steps.

Tokens are ids; the head contains their texts. Sentences are complete and translated.
"""

import re

from bpe import Merge, PairTable, Run
from pages.i18n.language import Translation
from pages.view import prediction
from pages.view.bpe import code, corpus_words, training_charts
from pages.view.bpe.corpus_words import FIRST, WORDS, Choice
from pages.view.bpe.explanations import why
from pages.view.bpe.introduction import introduction
from pages.view.bpe.labels import labels, legend
from pages.view.bpe.pair_sums import MANY_WORDS, add_sums, explain_count
from pages.view.stage import Record, announcement
from pages.view.tokens import chip, describe_token, is_rtl, number

BLOCK = 64  # steps in a block
ALL_PAIRS = 300  # the table contains all pairs up to this number
LEADERS = 60  # rows of the table if there are more pairs
GONE = 40  # removed pairs at the end of the table


def head(run: Run, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
    """The head: tokens by id, words, labels.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> head(run, Translation(), "en")["last"]
    7
    """
    shown = corpus_words.words_to_show(run, choice)
    return {
        "kind": "training",
        "lang": lang,
        "last": len(run.merges),
        "size": BLOCK,
        "tokens": [
            [*chip(token, run.first_ranks), describe_token(run, token_id, t)]
            for token_id, token in enumerate(run.vocab)
        ],
        "words": [
            [
                corpus_words.ids_of(run, word, 0),
                corpus_words.count_text(run, word, t),
                corpus_words.css_class(run, word),
            ]
            for word in shown
        ],
        "sums_on_request": len(run.words) > MANY_WORDS,
        "choice": list(choice) if len(run.words) > WORDS else None,
        "scale": corpus_words.scale(run),
        "dir": "rtl" if is_rtl("".join(run.words[:20])) else "ltr",
        "notes": [
            corpus_words.describe_hidden(run, shown, choice, t),
            legend(run, t),
            t.gettext("New tokens have a thick orange outline."),
        ],
        "merges": [[*merge_ids(run, merge.rank), number(merge.count)] for merge in run.merges],
        "stops": [merge.rank for merge in run.merges if merge.tied > 1],
        "code": t.gettext("Code for step {k}"),
        "charts": training_charts.headings(run, t),
        "labels": labels(run, t),
    }


def has(run: Run, part: str) -> bool:
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
        return k <= len(run.merges) and max(left, right) < len(run.vocab)
    match = re.fullmatch(r"(code-)?([0-9]{1,8})", part)
    return match is not None and int(match[2]) * BLOCK <= len(run.merges)


def block(run: Run, which: int, t: Translation, choice: Choice = FIRST) -> Record:
    """Block number `which`: BLOCK steps, and the words at each of them.

    The words start one step earlier, so that the stage can draw the corpus before the first step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> len(block(run, 0, Translation())["steps"])
    8
    """
    first = which * BLOCK
    return steps(run, first, min(first + BLOCK, len(run.merges) + 1), t, choice)


def steps(
    run: Run,
    first: int,
    end: int,
    t: Translation,
    choice: Choice = FIRST,
    words: object = None,
) -> Record:
    """The steps first .. end - 1 as a block.

    words: the words of the same block in another language, which are the same.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> steps(run, 2, 3, Translation())["words"][0]
    [[1, [2, 7], [1]]]
    """
    records: list[Record] = []
    sums: dict[str, list[list[object]]] = {}
    for table in run.tables(first, end, limit(run)):
        records.append(record(run, table, t) | {"quiz": quiz(run, table, t)})
        if len(run.words) > WORDS:
            records[-1] |= corpus_words.changed_words(run, table.k, t)
        if len(run.words) <= MANY_WORDS:
            add_sums(sums, run, table, t)
    return {
        "first": first,
        "steps": records,
        "words": words
        or [
            corpus_words.versions(run, word, max(first - 1, 0), end)
            for word in corpus_words.words_to_show(run, choice)
        ],
        "sums": sums,
    }


def quiz(run: Run, table: PairTable, t: Translation) -> Record:
    """The question before a step; it contains a sum if that is quick to compute.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> quiz(run, table, Translation())["ask"]
    'Which pair is merged next?'
    """
    merge, sums = table.merge, {}
    if merge and len(run.words) <= MANY_WORDS:
        pair = (merge.left, merge.right)
        sums[pair] = explain_count(run, pair, table.k - 1, merge.count, t)
    return prediction.merge_question(run, table, sums, t)


def detail(run: Run, part: str, t: Translation) -> Record | str:
    """The code of a block of steps, or a pair's count as a sum.

    part: "code-block", or "sum-k-left-right" with the ids of the pair.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> part = f"sum-1-{run.ids['u']}-{run.ids['g']}"
    >>> detail(run, part, Translation()).rpartition(" = ")[2]
    '20'
    """
    if part.startswith("code-"):
        first = int(part.removeprefix("code-")) * BLOCK
        return code.block(run, first, min(first + BLOCK, len(run.merges) + 1), t)
    if part == "charts":
        return training_charts.record(run, t)
    k, left, right = map(int, part.split("-")[1:])
    pair, j = (run.vocab[left], run.vocab[right]), max(k - 1, 0)
    return explain_count(run, pair, j, run.count(pair, j), t)


def limit(run: Run) -> int:
    """The maximum number of pairs in the stage's table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> limit(run)
    300
    """
    return ALL_PAIRS if run.most_pairs <= ALL_PAIRS else LEADERS


def record(run: Run, table: PairTable, t: Translation) -> Record:
    """The record of a step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> record(run, table, Translation())["after"]
    'Corpus after merge 1'
    """
    k, merge = table.k, table.merge
    result = titles(k, t) | {
        "before": t.gettext("Counts before merge {k}").format(k=number(max(k, 1))),
        "size": run.vocab_sizes[k],
        "rows": rows(run, table, t),
        "facts": facts(run, k, merge, t),
        "values": training_charts.values_at(run, k),
        "why": why(run, table, t),
    }
    if table.size > len(table.leaders):
        result["more"] = t.gettext("The {shown} most frequent of {all} pairs.").format(
            shown=number(len(table.leaders)), all=number(table.size)
        )
    if merge:
        result["merge"] = merge_ids(run, k)
    else:
        result["start"] = introduction(run, t)
    result["announce"] = announcement(k, len(run.merges), str(result["why"]), t)
    return result


def titles(k: int, t: Translation) -> Record:
    """The titles of the corpus after merge k and before it.

    >>> titles(0, Translation())["after"]
    'Corpus before merge 1'
    """
    return {
        "after": t.gettext("Corpus after merge {k}").format(k=number(k))
        if k
        else t.gettext("Corpus before merge {k}").format(k=number(1)),
        "earlier": t.gettext("Corpus before merge {k}").format(k=number(k)),
    }


def merge_ids(run: Run, k: int) -> list[int]:
    """The ids of left, right and new token of merge k; empty at step 0.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> merge_ids(run, 0), merge_ids(run, 1)
    ([], [6, 1, 7])
    """
    merge = run.merges[k - 1] if k else None
    return [run.ids[token] for token in (merge.left, merge.right, merge.token)] if merge else []


def rows(run: Run, table: PairTable, t: Translation) -> list[list[object]]:
    """The pair table: [left id, right id, count, change, kind of change, mark].

    Empty cells at the end of a row are left out.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> rows(run, table, Translation())[0]
    [6, 1, 20, '', '', 'chosen']
    """
    changes = run.changes(max(table.k - 1, 0))
    result: list[list[object]] = []
    for leader in table.leaders:
        row: list[object] = [run.ids[leader.left], run.ids[leader.right], leader.count]
        mark = ""
        if table.merge and leader.count == table.merge.count:
            mark = "tied" if result else "chosen"
        before, after = changes.get((leader.left, leader.right), (0, 0))
        if before != after or mark:
            row += [*change(before, after, t), mark]
        result.append(row)
    gone = [pair for pair, (_, after) in changes.items() if not after]
    for left, right in gone[:GONE]:
        result.append([run.ids[left], run.ids[right], 0, t.gettext("gone"), "gone"])
    return result


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


def facts(run: Run, k: int, merge: Merge | None, t: Translation) -> list[list[str]]:
    """The facts next to the equation: [text, kind].

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> facts(run, 1, run.merges[0], Translation())[0]
    ['20 times', 'count']
    """
    size, wanted = run.vocab_sizes[k], run.vocab_size
    vocabulary = (
        t.gettext("vocabulary {size}").format(size=number(size))
        if wanted is None
        else t.gettext("vocabulary {size}, more than {wanted}").format(
            size=number(size), wanted=number(wanted)
        )
        if size > wanted
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
        result.append(
            [t.gettext("one of {tied} tied pairs").format(tied=number(merge.tied)), "tie"]
        )
    known = run.vocab_sizes[k] == run.vocab_sizes[k - 1]
    text = t.gettext("existing id {id}") if known else t.gettext("new id {id}")
    result.append([text.format(id=number(run.ids[merge.token])), "id"])
    return [*result, [vocabulary, "vocab"]]
