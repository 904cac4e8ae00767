"""What the stage shows of a training: the head of a run, and blocks of steps.

Tokens are named by their ids; the head says how each is written. Sentences come ready made.
"""

import re
from collections.abc import Iterable
from heapq import nlargest

from bpe import Merge, Run, Table
from bpe.ranking import occurrences
from bpe.splitting import byte_level
from pages.language import Translation
from pages.view import predict
from pages.view.reasons import why
from pages.view.sums import TERMS, term
from pages.view.tokens import (
    describe,
    is_rtl,
    joins,
    number,
    pair_name,
    tint,
    visible,
)
from pages.view.transport import Record, announced, transport

BLOCK = 64  # steps in a block
ALL_PAIRS = 300  # up to so many pairs, the stage's table holds them all
LEADERS = 60  # else so many
GONE = 40  # pairs that the merge before took away, shown at the end of the table
WORDS = 200
LINE = 30  # characters that surely fit in a line
TOKENS = 200  # of one word; the rest of a very long word is not drawn

MANY_WORDS = 2_000  # beyond, a pair's sum is written out when it is asked for
CHANGED = 40  # words that a merge changed, shown where not all words are

Choice = tuple[str, str]  # which words are shown, of many: Settings.words and Settings.find
FIRST = ("first", "")


def head(run: Run, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
    """What holds for every step: tokens by id, words, labels."""
    shown = chosen(run, choice)
    return {
        "kind": "training",
        "lang": lang,
        "last": len(run.merges),
        "size": BLOCK,
        "tokens": [
            [visible(token), tint(token), describe(run, token_id, t)]
            for token_id, token in enumerate(run.vocab)
        ],
        "words": [
            [_ids(run, word, 0), times(run, word, t), kind(run.words[word])] for word in shown
        ],
        "asks": len(run.words) > MANY_WORDS,
        "choice": list(choice) if len(run.words) > WORDS else None,
        "scale": scale(run),
        "dir": "rtl" if is_rtl("".join(run.words[:20])) else "ltr",
        "notes": [hidden(run, shown, choice, t), legend(run, t)],
        "merges": [[*merge_ids(run, merge.rank), number(merge.count)] for merge in run.merges],
        "stops": [merge.rank for merge in run.merges if merge.tied > 1],
        "labels": labels(run, t),
    }


def has(run: Run, part: str) -> bool:
    """Whether the run has a record of this name: its head, a block, or the sum of a pair."""
    if part == "head":
        return True
    if match := re.fullmatch(r"sum-([0-9]{1,8})-([0-9]{1,8})-([0-9]{1,8})", part):
        k, left, right = map(int, match.groups())
        return k <= len(run.merges) and max(left, right) < len(run.vocab)
    return re.fullmatch(r"[0-9]{1,8}", part) is not None and int(part) * BLOCK <= len(run.merges)


def chosen(run: Run, choice: Choice) -> list[int]:
    """The words that the stage shows, by their place, at most WORDS: the first ones met, the
    most frequent, or the most frequent of those that contain a text (as written or as shown).
    """
    words, find = choice
    if words == "first" or len(run.words) <= WORDS:
        return list(range(min(WORDS, len(run.words))))
    places: Iterable[int] = range(len(run.words))
    if words == "find":
        wanted = {find, find.replace(" ", "Ġ" if run.corpus.split == "gpt2" else "▁")}
        if run.corpus.split == "gpt2":
            wanted |= {byte_level(find)}
        places = [i for i, word in enumerate(run.words) if any(text in word for text in wanted)]
    counts = list(run.corpus.counts.values())
    return nlargest(WORDS, places, key=counts.__getitem__)


def hidden(run: Run, shown: list[int], choice: Choice, t: Translation) -> str:
    """How many words are not shown; empty where all are."""
    more = len(run.words) - len(shown)
    if not more:
        return ""
    values = {"shown": number(len(shown)), "all": number(len(run.words))}
    if choice[0] == "frequent":
        return t.gettext("The {shown} most frequent of {all} words.").format(**values)
    if choice[0] == "find":
        return t.ngettext(
            "{shown} of {all} words contains “{find}”, or the most frequent that do.",
            "{shown} of {all} words contain “{find}”, or the most frequent that do.",
            len(shown),
        ).format(**values, find=visible(choice[1]))
    return t.gettext("The first {shown} of {all} words.").format(**values)


def legend(run: Run, t: Translation) -> str:
    """What the sign means that a pre-tokenizer puts before words; empty where it puts none."""
    return {
        "gpt2": t.gettext("Ġ stands for a space."),
        "metaspace": t.gettext("▁ marks where a word begins."),
    }.get(run.corpus.split, "")


def scale(run: Run) -> str:
    """How large the corpus can be drawn: few words fill their region too."""
    letters = sum(len(word) for word in run.words)
    return "large" if letters <= 60 else "small" if letters > 600 else ""


def kind(word: str) -> str:
    """How a word has to be drawn: whether its letters join, and whether it is long."""
    if not joins(word):
        return ""
    return "joins long" if len(word) > LINE else "joins"


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
        **transport(t.gettext("The training, step by step"), len(run.merges), t),
        **predict.labels(t),
        **tour(t),
        "stop": t.gettext("Next tie"),
        "layer": t.gettext("The corpus before or after the merge"),
        "before": t.gettext("Before"),
        "after": t.gettext("After"),
        "only": t.gettext("Only what changed"),
        "nothing": t.gettext("No word changes at this step."),
        "words": t.gettext("Which words"),
        "choices": [
            ["first", t.gettext("First words")],
            ["frequent", t.gettext("Most frequent")],
            ["find", t.gettext("Words with…")],
        ],
        "find": t.gettext("Part of a word"),
        "page": t.gettext("{from}–{to} of {all}"),
        "earlier": t.gettext("Earlier entries"),
        "later": t.gettext("Later entries"),
        "watched": t.gettext("Watched"),
        "merges": t.gettext("Merges"),
        "vocabulary": t.gettext("Vocabulary"),
        "tree": t.gettext("How a token was made"),
        "pick": t.gettext("Pick a token to see the merges that made it."),
        "by": t.gettext("merge {rank}"),
        "none": t.gettext("No merge was made."),
        **pair_labels(t),
    }


def pair_labels(t: Translation) -> Record:
    """The texts of a table of pairs."""
    return {
        "columns": [
            ["pair", t.gettext("Pair")],
            ["count", t.gettext("Count")],
            ["change", t.gettext("Change")],
            ["mark", t.gettext("Choice")],
        ],
        "marks": {"chosen": t.gettext("merged"), "tied": t.gettext("tied")},
    }


def block(run: Run, which: int, t: Translation, choice: Choice = FIRST) -> Record:
    """The records of the steps which * BLOCK and on, and the words as those steps show them.

    The words begin one step earlier, so that the first step's "before" can be drawn too.
    """
    first = which * BLOCK
    end = min(first + BLOCK, len(run.merges) + 1)
    records, sums = [], {}
    for table in run.tables(first, end, limit(run)):
        records.append(record(run, table, t) | {"quiz": quiz(run, table, t)})
        if len(run.words) > WORDS:
            records[-1] |= changed(run, table.k, t)
        if len(run.words) <= MANY_WORDS:
            add_sums(sums, run, table, t)
    return {
        "first": first,
        "steps": records,
        "words": [versions(run, word, max(first - 1, 0), end) for word in chosen(run, choice)],
        "sums": sums,
    }


def tour(t: Translation) -> Record:
    """The labels of the tour, and what it points at: [place, sentence]."""
    return {
        "tour": t.gettext("Take the tour"),
        "next": t.gettext("Next"),
        "done": t.gettext("Done"),
        "leave": t.gettext("Leave the tour"),
        "stops_of_tour": [
            [
                ".forward",
                t.gettext("Press this button, or the Right key: one merge is made at a time."),
            ],
            [".merge", t.gettext("Here is the merge: two tokens that become one.")],
            [
                ".pairs",
                t.gettext("This table decided it. Point at a pair: its count is written out."),
            ],
            [".corpus", t.gettext("The corpus, as the merge rewrote it. What is new is framed.")],
            [
                ".predict",
                t.gettext(
                    "Ready? Predict the next merge yourself. The corpus and the vocabulary size "
                    "are chosen on the left."
                ),
            ],
        ],
    }


def quiz(run: Run, table: Table, t: Translation) -> Record:
    """The question before a step; a sum is written out where that is quick."""
    merge, sums = table.merge, {}
    if merge and len(run.words) <= MANY_WORDS:
        pair = (merge.left, merge.right)
        sums[pair] = spelled_out(run, pair, table.k - 1, merge.count, t)
    return predict.of_merge(run, table, sums, t)


def changed(run: Run, k: int, t: Translation) -> Record:
    """The words that merge k changed, the most frequent first: for each the ids of its tokens
    before and after, which of these are fresh, its count and kind; and how many more there are.
    """
    words = run.changed_words(k)
    counts = run.corpus.counts
    top = nlargest(CHANGED, words, key=lambda word: counts[run.words[word]])
    result: Record = {
        "changed": [
            [
                _ids(run, word, k - 1),
                _ids(run, word, k),
                run.fresh(word, k),
                times(run, word, t),
                kind(run.words[word]),
            ]
            for word in top
        ]
    }
    more = len(words) - len(top)
    if more:
        result["hidden"] = t.ngettext(
            "{shown} of the words that change, the most frequent; {more} more is not shown.",
            "{shown} of the words that change, the most frequent; {more} more are not shown.",
            more,
        ).format(shown=number(len(top)), more=number(more))
    return result


def detail(run: Run, part: str, t: Translation) -> str:
    """A pair's count written out as a sum; part: "sum-k-left-right", the pair's ids."""
    k, left, right = map(int, part.split("-")[1:])
    pair, j = (run.vocab[left], run.vocab[right]), max(k - 1, 0)
    return spelled_out(run, pair, j, run.count(pair, j), t)


def limit(run: Run) -> int:
    """How many pairs the stage's table holds: all, where there are not too many."""
    return ALL_PAIRS if run.most_pairs <= ALL_PAIRS else LEADERS


def _ids(run: Run, word: int, k: int) -> list[int]:
    return [run.ids[token] for token in run.tokens(word, k)[:TOKENS]]


def versions(run: Run, word: int, first: int, end: int) -> list[list[object]]:
    """A word from step first to step end, on change: [step, token ids, places of fresh tokens].

    Where its letters join in writing, also how many characters each token has.
    """
    result: list[list[object]] = []
    joining = joins(run.words[word])
    for k in (first, *(k for k in run.merge_ranks(word) if first < k < end)):
        version: list[object] = [k, _ids(run, word, k), run.fresh(word, k)]
        if joining:
            version.append([len(token) for token in run.tokens(word, k)[:TOKENS]])
        result.append(version)
    return result


def add_sums(sums: dict[str, list[list[object]]], run: Run, table: Table, t: Translation) -> None:
    """Write out each pair's count as a sum over the words, where it is new or has changed."""
    j = max(table.k - 1, 0)
    changed = run.changes(j)
    for leader in table.leaders:
        pair = (leader.left, leader.right)
        entries = sums.setdefault(f"{run.ids[leader.left]} {run.ids[leader.right]}", [])
        if not entries or pair in changed:
            entries.append([table.k, spelled_out(run, pair, j, leader.count, t)])


def spelled_out(run: Run, pair: tuple[str, str], j: int, count: int, t: Translation) -> str:
    """A pair's count as the sum that it is: 10 hug + 5 pug + 5 hugs = 20."""
    terms = []
    found = occurrences(run, pair, j)
    for word, times_in_it in list(found.items())[:TERMS]:
        text = run.words[word]
        terms.append(term(text, times_in_it, run.corpus.counts[text]))
    more = len(found) - len(terms)
    if more:
        terms.append(
            t.ngettext("{more} more word", "{more} more words", more).format(more=number(more))
        )
    return t.gettext("{pair}: {terms} = {count}").format(
        pair=pair_name(*pair),
        terms=" + ".join(terms),
        count=number(count),
    )


def record(run: Run, table: Table, t: Translation) -> Record:
    """One step, as the stage draws it."""
    k, merge = table.k, table.merge
    result: Record = {
        "before": t.gettext("Pair counts before merge {k}").format(k=number(k))
        if k
        else t.gettext("Pair counts"),
        "after": t.gettext("The corpus after merge {k}").format(k=number(k))
        if k
        else t.gettext("The corpus, untouched"),
        "earlier": t.gettext("The corpus before merge {k}").format(k=number(k)),
        "size": run.vocab_sizes[k],
        "rows": rows(run, table, t),
        "facts": facts(run, k, merge, t),
        "why": why(run, table, t),
    }
    if table.size > len(table.leaders):
        result["more"] = t.gettext("The {shown} most frequent of {all} pairs.").format(
            shown=number(len(table.leaders)), all=number(table.size)
        )
    if merge:
        result["merge"] = merge_ids(run, k)
    else:
        result["rest"] = t.gettext("Nothing is merged yet")
    result["announce"] = announced(k, len(run.merges), str(result["why"]), t)
    return result


def merge_ids(run: Run, k: int) -> list[int]:
    """Left, right and made token of merge k, by their ids; none at step 0."""
    merge = run.merges[k - 1] if k else None
    return [run.ids[token] for token in (merge.left, merge.right, merge.token)] if merge else []


def rows(run: Run, table: Table, t: Translation) -> list[list[object]]:
    """The pair table: [left id, right id, count, change, kind of change, mark], ends cut off."""
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


def watched(run: Run, text: str, t: Translation) -> list[list[object]]:
    """The watched sentence at every step, on change: [step, tokens, how many].

    A token is its id, or as a text where the run's alphabet does not hold it.
    """
    encoding = run.encode(text)
    result = []
    for k in (0, *sorted({fired.rank for word in encoding.trace for fired in word})):
        tokens = [
            run.ids.get(token, visible(token)) for word in encoding.cut_at(k) for token in word
        ]
        count = t.ngettext("{count} token", "{count} tokens", len(tokens))
        result.append([k, tokens, count.format(count=number(len(tokens)))])
    return result if text else []
