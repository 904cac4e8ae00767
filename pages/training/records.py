"""Records of a BPE run for the stage: a head, and blocks of steps.

Tokens are ids; the head contains their texts. Sentences are complete and translated.
"""

from bpe import PairTable, Run
from pages.runs.choice import FIRST, WordChoice
from pages.stage.question import Question, record_of
from pages.stage.record_types import ChartsRecord, CodeBlock, TokenData
from pages.stage.tokens import chip, describe_token, number
from pages.training import code, record_parts, training_charts
from pages.training.explanations import why
from pages.training.introduction import introduction
from pages.training.labels import labels
from pages.training.merge_question import merge_question
from pages.training.pair_sums import MANY_WORDS, add_sums, explain_count
from pages.training.record_types import (
    CountedPair,
    MarkedPair,
    PairRow,
    PairSum,
    TrainingBlock,
    TrainingHead,
    TrainingRecord,
    WordVersion,
)
from pages.translations.language import Translation


def head(run: Run, t: Translation, lang: str, choice: WordChoice = FIRST) -> TrainingHead:
    """The head: tokens by id, words, labels.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> head(run, Translation(), "en")["tokens"][7][0]
    'ug'
    """
    tokens = [
        TokenData(*chip(token, run.first_ranks), describe_token(run, token_id, t))
        for token_id, token in enumerate(run.vocab)
    ]
    values = [number(merge.count) for merge in run.merges]
    return record_parts.head(run, run, tokens, values, labels(run, t), t, lang, choice)


def block(run: Run, which: int, t: Translation, choice: WordChoice = FIRST) -> TrainingBlock:
    """Block number `which`: BLOCK steps, and the words at each of them.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> len(block(run, 0, Translation())["steps"])
    8
    """
    return steps(run, *record_parts.block_range(run, which), t, choice)


def steps(
    run: Run,
    first: int,
    end: int,
    t: Translation,
    choice: WordChoice = FIRST,
    words: list[list[WordVersion]] | None = None,
) -> TrainingBlock:
    """The steps first .. end - 1 as a block. words: see `record_parts.block`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> steps(run, 2, 3, Translation())["words"][0]
    [PlainVersion(step=1, tokens=[2, 7], new_tokens=[1])]
    """
    records: list[TrainingRecord] = []
    sums: dict[str, list[PairSum]] = {}
    for table in run.tables(first, end, record_parts.limit(run)):
        records.append(record(run, table, t) | {"quiz": record_of(quiz(run, table, t))})
        if len(run.words) <= MANY_WORDS:
            add_sums(sums, run, table, t)
    return record_parts.block(run, first, records, sums, t, choice, words)


def quiz(run: Run, table: PairTable, t: Translation) -> Question | None:
    """The question before a step; it contains a sum if that is quick to compute.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> quiz(run, table, Translation()).prompt
    'Which pair is merged next?'
    """
    merge, sums = table.merge, {}
    if merge and len(run.words) <= MANY_WORDS:
        pair = (merge.left, merge.right)
        sums[pair] = explain_count(run, pair, table.k - 1, merge.count, t)
    return merge_question(run, table, sums, t)


def detail(run: Run, part: str, t: Translation) -> CodeBlock | ChartsRecord | str:
    """The code of a block of steps, or a pair's count as a sum.

    part: "code-block", or "sum-k-left-right" with the ids of the pair.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> part = f"sum-1-{run.ids['u']}-{run.ids['g']}"
    >>> detail(run, part, Translation()).rpartition(" = ")[2]
    '20'
    """
    if part.startswith("code-"):
        return code.block(run, *record_parts.block_range(run, int(part.removeprefix("code-"))), t)
    if part == "charts":
        return training_charts.record(run, t)
    k, left, right = map(int, part.split("-")[1:])
    pair, j = (run.vocab[left], run.vocab[right]), max(k - 1, 0)
    return explain_count(run, pair, j, run.count(pair, j), t)


def record(run: Run, table: PairTable, t: Translation) -> TrainingRecord:
    """The record of a step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> record(run, table, Translation())["after"]
    'Corpus after merge 1'
    """
    k, merge = table.k, table.merge
    result: TrainingRecord = {
        **record_parts.step(run, k, why(run, table, t), t),
        "before": t.gettext("Counts before merge {k}").format(k=number(max(k, 1))),
        "rows": rows(run, table, t),
        "facts": record_parts.facts(run, k, merge, t),
    }
    if table.size > len(table.leaders):
        result["more"] = t.gettext("The {shown} most frequent of {all} pairs.").format(
            shown=number(len(table.leaders)), all=number(table.size)
        )
    if merge is None:
        result["start"] = introduction(run, t)
    return result


def rows(run: Run, table: PairTable, t: Translation) -> list[PairRow]:
    """The pair table. Empty cells at the end of a row are left out.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> rows(run, table, Translation())[0]
    MarkedPair(left=6, right=1, times=20, change='', class_name='', mark='chosen')
    """
    changes = run.changes(max(table.k - 1, 0))
    result: list[PairRow] = []
    for leader in table.leaders:
        row = CountedPair(run.ids[leader.left], run.ids[leader.right], leader.count)
        mark = ""
        if table.merge and leader.count == table.merge.count:
            mark = "tied" if result else "chosen"
        before, after = changes.get((leader.left, leader.right), (0, 0))
        if before != after or mark:
            result.append(MarkedPair(*row, *record_parts.change(before, after, t), mark))
        else:
            result.append(row)
    return [*result, *record_parts.gone_rows(run, changes, t)]
