"""Chapter 4: ties between pairs, and spaces. `chapter_4_size` is about bytes and the size."""

from dataclasses import replace

import bpe
from pages.course.bpe_tasks import (
    COUNTING,
    Pair,
    count_part,
    five_words,
    next_merge,
    own_words,
    pair_ids,
    trained,
)
from pages.course.chapters.chapter_4_size import (
    all_bytes,
    longer_tokens,
    merges_of_size,
    more_bytes,
    room_for_merges,
)
from pages.course.part_texts import Reason, chapter_of, part
from pages.course.parts import CONTROLS, NUMBER, REST, Chapter, Part, Place
from pages.practice import mistakes
from pages.practice.tie_questions import order_found, winners
from pages.stage.tokens import listing, pair_name, quoted, with_number
from pages.state.defaults import defaults
from pages.translations.language import Translation

EXAMPLE = "so 4 do 4 on 1 us 4"  # three of its four pairs are tied
BEFORE_TIE = 4  # merges of the five words before the first tie
SPACED = "hug a pug"
NEVER = ("s", "Ġ")  # a pair that no word can contain


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'ties'
    """
    parts = (meet_a_tie, first_found, words_with_spaces, pairs_with_space, lowest_id, why_rules,
             more_bytes, all_bytes, room_for_merges, longer_tokens)  # fmt: skip
    questions = first_of_tied, never_merged, merges_of_size
    return chapter_of("ties", parts, questions, t, lang, (CONTROLS,))


def meet_a_tie(t: Translation, lang: str) -> Part:
    """Count how many pairs share the highest count."""
    run = trained(five_words(lang))
    counts = run.pairs(BEFORE_TIE)
    tied, others = tied_and_others(run, BEFORE_TIE)
    words = ["".join(tokens) for tokens, _ in run.at(BEFORE_TIE).words if len(tokens) == 2]
    shown = (f"{pair_name(*pair)} {counts[pair]}" for pair in (*tied, *others))
    example = trained(own_words(EXAMPLE, lang))
    counted, (equal, _) = example.pairs(0), tied_and_others(example, 0)
    return part(
        "tie-count",
        t,
        Place(five_words(lang), step=BEFORE_TIE),
        NUMBER,
        len(tied),
        reasons={1: "one", len(counts): "all", max(counts.values()): "count"},
        hint_marks=tuple(f"word {word}" for word in words),
        hides=COUNTING,
        values={
            "step": BEFORE_TIE,
            "words": list(map(quoted, words)),
            "counts": t.gettext(", ").join(shown),
            "pairs": names(tied, t),
            "pair": pair_name(*others[0]),
            "count": counts[others[0]],
            "example_counts": t.gettext(", ").join(
                with_number(pair_name(*pair), counted[pair]) for pair in counted
            ),
            "example_tied": names(equal, t),
            "example_most": counted[equal[0]],
            "example_answer": len(equal),
        },
    )


def tied_and_others(run: bpe.Run, k: int) -> tuple[list[Pair], list[Pair]]:
    """The pairs with the highest count after k merges, in corpus order, and the other pairs.

    >>> tied_and_others(trained(five_words("en")), 4)
    ([('p', 'ug'), ('hug', 's')], [('b', 'un')])
    """
    counts = run.pairs(k)
    most = max(counts.values())
    tied = order_found(run, k, {pair for pair in counts if counts[pair] == most})
    return tied, [pair for pair in counts if pair not in tied]


def names(pairs: list[Pair], t: Translation) -> str:
    r"""Pairs in a sentence.

    >>> names([("u", "g")], Translation())
    '\u2068u\u2069+\u2068g\u2069'
    """
    return listing([pair_name(*pair) for pair in pairs], t)


def first_found(t: Translation, lang: str) -> Part:
    """Merge the tied pair that is found first."""
    run = trained(five_words(lang))
    tied, others = tied_and_others(run, BEFORE_TIE)
    merge = run.merges[BEFORE_TIE]
    words = {pair: first_word(run, BEFORE_TIE, pair) for pair in tied}
    reasons: dict[object, Reason] = {}
    for pair in tied[1:]:
        values = {"pair": pair_name(*pair), "word": quoted(words[pair])}
        reasons[pair_ids(run, pair)] = "later", values
    for pair in others:
        found = {"pair": pair_name(*pair), "count": run.count(pair, BEFORE_TIE)}
        reasons[pair_ids(run, pair)] = "less", found
    return part(
        "tie-first",
        t,
        Place(five_words(lang), step=BEFORE_TIE),
        task=next_merge(run, BEFORE_TIE, t),
        reasons=reasons,
        hint_marks=tuple(f"word {word}" for word in words.values()),
        hides=COUNTING,
        leads_to=BEFORE_TIE + 1,
        values={
            "pairs": names(tied[::-1], t),
            "pair": pair_name(*tied[0]),
            "word": quoted(words[tied[0]]),
            "rank": merge.rank,
            "token": quoted(merge.token),
            "count": merge.count,
        },
    )


def first_word(run: bpe.Run, k: int, pair: Pair) -> str:
    """The first word that contains a pair after k merges.

    >>> first_word(trained(five_words("en")), 0, ("u", "n"))
    'pun'
    """
    return mistakes.words_with_pair(list(run.at(k).words), pair)[0][0]


def lowest_id(t: Translation, lang: str) -> Part:
    """Choose the tied pair with the lowest ids."""
    settings = defaults("course").replace(lang=lang, ties="lowest")
    run = trained(settings)
    order, _ = tied_and_others(run, 1)
    wins = winners(run, order)
    answer = wins["lowest"]
    reasons: dict[object, Reason] = {}
    for pair in order:
        values = {"pair": pair_name(*pair), "id": run.ids[pair[0]]}
        wrong = ("first" if pair == wins["first"] else "higher"), values
        reasons[pair_name(*pair)] = "" if pair == answer else wrong
    ids = t.gettext(", ").join(with_number(quoted(left), run.ids[left]) for left, _ in order)
    return part(
        "tie-lowest",
        t,
        Place(settings, step=1),
        reasons=reasons,
        own={"done": {"pair": pair_name(*wins["first"])}},
        marks=tuple(f"pair {pair_ids(run, pair)}" for pair in order),
        hides=COUNTING,
        leads_to=2,
        values={
            "ids": ids,
            "tied": sum(merge.tied > 1 for merge in run.merges),
            "merges": len(run.merges),
            "step": 1,
            "pairs": names(order, t),
            "token": quoted(answer[0]),
            "id": run.ids[answer[0]],
            "pair": pair_name(*answer),
        },
    )


def why_rules(t: Translation, lang: str) -> Part:
    """Say why two programs can learn different tokens from one corpus."""
    settings = defaults("course").replace(lang=lang, ties="lowest")
    return part("why-tie-rule", t, Place(settings, step=2), hides=("charts",))


def words_with_spaces(t: Translation, lang: str) -> Part:
    """Choose how a text is split into words."""

    def option(words: list[str]) -> str:
        return " ".join(map(quoted, words))

    plain = SPACED.split()
    words = [each.word for each in bpe.pre_tokenize(SPACED, "gpt2")]
    found = part(
        "space-words",
        t,
        Place(defaults("course").replace(lang=lang)),
        reasons={
            option(plain): "lost",
            option(["Ġ" + word for word in plain]): "first",
            option(words): "",
            option([*(word + "Ġ" for word in plain[:-1]), plain[-1]]): "after",
        },
        hides=COUNTING,
        values={
            "sign": quoted("Ġ"),
            "text": quoted(SPACED),
            "words": option(words),
            "one": quoted(plain[-1]),
            "other": quoted(words[-1]),
        },
    )
    return replace(found, keeps=("pairs", REST))


def pairs_with_space(t: Translation, lang: str) -> Part:
    """Count a pair whose left character is a space."""
    settings, pair = defaults("course").replace(lang=lang), ("Ġ", "t")
    run = trained(settings)
    word = next(word for word in run.words if word.startswith("T"))
    with_capital = run.count(pair, 0) + run.corpus.counts[word]
    return count_part(
        "space-pairs",
        settings,
        0,
        pair,
        t,
        reasons={with_capital: ("capital", {"word": quoted(word)})},
        values={"words": len(run.words), "sign": quoted("Ġ")},
    )


def first_of_tied(t: Translation, lang: str) -> Part:
    """Question: merge the first of the tied pairs of another corpus."""
    settings = defaults("sennrich").replace(lang=lang)
    run = trained(settings)
    merge = run.merges[0]
    pair = merge.left, merge.right
    tied = [pair for pair, count in run.pairs(0).items() if count == merge.count]
    reasons: dict[object, Reason] = {}
    for other in tied:
        if other != pair:
            where = {"pair": pair_name(*other), "word": quoted(first_word(run, 0, other))}
            reasons[pair_ids(run, other)] = "later", where
    return part(
        "ties-question-rule",
        t,
        Place(settings),
        task=next_merge(run, 0, t),
        reasons=reasons,
        hides=COUNTING,
        leads_to=1,
        values={
            "sign": quoted("·"),
            "space": quoted("Ġ"),
            "tied": merge.tied,
            "count": merge.count,
            "pairs": names(tied[::-1], t),
            "pair": pair_name(*pair),
            "word": quoted(first_word(run, 0, pair)),
        },
    )


def never_merged(t: Translation, lang: str) -> Part:
    """Question: which pair cannot occur?"""
    settings = defaults("course").replace(lang=lang)
    run = trained(settings)
    merges = {(m.left, m.right): m.rank for m in run.merges if "Ġ" in m.token or m.rank < 4}
    reasons: dict[object, Reason] = {}
    for pair in sorted([*list(merges)[:4], NEVER]):
        there = "there", {"pair": pair_name(*pair), "rank": merges.get(pair, 0)}
        reasons[pair_name(*pair)] = "" if pair == NEVER else there
    return part(
        "ties-question-space",
        t,
        Place(settings),
        reasons=reasons,
        hides=COUNTING,
        values={"sign": quoted("Ġ"), "pair": pair_name(*NEVER)},
    )
