"""The readable WordPiece, `bpe.wordpiece.reference`, with the values at a step."""

from bpe.wordpiece import Run, ScoreTable, reference
from pages.stage.record_types import CodeBlock, CodeStep
from pages.stage.source_lines import SourceLines, named
from pages.stage.tokens import number
from pages.training.code import describe_saved_work
from pages.training.wordpiece_explanations import score_text, written_score
from pages.translations.language import Translation

LINES = SourceLines.of(reference.pair_scores, reference.train)


def block(run: Run, first: int, end: int, t: Translation) -> CodeBlock:
    """The code with its values at the steps first .. end - 1.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> shown = block(run, 0, 3, Translation())
    >>> len(shown["steps"]), shown["lines"][0][1]
    (3, 'def pair_scores(splits: Splits, corpus: Corpus) -> dict[tuple[str, str], float]:')
    """
    steps: list[CodeStep] = [
        {
            "values": values(run, table, t),
            "note": describe_saved_work(run.history, table.k, table.size, t),
        }
        for table in run.tables(first, end, 1)
    ]
    return LINES.record(first, steps, t)


def values(run: Run, table: ScoreTable, t: Translation) -> dict[int, str]:
    """The value of each line that a step runs, by the line's index.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 1)
    >>> list(values(run, table, Translation()).values())[-2:]
    ['1: 0.05', '8 → 9']
    """
    history, k, merge = run.history, table.k, table.merge
    words = t.ngettext("{count} word", "{count} words", len(run.words))
    if merge is None:
        sizes = len(history.first_tokens), history.vocab_sizes[0]
        alphabet, size = (
            t.ngettext("{count} token", "{count} tokens", n).format(count=number(n)) for n in sizes
        )
        return LINES.values(
            {
                "splits = {w: ": words.format(count=number(len(run.words))),
                "alphabet = ": alphabet,
                "vocab = list(dict.fromkeys([*special": size,
                "merges = ": "[]",
            }
        )
    before, after = history.vocab_sizes[k - 1], history.vocab_sizes[k]
    limit = "" if history.vocab_size is None else f" < {number(history.vocab_size)}"
    pairs = t.ngettext("{count} pair", "{count} pairs", table.size)
    touched = len(run.changed_words(k))
    changed = t.ngettext("{count} word changes", "{count} words change", touched)
    return LINES.values(
        {
            "return {pair: ": written_score(merge),
            "while ": f"{number(before)}{limit}",
            "scores = pair_scores": pairs.format(count=number(table.size)),
            "left, right = max(": f"{named(merge.left)}, {named(merge.right)}",
            "splits = {word: merge_pair": changed.format(count=number(touched)),
            "token = ": named(merge.token),
            "merges.append(": f"{number(k)}: {score_text(merge.score)}",
            "vocab = list(dict.fromkeys([*vocab": f"{number(before)} → {number(after)}",
        }
    )
