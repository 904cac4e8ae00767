"""Chapter 4: ties between pairs. `chapter_4_spaces` and `chapter_4_size` have the other parts."""

from dataclasses import replace

import bpe
from pages.course.bpe_tasks import COUNTING, Pair, five_words, next_merge, pair_ids, trained
from pages.course.chapter_4_questions import questions
from pages.course.chapter_4_size import bytes_and_size
from pages.course.chapter_4_spaces import pairs_with_space, words_with_spaces
from pages.course.parts import NUMBER, Chapter, Part, Place, ask, explained
from pages.practice import mistakes
from pages.practice.tie_questions import order_found, winners
from pages.stage.tokens import listing, pair_name, quoted
from pages.state.defaults import defaults
from pages.training.explanations import rule_name
from pages.translations.language import Translation

BEFORE_TIE = 4  # merges of the five words before the first tie


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'ties'
    """
    return Chapter(
        name="ties",
        title=t.gettext("Ties, spaces and bytes"),
        can_do=t.gettext(
            "You can say which tied pair is merged, read Ġ, explain why GPT-2 starts with bytes, "
            "and work out how many merges fit into a vocabulary."
        ),
        parts=(
            meet_a_tie(t, lang),
            first_found(t, lang),
            words_with_spaces(t, lang),
            pairs_with_space(t, lang),
            lowest_id(t, lang),
            *bytes_and_size(t, lang),
            *questions(t, lang),
        ),
    )


def meet_a_tie(t: Translation, lang: str) -> Part:
    """Count how many pairs share the highest count.

    >>> meet_a_tie(Translation(), "en").task.answers
    ('2',)
    """
    run = trained(five_words(lang))
    counts = run.pairs(BEFORE_TIE)
    most = max(counts.values())
    tied, others = tied_and_others(run, BEFORE_TIE)
    words = ["".join(tokens) for tokens, _ in run.at(BEFORE_TIE).words if len(tokens) == 2]
    return Part(
        name="tie-count",
        title=t.gettext("Pairs with the same count"),
        text=t.gettext(
            "So far, one pair always had the highest count.\n"
            "After merge {step}, several pairs share the highest count. These pairs are tied."
        ).format(step=BEFORE_TIE),
        place=Place(five_words(lang), step=BEFORE_TIE),
        task=ask(
            prompt=t.gettext(
                "Count the pairs in the corpus. How many pairs share the highest count?"
            ),
            form=NUMBER,
            hint=t.gettext("Only these words still have a pair: {words}.").format(
                words=listing(list(map(quoted, words)), t)
            ),
            worked=t.gettext("These are the counts: {counts}. So {pairs} are tied.").format(
                counts=t.gettext(", ").join(
                    f"{pair_name(*pair)} {counts[pair]}" for pair in (*tied, *others)
                ),
                pairs=names(tied, t),
            ),
            done=t.gettext("{pairs} are tied.").format(pairs=names(tied, t)),
            reasons={
                "1": t.gettext("Another pair has the same count. Look at all the words."),
                str(len(counts)): t.gettext(
                    "That is the number of all pairs. {pair} has a lower count: {count}."
                ).format(pair=pair_name(*others[0]), count=counts[others[0]]),
                str(most): t.gettext(
                    "That is the highest count itself. How many pairs have this count?"
                ),
            },
            hint_marks=tuple(f"word {word}" for word in words),
            answers=(str(len(tied)),),
        ),
        marks=("corpus",),
        hides=COUNTING,
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
    """Merge the tied pair that is found first.

    >>> run = trained(five_words("en"))
    >>> first_found(Translation(), "en").task.answer == pair_ids(run, ("p", "ug"))
    True
    """
    run = trained(five_words(lang))
    tied, others = tied_and_others(run, BEFORE_TIE)
    merge = run.merges[BEFORE_TIE]
    words = {pair: mistakes.words_with_pair(list(run.at(BEFORE_TIE).words), pair)[0][0]
             for pair in tied}  # fmt: skip
    found = {"pair": pair_name(*tied[0]), "word": quoted(words[tied[0]])}
    prompt = t.gettext("In the corpus, choose the two adjacent tokens that are merged next.")
    task = next_merge(run, BEFORE_TIE, prompt, t)
    later = {
        pair_ids(run, pair): t.gettext(
            "{pair} is tied, but you find it later, in {word}. Read the words from the beginning."
        ).format(pair=pair_name(*pair), word=quoted(words[pair]))
        for pair in tied[1:]
    } | {
        pair_ids(run, pair): t.gettext(
            "{pair} has a count of {count}. Another pair has a higher count."
        ).format(pair=pair_name(*pair), count=run.count(pair, BEFORE_TIE))
        for pair in others
    }
    return Part(
        name="tie-first",
        title=t.gettext("The tie rule decides"),
        text=t.gettext(
            "A tie rule says which of the tied pairs is merged.\n"
            "The rule here: read the corpus from the beginning. The first tied pair that you "
            "find is merged."
        ),
        place=Place(five_words(lang), step=BEFORE_TIE),
        task=replace(
            task,
            hint=t.gettext(
                "These pairs are tied: {pairs}. Which of them do you find first?"
            ).format(pairs=names(tied[::-1], t)),
            worked=t.gettext("You find {pair} first, in {word}. So it is merged.").format(**found),
            done=t.gettext("Merge {rank} makes {token}. You found {pair} first, in {word}.").format(
                rank=merge.rank, token=quoted(merge.token), **found
            ),
            known=(*task.known, *explained(later)),
            hint_marks=tuple(f"word {word}" for word in words.values()),
        ),
        marks=("corpus",),
        hides=COUNTING,
        after=BEFORE_TIE + 1,
    )


def option(pair: object) -> str:
    r"""A pair as one of the options to choose from.

    >>> option(("u", "g"))
    '\u2068u\u2069+\u2068g\u2069'
    """
    assert isinstance(pair, tuple)
    return pair_name(*pair)


def lowest_id(t: Translation, lang: str) -> Part:
    """Choose the tied pair with the lowest ids.

    >>> lowest_id(Translation(), "en").task.answer.translate({0x2068: "", 0x2069: ""})
    'e+r'
    """
    settings = defaults("course").replace(lang=lang, ties="lowest")
    run = trained(settings)
    order, _ = tied_and_others(run, 1)
    wins = winners(run, order)
    answer = wins["lowest"]
    found = mistakes.distinct(mistakes.ties(tuple(order), "lowest", wins, t), answer)
    reasons = {each.answer: each.reason for each in found}
    ids = t.gettext(", ").join(f"{quoted(left)} {run.ids[left]}" for left, _ in order)
    return Part(
        name="tie-lowest",
        title=t.gettext("Another rule, another token"),
        text=t.gettext(
            "Every token has a number, its id.\n"
            "Another tie rule compares ids. Hugging Face’s library merges the tied pair whose "
            "left token has the lowest id.\n"
            "Some ids in this corpus: {ids}."
        ).format(ids=ids)
        + "\n"
        + t.gettext(
            "In this small corpus, {tied} of the {merges} merges are tied. In a large corpus, "
            "counts are higher, and ties are rare among the first merges."
        ).format(tied=sum(merge.tied > 1 for merge in run.merges), merges=len(run.merges)),
        place=Place(settings, step=1),
        task=ask(
            prompt=t.gettext(
                "After merge {step}, {pairs} are tied. Which of them is merged under this rule: "
                "{rule}?"
            ).format(step=1, pairs=names(order, t), rule=rule_name("lowest", t)),
            hint=t.gettext("Compare the ids of the left tokens: {ids}.").format(ids=ids),
            worked=t.gettext(
                "{token} has the lowest of these ids, {id}. So {pair} is merged."
            ).format(token=quoted(answer[0]), id=run.ids[answer[0]], pair=pair_name(*answer)),
            done=t.gettext(
                "With the first rule, it would be {pair}. So the tie rule can change the tokens of "
                "a text."
            ).format(pair=pair_name(*wins["first"])),
            reasons={option(pair): reasons.get(pair, "") for pair in order},
        ),
        marks=tuple(f"pair {pair_ids(run, pair)}" for pair in order),
        hides=COUNTING,
        after=2,
    )
