"""Chapter 2 of the course: count, merge, repeat. The learner trains BPE by hand."""

from pages.course import chapter_2_questions
from pages.course.bpe_tasks import COUNTING, count_pair, five_words, trained
from pages.course.chapter_2_merges import (
    counts_change,
    first_merge,
    merge_everywhere,
    repeat,
    second_merge,
    third_merge,
)
from pages.course.parts import NUMBER, Chapter, Part, Place, ask
from pages.practice import mistakes
from pages.stage.tokens import number, pair_name, quoted
from pages.training.pair_sums import write_sum
from pages.translations.language import Translation


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'train'
    """
    parts = (count_tokens, adjacent_tokens, count_a_pair, first_merge, merge_everywhere,
             counts_change, second_merge, third_merge, repeat)  # fmt: skip
    return Chapter(
        name="train",
        title=t.gettext("Count, merge, repeat"),
        can_do=t.gettext(
            "You can train BPE by hand: count the pairs, merge the most frequent one, and count "
            "again."
        ),
        parts=(*(make(t, lang) for make in parts), *chapter_2_questions.questions(t, lang)),
    )


def count_tokens(t: Translation, lang: str) -> Part:
    """Count a token, with the counts of its words.

    >>> count_tokens(Translation(), "en").task.answers
    ('15',)
    """
    settings, token = five_words(lang), "h"
    counts = trained(settings).corpus.counts
    found = [(word, word.count(token), n) for word, n in counts.items() if token in word]
    answer = sum(times * n for _, times, n in found)
    unweighted = t.gettext(
        "You counted each place in the list once. For each place, add the count of its word."
    )
    word = found[0][0]
    return Part(
        name="count-tokens",
        title=t.gettext("You are the trainer"),
        text=t.gettext(
            "In this chapter, you train a tokenizer with Byte-Pair Encoding, or BPE for short.\n"
            "At the start, each character is a token.\n"
            "{word} has the number ×{count}: it occurs {count} times in the corpus. In this word, "
            "each token also occurs {count} times."
        ).format(word=quoted(word), count=number(counts[word])),
        place=Place(settings),
        task=ask(
            prompt=t.gettext("How often does the token {token} occur in the corpus?").format(
                token=quoted(token)
            ),
            form=NUMBER,
            hint=t.gettext("Find the words with {token}, and add their counts.").format(
                token=quoted(token)
            ),
            worked=t.gettext("{token}: {sum}.").format(token=quoted(token), sum=write_sum(found)),
            reasons={str(len(found)): unweighted}
            | {str(each.answer): each.reason for each in mistakes.missed_words(found, t)},
            hint_marks=tuple(f"word {word}" for word, _, _ in found),
            answers=(str(answer),),
        ),
        marks=("corpus",),
        hides=("pairs", "later"),
    )


def adjacent_tokens(t: Translation, lang: str) -> Part:
    """Find the two tokens that are no pair of the corpus.

    >>> adjacent_tokens(Translation(), "en").task.answer == pair_name("g", "u")
    True
    """
    settings = five_words(lang)
    run = trained(settings)
    pairs, wrong = [("h", "u"), ("g", "s"), ("u", "n")], ("g", "u")
    there = t.gettext("This pair is in {word}.")
    words = {pair: next(word for word in run.words if "".join(pair) in word) for pair in pairs}
    return Part(
        name="adjacent-tokens",
        title=t.gettext("Pairs"),
        text=t.gettext(
            "BPE looks for pairs. A pair is two adjacent tokens: one stands directly "
            "before the other.\n"
            "The order matters. And both tokens are in the same word, never in two words.\n"
            "For example, {word} contains the pairs {first} and {second}."
        ).format(word=quoted("pun"), first=pair_name("p", "u"), second=pair_name("u", "n")),
        place=Place(settings),
        task=ask(
            prompt=t.gettext("Which of these is not a pair of this corpus?"),
            hint=t.gettext("Look for each of them in the words. Mind the order of the tokens."),
            worked=t.gettext(
                "{left} and {right} do occur together, but always in the other order: {pair}."
            ).format(left=quoted("u"), right=quoted("g"), pair=pair_name("u", "g")),
            hint_marks=("corpus",),
            reasons={
                pair_name(*pair): "" if pair == wrong else there.format(word=quoted(words[pair]))
                for pair in (*pairs[:2], wrong, pairs[2])
            },
        ),
        marks=("corpus",),
        hides=("pairs", "later"),
    )


def count_a_pair(t: Translation, lang: str) -> Part:
    """Count a pair in the corpus.

    >>> count_a_pair(Translation(), "en").task.answers
    (20,)
    """
    settings, pair = five_words(lang), ("u", "g")
    prompt = t.gettext("How often does {pair} occur in the corpus?").format(pair=pair_name(*pair))
    return Part(
        name="count-pair",
        title=t.gettext("Count a pair"),
        text=t.gettext(
            "Before each merge, BPE counts all pairs. You do one of them by hand.\n"
            "As with single tokens, add the count of the word for each place.\n"
            "The table of pairs stays covered until you have an answer."
        ),
        place=Place(settings),
        task=count_pair(settings, 0, pair, prompt, t),
        marks=("corpus",),
        hides=COUNTING,
    )
