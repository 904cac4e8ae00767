"""Why Unigram does not have a piece: training started without it, or a step removed it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bpe import unigram
from bpe.unigram import Model, Round
from bpe.unigram.em_steps import MIN_EXPECTED
from bpe.unigram.seeds import MAX_SEED_LENGTH
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, quoted
from pages.translations.language import Translation
from pages.unigram.training_explanations import ZERO, rise_text


class Missing(NamedTuple):
    """Why a piece is missing.

    step: the one that removed it; 0 if training started without it. cause: see the functions that
    describe it. size: the number of pieces that the cause is about. value: the rise of the loss
    without the piece, or its expected count. next_one: the only character that follows the piece.
    would_use: whether Unigram would use the piece in the word that the tokens spell, with the
    probability that it had before its removal; true if that is not known.
    """

    step: int
    cause: str
    size: int = 0
    value: float = 0.0
    next_one: str = ""
    would_use: bool = True


def missing_pieces(run: unigram.Run, model: Model, tokens: Iterable[str]) -> dict[str, Missing]:
    """Why some tokens of a word are not pieces of a model of the training, by token.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> found = missing_pieces(run, run.model, ["hug", "un"])
    >>> {piece: (why.step, why.cause) for piece, why in found.items()}
    {'un': (3, 'tie')}
    """
    tokens = tuple(tokens)
    missing = {each: why_missing(run, each) for each in tokens if each not in model.ids}
    steps = {each: why.step for each, why in missing.items() if why.step}
    used = with_removed(run, model, steps, "".join(tokens)) if steps else ()
    return {
        each: why._replace(would_use=each not in steps or each in used)
        for each, why in missing.items()
    }


def with_removed(
    run: unigram.Run, model: Model, steps: Mapping[str, int], word: str
) -> tuple[str, ...]:
    """The best segmentation of a word if some pieces were still in a model.

    steps: by piece, the one that removed it. Each has the probability that it had before.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("unigram-en").train_unigram()
    >>> with_removed(run, run.model, {"nd": 3}, "understand")
    ('u', 'nd', 'er', 'st', 'and')
    """
    longest = max(model.longest, max(map(len, steps)))
    parts = (word[i:j] for i in range(len(word)) for j in range(i + 1, i + longest + 1))
    scores = {each: model.scores[each] for each in parts if each in model.scores}
    scores |= {piece: run.rounds[step - 1].model.scores[piece] for piece, step in steps.items()}
    best = Model.from_log_probabilities(scores, model.unknown).encode_word(word)
    return best.tokens if best else tuple(steps)


def why_missing(run: unigram.Run, piece: str) -> Missing:
    """Why a piece is missing in the vocabulary.

    >>> from pages.state.defaults import defaults
    >>> why_missing(defaults("hug").train_unigram(), "hugs").cause
    'word'
    """
    if piece in run.seeds.ids:
        this = next(each for each in run.rounds if piece in each.gone)
        return why_removed(run, this, piece)
    return why_never(run, piece)


def why_removed(run: unigram.Run, this: Round, piece: str) -> Missing:
    """Why a round removed a piece.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("course"), "em").train_unigram()
    >>> why_removed(run, run.rounds[2], "se").cause
    'unused'
    """
    count = len(this.removed)
    if this.phase == "m_step":
        return Missing(this.number, "unused", count, this.expected_counts[piece])
    if this.phase == "finalize":
        return Missing(this.number, "improbable", count)
    rise = this.rises[piece]
    equal = [each for each in this.removable if abs(this.rises[each] - rise) < ZERO]
    gone = [each for each in equal if each in this.gone]
    if run.method == "course" and len(gone) < len(equal):
        cause = "tie" if equal[: len(gone)] == gone else "rounding"
        return Missing(this.number, cause, len(equal), rise)
    return Missing(this.number, "estimate" if run.method == "em" else "least", count, rise)


def why_never(run: unigram.Run, piece: str) -> Missing:
    """Why training started without a piece, by the rule of its seeds.

    >>> from pages.state.defaults import defaults, with_method
    >>> run = with_method(defaults("course"), "em").train_unigram()
    >>> why_never(run, "▁This").cause, why_never(run, "is").next_one, why_never(run, "ough").cause
    ('once', '', '')
    """
    if run.seeding == "substrings":
        return Missing(0, "word" if piece in run.corpus.counts else "")
    if run.seeding == "frequent":
        return Missing(0, "frequent", len(run.seeds.pieces))
    if run.seeding in ("repeated", "bpe") and len(piece) > MAX_SEED_LENGTH:
        return Missing(0, "long")
    if run.seeding != "repeated":
        return Missing(0, "")
    after = [
        word[end : end + 1]
        for word in run.corpus.counts
        for end in range(len(piece), len(word) + 1)
        if word.endswith(piece, 0, end)
    ]
    if len(after) < 2:
        return Missing(0, "once" if after else "")
    if len(set(after)) == 1:
        return Missing(0, "followed", next_one=after[0])
    return Missing(0, "weight", len(run.seeds.pieces))


def describe_missing(piece: str, missing: Missing, t: Translation) -> str:
    """Why Unigram does not have a piece.

    >>> from pages.stage.tokens import without_isolates
    >>> said = describe_missing("nd", Missing(3, "tie", 4, 0.0), Translation())
    >>> without_isolates(said).partition(". ")[0]
    'Unigram removed nd in step 3'
    """
    describe = describe_removal if missing.step else describe_start
    return describe(missing, t).format(
        piece=quoted(piece),
        step=number(missing.step),
        count=number(missing.size),
        most=MAX_SEED_LENGTH,
        rise=rise_text(missing.value),
        value=f"{missing.value:.3f}",
        least=MIN_EXPECTED,
        next=quoted(missing.next_one) if missing.next_one else t.gettext("the end of the word"),
    )


def describe_removal(missing: Missing, t: Translation) -> str:
    """The sentences about a removal, with placeholders."""
    first = t.gettext("Unigram removed {piece} in step {step}.")
    is_one = missing.size == 1  # not a plural form: some languages have only one
    if missing.cause == "unused":
        why = t.gettext("Its expected count was {value}, less than {least}.")
    elif missing.cause == "improbable":
        why = (
            t.gettext("There was one piece too many, so the least probable longer one had to go.")
            if is_one
            else t.gettext(
                "There were {count} pieces too many, so the {count} least probable longer ones had "
                "to go."
            )
        )
    elif missing.cause in ("tie", "rounding"):
        why = (
            t.gettext(
                "It was a tie: without any one of {count} pieces, the loss rises by {rise}. So "
                "only the table order decided."
            )
            if missing.cause == "tie"
            else t.gettext(
                "It was a tie: without any one of {count} pieces, the loss rises by {rise}. So "
                "rounding and the table order decided."
            )
        )
    elif missing.cause == "estimate" and not missing.value:
        why = t.gettext("No word had it in its best segmentation.")
    elif is_one:
        why = t.gettext("Without it, the loss rises least: by {rise}.")
    else:
        why = t.gettext(
            "It was among the {count} pieces without which the loss rises least: by {rise}."
        )
    return sentences(first, why, t)


def describe_start(missing: Missing, t: Translation) -> str:
    """The sentences about a piece that was never there, with placeholders."""
    if missing.cause == "once":
        why = t.gettext(
            "Its longer first pieces occur at least twice in the list of different words, and "
            "{piece} only once."
        )
    elif missing.cause == "followed":
        why = t.gettext(
            "Its longer first pieces are followed by different characters or the end of a word, "
            "and {piece} always by {next}."
        )
    else:
        why = {
            "word": t.gettext(
                "With the seeds chosen here, its first pieces are only parts of longer words."
            ),
            "long": t.gettext("Its first pieces have at most {most} characters."),
            "frequent": t.gettext(
                "Its {count} first pieces are the characters and the most frequent substrings."
            ),
            "weight": t.gettext(
                "Its {count} first pieces are the characters and the substrings with the highest "
                "weights."
            ),
        }.get(missing.cause, "")
    return sentences(t.gettext("Unigram started without {piece}."), why, t)


def describe_all(missing: Mapping[str, Missing], t: Translation) -> str:
    """Why Unigram does not have the first of some pieces, and the names of the others.

    >>> from pages.stage.tokens import without_isolates
    >>> found = {"nd": Missing(3, "least", 1, 0.5), "rs": Missing(4, "least", 1, 0.7)}
    >>> without_isolates(describe_all(found, Translation())).rpartition(". ")[-1]
    'Another token of BPE is not a piece either: rs.'
    """
    (first, why), *rest = missing.items()
    text = describe_missing(first, why, t)
    if not rest:
        return text
    others = t.ngettext(
        "Another token of BPE is not a piece either: {list}.",
        "{count} other tokens of BPE are not pieces either: {list}.",
        len(rest),
    )
    listed = listing([quoted(piece) for piece, _ in rest], t)
    return sentences(text, others.format(count=number(len(rest)), list=listed), t)
