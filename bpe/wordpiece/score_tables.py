"""The top of the table of pairs at any step, in the order in which the score chooses them.

Does not choose merges: training does, and tests check that both agree. Only for runs with the rule
"score".
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator

from bpe.history import ID_BITS, ID_MASK
from bpe.pair_tables import first_words
from bpe.records import Pair
from bpe.wordpiece.history import NamedHistory
from bpe.wordpiece.records import ScoreTable

MANY_TIES = 2_000  # more than in BPE, because the first positions of tied pairs rarely change


def tables(run: NamedHistory, a: int, b: int, limit: int) -> Iterator[ScoreTable]:
    """The tops of the pair tables of the steps a .. b - 1, at most `limit` pairs each.

    At each step, only contenders are sorted: the pairs whose score changes in these steps, and the
    first `limit` of the others. The others never change places among themselves.
    Raises InputError for steps that do not exist.

    >>> from bpe import Corpus, wordpiece
    >>> run = wordpiece.train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> [(table.k, table.size, table.leaders[0].left) for table in tables(run, 1, 3, limit=1)]
    [(1, 3, 'h'), (2, 3, 'p')]
    """
    if a >= b:
        return
    history = run.history
    history.check_step(b - 1)
    start = max(a - 1, 0)
    token_counts = defaultdict(int, run.marked_token_counts(start))
    counts = contenders(run, start, b - 1, limit, token_counts)
    pairs_with: dict[str, list[Pair]] = defaultdict(list)
    for pair in counts:
        for token in {*pair}:
            pairs_with[token].append(pair)

    def score(pair: Pair) -> float:
        return counts[pair] / (token_counts[pair[0]] * token_counts[pair[1]])

    scores = {pair: score(pair) for pair, count in counts.items() if count}
    known: dict[Pair, int] = {}
    for by_count in history.tables(a, b, 1):
        j = max(by_count.k - 1, 0)
        if j > start:
            merged = history.merges[j - 1]
            changes = history.changes(j)
            for pair, (_, after) in changes.items():
                counts[pair] = after
                known.pop(pair, None)
            run.move_counts(token_counts, j)
            for pair in (*changes, *pairs_with[merged.left], *pairs_with[merged.right]):
                if counts[pair]:
                    scores[pair] = score(pair)
                else:
                    scores.pop(pair, None)
        least = min(heapq.nlargest(limit, scores.values()), default=0.0)
        best = [pair for pair, value in scores.items() if value >= least]
        words = first_words(history, best, scores, limit, j, known, MANY_TIES)
        order = sorted(words, key=scores.__getitem__, reverse=True)[:limit]
        frequent = [
            run.scored_pair((first.left, first.right), first.count, token_counts, first.word)
            for first in by_count.leaders
        ]
        yield ScoreTable(
            by_count.k,
            run.merges[by_count.k - 1] if by_count.k else None,
            by_count.size,
            [run.scored_pair(pair, counts[pair], token_counts, words[pair]) for pair in order],
            frequent[0] if frequent else None,
        )


def contenders(
    run: NamedHistory, start: int, last: int, limit: int, token_counts: dict[str, int]
) -> dict[Pair, int]:
    """The pairs that can be among the first `limit` after `start` .. `last` - 1 merges.

    Returns pair -> count after `start` merges; 0 for pairs that appear later. token_counts: of the
    marked tokens after `start` merges.

    >>> from bpe import Corpus, wordpiece
    >>> run = wordpiece.train(Corpus.from_counts({"hug": 10, "pug": 5, "no": 1}))
    >>> found = contenders(run, 0, 1, 1, run.marked_token_counts(0))
    >>> [(run.name(left), run.name(right), count) for (left, right), count in found.items()]
    [('n', '##o', 1)]
    """
    history = run.history
    end = history.change_ends[start]
    packed = dict(zip(history.changed_pairs[:end], history.new_counts[:end], strict=True))
    changing = dict.fromkeys(history.changed_pairs[end : history.change_ends[max(start, last - 1)]])
    touched = {
        history.ids[token]
        for merge in history.merges[start : max(start, last - 1)]
        for token in (merge.left, merge.right)
    }
    by_id = [token_counts.get(token, 0) for token in history.vocab]
    others: list[tuple[float, int]] = []
    for pair, count in packed.items():
        left, right = pair >> ID_BITS, pair & ID_MASK
        if left in touched or right in touched:
            changing[pair] = None
        elif count and pair not in changing:
            others.append((count / (by_id[left] * by_id[right]), pair))
    least = min(heapq.nlargest(limit, (value for value, _ in others)), default=0.0)
    for value, pair in others:
        if value >= least:
            changing[pair] = None
    vocab = history.vocab
    return {
        (vocab[pair >> ID_BITS], vocab[pair & ID_MASK]): packed.get(pair, 0) for pair in changing
    }
