"""Questions before a step of EM: how a word's count is shared, and which piece becomes likelier."""

from collections.abc import Mapping
from itertools import islice

from bpe import unigram
from bpe.unigram import Round
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.tokens import chip, number, probability, quoted
from pages.translations.language import Translation
from pages.unigram.expected_shares import WORDS, Share, shares

OFFERED = 4  # segmentations or pieces
APART = 0.02  # between shares or, relatively, probabilities: nothing closer is asked


def step_question(
    run: unigram.Run, this: Round, numbers: Mapping[str, int], t: Translation
) -> Question | None:
    """The question before an E step or M step; None before another one.

    numbers: see `chip`.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> step_question(run, run.rounds[1], {}, Translation()).prompt.rpartition(". ")[2]
    'Which segmentation gets the most?'
    """
    if this.phase == "e_step":
        return share_question(run, this, numbers, t)
    if this.phase == "m_step":
        return probability_question(this, numbers, t)
    return None


def share_question(
    run: unigram.Run, this: Round, numbers: Mapping[str, int], t: Translation
) -> Question | None:
    """Which segmentation gets most of a word's count? It is the word that shares most of it."""
    found = {
        word: each
        for word in islice(run.corpus.counts, WORDS)
        if len(each := shares(this.model, word, OFFERED)) > 1
        and each[0].share > each[1].share + APART
    }
    if not found:
        return None
    counts = run.corpus.counts
    word = max(found, key=lambda each: counts[each] * (1 - found[each][0].share))
    best, count = found[word][0], counts[word]

    def choice(each: Share) -> Choice:
        if each is best:
            feedback = t.gettext("It gets {share} of {count}: it is the most probable one.")
        else:
            feedback = t.gettext("It gets only {share} of {count}. Another one is more probable.")
        feedback = feedback.format(share=f"{each.share:.1%}", count=number(count))
        tokens = [chip(token, numbers) for token in each.segmentation.tokens]
        return Choice(tokens, each is best, feedback)

    prompt = t.gettext("The E step shares the count of {word}. Which segmentation gets the most?")
    in_order = sorted(found[word], key=lambda each: each.segmentation.tokens)
    return Question(prompt=prompt.format(word=quoted(word)), choices=tuple(map(choice, in_order)))


def probability_question(
    this: Round, numbers: Mapping[str, int], t: Translation
) -> Question | None:
    """Which piece becomes more probable? One is offered that does, with those that lose most."""
    kept = [piece for piece in this.result.pieces if piece not in this.lost]
    before = {piece: this.model.probability(piece) for piece in kept}
    after = {piece: this.result.probability(piece) for piece in kept}
    growth = {piece: after[piece] / before[piece] - 1 for piece in kept}
    rising = max(kept, key=lambda each: growth[each])
    falling = [p for p in sorted(kept, key=lambda each: growth[each]) if growth[p] < -APART]
    if growth[rising] < APART or not falling:
        return None
    total = sum(this.expected_counts[piece] for piece in kept)
    feedback = t.gettext(
        "Its expected count is {count} of {total}. Its probability goes from {before} to {after}."
    )
    choices = [
        Choice(
            [chip(piece, numbers)],
            piece == rising,
            feedback.format(
                count=f"{this.expected_counts[piece]:,.3f}",
                total=f"{total:,.3f}",
                before=probability(before[piece]),
                after=probability(after[piece]),
            ),
        )
        for piece in sorted([rising, *falling[: OFFERED - 1]])
    ]
    prompt = t.gettext("Which of these pieces becomes more probable in the M step?")
    return Question(prompt=prompt, choices=tuple(choices))
