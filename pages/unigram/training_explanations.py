"""Sentences that explain a round of Unigram training: its loss, and why pieces are removed."""

from bpe import unigram
from bpe.unigram import Model, Round
from pages.stage.counts import piece_count
from pages.stage.record import sentences
from pages.stage.table_types import Fact
from pages.stage.tokens import listing, number, quoted
from pages.translations.language import Translation
from pages.unigram import em_explanations, finalizing

NAMED = 3  # pieces named in a sentence
FAR_MORE = 2  # times as many seeds as pieces at the end are far more
MEASURED = 60  # different words of a corpus whose loss is computed for a sentence
ZERO = 1e-9  # a smaller rise is due to rounding


def rise_text(rise: float) -> str:
    """A rise in the loss; 0 if only rounding causes it.

    >>> rise_text(23.513753), rise_text(0.0), rise_text(-5e-15)
    ('23.513753', '0', '0')
    """
    return "0" if abs(rise) < ZERO else f"{rise:.6f}".replace("-", "−")


def sorted_pieces(this: Round | None, model: Model) -> list[str]:
    """The pieces in table order: removed ones, then the others by what decides in this round.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> sorted_pieces(None, run.seeds)[:3]
    ['hu', 'ug', 'hug']
    """
    if this is None or this.phase == "seed":
        return sorted(model.pieces, key=lambda piece: len(piece) == 1)  # these are never removed
    if this.phase == "finalize":
        return sorted(model.pieces, key=lambda p: (p not in this.gone, model.probability(p)))
    if this.phase == "prune":
        left = this.gone
        by_rise = sorted(this.removable, key=lambda p: (p not in left, this.rises[p]))
        first = [piece for piece in this.removed if piece in this.rises]
        rest = [piece for piece in by_rise if piece not in left]
        return [*first, *rest, *(piece for piece in model.pieces if piece not in this.rises)]
    left, expected = this.gone, this.expected_counts
    return sorted(model.pieces, key=lambda piece: (piece not in left, -expected[piece]))


def title(run: unigram.Run, this: Round | None, t: Translation) -> str:
    """The title of a round.

    >>> from pages.state.defaults import defaults
    >>> title(defaults("hug").train_unigram(), None, Translation())
    'The first pieces: more than needed'
    """
    if this is None:
        return title_of_seeds(run, t)
    names = {
        "seed": t.gettext("The first probabilities: each piece's share of all places"),
        "e_step": t.gettext("E step: how often is each piece used?"),
        "m_step": t.gettext("M step: new probabilities from these counts"),
        "prune": t.gettext("Prune: remove the pieces that cost least"),
        "finalize": t.gettext("Finalize: shrink to the target size"),
    }
    return names[this.phase]


def title_of_seeds(run: unigram.Run, t: Translation) -> str:
    """The title of the seeds, which compares their number with that of the pieces at the end.

    >>> from pages.state.defaults import defaults
    >>> title_of_seeds(defaults("course").train_unigram(), Translation())
    'The first pieces: far more than needed'
    """
    seeds, pieces = len(run.seeds.pieces), len(run.model.pieces)
    if seeds >= FAR_MORE * pieces:
        return t.gettext("The first pieces: far more than needed")
    if seeds > pieces:
        return t.gettext("The first pieces: more than needed")
    return t.gettext("The first pieces: not more than needed")


def table_title(this: Round | None, t: Translation) -> str:
    """The title of the table of pieces.

    >>> table_title(None, Translation())
    'The vocabulary'
    """
    if this is None or this.phase == "seed":
        return t.gettext("The vocabulary")
    title = (
        t.gettext("The pieces in step {number}")  # with their probabilities after it
        if this.phase == "m_step"
        else t.gettext("The vocabulary before step {number}")
    )
    return title.format(number=number(this.number))


def words_title(k: int, t: Translation) -> str:
    """The title of the table of words.

    >>> words_title(2, Translation())
    'Words whose segmentation changed in step 2'
    """
    if not k:
        return t.gettext("The words, segmented with the first pieces")
    return t.gettext("Words whose segmentation changed in step {number}").format(number=number(k))


def facts(run: unigram.Run, k: int, t: Translation) -> list[Fact]:
    """The facts next to the title.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> facts(run, 0, Translation())
    [Fact(text='15 pieces', class_name='count')]
    """
    this = run.rounds[k - 1] if k else None
    before = len(this.model.pieces) if this else len(run.seeds.pieces)
    after = len(this.result.pieces) if this else before
    size = f"{number(before)} → {number(after)}" if after != before else number(before)
    pieces = t.ngettext("{size} piece", "{size} pieces", after).format(size=size)
    result = [Fact(pieces, "count")]
    if this and this.loss is not None:
        result.append(Fact(t.gettext("loss {loss}").format(loss=f"{this.loss:,.4f}"), "id loss"))
    if this and this.removed:
        goes = t.ngettext("{count} piece removed", "{count} pieces removed", len(this.removed))
        result.append(Fact(goes.format(count=number(len(this.removed))), "vocab"))
    return result


def why(run: unigram.Run, k: int, t: Translation) -> str:
    """What happens in a round, and why.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> why(run, 1, Translation()).partition(":")[0]
    'For 7 of the 8 removable pieces, the loss rises by 0'
    """
    this = run.rounds[k - 1] if k else None
    sentence = start(run, t) if this is None else why_phase(run, this, t)
    if k < len(run.rounds):
        return sentence
    is_final = this is not None and this.phase == "finalize"  # its title names the target size
    return sentences(sentence, t.gettext("Training ends here.") if is_final else ended(run, t), t)


def start(run: unigram.Run, t: Translation) -> str:
    """The explanation of step 0.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> start(run, Translation()).partition(":")[0]
    'Training starts with 15 pieces, its seeds'
    """
    pieces, characters = piece_count(len(run.seeds.pieces), t), len(run.corpus.alphabet)
    if run.seeding == "bpe":
        first = t.ngettext(
            "Training starts with {pieces}, its seeds: the {characters} character of the corpus "
            "and tokens of BPE (another way: substrings of words).",
            "Training starts with {pieces}, its seeds: the {characters} characters of the corpus "
            "and tokens of BPE (another way: substrings of words).",
            characters,
        )
    else:
        first = t.ngettext(
            "Training starts with {pieces}, its seeds: the {characters} character of the corpus "
            "and substrings of words (another way: tokens of BPE).",
            "Training starts with {pieces}, its seeds: the {characters} characters of the corpus "
            "and substrings of words (another way: tokens of BPE).",
            characters,
        )
    if len(run.seeds.pieces) <= len(run.model.pieces):
        return first.format(pieces=pieces, characters=number(characters))
    then = (
        t.gettext(
            "Then it repeats E step (expectation), M step (maximization), E step, M step, pruning, "
            "until few more pieces than the target are left."
        )
        if run.method == "em"
        else t.gettext(
            "Each round removes the pieces that are needed least: without them, the loss rises "
            "least. The loss adds up word count × score, and a score is −log p."
        )
    )
    return sentences(first.format(pieces=pieces, characters=number(characters)), then, t)


def why_phase(run: unigram.Run, this: Round, t: Translation) -> str:
    """What happens in a phase.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(method="em").train_unigram()
    >>> why_phase(run, run.rounds[0], Translation()).partition(",")[0]
    'At the start'
    """
    if this.phase == "seed":
        return em_explanations.why_seeds(run, t)
    if this.phase == "e_step":
        return em_explanations.why_e_step(run, this, t)
    if this.phase == "m_step":
        return em_explanations.why_m_step(this, t)
    if this.phase == "finalize":
        return finalizing.why(run, this, t)
    return why_prune(run, this, t)


def exact_and_estimate(this: Round, piece: str, t: Translation) -> str:
    """That a rise is exact, and the estimate in the table of a pruning in EM.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> pruning = next(each for each in run.rounds if each.phase == "prune")
    >>> exact_and_estimate(pruning, pruning.removable[0], Translation()).partition(".")[0]
    'This is exact'
    """
    return t.gettext("This is exact. The table estimates {estimate}.").format(
        estimate=rise_text(this.rises[piece])
    )


def why_prune(run: unigram.Run, this: Round, t: Translation) -> str:
    """Why these pieces are removed and not others.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> why_prune(run, run.rounds[0], Translation()).partition(":")[0]
    'For 7 of the 8 removable pieces, the loss rises by 0'
    """
    if not this.removed:
        return t.gettext("Only characters are left, and characters are never removed.")
    rises = this.rises
    free = [piece for piece in this.removable if abs(rises[piece]) < ZERO]
    values = {
        "count": number(len(this.removed)),
        "free": number(len(free)),
        "all": number(len(this.removable)),
        "pieces": listing([quoted(piece) for piece in this.removed[:NAMED]], t),
    }
    if run.method == "course" and len(free) > len(this.removed):
        if free[: len(this.removed)] != list(this.removed):
            tied = t.gettext(
                "For {free} of the {all} removable pieces, the loss rises by 0, apart from the "
                "last digits. So rounding and the table order decide."
            )
        else:
            tied = t.gettext(
                "For {free} of the {all} removable pieces, the loss rises by 0: without any one "
                "of them, every word still has an equally good segmentation. So only the table "
                "order decides."
            )
        gone = (
            t.gettext("{pieces} is removed.")
            if len(this.removed) == 1
            else t.gettext("{count} are removed, starting with {pieces}.")
        )
        return sentences(tied, gone, t).format(**values)
    last = this.removed[-1]
    values |= {"piece": quoted(last), "rise": rise_text(rises[last])}
    kept = [piece for piece in this.removable if piece not in this.gone]
    if not kept:
        return t.gettext("All pieces with more than one character are removed.")
    next_one = min(kept, key=rises.__getitem__)
    values |= {"next": quoted(next_one), "more": rise_text(rises[next_one])}
    sentence = (  # not a plural form: some languages have only one
        t.gettext(
            "Removing {piece} costs least: the loss would rise by {rise}. Next would be {next}, "
            "with {more}."
        )
        if len(this.removed) == 1
        else t.gettext(
            "Removing {count} pieces costs least. The last of them is {piece}: the loss would "
            "rise by {rise}. Next would be {next}, with {more}."
        )
    ).format(**values)
    if run.method == "course":
        return sentences(sentence, why_changing(run, this, t), t)
    estimate = t.gettext(
        "These rises are estimates, computed as in SentencePiece. Point at a piece, or tap it, "
        "for the exact rise."
    )
    return sentences(sentence, estimate, t)


def loss_after(run: unigram.Run, this: Round) -> float | None:
    """The loss after a round of pruning; None if it is not known without much work.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> [round(loss_after(run, each), 3) for each in (run.rounds[0], run.rounds[-1])]
    [165.208, 148.527]
    """
    if this.number < len(run.rounds):
        return run.rounds[this.number].loss
    few = len(run.corpus.counts) <= MEASURED
    return unigram.loss(run.corpus, this.result) if few else None


def why_changing(run: unigram.Run, this: Round, t: Translation) -> str:
    """How the loss changes after a removal that costs something, and why it may fall.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("unigram-en").train_unigram()
    >>> why_changing(run, run.rounds[0], Translation())
    'Then the other pieces share its probability, so the loss falls: 539.2353 → 534.3675.'
    """
    after = loss_after(run, this)
    if this.loss is None or after is None:
        return ""
    if after > this.loss - ZERO and len(this.removed) > 1:
        sentence = t.gettext("So the loss rises: {before} → {after}.")
    elif after > this.loss - ZERO:
        sentence = t.gettext(
            "Then the other pieces share its probability, so the loss rises by less: {before} → "
            "{after}."
        )
    elif len(this.removed) == 1:
        sentence = t.gettext(
            "Then the other pieces share its probability, so the loss falls: {before} → {after}."
        )
    else:
        sentence = t.gettext(
            "Then the other pieces share the probabilities of those, so the loss falls: {before} "
            "→ {after}."
        )
    return sentence.format(before=f"{this.loss:,.4f}", after=f"{after:,.4f}")


def ended(run: unigram.Run, t: Translation) -> str:
    """Why training ended.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> ended(run, Translation())
    'Training ends here with 10 pieces: the target size is reached.'
    """
    pieces = piece_count(len(run.model.pieces), t)
    if run.stopped == "user":
        return t.gettext("Training was stopped here, with {pieces}.").format(pieces=pieces)
    if run.stopped == "no_pieces":
        return t.gettext(
            "Training ends here with {pieces}, fewer than the target: the other pieces were used "
            "too little."
        ).format(pieces=pieces)
    if not run.rounds:
        return t.gettext(
            "Training starts with no more pieces than the target, so nothing is pruned. Choose a "
            "smaller target."
        )
    if run.method == "course" and len(run.rounds[-1].removed) > 1:
        return t.gettext(
            "Training ends here with {pieces}: a round removes several, so it can end below the "
            "target."
        ).format(pieces=pieces)
    return t.gettext("Training ends here with {pieces}: the target size is reached.").format(
        pieces=pieces
    )
