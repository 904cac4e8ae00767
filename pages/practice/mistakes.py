"""Known wrong answers to each kind of question, each with an explanation of `mistakes.toml`.

`encoding_mistakes` and `unigram_mistakes` have those about encoding and Unigram. If two mistakes
lead to the same answer, the first one counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import bpe
from bpe import Run
from pages.stage.messages import fill
from pages.stage.question import Mistake
from pages.stage.tokens import listing, pair_name, quoted
from pages.training.explanations import rule_name
from pages.training.pair_sums import Term, write_sum
from pages.translations.language import Translation
from pages.translations.texts import tables

Pair = tuple[str, str]
Words = list[tuple[tuple[str, ...], int]]

TEXTS = tables("practice/mistakes.toml")
MAX_MISSED = 8  # words of which any may have been left out; of more, only one
KNOWN = {
    skill: tuple(dict.fromkeys(key.partition("_")[0] for key in table))
    for skill, table in TEXTS.items()
}


@dataclass(frozen=True, slots=True)
class Known:
    """Makes the known mistakes of a skill, with their explanations in a language."""

    skill: str
    t: Translation

    def __call__(self, key: str, answer: object, n: int = 1, /, **values: object) -> Mistake:
        """A mistake. key: of its explanation, whose placeholders get values. n: see `fill`."""
        reason = fill(TEXTS[self.skill][key], values, self.t, n)
        return Mistake(key.partition("_")[0], answer, reason)


def format_pair(pair: Pair) -> str:
    r"""A pair as a sentence shows it.

    >>> format_pair(("h", "ug"))
    '\u2068h\u2069+\u2068ug\u2069'
    """
    return pair_name(*pair)


def distinct(found: Iterable[Mistake], *answers: object) -> tuple[Mistake, ...]:
    """The first mistake for each wrong answer.

    >>> one, two = Mistake("all", 3, "One."), Mistake("words", 3, "Two.")
    >>> [mistake.name for mistake in distinct([one, two], 5)]
    ['all']
    """
    seen: dict[object, Mistake] = {}
    for mistake in found:
        if mistake.answer not in answers:
            seen.setdefault(mistake.answer, mistake)
    return tuple(seen.values())


def words_with_pair(words: Words, pair: Pair) -> list[Term]:
    """The words that contain a pair: (word, occurrences in it, count of the word).

    >>> words_with_pair([(("h", "u", "g"), 10), (("p", "u", "n"), 12)], ("u", "g"))
    [('hug', 1, 10)]
    """
    found = []
    for tokens, count in words:
        times = sum(each == pair for each in pairwise(tokens))
        if times:
            found.append(("".join(tokens), times, count))
    return found


def next_pair(run: Run, k: int, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: which pair is merged after k merges? shown: the words that are shown.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> mistakes = next_pair(run, 0, [], Translation())
    >>> next(mistakes).answer
    ('g', 'u')
    """
    known, merge, counts = Known("next", t), run.merges[k], run.pairs(k)
    plain = Counter(pair for tokens, _ in shown for pair in pairwise(tokens))
    most = max(plain.values(), default=0)
    for pair in [pair for pair in plain if plain[pair] == most and counts[pair] < merge.count]:
        total = write_sum(words_with_pair(shown, pair))
        yield known("unweighted", pair, most, pair=format_pair(pair), places=most, sum=total)
    for old in run.merges[:k]:
        pair = (old.left, old.right)
        if not run.count(pair, k):
            yield known("done", pair, pair=format_pair(pair), step=old.rank)
    for pair, (before, after) in run.changes(k).items() if k else ():
        if before >= merge.count > after and after:
            yield known("fallen", pair, pair=format_pair(pair), before=before, step=k, now=after)
    back = (merge.right, merge.left)
    if back not in counts:
        yield known("reversed", back, left=quoted(merge.left), right=quoted(merge.right))
    yield from other_pairs(run, k, counts, t)
    for (one, _), (two, _) in pairwise(shown):
        pair = (one[-1], two[0])
        if pair not in counts:
            yield known("across", pair, pair=format_pair(pair))
    yield from gone_pairs(run, k, t)


def gone_pairs(run: Run, k: int, t: Translation) -> Iterator[Mistake]:
    """Wrong answers: pairs that an earlier merge has broken up everywhere.

    >>> from pages.state.defaults import defaults
    >>> [each.answer for each in gone_pairs(defaults("hug").train(), 3, Translation())]
    [('h', 'u'), ('g', 's'), ('p', 'u'), ('b', 'u'), ('ug', 's')]
    """
    known, now = Known("next", t), run.pairs(k)
    for merge in run.merges[:k]:
        merged = (merge.left, merge.right)
        for pair, (before, after) in run.changes(merge.rank).items():
            if not after and before and pair != merged and pair not in now:
                values = {"pair": format_pair(pair), "merged": format_pair(merged)}
                yield known("gone", pair, before=before, step=merge.rank, **values)


def other_pairs(run: Run, k: int, counts: dict[Pair, int], t: Translation) -> Iterator[Mistake]:
    """Wrong answers: pairs that occur but are not merged next.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> mistakes = other_pairs(run, 0, run.pairs(0), Translation())
    >>> next(each.answer for each in mistakes if each.name == "less")
    ('p', 'u')
    """
    known = Known("next", t)
    for pair, count in sorted(counts.items(), key=lambda item: -item[1])[:200]:
        if count == run.merges[k].count:
            yield known("tied", pair, pair=format_pair(pair), rule=rule_name(run.ties, t))
        else:
            yield known("less", pair, pair=format_pair(pair), count=count)


def count(run: Run, k: int, pair: Pair, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how often does a pair occur after k merges?

    A reason is given only if it applies to these words. The most specific mistakes come first.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = list(run.at(0).words)
    >>> [each.name for each in count(run, 0, ("u", "g"), shown, Translation())][:3]
    ['unweighted', 'unweighted', 'token']
    """
    known, found, (left, right) = Known("count", t), words_with_pair(shown, pair), pair
    if left == right:
        made = sum(
            n * (len(tokens) - len(bpe.reference.merge_pair(list(tokens), left, right)))
            for tokens, n in shown
        )
        yield known("overlap", made)
    yield from missed_occurrences(found, t)
    if any(n > 1 for _, _, n in found):
        yield known("unweighted", sum(times for _, times, _ in found))
        yield known("unweighted_words", len(found))
    both = [
        (tokens, n)
        for tokens, n in shown
        if all(tokens.count(token) >= pair.count(token) for token in pair)
    ]
    not_adjacent = [tokens for tokens, _ in both if pair not in set(pairwise(tokens))]
    if not_adjacent:
        values = {"left": quoted(left), "right": quoted(right)}
        word = quoted("".join(not_adjacent[0]))
        yield known("together", sum(n for _, n in both), word=word, **values)
    yield from other_counts(run, k, pair, shown, t)
    yield from missed_words(found, t)


def missed_occurrences(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """Wrong counts that miss occurrences in a word that contains the pair several times.

    >>> [each.answer for each in missed_occurrences([("banana", 2, 5)], Translation())]
    [5, 5]
    """
    known, true = Known("count", t), sum(times * n for _, times, n in found)
    for word, times, n in found:
        for missed in range(1, times):
            yield known("once", true - missed * n, word=quoted(word))
        if times > 1:
            yield known("once", sum(n for _, _, n in found), word=quoted(word))


def missed_words(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """Wrong counts that leave out words; the reason names every word that fits.

    >>> found = [("hug", 1, 10), ("pug", 1, 5)]
    >>> [each.answer for each in missed_words(found, Translation())]
    [5, 10]
    """
    known, true = Known("count", t), sum(times * n for _, times, n in found)
    by_answer: dict[int, list[tuple[Term, ...]]] = {}
    most = len(found) - 1 if len(found) <= MAX_MISSED else 1
    for size in range(1, most + 1):
        for left_out in combinations(found, size):
            answer = true - sum(times * n for _, times, n in left_out)
            by_answer.setdefault(answer, []).append(left_out)
    for answer, ways in by_answer.items():
        words = listing([quoted(each[0]) for each in found if any(each in way for way in ways)], t)
        yield known("missed" if len(ways) == 1 else "missed_several", answer, words=words)


def other_counts(run: Run, k: int, pair: Pair, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong counts that count something other than the pair.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = list(run.at(0).words)
    >>> mistakes = other_counts(run, 0, ("u", "g"), shown, Translation())
    >>> [(each.name, each.answer) for each in mistakes]
    [('token', 36), ('token', 20)]
    """
    known, true, (left, right) = Known("count", t), run.count(pair, k), pair
    ends = sum((one[-1], two[0]) == pair for (one, _), (two, _) in pairwise(shown))
    if ends:
        yield known("across", true + ends)
    back = run.count((right, left), k)
    if back:
        yield known("reversed", back, left=quoted(left), right=quoted(right))
    before = run.changes(k).get(pair, (true, true))[0] if k else true
    if before != true:
        yield known("before", before, step=k)
    for token in pair:
        alone = sum(tokens.count(token) * n for tokens, n in shown)
        yield known("token", alone, token=quoted(token))


def fit(run: Run, size: int, merges: int, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how many merges fit into a vocabulary of a size?

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [(each.name, each.answer) for each in fit(run, 10, 3, Translation())]
    [('characters', 10), ('all', 10), ('words', 5), ('start', 7)]
    """
    known, special, alphabet = Known("fit", t), len(run.special_tokens), len(run.first_tokens)
    if run.vocab_sizes[0] == special + alphabet:  # no special token is also a character
        if special:
            yield known("specials", merges + special, special, special=special)
        yield known("characters", merges + alphabet, alphabet, characters=alphabet)
    yield known("all", size)
    words = size - special - len(run.words)
    if words >= 0:
        yield known("words", words, characters=alphabet)
    if run.has_all_bytes:
        yield known("bytes", size - special - len(run.corpus.alphabet), characters=alphabet)
    yield known("start", alphabet)


def ties(
    options: tuple[Pair, ...], chosen: str, winners: dict[str, Pair], t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: which tied pair wins under a rule? winners: the pair of each rule.

    >>> winners = {"first": ("u", "g"), "lowest": ("h", "u"), "greatest": ("u", "n")}
    >>> [each.answer for each in ties((), "first", winners, Translation())]
    [('h', 'u'), ('u', 'n')]
    """
    known = Known("ties", t)
    for rule in bpe.TIES:
        if rule != chosen:
            pair = winners[rule]
            yield known(rule, pair, pair=format_pair(pair), rule=rule_name(rule, t))
    for pair in options:
        yield known("loses", pair, pair=format_pair(pair))
