"""Whether an explanation of a mistake is true, computed without the code that made it."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, pairwise
from math import isclose, log, prod

import bpe
from bpe.byte_characters import byte_level
from pages.practice.questions import Exercise
from tests.app.quiz_helpers import (
    reference,
    replayed,
    words_of,
)

UNK = "[UNK]"


def quotes(sentence: str) -> list[str]:
    """The tokens and words quoted in a sentence."""
    plain = sentence.replace("◌", "").replace("␣", " ")
    plain = re.sub("⟨U\\+([0-9A-F]+)⟩", lambda code: chr(int(code[1], 16)), plain)
    return re.findall("\u2068(.*?)\u2069", plain)


@cache
def all_counted(settings, k: int) -> Counter:
    corpus, _, splits = replayed(settings, k)
    return Counter(bpe.reference.count_pairs(splits, corpus))


def count_is_true(settings, question: Exercise, name: str, value: int, reason: str) -> bool:
    pair = tuple(quotes(question.prompt))
    shown = words_of(question)
    k = question.link.step - 1
    here = [
        (tokens, n, indices_of(tokens, pair)) for tokens, n in shown if indices_of(tokens, pair)
    ]
    named = quotes(reason)
    missing = question.answer - value
    match name:
        case "overlap":
            apart = sum(n * non_overlapping(tokens, pair[0]) for tokens, n in shown)
            return pair[0] == pair[1] and value == apart
        case "once":
            found = [(n, len(at)) for tokens, n, at in here if "".join(tokens) in named]
            parts = {n * missed for n, times in found for missed in range(1, times)}
            every = sum(n * (len(at) - 1) for _, n, at in here)
            return max(times for _, times in found) > 1 and missing in parts | {every}
        case "unweighted":
            plain = (sum(len(at) for _, _, at in here), len(here))
            return any(n > 1 for _, n, _ in here) and value in plain
        case "together":
            both = [(x, n) for x, n in shown if not Counter(pair) - Counter(x)]
            (word,) = (x for x, _ in both if "".join(x) == named[-1])
            return not indices_of(word, pair) and value == sum(n for _, n in both)
        case "across":
            return -missing == sum((a[-1], b[0]) == pair for (a, _), (b, _) in pairwise(shown)) > 0
        case "reversed":
            return value == all_counted(settings, k)[pair[::-1]] > 0
        case "before":
            return value == all_counted(settings, k - 1)[pair] and f"before step {k}." in reason
        case "token":
            (token,) = named
            return token in pair and value == sum(n * x.count(token) for x, n in shown)
        case "missed":
            shares = {"".join(x): n * len(at) for x, n, at in here}
            ways = [
                way
                for size in range(1, len(shares))
                for way in combinations(shares, size)
                if sum(map(shares.get, way)) == missing
            ]
            return named == [x for x in shares if any(x in way for way in ways)]
    raise AssertionError(name)


def indices_of(tokens, pair) -> list[int]:
    return [i for i, each in enumerate(pairwise(tokens)) if each == pair]


def non_overlapping(tokens, token: str) -> int:
    return sum(len(list(run)) // 2 for x, run in groupby(tokens) if x == token)


def next_is_true(settings, question: Exercise, name: str, pair: object, reason: str) -> bool:
    k = question.link.step - 1
    counts = all_counted(settings, k)
    most = counts[question.answer]
    assert isinstance(pair, tuple)
    match name:
        case "unweighted":
            plain = Counter(x for tokens, _ in words_of(question) for x in pairwise(tokens))
            singular = "1 place " in reason
            return (
                plain[pair] == max(plain.values())
                and counts[pair] < most
                and any(n > 1 for _, n in words_of(question))
                and f"is in {plain[pair]} place" in reason
                and singular == (plain[pair] == 1)
            )
        case "done":
            merged = {(m.left, m.right): m.rank for m in reference(settings)[:k]}
            return f"at step {merged[pair]}," in reason and not counts[pair]
        case "fallen":
            return all_counted(settings, k - 1)[pair] >= most > counts[pair] > 0
        case "reversed":
            return pair == question.answer[::-1] and not counts[pair]  # type: ignore[index]
        case "tied":
            return counts[pair] == most
        case "less":
            return 0 < counts[pair] < most
        case "across":
            ends = {(a[-1], b[0]) for (a, _), (b, _) in pairwise(words_of(question))}
            return pair in ends and not counts[pair]
        case "gone":
            number, step = map(int, re.findall(r"count of (\d+) before step (\d+)", reason)[0])
            merge = reference(settings)[step - 1]
            return (
                all_counted(settings, step - 1)[pair] == number > 0
                and all_counted(settings, step)[pair] == 0 == counts[pair]
                and quotes(reason) == [*pair, merge.left, merge.right] != [*pair, *pair]
            )
    raise AssertionError(name)


def fit_is_true(_, question: Exercise, name: str, value: object, reason: str) -> bool:
    settings = question.link.settings
    corpus = settings.read_corpus()
    characters, special = len(set("".join(corpus.counts))), len(settings.bpe.special.split())
    occurring = characters
    characters = 256 if settings.bpe.alphabet == "bytes" else characters
    assert settings.bpe.vocab - characters - special == question.answer
    return value == {
        "specials": settings.bpe.vocab - characters,
        "characters": settings.bpe.vocab - special,
        "all": settings.bpe.vocab,
        "words": settings.bpe.vocab - special - len(corpus.counts),
        "bytes": settings.bpe.vocab - special - occurring,
        "start": characters,
    }[name] and (name != "specials" or special > 0)  # fmt: skip


def ties_is_true(settings, question: Exercise, name: str, pair: object, reason: str) -> bool:
    options, k = question.form.options, question.link.step - 1
    corpus, merges, _ = replayed(settings, k)
    first = [each for each in all_counted(settings, k) if each in options]
    ids = [*sorted(set("".join(corpus.counts))), *(merge.token for merge in merges)]
    wins = {
        "first": first[0],
        "lowest": min(options, key=lambda each: [ids.index(token) for token in each]),
        "greatest": max(options, key=lambda each: [token.encode() for token in each]),
    }
    if name == "loses":
        return pair not in wins.values()
    return pair == wins[name]


def encode_is_true(settings, question: Exercise, name: str, tokens: object, reason: str) -> bool:
    (word,) = quotes(question.prompt)
    rules = [row[1] for fact in question.facts if fact.columns for row in fact.rows]
    known = set("".join(question.link.settings.read_corpus().counts))
    assert isinstance(tokens, tuple)
    held = tuple(x if len(x) > 1 or x in known else UNK for x in word)
    merged = list(word)
    for left, right in rules:
        merged = bpe.reference.merge_pair(merged, left, right)
    strange = [x for x in word if x not in known]
    if name in ("unread", "dropped", "unknown"):
        plain = {"unread": merged, "dropped": [x for x in merged if x not in strange]}
        return bool(strange) and list(tokens) == plain.get(name, [UNK])
    if name == "longest":
        return list(tokens) == greedy(word, known | {a + b for a, b in rules}, UNK)
    if name == "characters":
        return tokens == held
    if name == "early":
        left, right = quotes(reason)
        return (left, right) in rules and (left, right) in set(pairwise(tokens))
    if name == "skipped":  # and perhaps another one
        (pair,) = pairwise(quotes(reason))
        ranks = {(m.left, m.right): m.rank for m in reference(settings)}
        before = applied(word, rules[: rules.index(pair)], set(), set(word))
        return (
            pair in set(pairwise(before))  # the right encoding applies this merge
            and any(applied(word, rules, {pair, other}, known) == list(tokens) for other in rules)
            and pair in set(pairwise(tokens)) & set(rules)
            and f"merge {ranks[pair]}:" in reason
        )
    assert name == "leftmost"
    return tokens != question.answer and not set(pairwise(tokens)) & set(rules)


def applied(word: str, rules: list, skipped: set, known: set[str]) -> list[str]:
    """The tokens of a word after all rules except some."""
    tokens = list(word)
    for rule in rules:
        if rule not in skipped:
            tokens = bpe.reference.merge_pair(tokens, *rule)
    return [x if len(x) > 1 or x in known else UNK for x in tokens]


def greedy(word: str, vocab: set[str], unknown: str = "") -> list[str]:
    """The greedy segmentation of a word into the longest tokens from the left."""
    if not word:
        return []
    longest = max(
        (word[:i] for i in range(1, len(word) + 1) if word[:i] in vocab), key=len, default=""
    )
    return [longest or unknown, *greedy(word[len(longest) or 1 :], vocab, unknown)]


@cache
def shares_of(settings) -> dict[str, Fraction]:
    seeds = settings.train_unigram().seeds
    counts = dict(zip(seeds.pieces, map(int, seeds.counts), strict=True))
    return {piece: Fraction(n, sum(counts.values())) for piece, n in counts.items()}


def segmentation_is_true(
    settings, question: Exercise, name: str, tokens: object, reason: str
) -> bool:
    share = shares_of(settings)
    word = "".join(question.answer)
    assert isinstance(tokens, tuple)
    assert "".join(tokens) == word
    best, given = (prod(map(share.__getitem__, x)) for x in (question.answer, tokens))
    premise = {
        "longest": list(tokens) == greedy(word, set(share)),
        "characters": len(tokens) == len(word),
        "merged": tokens == settings.train().encode(word).tokens,
        "worse": True,
    }[name]
    return premise and given < best


def probability_is_true(
    settings, question: Exercise, name: str, value: object, reason: str
) -> bool:
    share = shares_of(settings)
    total = settings.train_unigram().seeds.total
    word, *tokens = quotes(question.prompt)
    chances = [share[x] for x in tokens]
    assert isinstance(value, Fraction)
    match name:
        case "own":
            count = settings.read_corpus().counts[word]
            piece = quotes(reason)[0]
            return share[piece] * total != count and value == prod(chances) / share[
                piece
            ] * Fraction(count, total)
        case "added":
            return value == sum(chances)
        case "product":
            return value in (prod(chances) * total ** len(tokens),
                             prod(chances) * total ** (len(tokens) - 1))  # fmt: skip
        case "logarithm":
            return isclose(abs(value), -log(prod(chances)))
        case "characters":
            return value == prod(share[x] for x in word)
        case "other":
            other = quotes(reason)
            return (
                "".join(other) == word
                and other != tokens
                and value == prod(share[x] for x in other)
            )
    raise AssertionError(name)


def rise_is_true(settings, question: Exercise, name: str, piece: object, reason: str) -> bool:
    run = settings.train_unigram()
    counted = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    counts = {piece: counted[piece] for piece in question.form.options}
    rises = dict(run.rounds[0].rises)
    least = [x for x in counts if counts[x] == min(counts.values())]
    return rises[piece] > 1e-6 and (name == "rarest") == (least == [piece])


def loss_is_true(settings, question: Exercise, name: str, value: object, reason: str) -> bool:
    rows = [
        (int(count), Fraction(old), Fraction(new)) for _, count, old, new in question.facts[0].rows
    ]
    match name:
        case "single":
            return value == sum(new - old for _, old, new in rows)
        case "new":
            return value == sum(count * new for count, _, new in rows)
        case "one":
            return value in [count * (new - old) for count, old, new in rows]
    raise AssertionError(name)


def share_is_true(settings, question: Exercise, name: str, value: object, reason: str) -> bool:
    run = settings.train_unigram()
    counts = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    total = sum(counts.values())
    found = [row[0] for row in question.facts[0].rows]
    chances = {tokens: prod(Fraction(counts[x], total) for x in tokens) for tokens in found}
    times, asked = run.corpus.counts["".join(found[0])], tuple(quotes(question.prompt)[1:])
    share = {tokens: chance / sum(chances.values()) for tokens, chance in chances.items()}
    assert isclose(times * share[asked], question.answer)
    match name:
        case "all":
            return value == times
        case "equal":
            return value == Fraction(times, len(found))
        case "unscaled":
            return value == times * chances[asked]
        case "part":
            return value == share[asked]
        case "other":
            return value == times * share[tuple(quotes(reason))]
    raise AssertionError(name)


def bytes_is_true(settings, question: Exercise, name: str, value: int, reason: str) -> bool:
    text = settings.view.sentence
    sizes = [len(each.encode()) for each in text]
    long = [size for size in sizes if size > 1]
    match name:
        case "characters":
            return value == len(text)
        case "space":
            return value == len(text.replace(" ", "").encode())
        case "repeated":
            return value == len("".join(dict.fromkeys(text)).encode())
        case "double":
            return value == 2 * len(text)
        case "triple":
            return value == len(text) + 2 * len(long)
        case "accent":
            return value == len(text) + len(long) and max(long) > 2
    raise AssertionError(name)


def symbols_is_true(settings, question: Exercise, name: str, value: str, reason: str) -> bool:
    text = settings.view.sentence
    rows = {row[0]: row[1][0] for row in question.facts[2].rows}
    symbol = {bytes.fromhex(byte)[0]: sign for byte, sign in rows.items()}
    read = {sign: byte for byte, sign in symbol.items()}
    given = [read.get(each, ord(each) if each.isascii() else None) for each in value]
    true = list(text.encode())
    match name:
        case "characters":
            return value == text.replace(" ", "Ġ")
        case "space":
            return given == [byte for byte in true if byte != ord(" ")]
        case "backwards":
            return sorted(given) == sorted(true) and given != true
        case "short":
            at = next(i for i, byte in enumerate(true) if i == len(given) or given[i] != byte)
            return given == true[:at] + true[at + 1 :]
        case "value":
            differ = [(one, other) for one, other in zip(given, true, strict=True) if one != other]
            (byte,) = (other for _, other in differ)
            return f"is {byte:02X}" in reason and quotes(reason)[1] == symbol[byte]
    raise AssertionError(name)


def unseen_is_true(settings, question: Exercise, name: str, value: int, reason: str) -> bool:
    text, seen = settings.view.sentence, {row[0][0] for row in question.facts[0].rows}
    new = [each for each in text if len(each.encode()) > 1 and each not in "".join(seen)]
    known = "".join("\n" if each in new else each for each in text).split("\n")
    rest = sum(len(merged(each, reference(settings))) for part in known for each in words_in(part))
    match name:
        case "unknown":
            return value == rest + len(new) and quotes(reason)[0] in new
        case "dropped":
            return value == rest and quotes(reason)[0] in new
        case "bytes":
            return value == len(text.encode())
        case "characters":
            return value == len(text)
    raise AssertionError(name)


def words_in(text: str) -> list[str]:
    """The words of a text at the byte level, each with the space before it."""
    return [byte_level(each) for each in re.findall(" ?[^ ]+| ", text)]


def merged(word: str, merges: list) -> list[str]:
    tokens = list(word)
    for merge in merges:
        tokens = bpe.reference.merge_pair(tokens, merge.left, merge.right)
    return tokens


CHECKS = {
    "bytes": bytes_is_true,
    "symbols": symbols_is_true,
    "unseen": unseen_is_true,
    "next": next_is_true,
    "count": count_is_true,
    "encode": encode_is_true,
    "fit": fit_is_true,
    "ties": ties_is_true,
    "segmentation": segmentation_is_true,
    "probability": probability_is_true,
    "rise": rise_is_true,
    "loss": loss_is_true,
    "share": share_is_true,
}
