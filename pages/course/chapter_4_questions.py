"""The questions at the end of chapter 4."""

from dataclasses import replace

from pages.course.bpe_tasks import COUNTING, five_words, next_merge, trained
from pages.course.chapter_4_size import fit
from pages.course.parts import Part, Place, ask
from pages.practice import mistakes
from pages.stage.tokens import listing, pair_name, quoted
from pages.state.defaults import defaults
from pages.translations.language import Translation

QUESTION_SIZE = 12
NEVER = ("s", "Ġ")  # a pair that no word can contain


def questions(t: Translation, lang: str) -> tuple[Part, ...]:
    """The three questions.

    >>> all(part.is_question for part in questions(Translation(), "en"))
    True
    """
    return first_of_tied(t, lang), never_merged(t, lang), merges_of_size(t, lang)


def first_of_tied(t: Translation, lang: str) -> Part:
    """Question: merge the first of the tied pairs of another corpus.

    >>> first_of_tied(Translation(), "en").is_question
    True
    """
    settings = defaults("sennrich").replace(lang=lang)
    run = trained(settings)
    merge = run.merges[0]
    word = mistakes.words_with_pair(list(run.at(0).words), (merge.left, merge.right))[0][0]
    prompt = t.gettext("In the corpus, choose the two adjacent tokens that are merged first.")
    task = next_merge(run, 0, prompt, t)
    worked = t.gettext("You find {pair} first, in {word}. So it is merged.").format(
        pair=pair_name(merge.left, merge.right), word=quoted(word)
    )
    tied = [pair for pair, count in run.pairs(0).items() if count == merge.count]
    return Part(
        name="ties-question-rule",
        title=t.gettext("Which pair comes first?"),
        text=t.gettext(
            "In this corpus, {sign} marks the end of a word.\n"
            "{tied} pairs are tied: each of them has a count of {count}. The first tied pair "
            "that you find is merged."
        ).format(sign=quoted("·"), tied=merge.tied, count=merge.count),
        place=Place(settings),
        task=replace(
            task,
            hint=t.gettext(
                "These pairs are tied: {pairs}. Which of them do you find first?"
            ).format(pairs=listing([pair_name(*pair) for pair in reversed(tied)], t)),
            worked=worked,
            done=worked,
        ),
        marks=("corpus",),
        hides=COUNTING,
        is_question=True,
        after=1,
    )


def never_merged(t: Translation, lang: str) -> Part:
    """Question: which pair cannot occur?

    >>> never_merged(Translation(), "en").task.answer.translate({0x2068: "", 0x2069: ""})
    's+Ġ'
    """
    settings = defaults("course").replace(lang=lang)
    run = trained(settings)
    merges = {(m.left, m.right): m.rank for m in run.merges if "Ġ" in m.token or m.rank < 4}
    pairs = [*list(merges)[:4], NEVER]
    return Part(
        name="ties-question-space",
        title=t.gettext("A pair that does not exist"),
        text=t.gettext(
            "Pairs are counted only inside words.\n"
            "Each word keeps the space before it, written as {sign}."
        ).format(sign=quoted("Ġ")),
        place=Place(settings),
        task=ask(
            prompt=t.gettext("Which of these pairs can never be merged?"),
            hint=t.gettext("What can come before {sign} in a word?").format(sign=quoted("Ġ")),
            worked=t.gettext(
                "Before {sign}, a word can only have more spaces, as in indented code, but never a "
                "letter. So {pair} never occurs."
            ).format(sign=quoted("Ġ"), pair=pair_name(*NEVER)),
            reasons={
                pair_name(*pair): ""
                if pair == NEVER
                else t.gettext("{pair} is merge {rank} of this training.").format(
                    pair=pair_name(*pair), rank=merges[pair]
                )
                for pair in sorted(pairs)
            },
        ),
        marks=("corpus",),
        hides=COUNTING,
        is_question=True,
    )


def merges_of_size(t: Translation, lang: str) -> Part:
    """Question: how many merges fit, with the characters to be counted by the learner?

    >>> merges_of_size(Translation(), "en").task.answers
    (4,)
    """
    settings = five_words(lang)
    special = defaults("course").bpe.special
    prompt = t.gettext("How many merges does training learn?")
    return Part(
        name="ties-question-size",
        title=t.gettext("How many merges?"),
        text=t.gettext(
            "These five words are the corpus. There is also one special token.\n"
            "Suppose that you choose a vocabulary size of {size}."
        ).format(size=QUESTION_SIZE),
        place=Place(settings),
        task=fit(settings.replace(special=special), QUESTION_SIZE, prompt, t),
        marks=("corpus",),
        hides=COUNTING,
        is_question=True,
    )
