"""Chapter 2 of the course: count, merge, repeat. The learner trains BPE by hand."""

from dataclasses import replace

from pages.course.bpe_tasks import (
    COUNTING,
    count_part,
    five_words,
    merge_part,
    own_words,
    token_names,
    trained,
)
from pages.course.part_texts import Reason, chapter_of, part
from pages.course.parts import CONTROLS, NUMBER, REST, STEP, TOKENS, Chapter, Part, Place, ask
from pages.practice import mistakes
from pages.stage.tokens import number, pair_name, quoted
from pages.training.pair_sums import write_sum
from pages.translations.language import Translation

# Five other words: the part before the fourth merge has shown all merges of the usual ones.
MORE_WORDS = "map 6 mop 4 cap 9 cop 5 caps 3"
MERGED = 3  # merges that the learner makes before the questions
# The pair in most words is not the pair with the highest count.
OTHER_WORDS = "cat 9 rat 1 bat 2 cap 4"


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'train'
    """
    parts = (count_tokens, adjacent_tokens, count_a_pair, first_merge, merge_everywhere,
             counts_change, why_it_falls, second_merge, third_merge, repeat)  # fmt: skip
    questions = fourth_merge, size_after_merges, other_words
    return chapter_of("train", parts, questions, t, lang, (CONTROLS,))


def count_tokens(t: Translation, lang: str) -> Part:
    """Count a token, with the counts of its words."""
    settings, token = five_words(lang), "h"
    counts = trained(settings).corpus.counts
    found = [(word, word.count(token), n) for word, n in counts.items() if token in word]
    word = found[0][0]
    other = "p"
    worked = [(word, word.count(other), n) for word, n in counts.items() if other in word]
    answers = (str(sum(times * n for _, times, n in found)),)
    missed = {str(each.answer): each.reason for each in mistakes.missed_words(found, t)}
    return part(
        "count-tokens",
        t,
        Place(settings),
        task=ask("", NUMBER, missed, hint="", worked="", answers=answers),
        reasons={len(found): "unweighted"},
        hint_marks=tuple(f"word {word}" for word, _, _ in found),
        values={
            "word": quoted(word),
            "count": counts[word],
            "token": quoted(token),
            "sum": write_sum(found),
            "other": quoted(other),
            "other_sum": write_sum(worked),
        },
    )


def adjacent_tokens(t: Translation, lang: str) -> Part:
    """Find the two tokens that are no pair of the corpus."""
    settings = five_words(lang)
    reasons: dict[object, Reason] = {}
    for pair in ("hu", "gs", "gu", "un"):
        word = next((word for word in trained(settings).words if pair in word), "")
        reasons[pair_name(*pair)] = ("there", {"word": quoted(word)}) if word else ""
    return part(
        "adjacent-tokens",
        t,
        Place(settings),
        reasons=reasons,
        values={
            "word": quoted("pun"),
            "first": pair_name("p", "u"),
            "second": pair_name("u", "n"),
            "left": quoted("u"),
            "right": quoted("g"),
            "pair": pair_name("u", "g"),
        },
    )


def count_a_pair(t: Translation, lang: str) -> Part:
    """Count a pair in the corpus."""
    settings, pair = five_words(lang), ("u", "g")
    places = mistakes.words_with_pair(list(trained(settings).at(0).words), pair)
    written = [f"{quoted(word)} ×{number(times * n)}" for word, times, n in places]
    return calm(count_part("count-pair", settings, 0, pair, t, values={"places": written}))


def first_merge(t: Translation, lang: str) -> Part:
    """Make the first merge. Its step and the counts would answer the next parts."""
    return calm(merge_part("first-merge", five_words(lang), 0, t, is_shown=False))


def merge_everywhere(t: Translation, lang: str) -> Part:
    """Apply the first merge to a word."""
    settings, word = five_words(lang), "hugs"
    run = trained(settings)
    merge, tokens = run.merges[0], run.encoder().at(1).encode(word).tokens
    return part(
        "merge-everywhere",
        t,
        Place(settings),
        TOKENS,
        tokens,
        reasons={
            " ".join(word): "before",
            word: "whole",
            **dict.fromkeys(("hug s", "h ugs"), "three"),
            **dict.fromkeys(("hu g s", "h u gs", "hu gs"), "other"),
        },
        marks=(f"word {word}",),
        hint_marks=(f"word {word}",),
        leads_to=1,
        values={
            "left": quoted(merge.left),
            "right": quoted(merge.right),
            "new": quoted(merge.token),
            "word": quoted(word),
            "tokens": token_names(tokens, t),
        },
    )


def counts_change(t: Translation, lang: str) -> Part:
    """Count a pair again after the first merge."""
    settings, pair = five_words(lang), ("p", "u")
    run = trained(settings)
    before = run.count(pair, 0)
    values = {"new": quoted(run.merges[0].token), "before": before}
    reasons: dict[object, Reason] = {before - run.count(pair, 1): "lost"}
    return calm(count_part("counts-change", settings, 1, pair, t, values, reasons))


def why_it_falls(t: Translation, lang: str) -> Part:
    """Say why a merge changes the count of another pair."""
    settings, pair = five_words(lang), ("p", "u")
    run = trained(settings)
    new = run.merges[0].token
    word = pair[0] + new  # the merge needs the same token of it as the pair
    found = part(
        "why-count-falls",
        t,
        Place(settings, step=1),
        hides=COUNTING,
        values={
            "pair": pair_name(*pair),
            "before": run.count(pair, 0),
            "after": run.count(pair, 1),
            "word": quoted(word),
            "count": run.corpus.counts[word],
            "left": quoted(pair[0]),
            "right": quoted(pair[1]),
            "new": quoted(new),
            "merged": pair_name(run.merges[0].left, run.merges[0].right),
        },
    )
    return calm(found)


def calm(made: Part) -> Part:
    """A part whose stage still shows no counts after the answer: only later parts explain them."""
    return replace(made, keeps=("pairs", REST))


def second_merge(t: Translation, lang: str) -> Part:
    """Make the second merge."""
    return merge_part("second-merge", five_words(lang), 1, t)


def third_merge(t: Translation, lang: str) -> Part:
    """Make the third merge, with a token that a merge made."""
    return merge_part("third-merge", five_words(lang), 2, t)


def repeat(t: Translation, lang: str) -> Part:
    """Watch the other merges."""
    settings = five_words(lang)
    sizes, merges = trained(settings).vocab_sizes, len(trained(settings).merges)
    values = {"merges": merges, "before": sizes[0], "after": sizes[-1]}
    return part("repeat", t, Place(settings, step=MERGED), STEP, merges, values=values)


def fourth_merge(t: Translation, lang: str) -> Part:
    """Make the fourth merge of other words."""
    return merge_part("question-fourth-merge", own_words(MORE_WORDS, lang), MERGED, t)


def size_after_merges(t: Translation, lang: str) -> Part:
    """Say how many tokens the vocabulary has after some merges."""
    settings = five_words(lang)
    run = trained(settings)
    size, first = run.vocab_sizes[MERGED], run.vocab_sizes[0]
    return part(
        "question-vocabulary-after",
        t,
        Place(settings),
        NUMBER,
        size,
        reasons={
            MERGED: "new",
            first: "characters",
            len(run.words) + MERGED: "words",
            first - MERGED: "removed",
            first + 2 * MERGED: "two",
            sum(map(len, run.words)) + MERGED: "places",
        },
        leads_to=MERGED,
        hides=COUNTING,
        values={"first": first, "merges": MERGED, "size": size},
    )


def other_words(t: Translation, lang: str) -> Part:
    """Make the first merge of another corpus."""
    settings = own_words(OTHER_WORDS, lang)
    counts = trained(settings).corpus.counts
    values = {"different": len(counts), "count": sum(counts.values())}
    return merge_part("question-other-words", settings, 0, t, values=values)
