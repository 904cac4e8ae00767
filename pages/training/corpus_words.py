"""The words of a corpus, and the watched sentence, at each step."""

from collections.abc import Iterable
from heapq import nlargest

from bpe import Run
from bpe.byte_characters import byte_level
from bpe.split_patterns import is_byte_level
from pages.runs.choice import WordChoice
from pages.runs.runs import TrainingRun
from pages.stage.record_types import WatchedVersion
from pages.stage.tokens import has_joining_letters, number, visible
from pages.training.record_types import (
    ChangedWord,
    ChangedWords,
    MeasuredVersion,
    PlainVersion,
    WordVersion,
)
from pages.translations.language import Translation

WORDS = 200
LINE = 30  # characters that always fit in a line
PREFIXED = 7  # characters that always fit in a line if ## is before each of them
TOKENS = 200  # of one word; the rest of a very long word is not drawn
MAX_WATCHED = 1_000  # characters of the words of the watched sentence
WatchedState = tuple[int, list[tuple[str, ...]]]  # a step, and the tokens of each word
SIZES = ((24, "large few"), (60, "large"), (200, "medium"), (600, ""))  # most letters, classes
CHANGED = 40  # changed words that are shown if there are too many words


def words_to_show(run: TrainingRun, choice: WordChoice) -> list[int]:
    """The words that the stage shows, by index, at most WORDS: the first ones met, the
    most frequent, or the most frequent of those that contain a text (as written or as shown).

    >>> from pages.runs.choice import FIRST
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> words_to_show(run, FIRST)
    [0, 1, 2, 3, 4]
    """
    words, find = choice
    if words == "first" or len(run.words) <= WORDS:
        return list(range(min(WORDS, len(run.words))))
    indices: Iterable[int] = range(len(run.words))
    if words == "find":
        wanted = {find, find.replace(" ", "Ġ" if is_byte_level(run.corpus.split) else "▁")}
        if is_byte_level(run.corpus.split):
            wanted |= {byte_level(find)}
        indices = [i for i, word in enumerate(run.words) if any(text in word for text in wanted)]
    counts = list(run.corpus.counts.values())
    return nlargest(WORDS, indices, key=counts.__getitem__)


def describe_hidden(run: TrainingRun, shown: list[int], choice: WordChoice, t: Translation) -> str:
    """How many words are shown; empty if all are.

    >>> from pages.runs.choice import FIRST
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> describe_hidden(run, [0, 1], FIRST, Translation())
    'The first 2 of 5 words.'
    """
    more = len(run.words) - len(shown)
    if not more:
        return ""
    values = {"shown": number(len(shown)), "all": number(len(run.words))}
    if choice[0] == "frequent":
        return t.gettext("The {shown} most frequent of {all} words.").format(**values)
    if choice[0] == "find":
        return t.ngettext(
            "{shown} of {all} words shown: the most frequent word with “{find}”.",
            "{shown} of {all} words shown: the most frequent words with “{find}”.",
            len(shown),
        ).format(**values, find=visible(choice[1]))
    return t.gettext("The first {shown} of {all} words.").format(**values)


def scale(run: TrainingRun) -> str:
    """The size classes of the corpus: "large", "medium", "" or "small", from few to many letters.

    A corpus of some words has "few", too: its words and pairs are larger, and its box is smaller.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> scale(run)
    'large few'
    """
    letters = sum(len(word) for word in run.words)
    return next((name for most, name in SIZES if letters <= most), "small")


def is_measured(run: TrainingRun, word: int) -> bool:
    """Whether the stage measures the characters of a word: letters that join, or ## before them.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> hug = defaults("hug")
    >>> is_measured(hug.train(), 0)
    False
    >>> is_measured(with_algorithm(hug, "wordpiece").train_wordpiece(), 0)
    True
    """
    return bool(run.prefix) or has_joining_letters(run.words[word])


def css_class(run: TrainingRun, index: int) -> str:
    """The CSS classes of a word: whether its characters are measured, and whether it is long.

    >>> from pages.state.defaults import defaults
    >>> css_class(defaults("hug").train(), 0), css_class(defaults("arabic").train(), 0)
    ('', 'joins')
    """
    word = run.words[index]
    if not is_measured(run, index):
        return ""
    line = PREFIXED if run.prefix else LINE
    return "joins long" if len(word) > line else "joins"


def count_text(run: TrainingRun, word: int, t: Translation) -> str:
    """The count of a word as the stage shows it.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> count_text(run, 0, Translation())
    '×10'
    """
    text = run.words[word]
    count = t.gettext("×{count}").format(count=number(run.corpus.counts[text]))
    if len(text) <= TOKENS:
        return count
    return t.gettext("… {count} ({length} characters; only the beginning is shown)").format(
        count=count, length=number(len(text))
    )


def changed_words(run: TrainingRun, k: int, t: Translation) -> ChangedWords:
    """The words that merge k changed, the most frequent first, and how many more there are.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> changed_words(run, 1, Translation())["changed"][0]
    ChangedWord(before=[2, 6, 1], after=[2, 7], new_tokens=[1], times='×10', class_name='')
    """
    words = run.changed_words(k)
    counts = run.corpus.counts
    top = nlargest(CHANGED, words, key=lambda word: counts[run.words[word]])
    result: ChangedWords = {
        "changed": [
            ChangedWord(
                ids_of(run, word, k - 1),
                ids_of(run, word, k),
                run.new_token_indices(word, k),
                count_text(run, word, t),
                css_class(run, word),
            )
            for word in top
        ]
    }
    more = len(words) - len(top)
    if more:
        result["hidden"] = t.ngettext(
            "Only the {shown} most frequent words that change are shown; {more} more is hidden.",
            "Only the {shown} most frequent words that change are shown; {more} more are hidden.",
            more,
        ).format(shown=number(len(top)), more=number(more))
    return result


def ids_of(run: TrainingRun, word: int, k: int) -> list[int]:
    """The ids of a word's tokens after k merges, at most TOKENS.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> ids_of(run, 0, 0), ids_of(run, 0, 1)
    ([2, 6, 1], [2, 7])
    """
    return run.token_ids(word, k)[:TOKENS]


def versions(run: TrainingRun, word: int, first: int, end: int) -> list[WordVersion]:
    """A word from step first to step end, for each change.

    If it is measured, also the number of characters of each token.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> versions(run, 0, 0, 2)  # doctest: +NORMALIZE_WHITESPACE
    [PlainVersion(step=0, tokens=[2, 6, 1], new_tokens=[]),
     PlainVersion(step=1, tokens=[2, 7], new_tokens=[1])]
    """
    result: list[WordVersion] = []
    measured = is_measured(run, word)
    for k in (first, *(k for k in run.merge_ranks(word) if first < k < end)):
        version = PlainVersion(k, ids_of(run, word, k), run.new_token_indices(word, k))
        lengths = run.token_lengths(word, k)[:TOKENS] if measured else []
        result.append(MeasuredVersion(*version, lengths) if measured else version)
    return result


def watched_size(versions: list[WatchedVersion]) -> int:
    """About how many bytes of memory the result of `watched_versions` takes.

    >>> watched_size([WatchedVersion(0, [3, 4], "2 tokens", [1])])
    824
    """
    return sum(800 + 8 * (len(each.tokens) + len(each.starts)) for each in versions)


def watched_states(run: Run, text: str) -> list[WatchedState]:
    """The tokens of each word of a text at each step that changes them; none if it is too long.

    >>> from pages.state.defaults import defaults
    >>> watched_states(defaults("hug").train(), "ug")
    [(0, [('u', 'g')]), (1, [('ug',)])]
    """
    encoding = run.encode(text)
    if not text or sum(map(len, encoding.words)) > MAX_WATCHED:
        return []
    ranks = {applied.rank for word in encoding.trace for applied in word}
    return [(k, list(encoding.tokens_at(k))) for k in sorted({0, *ranks})]
