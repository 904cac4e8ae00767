"""Sentences that explain a step of WordPiece: scores, why this pair, why training ended."""

from bpe.wordpiece import PREFIX, Merge, Run, ScoredPair, ScoreTable
from pages.stage.record import sentences
from pages.stage.tokens import RAISED, isolated, listing, number, quoted, shorten, visible
from pages.training import explanations as of_bpe
from pages.training.explanations import NAMED, ended_without_pairs, overlap
from pages.translations.language import Translation

DIGITS = 4  # significant digits of a score


def spelled(token: str) -> str:
    """A token as the page shows it, with ## unless it starts a word.

    >>> spelled("hug"), spelled("##\u0301")
    ('hug', '##◌́')
    """
    is_inside = token.startswith(PREFIX) and token != PREFIX
    return PREFIX + visible(token.removeprefix(PREFIX)) if is_inside else visible(token)


def pair_name(left: str, right: str) -> str:
    r"""A pair as a sentence shows it.

    >>> pair_name("h", "##u")
    '\u2068h\u2069+\u2068##u\u2069'
    """
    return f"{isolated(spelled(left))}+{isolated(spelled(right))}"


def score_text(score: float) -> str:
    """A score with at most DIGITS significant digits, a very small one with one digit less.

    >>> score_text(0.05), score_text(1 / 36), score_text(1.0), score_text(9.9955e-05)
    ('0.05', '0.02778', '1', '1×10⁻⁴')
    """
    plain = f"{score:.{DIGITS}g}"
    if "e" not in plain:
        return plain
    digits, _, power = f"{score:.{DIGITS - 2}e}".partition("e")
    return f"{digits.rstrip('0').rstrip('.')}×10{str(int(power)).translate(RAISED)}"


def written_score(pair: ScoredPair | Merge) -> str:
    """A score as it is computed: the pair's count, divided by the counts of both tokens.

    >>> written_score(ScoredPair("h", "##u", 5, 4, 15, 15, 36))
    '15 / (15 × 36) = 0.02778'
    """
    counts = [number(each) for each in (pair.count, pair.left_count, pair.right_count)]
    return f"{counts[0]} / ({counts[1]} × {counts[2]}) = {score_text(pair.score)}"


def format_pair(pair: ScoredPair | Merge) -> str:
    r"""The name of a pair.

    >>> format_pair(ScoredPair("h", "##u", 5, 4, 15, 15, 36))
    '\u2068h\u2069+\u2068##u\u2069'
    """
    return pair_name(pair.left, pair.right)


def about(t: Translation) -> str:
    """What WordPiece does, in contrast to BPE.

    >>> about(Translation()).partition(".")[0]
    'WordPiece marks a token inside a word with ##'
    """
    return t.gettext(
        "WordPiece marks a token inside a word with ##. It merges the pair with the highest score: "
        "the count of the pair, divided by the product of the counts of its two tokens. So it "
        "joins tokens that rarely occur apart."
    )


def why(run: Run, table: ScoreTable, t: Translation) -> str:
    r"""Why this pair was merged; at the last step, also why training ended.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> why(run, table, Translation()).partition(": ")[0]
    '\u2068##g\u2069+\u2068##s\u2069 has the highest score'
    """
    merge = table.merge
    if merge is None:
        return about(t) if run.merges else ended(run, t)
    sentence = sentences(highest(table, merge, t), others(table, merge, t), t)
    sentence = sentences(sentence, overlap(run.history, merge.rank, t), t)
    return sentences(sentence, ended(run, t), t) if table.k == len(run.merges) else sentence


def highest(table: ScoreTable, merge: Merge, t: Translation) -> str:
    r"""That a pair has the highest score, and how it is computed.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> highest(table, run.merges[0], Translation()).partition(": ")[2]
    '5 / (20 × 5) = 0.05.'
    """
    values = {"pair": format_pair(merge), "score": written_score(merge)}
    if table.size == 1:
        return t.gettext("{pair} is the only pair. Its score is {score}.").format(**values)
    if merge.tied == 1:
        return t.gettext("{pair} has the highest score: {score}.").format(**values)
    named = [format_pair(leader) for leader in table.leaders[: min(merge.tied, NAMED)]]
    if merge.tied > NAMED:
        more = merge.tied - NAMED
        named.append(t.ngettext("{more} more", "{more} more", more).format(more=number(more)))
    return t.gettext(
        "{pairs} share the highest score. {pair} is found first, in {word}: {score}."
    ).format(**values, pairs=listing(named, t), word=quoted(shorten(table.leaders[0].word, 14)))


def others(table: ScoreTable, merge: Merge, t: Translation) -> str:
    r"""Why a more frequent pair has a lower score, or which pair is second; empty after a tie.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> others(table, run.merges[0], Translation()).partition(",")[0]
    '\u2068##u\u2069+\u2068##g\u2069 is more frequent'
    """
    frequent = table.frequent
    if frequent and frequent.count > merge.count and frequent.score < merge.score:
        return t.gettext(
            "{pair} is more frequent, but the product of its tokens' counts is larger, too: "
            "{score}."
        ).format(pair=format_pair(frequent), score=written_score(frequent))
    if merge.tied > 1 or len(table.leaders) < 2:
        return ""
    second = table.leaders[1]
    return t.gettext("Second is {pair}: {score}.").format(
        pair=format_pair(second), score=written_score(second)
    )


def ended(run: Run, t: Translation) -> str:
    """Why training ended, and the pair with the highest score that is left.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> ended(with_algorithm(defaults("hug"), "wordpiece").train_wordpiece(), Translation())
    'Training ends here because no pair is left. Every word is one token.'
    """
    if without_pairs := ended_without_pairs(run.history, t):
        return without_pairs
    reason, last = of_bpe.reason(run.history, t), len(run.merges)
    left = next(iter(run.pairs(last).items()), None)
    if left is None:
        return sentences(reason, t.gettext("No pair is left."), t)
    (pair, (_, score)) = left
    best = t.gettext("The pair left with the highest score is {pair}: {score}.").format(
        pair=pair_name(*pair), score=score_text(score)
    )
    return sentences(reason, best, t)
