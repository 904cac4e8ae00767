"""Known wrong answers to each kind of question, each with an explanation.

`encoding_mistakes` and `unigram_mistakes` have those about encoding and Unigram. If two mistakes
lead to the same answer, the first one counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import bpe
from bpe import Run
from pages.stage.question import Mistake
from pages.stage.tokens import number, pair_name, quoted
from pages.training.explanations import rule_name
from pages.training.pair_sums import Term, write_sum
from pages.translations.language import Translation

Pair = tuple[str, str]
Words = list[tuple[tuple[str, ...], int]]

KNOWN = {
    "next": ("unweighted", "done", "fallen", "reversed", "tied", "across", "less", "gone"),
    "count": ("unweighted", "overlap", "once", "together", "across", "reversed", "before", "token",
              "missed"),
    "encode": ("longest", "unread", "dropped", "unknown", "leftmost", "early", "characters",
               "skipped", "stray"),
    "fit": ("specials", "characters", "all", "words", "bytes"),
    "ties": ("first", "lowest", "greatest", "loses"),
    "segmentation": ("longest", "characters", "merged", "worse", "stray"),
    "probability": ("own", "added", "product", "logarithm", "other", "characters"),
    "rise": ("rarest", "needed"),
    "frequencies": ("own", "wrong"),
    "sum": ("words", "pieces", "all", "own"),
}  # fmt: skip


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
    merge, counts = run.merges[k], run.pairs(k)
    answer = (merge.left, merge.right)
    plain = Counter(pair for tokens, _ in shown for pair in pairwise(tokens))
    if plain:
        most = max(plain.values())
        for pair in [pair for pair in plain if plain[pair] == most and counts[pair] < merge.count]:
            reason = t.ngettext(
                "{pair} appears {places} time in the list. Add the count of its word: {sum}. "
                "Another pair has more.",
                "{pair} appears {places} times in the list. Each time, add the count of its "
                "word: {sum}. Another pair has more.",
                most,
            ).format(
                pair=format_pair(pair), places=most, sum=write_sum(words_with_pair(shown, pair))
            )
            yield Mistake("unweighted", pair, reason)
    for old in run.merges[:k]:
        if not run.count((old.left, old.right), k):
            reason = t.gettext(
                "{pair} was already merged at step {step}, so the two tokens are no longer "
                "adjacent."
            ).format(pair=format_pair((old.left, old.right)), step=old.rank)
            yield Mistake("done", (old.left, old.right), reason)
    for pair, (before, after) in run.changes(k).items() if k else ():
        if before >= merge.count > after and after:
            reason = t.gettext(
                "{pair} had a count of {before} before step {step}. That merge used up some of "
                "its tokens, so the count is now {now}."
            ).format(pair=format_pair(pair), before=number(before), step=k, now=number(after))
            yield Mistake("fallen", pair, reason)
    back = (answer[1], answer[0])
    if back not in counts:
        reason = t.gettext(
            "Wrong order: {left} comes before {right}. The order of the tokens matters."
        ).format(left=quoted(answer[0]), right=quoted(answer[1]))
        yield Mistake("reversed", back, reason)
    yield from other_pairs(run, k, counts, t)
    for (one, _), (two, _) in pairwise(shown):
        pair = (one[-1], two[0])
        if pair not in counts:
            reason = t.gettext(
                "{pair} spans two words: one token ends a word, and the other begins the next. "
                "Pairs are counted only inside words."
            ).format(pair=format_pair(pair))
            yield Mistake("across", pair, reason)
    yield from gone_pairs(run, k, t)


def gone_pairs(run: Run, k: int, t: Translation) -> Iterator[Mistake]:
    """Wrong answers: pairs that an earlier merge has broken up everywhere.

    >>> from pages.state.defaults import defaults
    >>> [each.answer for each in gone_pairs(defaults("hug").train(), 3, Translation())]
    [('h', 'u'), ('g', 's'), ('p', 'u'), ('b', 'u'), ('ug', 's')]
    """
    now = run.pairs(k)
    for merge in run.merges[:k]:
        merged = (merge.left, merge.right)
        for pair, (before, after) in run.changes(merge.rank).items():
            if after or not before or pair == merged or pair in now:
                continue
            reason = t.gettext(
                "{pair} had a count of {before} before step {step}. That step merged {merged}, so "
                "the two tokens are no longer adjacent anywhere. Count the tokens as they are now."
            ).format(
                pair=format_pair(pair),
                before=number(before),
                step=merge.rank,
                merged=format_pair(merged),
            )
            yield Mistake("gone", pair, reason)


def other_pairs(run: Run, k: int, counts: dict[Pair, int], t: Translation) -> Iterator[Mistake]:
    """Wrong answers: pairs that occur but are not merged next.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> mistakes = other_pairs(run, 0, run.pairs(0), Translation())
    >>> next(each.answer for each in mistakes if each.name == "less")
    ('p', 'u')
    """
    merge = run.merges[k]
    for pair, count in sorted(counts.items(), key=lambda item: -item[1])[:200]:
        if count == merge.count:
            reason = t.gettext(
                "{pair} has the same count, so the tie rule decides: {rule}."
            ).format(pair=format_pair(pair), rule=rule_name(run.ties, t))
            yield Mistake("tied", pair, reason)
        else:
            reason = t.gettext(
                "{pair} has a count of {count}. Another pair has a higher count."
            ).format(pair=format_pair(pair), count=number(count))
            yield Mistake("less", pair, reason)


def count(run: Run, k: int, pair: Pair, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how often does a pair occur after k merges?

    A reason is given only if it applies to these words. The most specific mistakes come first.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = list(run.at(0).words)
    >>> [each.name for each in count(run, 0, ("u", "g"), shown, Translation())][:3]
    ['unweighted', 'unweighted', 'token']
    """
    found = words_with_pair(shown, pair)
    left, right = pair
    values = {"left": quoted(left), "right": quoted(right)}
    if left == right:
        made = sum(
            n * (len(tokens) - len(bpe.reference.merge_pair(list(tokens), left, right)))
            for tokens, n in shown
        )
        reason = t.gettext(
            "You left out overlapping pairs. Count all of them. Overlaps matter only when a "
            "merge is applied."
        )
        yield Mistake("overlap", made, reason)
    yield from missed_occurrences(found, t)
    if any(n > 1 for _, _, n in found):
        reason = t.gettext(
            "You counted each place in the list once. For each place, add the count of its word."
        )
        yield Mistake("unweighted", sum(times for _, times, _ in found), reason)
        reason = t.gettext(
            "You counted each word in the list once. Count every place in a word, and multiply "
            "by the word's count."
        )
        yield Mistake("unweighted", len(found), reason)
    both = [
        (tokens, n)
        for tokens, n in shown
        if all(tokens.count(token) >= pair.count(token) for token in pair)
    ]
    not_adjacent = [tokens for tokens, _ in both if pair not in set(pairwise(tokens))]
    if not_adjacent:
        reason = t.gettext(
            "You counted every word that contains {left} and {right}. In {word}, they are not "
            "adjacent in this order."
        ).format(**values, word=quoted("".join(not_adjacent[0])))
        yield Mistake("together", sum(n for _, n in both), reason)
    yield from other_counts(run, k, pair, shown, t)
    yield from missed_words(found, t)


def missed_occurrences(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """Wrong counts that miss occurrences in a word that contains the pair several times.

    >>> [each.answer for each in missed_occurrences([("banana", 2, 5)], Translation())]
    [5, 5]
    """
    true = sum(times * n for _, times, n in found)
    for word, times, n in found:
        reason = t.gettext("The pair appears more than once in {word}. Count every place.")
        reason = reason.format(word=quoted(word))
        for missed in range(1, times):
            yield Mistake("once", true - missed * n, reason)
        if times > 1:
            yield Mistake("once", sum(n for _, _, n in found), reason)


def missed_words(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """Wrong counts that leave out one word; the reason names every word that fits.

    >>> found = [("hug", 1, 10), ("pug", 1, 5)]
    >>> [each.answer for each in missed_words(found, Translation())]
    [5, 10]
    """
    true = sum(times * n for _, times, n in found)
    by_share: dict[int, list[str]] = {}
    for word, times, n in found:
        by_share.setdefault(times * n, []).append(quoted(word))
    for share, words in by_share.items():
        if share == true:
            continue
        reason = t.gettext("You left out {word}.").format(word=words[0])
        if len(words) > 1:
            names = t.gettext(", ").join(words)
            reason = t.gettext("You left out one of these words: {words}.").format(words=names)
        yield Mistake("missed", true - share, reason)


def other_counts(run: Run, k: int, pair: Pair, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong counts that count something other than the pair.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = list(run.at(0).words)
    >>> mistakes = other_counts(run, 0, ("u", "g"), shown, Translation())
    >>> [(each.name, each.answer) for each in mistakes]
    [('token', 36), ('token', 20)]
    """
    left, right = pair
    true = run.count(pair, k)
    values = {"left": quoted(left), "right": quoted(right)}
    ends = sum((one[-1], two[0]) == pair for (one, _), (two, _) in pairwise(shown))
    if ends:
        reason = t.gettext(
            "You counted across word boundaries. The end of one word and the start of the next "
            "do not form a pair."
        )
        yield Mistake("across", true + ends, reason)
    back = run.count((right, left), k)
    if back:
        reason = t.gettext("That is the count of {right}+{left}. The order of the tokens matters.")
        yield Mistake("reversed", back, reason.format(**values))
    before = run.changes(k).get(pair, (true, true))[0] if k else true
    if before != true:
        reason = t.gettext("That was the count before step {step}. That step changed it.")
        yield Mistake("before", before, reason.format(step=k))
    for token in pair:
        alone = sum(tokens.count(token) * n for tokens, n in shown)
        reason = t.gettext(
            "That is the count of {token} in these words, not the count of the pair."
        )
        yield Mistake("token", alone, reason.format(token=quoted(token)))


def fit(run: Run, size: int, merges: int, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how many merges fit into a vocabulary of a size?

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> [(each.name, each.answer) for each in fit(run, 10, 3, Translation())]
    [('characters', 10), ('all', 10), ('words', 5)]
    """
    special, alphabet = len(run.special_tokens), len(run.first_tokens)
    separate = run.vocab_sizes[0] == special + alphabet  # no special token is also a character
    if special and separate:
        reason = t.ngettext(
            "You did not subtract the special token. There is {special}.",
            "You did not subtract the special tokens. There are {special}.",
            special,
        )
        yield Mistake("specials", merges + special, reason.format(special=number(special)))
    if separate:
        reason = t.ngettext(
            "You did not subtract the {characters} character that the vocabulary starts with.",
            "You did not subtract the {characters} characters that the vocabulary starts with.",
            alphabet,
        )
        yield Mistake("characters", merges + alphabet, reason.format(characters=number(alphabet)))
    reason = t.gettext(
        "That is the size of the whole vocabulary. It includes the characters and the special "
        "tokens."
    )
    yield Mistake("all", size, reason)
    reason = t.gettext(
        "You subtracted the number of words. Subtract the number of characters instead: "
        "{characters}."
    )
    words = size - special - len(run.words)
    if words >= 0:
        yield Mistake("words", words, reason.format(characters=number(alphabet)))
    if run.has_all_bytes:
        reason = t.gettext(
            "You subtracted only the characters of the corpus. This vocabulary starts with all "
            "{characters} bytes."
        ).format(characters=number(alphabet))
        yield Mistake("bytes", size - special - len(run.corpus.alphabet), reason)


def ties(
    options: tuple[Pair, ...], chosen: str, winners: dict[str, Pair], t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: which tied pair wins under a rule? winners: the pair of each rule.

    >>> winners = {"first": ("u", "g"), "lowest": ("h", "u"), "greatest": ("u", "n")}
    >>> [each.answer for each in ties((), "first", winners, Translation())]
    [('h', 'u'), ('u', 'n')]
    """
    for rule in bpe.TIES:
        if rule != chosen:
            reason = t.gettext("{pair} would win under another rule: {rule}.")
            values = {"pair": format_pair(winners[rule]), "rule": rule_name(rule, t)}
            yield Mistake(rule, winners[rule], reason.format(**values))
    for pair in options:
        reason = t.gettext("{pair} does not win under any of the rules.")
        yield Mistake("loses", pair, reason.format(pair=format_pair(pair)))
