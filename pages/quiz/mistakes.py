"""For each kind of question the known wrong answers, each with its reason.

Those about merges at work on a word are in `missteps`, those of Unigram in `slips`. Where two
mistakes come to the same answer, the first counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import bpe
from bpe import Run
from pages.i18n.language import Translation
from pages.quiz.questions import Mistake
from pages.view.bpe.explanations import rule_name
from pages.view.bpe.pair_sums import Term, written_out
from pages.view.tokens import number, pair_name, quoted

Pair = tuple[str, str]
Words = list[tuple[tuple[str, ...], int]]

KNOWN = {
    "next": ("unweighted", "done", "fallen", "reversed", "tied", "across", "less"),
    "count": ("unweighted", "overlap", "once", "together", "across", "reversed", "before", "token",
              "missed"),
    "encode": ("longest", "unread", "dropped", "unknown", "leftmost", "early", "characters",
               "stray"),
    "overlap": ("twice", "right", "whole", "first", "lost"),
    "fit": ("specials", "characters", "all", "words"),
    "ties": ("first", "lowest", "greatest", "loses"),
    "cut": ("longest", "characters", "merged", "worse", "stray"),
    "score": ("own", "added", "product", "logarithm", "other", "characters"),
    "rise": ("rarest", "needed", "free"),
    "frequencies": ("own", "wrong"),
    "sum": ("words", "pieces", "all", "own"),
}  # fmt: skip


def named(pair: Pair) -> str:
    """A pair in a sentence."""
    return pair_name(*pair)


def distinct(found: Iterable[Mistake], *answers: object) -> tuple[Mistake, ...]:
    """The first mistake of each answer, but for those that are right."""
    seen: dict[object, Mistake] = {}
    for mistake in found:
        if mistake.answer not in answers:
            seen.setdefault(mistake.answer, mistake)
    return tuple(seen.values())


def places(words: Words, pair: Pair) -> list[Term]:
    """The words in which a pair stands: the word, how often in it, and the word's count."""
    found = []
    for tokens, count in words:
        times = sum(each == pair for each in pairwise(tokens))
        if times:
            found.append(("".join(tokens), times, count))
    return found


def next_pair(run: Run, k: int, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: which pair is merged after k merges? shown: the words that are shown."""
    merge, counts = run.merges[k], run.pairs(k)
    answer = (merge.left, merge.right)
    plain = Counter(pair for tokens, _ in shown for pair in pairwise(tokens))
    if plain:
        most = max(plain.values())
        for pair in [pair for pair in plain if plain[pair] == most and counts[pair] < merge.count]:
            reason = t.ngettext(
                "{pair} stands in {places} place of the list, but each word counts as often as it "
                "occurs: {sum}.",
                "{pair} stands in {places} places of the list, but each word counts as often as it "
                "occurs: {sum}.",
                most,
            ).format(pair=named(pair), places=most, sum=written_out(places(shown, pair)))
            yield Mistake("unweighted", pair, reason)
    for old in run.merges[:k]:
        if not run.count((old.left, old.right), k):
            reason = t.gettext(
                "{pair} was merged at step {step} already: the two stand side by side no more."
            ).format(pair=named((old.left, old.right)), step=old.rank)
            yield Mistake("done", (old.left, old.right), reason)
    for pair, (before, after) in run.changes(k).items() if k else ():
        if before >= merge.count > after and after:
            reason = t.gettext(
                "{pair} had {before} until step {step} took some of its places; now it has {now}."
            ).format(pair=named(pair), before=number(before), step=k, now=number(after))
            yield Mistake("fallen", pair, reason)
    back = (answer[1], answer[0])
    if back not in counts:
        reason = t.gettext(
            "The other way round: {left} stands before {right}, and the order matters."
        ).format(left=quoted(answer[0]), right=quoted(answer[1]))
        yield Mistake("reversed", back, reason)
    yield from others(run, k, counts, t)
    for (one, _), (two, _) in pairwise(shown):
        pair = (one[-1], two[0])
        if pair not in counts:
            reason = t.gettext(
                "{pair} stand side by side only where one word ends and the next begins; pairs are "
                "counted inside words."
            ).format(pair=named(pair))
            yield Mistake("across", pair, reason)


def others(run: Run, k: int, counts: dict[Pair, int], t: Translation) -> Iterator[Mistake]:
    """The pairs that occur, but are not the next."""
    merge = run.merges[k]
    for pair, count in sorted(counts.items(), key=lambda item: -item[1])[:200]:
        if count == merge.count:
            reason = t.gettext(
                "{pair} occurs as often, but between equal counts the rule decides: {rule}."
            ).format(pair=named(pair), rule=rule_name(run.ties, t))
            yield Mistake("tied", pair, reason)
        else:
            reason = t.gettext("{pair} has a count of {count}; another pair has more.").format(
                pair=named(pair), count=number(count)
            )
            yield Mistake("less", pair, reason)


def count(run: Run, k: int, pair: Pair, shown: Words, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how often does a pair occur after k merges?

    A reason is given only if it is true of these words. The most specific mistakes come first.
    """
    found = places(shown, pair)
    left, right = pair
    values = {"left": quoted(left), "right": quoted(right)}
    if left == right:
        made = sum(
            n * (len(tokens) - len(bpe.reference.merge_pair(list(tokens), left, right)))
            for tokens, n in shown
        )
        reason = t.gettext(
            "You left out places that overlap. Every place counts; only a merge has to choose "
            "between two that overlap."
        )
        yield Mistake("overlap", made, reason)
    yield from missed_places(found, t)
    if any(n > 1 for _, _, n in found):
        reason = t.gettext(
            "You counted places in the list. Each word counts as often as it occurs."
        )
        yield Mistake("unweighted", sum(times for _, times, _ in found), reason)
        reason = t.gettext(
            "You counted words in the list. Every place in a word counts, and each word counts as "
            "often as it occurs."
        )
        yield Mistake("unweighted", len(found), reason)
    both = [
        (tokens, n)
        for tokens, n in shown
        if all(tokens.count(token) >= pair.count(token) for token in pair)
    ]
    lone = [tokens for tokens, _ in both if pair not in set(pairwise(tokens))]
    if lone:
        reason = t.gettext(
            "You counted every word with {left} and {right}, but in {word} they do not stand side "
            "by side in this order."
        ).format(**values, word=quoted("".join(lone[0])))
        yield Mistake("together", sum(n for _, n in both), reason)
    yield from other_counts(run, k, pair, shown, t)
    yield from missed_words(found, t)


def missed_places(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """The counts that come from missing places in words in which a pair occurs more than once."""
    true = sum(times * n for _, times, n in found)
    for word, times, n in found:
        reason = t.gettext("In {word} the pair stands more than once, and each place counts.")
        reason = reason.format(word=quoted(word))
        for missed in range(1, times):
            yield Mistake("once", true - missed * n, reason)
        if times > 1:
            yield Mistake("once", sum(n for _, _, n in found), reason)


def missed_words(found: list[Term], t: Translation) -> Iterator[Mistake]:
    """The counts that come from leaving out one word; if it could be several, all are named."""
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
    """Counts of something else than the pair that was asked about."""
    left, right = pair
    true = run.count(pair, k)
    values = {"left": quoted(left), "right": quoted(right)}
    ends = sum((one[-1], two[0]) == pair for (one, _), (two, _) in pairwise(shown))
    if ends:
        reason = t.gettext(
            "You counted across words: where one word ends and the next begins there is no pair."
        )
        yield Mistake("across", true + ends, reason)
    back = run.count((right, left), k)
    if back:
        reason = t.gettext("That is how often {right}+{left} occurs; the order counts.")
        yield Mistake("reversed", back, reason.format(**values))
    before = run.changes(k).get(pair, (true, true))[0] if k else true
    if before != true:
        reason = t.gettext("That was its count before step {step}, which changed it.")
        yield Mistake("before", before, reason.format(step=k))
    for token in pair:
        alone = sum(tokens.count(token) * n for tokens, n in shown)
        reason = t.gettext(
            "That is how often {token} occurs in these words, whatever stands beside it."
        )
        yield Mistake("token", alone, reason.format(token=quoted(token)))


def fit(run: Run, size: int, merges: int, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how many merges fit into a vocabulary of a size?"""
    special, alphabet = len(run.special_tokens), len(run.corpus.alphabet)
    separate = run.vocab_sizes[0] == special + alphabet  # no special token is a character too
    if special and separate:
        reason = t.gettext("The special tokens take room too: {special}.")
        yield Mistake("specials", merges + special, reason.format(special=number(special)))
    if separate:
        reason = t.ngettext(
            "The characters come first, and they take {characters} place.",
            "The characters come first, and they take {characters} places.",
            alphabet,
        )
        yield Mistake("characters", merges + alphabet, reason.format(characters=number(alphabet)))
    reason = t.gettext("That is the whole vocabulary; characters and special tokens are in it.")
    yield Mistake("all", size, reason)
    reason = t.gettext(
        "You took away the words. A vocabulary begins with the characters, of which there are "
        "{characters}."
    )
    words = size - special - len(run.words)
    if words >= 0:
        yield Mistake("words", words, reason.format(characters=number(alphabet)))


def ties(
    options: tuple[Pair, ...], chosen: str, winners: dict[str, Pair], t: Translation
) -> Iterator[Mistake]:
    """Wrong answers to: which of some equal pairs wins under a rule? winners: by rule."""
    for rule in bpe.TIES:
        if rule != chosen:
            reason = t.gettext("{pair} would win under another rule: {rule}.")
            values = {"pair": named(winners[rule]), "rule": rule_name(rule, t)}
            yield Mistake(rule, winners[rule], reason.format(**values))
    for pair in options:
        reason = t.gettext("{pair} does not come first under any of the rules.")
        yield Mistake("loses", pair, reason.format(pair=named(pair)))
