"""Sentences that explain the E steps and M steps of Unigram training, and where EM starts."""

from math import exp, fsum

from bpe import unigram
from bpe.unigram import Model, Round
from pages.stage.record import sentences
from pages.stage.tokens import number
from pages.translations.language import Translation

ROUNDING = 1e-9  # a smaller part of a probability is due to it


def why_seeds(run: unigram.Run, t: Translation) -> str:
    """Where the first probabilities of EM come from, and whether a pruning follows.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> "weight" in why_seeds(run, Translation()), run.seeding
    (False, 'frequent')
    """
    first = (
        t.gettext(
            "At the start, each probability is a weight, divided by the sum of all weights. The "
            "weight of a character is its piece count. The weight of a longer piece is its number "
            "of places in the list of different words, times its length: long pieces get a chance."
        )
        if run.seeding == "repeated"
        else t.gettext(
            "At the start, each probability is a piece count, divided by the sum of all of them."
        )
    )
    count = sum(each.phase == "prune" for each in run.rounds)
    if count or run.stopped == "user":
        return first
    here = t.gettext(
        "Here, two M steps leave so few pieces that there is no pruning, only the last step."
    )
    return sentences(first, here, t)


def why_e_step(run: unigram.Run, this: Round, t: Translation) -> str:
    """What an E step does, and how the loss has changed since the one before.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> steps = [each for each in run.rounds if each.phase == "e_step"]
    >>> why_e_step(run, steps[1], Translation())[-49:]
    'The loss of all segmentations: 512.901 → 430.279.'
    """
    sentence = t.gettext(
        "Each word count is shared over all segmentations of the word, in proportion to their "
        "probabilities. The expected count of a piece adds up its shares."
    )
    before = [each.loss for each in run.rounds[: this.number - 1] if each.phase == "e_step"]
    assert this.loss is not None
    if not before or before[-1] is None:
        return sentence
    changed = t.gettext("The loss of all segmentations: {before} → {after}.")
    changed = changed.format(before=f"{before[-1]:,.3f}", after=f"{this.loss:,.3f}")
    return sentences(sentence, changed, t)


def why_m_step(this: Round, t: Translation) -> str:
    """What an M step does.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> m_step = next(each for each in run.rounds if each.phase == "m_step")
    >>> why_m_step(m_step, Translation()).partition(".")[0]
    'The new probability of a piece is its share of all expected counts'
    """
    total = sum_of_probabilities(this.result)
    if is_plain(this):
        sentence = t.gettext(
            "The new probability of a piece is its expected count, divided by the sum of all: "
            "{sum}."
        ).format(sum=f"{fsum(kept_counts(this).values()):,.2f}")
        if not this.lost:
            more = t.gettext("So pieces that the words use much become more probable.")
            sentence = sentences(sentence, more, t)
    else:
        sentence = t.gettext(
            "The new probability of a piece is its share of all expected counts. The digamma "
            "function (an option) lowers it, much for a rare piece, so that rare ones go sooner."
        )
    if round(total, 3) < 1:
        below = t.gettext("So the probabilities add up to {total}, which is less than 1.")
        sentence = sentences(sentence, below.format(total=f"{total:.3f}"), t)
    if this.lost:
        tiny = t.ngettext(
            "As in SentencePiece, counts below 0.5 are left out: {count} character keeps a tiny "
            "probability until the last step.",
            "As in SentencePiece, counts below 0.5 are left out: {count} characters keep a tiny "
            "probability until the last step.",
            len(this.lost),
        )
        sentence = sentences(sentence, tiny.format(count=number(len(this.lost))), t)
    if not this.removed:
        return sentence
    count = len(this.removed)
    dropped = t.ngettext(
        "{count} piece has an expected count below 0.5 and is removed.",
        "{count} pieces have an expected count below 0.5 and are removed.",
        count,
    ).format(count=number(count))
    return sentences(sentence, dropped, t)


def is_plain(this: Round) -> bool:
    """Whether an M step divides the expected counts by their sum, without digamma.

    >>> from pages.state.defaults import defaults, with_method
    >>> settings = with_method(defaults("unigram-en"), "em")
    >>> [
    ...     is_plain(settings.replace(shares=each).train_unigram().rounds[2])
    ...     for each in ("digamma", "plain")
    ... ]
    [False, True]
    """
    kept = kept_counts(this)
    if not kept:
        return True
    most = max(kept, key=kept.__getitem__)
    return abs(this.result.probability(most) * fsum(kept.values()) / kept[most] - 1) < ROUNDING


def kept_counts(this: Round) -> dict[str, float]:
    """The expected counts that an M step divides: of the pieces that are not too rare for it.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("unigram-en"), "em").train_unigram()
    >>> counts = kept_counts(run.rounds[2])
    >>> round(counts["start"] / sum(counts.values()), 6) == round(
    ...     run.rounds[2].result.probability("start"), 6
    ... )
    True
    """
    lost = {*this.lost, *this.removed}
    return {piece: n for piece, n in this.expected_counts.items() if piece not in lost and n}


def sum_of_probabilities(model: Model) -> float:
    """What the probabilities of all pieces add up to.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> [round(sum_of_probabilities(each), 3) for each in (run.seeds, run.model)]
    [1.0, 0.918]
    """
    return fsum(map(exp, model.log_probabilities))
