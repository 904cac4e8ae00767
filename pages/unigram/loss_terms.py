"""What a loss is made of, and how much it rises without a piece: the terms, word by word."""

from itertools import islice

from bpe import unigram
from bpe.encoder import UNKNOWN
from bpe.unigram import Change, sum_up
from bpe.unigram.losses import cost_of
from pages.stage.record import sentences
from pages.stage.tokens import isolated, logarithm, number, quoted, visible
from pages.translations.language import Translation
from pages.unigram import training_explanations

CHANGES = 4  # words named in the sentence about a rise
WORDS = 4  # words named in the sentence about a loss


def write_loss(run: unigram.Run, k: int, t: Translation) -> str:
    r"""The loss before step k as a sum over words.

    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> without_isolates(write_loss(run, 1, Translation()))[:46]
    'Loss = 10 × 2.6391 (hug) + 5 × 4.8653 (pug) + '
    """
    this = run.rounds[k - 1]
    assert this.loss is not None
    over_all, counts = this.phase == "e_step", run.corpus.counts
    terms, added = [], 0.0
    for word, count in islice(counts.items(), WORDS):
        lattice = this.model.lattice(word)
        score = -sum_up(lattice).log_sum if over_all else cost_of(lattice)
        added += count * score
        term = t.gettext("{count} × {score} ({word})")
        terms.append(term.format(count=number(count), score=logarithm(score), word=quoted(word)))
    more = len(counts) - len(terms)
    if more:
        rest = t.ngettext("{sum} ({more} more word)", "{sum} ({more} more words)", more)
        terms.append(rest.format(sum=f"{this.loss - added:,.4f}", more=number(more)))
    total = t.gettext("Loss = {terms} = {total}.").format(
        terms=" + ".join(terms), total=f"{this.loss:,.4f}"
    )
    meaning = (
        t.gettext("Each score is −log p, where p adds up all segmentations of the word.")
        if over_all
        else t.gettext("Each score is −log p of the best segmentation of the word.")
    )
    return sentences(total, meaning, t)


def write_rise(run: unigram.Run, k: int, piece: str, t: Translation) -> str:
    r"""How much the loss before step k rises without a piece, and both losses.

    >>> from pages.stage.tokens import without_isolates
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> without_isolates(write_rise(run, 1, "hu", Translation()))[:36]
    'No best segmentation uses hu. Nothin'
    """
    this = run.rounds[k - 1]
    if len(piece) == 1:
        return t.gettext(
            "{piece} is a single character. Characters are never removed, so that every word of "
            "known characters can be segmented."
        ).format(piece=quoted(piece))
    found = list(unigram.changes_without(run.corpus, this.model, piece))
    total = sum(change.rise for change in found)
    if not found:
        return t.gettext(
            "No best segmentation uses {piece}. Nothing changes without it, so the rise is 0."
        ).format(piece=quoted(piece))
    terms = [term(change) for change in found[:CHANGES]]
    more = len(found) - len(terms)
    if more:
        terms.append(
            t.ngettext("{more} more word", "{more} more words", more).format(more=number(more))
        )
    result = t.gettext("Without {piece}: {terms}. In total, the loss rises by {total}.").format(
        piece=quoted(piece),
        terms=t.gettext(", ").join(terms),
        total=training_explanations.rise_text(total),
    )
    if run.method == "em" and piece in this.rises:
        remark = training_explanations.exact_and_estimate(this, piece, t)
        result = sentences(result, remark, t)
    if this.loss is None or this.phase != "prune":
        return result
    losses = t.gettext("With it, the loss is {before}; without it, {after}.").format(
        before=f"{this.loss:,.4f}", after=f"{this.loss + total:,.4f}"
    )
    return sentences(result, losses, t)


def term(change: Change) -> str:
    """A word in the sum of a rise: 10 hug → hu g (+12.3).

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> from pages.stage.tokens import without_isolates
    >>> without_isolates(term(next(unigram.changes_without(run.corpus, run.seeds, "hug"))))
    '10 hug → h ug (+23.5138)'
    """
    after = " ".join(map(visible, change.after.tokens)) if change.after else UNKNOWN
    return (
        f"{number(change.count)} {quoted(change.word)} → {isolated(after)} "
        f"(+{logarithm(change.rise)})"
    )
