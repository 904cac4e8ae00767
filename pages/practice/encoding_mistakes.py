"""Known wrong answers to the questions about encoding, each with an explanation.

`mistakes` lists all kinds.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product

import bpe
from bpe import Merge, Run
from bpe.encoder import UNKNOWN
from pages.practice.mistakes import Known, format_pair
from pages.stage.question import Mistake
from pages.stage.tokens import quoted
from pages.translations.language import Translation


def encode(run: Run, rules: tuple[Merge, ...], word: str, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how is a word encoded with some merges? rules: these merges, by rank.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> mistakes = encode(run, run.merges[:2], "hun", Translation())
    >>> next(mistakes).answer
    ('h', 'un')
    """
    mistake, alphabet = Known("encode", t), run.alphabet
    vocab = {*alphabet, *(merge.token for merge in rules)}

    def known(tokens: Iterable[str]) -> tuple[str, ...]:
        return tuple(x if x in vocab or len(x) > 1 else UNKNOWN for x in tokens)

    yield mistake("longest", known(longest_first(word, vocab)))
    raw = merge_in_order(word, rules)
    unknown = [character for character in word if character not in alphabet]
    if unknown:
        values = {"character": quoted(unknown[0]), "unknown": quoted(UNKNOWN)}
        yield mistake("unread", raw, **values)
        yield mistake("dropped", tuple(x for x in raw if x not in unknown), **values)
        yield mistake("unknown", (UNKNOWN,), **values)
    yield mistake("leftmost", known(merge_leftmost(word, rules)))
    usable = [merge for merge in rules if merge.token in word]
    for count in range(len(usable) - 1, 0, -1):
        early = known(merge_in_order(word, tuple(usable[:count])))
        rest = known(merge_in_order(word, tuple(usable[: count + 1])))
        if rest != early:
            pair = format_pair((usable[count].left, usable[count].right))
            yield mistake("early", early, pair=pair, rank=usable[count].rank)
    yield mistake("characters", known(word))
    applied = [merge for merge in usable if changes(word, rules, merge)]
    for skipped in (*combinations(usable, 1), *combinations(usable, 2)):
        tokens = merge_in_order(word, tuple(merge for merge in usable if merge not in skipped))
        for merge in skipped:
            if merge in applied and (merge.left, merge.right) in pairwise(tokens):
                values = {"left": quoted(merge.left), "right": quoted(merge.right)}
                yield mistake("skipped", known(tokens), rank=merge.rank, **values)
                break


def changes(word: str, rules: tuple[Merge, ...], merge: Merge) -> bool:
    """Whether a merge joins tokens of a word when all merges are applied in their order.

    >>> from pages.state.defaults import defaults
    >>> rules = defaults("hug").train().merges
    >>> [merge.token for merge in rules if changes("hugs", rules, merge)]
    ['ug', 'hug', 'hugs']
    """
    before = merge_in_order(word, rules[: rules.index(merge)])
    return (merge.left, merge.right) in pairwise(before)


def longest_first(word: str, vocab: Iterable[str]) -> list[str]:
    """A word split from the left, always with the longest token that fits.

    >>> longest_first("unhug", {"un", "h", "hu", "g"})
    ['un', 'hu', 'g']
    """
    found, start = [], 0
    vocab = set(vocab)
    while start < len(word):
        ends = (end for end in range(len(word), start, -1) if word[start:end] in vocab)
        end = next(ends, start + 1)
        found.append(word[start:end])
        start = end
    return found


def splits(word: str) -> Iterator[tuple[str, ...]]:
    """All ways to split a word, with more and more tokens at its end.

    >>> list(splits("hug"))
    [('hug',), ('hu', 'g'), ('h', 'ug'), ('h', 'u', 'g')]
    """
    for ends in product((False, True), repeat=len(word) - 1):
        cuts = [0, *(i for i, is_end in enumerate(ends, 1) if is_end), len(word)]
        yield tuple(word[start:end] for start, end in pairwise(cuts))


def merge_in_order(word: str, rules: tuple[Merge, ...]) -> tuple[str, ...]:
    """The tokens of a word after the merges, with unknown characters unchanged.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> merge_in_order("hugs", run.merges[:1])
    ('h', 'ug', 's')
    """
    tokens = list(word)
    for merge in rules:
        tokens = bpe.reference.merge_pair(tokens, merge.left, merge.right)
    return tuple(tokens)


def merge_leftmost(word: str, rules: tuple[Merge, ...]) -> list[str]:
    """The tokens of a word if the leftmost possible merge is applied, whatever its rank.

    >>> rules = (Merge(1, "u", "g", "ug", 20, 1), Merge(2, "h", "u", "hu", 15, 1))
    >>> merge_leftmost("hug", rules), merge_in_order("hug", rules)
    (['hu', 'g'], ('h', 'ug'))
    """
    tokens, pairs = list(word), {(merge.left, merge.right) for merge in rules}
    while True:
        index = next((i for i, pair in enumerate(pairwise(tokens)) if pair in pairs), None)
        if index is None:
            return tokens
        tokens[index : index + 2] = ["".join(tokens[index : index + 2])]
