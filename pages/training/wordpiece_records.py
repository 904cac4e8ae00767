"""Records of a WordPiece training for the stage: those of BPE, with scores next to the counts."""

from collections.abc import Iterator

from bpe.wordpiece import Run, ScoreTable
from pages.runs.choice import FIRST, WordChoice
from pages.stage.question import record_of
from pages.stage.record_types import ChartsRecord, CodeBlock, Column, Fact
from pages.stage.tokens import number
from pages.training import record_parts, training_charts
from pages.training import wordpiece_code as code
from pages.training.introduction import words_and_tokens
from pages.training.labels import labels as bpe_labels
from pages.training.pair_sums import MANY_WORDS
from pages.training.record_types import (
    GonePair,
    ScoredPair,
    TrainingBlock,
    TrainingHead,
    TrainingLabels,
    TrainingRecord,
    WordVersion,
)
from pages.training.wordpiece_explanations import format_pair, score_text, why
from pages.training.wordpiece_pair_sums import Sums, explain, sum_of
from pages.training.wordpiece_question import pair_question
from pages.training.wordpiece_tokens import token
from pages.translations.language import Translation


def head(run: Run, t: Translation, lang: str, choice: WordChoice = FIRST) -> TrainingHead:
    """The head: tokens by id, words, labels.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> head(run, Translation(), "en")["tokens"][4][0]
    '##u'
    """
    tokens = [token(run, token_id, t) for token_id in range(len(run.vocab))]
    values = [score_text(merge.score) for merge in run.merges]
    texts = labels(run, t)
    return record_parts.head(run, run.history, tokens, values, texts, t, lang, choice)


def labels(run: Run, t: Translation) -> TrainingLabels:
    """The texts of the controls and column heads.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> [name for name, _ in labels(run, Translation())["columns"]]
    ['pair', 'count', 'score', 'change', 'mark']
    """
    found = bpe_labels(run.history, t)
    columns = found["columns"]
    score = Column("score", t.gettext("Score"))
    return {**found, "columns": [*columns[:2], score, *columns[2:]]}


def block(run: Run, which: int, t: Translation, choice: WordChoice = FIRST) -> TrainingBlock:
    """Block number `which`: BLOCK steps, and the words at each of them.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> len(block(run, 0, Translation())["steps"]) == len(run.merges) + 1
    True
    """
    return steps(run, *record_parts.block_range(run.history, which), t, choice)


def steps(
    run: Run,
    first: int,
    end: int,
    t: Translation,
    choice: WordChoice = FIRST,
    words: list[list[WordVersion]] | None = None,
) -> TrainingBlock:
    """The steps first .. end - 1 as a block. words: see `record_parts.block`.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> steps(run, 1, 2, Translation())["steps"][0]["rows"][0][2:]
    (5, '', '', 'chosen', '0.05', 100.0)
    """
    records: list[TrainingRecord] = []
    sums = Sums(run, t) if len(run.words) <= MANY_WORDS else None
    for table in run.tables(first, end, record_parts.limit(run.history)):
        if sums:
            sums.add(table)
        written = sums.text(table.leaders[0]) if sums and table.leaders else ""
        quiz = record_of(pair_question(run, table, written, t))
        records.append(record(run, table, t) | {"quiz": quiz})
    found = sums.entries if sums else {}
    return record_parts.block(run, first, records, found, t, choice, words)


def detail(run: Run, part: str, t: Translation) -> CodeBlock | ChartsRecord | str:
    """The code of a block of steps, the charts, or the count and the score of a pair.

    part: see `view.bpe.records.detail`.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> detail(run, "sum-1-1-3", Translation()).rpartition("=")[2]
    ' 0.05'
    """
    if part.startswith("code-"):
        return code.block(
            run, *record_parts.block_range(run.history, int(part.removeprefix("code-"))), t
        )
    if part == "charts":
        return training_charts.record(run.history, t)
    k, left, right = map(int, part.split("-")[1:])
    j, vocab = max(k - 1, 0), run.history.vocab
    pair = vocab[left], vocab[right]
    count = run.history.count(pair, j)
    if not count:
        return format_pair(run.scored_pair(pair, 0, dict.fromkeys(pair, 1)))
    found = run.scored_pair(pair, count, run.marked_token_counts(j))
    return explain(sum_of(run, found, j, t), found, t)


def record(run: Run, table: ScoreTable, t: Translation) -> TrainingRecord:
    """The record of a step.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> record(run, table, Translation())["facts"][0]
    Fact(text='score 0.05', class_name='count')
    """
    k, merge, history = table.k, table.merge, run.history
    facts = record_parts.facts(history, k, history.merges[k - 1] if k else None, t)
    if merge:
        score = t.gettext("score {score}").format(score=score_text(merge.score))
        facts = [Fact(score, "count"), *facts[1:]]
    result: TrainingRecord = {
        **record_parts.step(history, k, why(run, table, t), t),
        "before": t.gettext("Scores before merge {k}").format(k=number(max(k, 1))),
        "rows": list(rows(run, table, t)),
        "facts": facts,
    }
    if table.size > len(table.leaders):
        result["more"] = t.gettext("The {shown} of {all} pairs with the highest scores.").format(
            shown=number(len(table.leaders)), all=number(table.size)
        )
    if merge is None:
        first = t.gettext("At first, each character is a token. Inside a word, it starts with ##.")
        result["start"] = words_and_tokens(run, first, t)
    return result


def rows(run: Run, table: ScoreTable, t: Translation) -> Iterator[ScoredPair | GonePair]:
    """The pair table.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> list(rows(run, table, Translation()))[1][:3]
    (6, 4, 15)
    """
    history = run.history
    changes = history.changes(max(table.k - 1, 0))
    highest = table.leaders[0].score if table.leaders else 1.0
    for i, leader in enumerate(table.leaders):
        mark = ""
        if table.merge and leader.score == highest:
            mark = "tied" if i else "chosen"
        pair = history.vocab[leader.left_id], history.vocab[leader.right_id]
        before, after = changes.get(pair, (0, 0))
        bar = round(100 * leader.score / highest, 1)
        ids = leader.left_id, leader.right_id
        change = record_parts.change(before, after, t)
        yield ScoredPair(*ids, leader.count, *change, mark, score_text(leader.score), bar)
    yield from record_parts.gone_rows(history, changes, t)
