"""Records of a WordPiece training for the stage: those of BPE, with scores next to the counts."""

from collections.abc import Iterator

from bpe.pair_tables import occurrences
from bpe.wordpiece import PREFIX, Run, ScoredPair, ScoreTable
from pages.i18n.language import Translation
from pages.view.bpe import corpus_words, training_charts
from pages.view.bpe import records as of_bpe
from pages.view.bpe.corpus_words import FIRST, WORDS, Choice
from pages.view.bpe.introduction import words_and_tokens
from pages.view.bpe.labels import labels as bpe_labels
from pages.view.bpe.labels import legend
from pages.view.bpe.pair_sums import MANY_WORDS, write_places
from pages.view.bpe.records import BLOCK, GONE, limit, merge_ids
from pages.view.stage import Record, announcement
from pages.view.tokens import is_rtl, isolated, meaning, number
from pages.view.wordpiece import code
from pages.view.wordpiece.explanations import (
    format_pair,
    score_text,
    spelled,
    why,
    written_score,
)
from pages.view.wordpiece.question import pair_question


def head(run: Run, t: Translation, lang: str, choice: Choice = FIRST) -> Record:
    """The head: tokens by id, words, labels.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> head(run, Translation(), "en")["tokens"][4][0]
    '##u'
    """
    shown = corpus_words.words_to_show(run, choice)
    return {
        "kind": "training",
        "lang": lang,
        "last": len(run.merges),
        "size": BLOCK,
        "tokens": [token(run, token_id, t) for token_id in range(len(run.vocab))],
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
        "merges": [
            [*merge_ids(run.history, merge.rank), score_text(merge.score)] for merge in run.merges
        ],
        "stops": [merge.rank for merge in run.merges if merge.tied > 1],
        "code": t.gettext("Code for step {k}"),
        "charts": training_charts.headings(run.history, t),
        "labels": labels(run, t),
    }


def labels(run: Run, t: Translation) -> Record:
    """The texts of the controls and column heads.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> [name for name, _ in labels(run, Translation())["columns"]]
    ['pair', 'count', 'score', 'change', 'mark']
    """
    found = bpe_labels(run.history, t)
    columns = found["columns"]
    assert isinstance(columns, list)
    score = ["score", t.gettext("Score")]
    return found | {"columns": [*columns[:2], score, *columns[2:]]}


def token(run: Run, token_id: int, t: Translation) -> list[object]:
    """A token for the stage: its text, the number of its color and its meaning.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> token(run, 1, Translation())[:2], token(run, 8, Translation())[:2]
    (['##g', 0], ['##gs', 1])
    """
    rank = run.history.first_ranks.get(run.history.vocab[token_id], 0)
    return [spelled(run.vocab[token_id]), rank, describe_token(run, token_id, t)]


def describe_token(run: Run, token_id: int, t: Translation) -> str:
    """The meaning and the origin of a token in one line.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> from pages.view.tokens import without_isolates
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> without_isolates(describe_token(run, run.ids["##gs"], Translation()))
    '##gs: inside a word, the characters U+0067 U+0073; id 8, made by merge 1 from ##g and ##s.'
    """
    name, marked = run.vocab[token_id], run.history.vocab[token_id]
    values = {"token": isolated(spelled(name)), "id": number(token_id)}
    if token_id < len(run.special_tokens):
        return t.gettext(
            "{token}: id {id}, a special token. It is added whole and is never split or merged."
        ).format(**values)
    made = run.history.made_by.get(marked)
    origin = t.gettext("from the alphabet")
    if made:
        merge = run.merges[made.rank - 1]
        origin = t.gettext("made by merge {rank} from {left} and {right}").format(
            rank=number(merge.rank),
            left=isolated(spelled(merge.left)),
            right=isolated(spelled(merge.right)),
        )
    is_inside = name == PREFIX + marked
    place = t.gettext("inside a word") if is_inside else t.gettext("at the start of a word")
    text = marked if is_inside else name
    return t.gettext("{token}: {place}, {meaning}; id {id}, {origin}.").format(
        **values, place=place, meaning=meaning(text, run.corpus.split, t), origin=origin
    )


def has(run: Run, part: str) -> bool:
    """Whether a record of this name exists: see `view.bpe.records.has`.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> has(run, "head"), has(run, "9")
    (True, False)
    """
    return of_bpe.has(run.history, part)


def block(run: Run, which: int, t: Translation, choice: Choice = FIRST) -> Record:
    """Block number `which`: BLOCK steps, and the words at each of them.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> len(block(run, 0, Translation())["steps"]) == len(run.merges) + 1
    True
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
    """The steps first .. end - 1 as a block. words: see `view.bpe.records.steps`.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> steps(run, 1, 2, Translation())["steps"][0]["rows"][0]
    [1, 3, 5, '', '', 'chosen', '0.05', 100.0]
    """
    records: list[Record] = []
    sums = Sums(run, t) if len(run.words) <= MANY_WORDS else None
    for table in run.tables(first, end, limit(run.history)):
        if sums:
            sums.add(table)
        written = sums.text(table.leaders[0]) if sums and table.leaders else ""
        question = pair_question(run, table, written, t)
        records.append(record(run, table, t) | {"quiz": question})
        if len(run.words) > WORDS:
            records[-1] |= corpus_words.changed_words(run, table.k, t)
    return {
        "first": first,
        "steps": records,
        "words": words
        or [
            corpus_words.versions(run, word, max(first - 1, 0), end)
            for word in corpus_words.words_to_show(run, choice)
        ],
        "sums": sums.entries if sums else {},
    }


def detail(run: Run, part: str, t: Translation) -> Record | str:
    """The code of a block of steps, the charts, or the count and the score of a pair.

    part: see `view.bpe.records.detail`.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> detail(run, "sum-1-1-3", Translation()).rpartition("=")[2]
    ' 0.05'
    """
    if part.startswith("code-"):
        first = int(part.removeprefix("code-")) * BLOCK
        return code.block(run, first, min(first + BLOCK, len(run.merges) + 1), t)
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


class Sums:
    """The sentences about the pairs of a block: each count as a sum, and the score.

    entries: "left right" -> [step, sentence] from each step where the sentence is another.
    """

    def __init__(self, run: Run, t: Translation) -> None:
        self.run = run
        self.t = t
        self.entries: dict[str, list[list[object]]] = {}
        self.known: dict[str, tuple[ScoredPair, str]] = {}

    def add(self, table: ScoreTable) -> None:
        """Add the pairs of a step."""
        for pair in (*table.leaders, *([table.frequent] if table.frequent else [])):
            key = f"{pair.left_id} {pair.right_id}"
            old, text = self.known.get(key, (None, ""))
            if old and counts_of(old) == counts_of(pair):
                continue
            if old is None or old.count != pair.count:
                text = sum_of(self.run, pair, max(table.k - 1, 0), self.t)
            self.known[key] = pair, text
            entries = self.entries.setdefault(key, [])
            entries.append([table.k, explain(text, pair, self.t)])

    def text(self, pair: ScoredPair) -> str:
        """The sentence about a pair of the last step that was added."""
        return str(self.entries[f"{pair.left_id} {pair.right_id}"][-1][1])


def counts_of(pair: ScoredPair) -> tuple[int, int, int]:
    """The three counts of a pair.

    >>> counts_of(ScoredPair("h", "##u", 5, 4, 15, 15, 36))
    (15, 15, 36)
    """
    return pair.count, pair.left_count, pair.right_count


def sum_of(run: Run, pair: ScoredPair, j: int, t: Translation) -> str:
    """The count of a pair after j merges as a sum over words: h+##u: 10 hug + 5 hugs = 15."""
    vocab = run.history.vocab
    found = occurrences(run.history, (vocab[pair.left_id], vocab[pair.right_id]), j)
    return write_places(format_pair(pair), found, run.corpus, run.words, pair.count, t)


def explain(written: str, pair: ScoredPair, t: Translation) -> str:
    """The sentence about a pair. written: its count as a sum.

    >>> explain("h+##u: 10 hug = 10", ScoredPair("h", "##u", 5, 4, 10, 10, 31), Translation())
    'h+##u: 10 hug = 10. Score: 10 / (10 × 31) = 0.03226'
    """
    return t.gettext("{sum}. Score: {score}").format(sum=written, score=written_score(pair))


def record(run: Run, table: ScoreTable, t: Translation) -> Record:
    """The record of a step.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> record(run, table, Translation())["facts"][0]
    ['score 0.05', 'count']
    """
    k, merge = table.k, table.merge
    made = run.history.merges[k - 1] if k else None
    facts = of_bpe.facts(run.history, k, made, t)
    if merge:
        score = t.gettext("score {score}").format(score=score_text(merge.score))
        facts = [[score, "count"], *facts[1:]]
    result = of_bpe.titles(k, t) | {
        "before": t.gettext("Scores before merge {k}").format(k=number(max(k, 1))),
        "size": run.history.vocab_sizes[k],
        "rows": list(rows(run, table, t)),
        "facts": facts,
        "values": training_charts.values_at(run.history, k),
        "why": why(run, table, t),
    }
    if table.size > len(table.leaders):
        result["more"] = t.gettext("The {shown} of {all} pairs with the highest scores.").format(
            shown=number(len(table.leaders)), all=number(table.size)
        )
    if merge:
        result["merge"] = merge_ids(run.history, k)
    else:
        first = t.gettext("At first, each character is a token. Inside a word, it starts with ##.")
        result["start"] = words_and_tokens(run, first, t)
    result["announce"] = announcement(k, len(run.merges), str(result["why"]), t)
    return result


def rows(run: Run, table: ScoreTable, t: Translation) -> Iterator[list[object]]:
    """The pair table: [left id, right id, count, change, kind of change, mark, score, bar].

    bar: its length in percent.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> list(rows(run, table, Translation()))[1]
    [6, 4, 15, '', '', '', '0.02778', 55.6]
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
        ids = [leader.left_id, leader.right_id]
        change = of_bpe.change(before, after, t)
        yield [*ids, leader.count, *change, mark, score_text(leader.score), bar]
    gone = [pair for pair, (_, after) in changes.items() if not after]
    for left, right in gone[:GONE]:
        yield [history.ids[left], history.ids[right], 0, t.gettext("gone"), "gone"]
