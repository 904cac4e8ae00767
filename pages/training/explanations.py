"""Sentences that explain a step: why this pair, why it wins a tie, why training ended."""

from bpe import Candidate, Leader, Merge, PairTable, Run, token_bytes
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, pair_name, quoted, shorten
from pages.translations.language import Translation

NAMED = 3  # tied pairs named in a sentence; the others are counted


def rule_name(ties: str, t: Translation) -> str:
    """The name of a tie rule on the page.

    >>> rule_name("first", Translation())
    'Pair found first (Hugging Face chapters)'
    """
    return {
        "first": t.gettext("Pair found first (Hugging Face chapters)"),
        "lowest": t.gettext("Lowest ids (Hugging Face library)"),
        "greatest": t.gettext("Greatest bytes (CS336)"),
    }[ties]


def format_pair(pair: Leader | Merge | Candidate) -> str:
    r"""A pair as a sentence shows it.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> format_pair(run.merges[0])
    '\u2068u\u2069+\u2068g\u2069'
    """
    return pair_name(pair.left, pair.right)


def why(run: Run, table: PairTable, t: Translation) -> str:
    r"""Why this pair was merged; at the last step, also why training ended.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> why(run, table, Translation()).partition(".")[0]
    '\u2068u\u2069+\u2068g\u2069 occurs 20 times, more than any other pair'
    """
    merge, leaders = table.merge, table.leaders
    if merge is None:
        return basics(t) if run.merges else ended(run, t)
    if merge.tied > 1:
        sentence = tie(run, merge, leaders, t)
    elif len(leaders) == 1:
        sentence = t.ngettext(
            "{pair} is the only pair. It occurs {count} time.",
            "{pair} is the only pair. It occurs {count} times.",
            merge.count,
        ).format(pair=format_pair(merge), count=number(merge.count))
    else:
        sentence = t.ngettext(
            "{pair} occurs {count} time, more than any other pair. Second is {next} with {less}.",
            "{pair} occurs {count} times, more than any other pair. Second is {next} with {less}.",
            merge.count,
        ).format(
            pair=format_pair(merge),
            count=number(merge.count),
            next=format_pair(leaders[1]),
            less=number(leaders[1].count),
        )
    sentence = sentences(sentence, overlap(run, merge.rank, t), t)
    if table.k == len(run.merges):
        return sentences(sentence, ended(run, t), t)
    return sentence


def overlap(run: Run, rank: int, t: Translation) -> str:
    """Why a merge is applied less often than its pair was counted; empty if it is not.

    >>> from pages.state.defaults import defaults
    >>> overlap(defaults("aaaa").train(), 1, Translation()).partition(",")[0]
    'Some occurrences overlap'
    """
    made = run.tokens_saved[rank - 1]
    if made == run.merges[rank - 1].count:
        return ""
    return t.ngettext(
        "Some occurrences overlap, so only {made} is merged.",
        "Some occurrences overlap, so only {made} are merged.",
        made,
    ).format(made=number(made))


def basics(t: Translation) -> str:
    """What a token is, what a merge does, and why one does this.

    >>> basics(Translation()).count(". ")
    2
    """
    return t.gettext(
        "A token is a chunk of text that a language model reads as one unit. A merge joins the "
        "most frequent pair of adjacent tokens into one new token. Frequent words then need few "
        "tokens, and rare words can still be spelled out."
    )


def tie(run: Run, merge: Merge, leaders: list[Leader], t: Translation) -> str:
    r"""Why this pair wins the tie under the tie rule.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("course").train()
    >>> merge = next(merge for merge in run.merges if merge.tied == 2)
    >>> tie(run, merge, run.leaders(merge.rank - 1, 2), Translation()).partition(".")[0]
    '\u2068e\u2069+\u2068r\u2069 and \u2068Ġ\u2069+\u2068a\u2069 each occur 5 times'
    """
    chosen, other = leaders[0], leaders[1]
    named = [format_pair(leader) for leader in leaders[: min(merge.tied, NAMED)]]
    if merge.tied > NAMED:
        more = merge.tied - NAMED
        named.append(t.ngettext("{more} more", "{more} more", more).format(more=number(more)))
    values = {
        "pairs": listing(named, t),
        "pair": format_pair(chosen),
        "other": format_pair(other),
        "count": number(merge.count),
    }
    every = t.ngettext(
        "{pairs} each occur {count} time", "{pairs} each occur {count} times", merge.count
    ).format(**values)
    if run.ties == "first":
        reason = t.gettext("{pair} is found first, in {word}.").format(
            **values, word=quoted(shorten(chosen.word, 14))
        )
    elif run.ties == "lowest":
        reason = t.gettext(
            "{pair} has the lowest ids: {ids}. Next is {other} with {others}."
        ).format(**values, ids=_id_pair(run, chosen), others=_id_pair(run, other))
    else:
        reason = t.gettext(
            "{pair} has the greatest bytes: {bytes}. Next is {other} with {others}."
        ).format(**values, bytes=_byte_pair(run, chosen), others=_byte_pair(run, other))
    return t.gettext("{every}. {reason}").format(every=every, reason=reason)


def _id_pair(run: Run, pair: Leader) -> str:
    return f"({run.ids[pair.left]}, {run.ids[pair.right]})"


def _byte_pair(run: Run, pair: Leader) -> str:
    left, right = (token_bytes(token, run.corpus.split) for token in (pair.left, pair.right))
    return f"({' '.join(map(str, left))}, {' '.join(map(str, right))})"


def ended(run: Run, t: Translation) -> str:
    """Return why training ended, and the most frequent pair that is left.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> ended(run, Translation()).partition(".")[0]
    'Training ends here because no pair is left'
    """
    if without_pairs := ended_without_pairs(run, t):
        return without_pairs
    return sentences(reason(run, t), _pair_left(run, t), t)


def ended_without_pairs(run: Run, t: Translation) -> str:
    """Return why training ended without a pair to merge or without a merge; empty if it did not.

    >>> from pages.state.defaults import defaults
    >>> ended_without_pairs(defaults("hug").train(), Translation()).partition(".")[0]
    'Training ends here because no pair is left'
    """
    if run.stopped == "no_pairs":
        return t.gettext("Training ends here because no pair is left. Every word is one token.")
    size = len(run.vocab)
    if not run.merges and run.stopped == "vocabulary":
        if run.has_all_bytes:
            return t.gettext(
                "There is no room for merges: special tokens and the 256 bytes alone make {size} "
                "tokens. Choose a vocabulary size above {size}."
            ).format(size=number(size))
        return t.ngettext(
            "There is no room for merges: special tokens and characters alone make {size} "
            "token. Choose a larger vocabulary size.",
            "There is no room for merges: special tokens and characters alone make {size} "
            "tokens. Choose a larger vocabulary size.",
            size,
        ).format(size=number(size))
    return ""


def reason(run: Run, t: Translation) -> str:
    """Return why training ended although pairs are left.

    >>> from pages.state.defaults import defaults
    >>> reason(defaults("hug").replace(vocab=8).train(), Translation())
    'Training ends here because the vocabulary has 8 tokens.'
    """
    if run.stopped == "min_count":
        return t.gettext(
            "Training ends here because no pair reaches the minimum count of {least}. Lower the "
            "minimum count to continue."
        ).format(least=number(run.min_count))
    if run.stopped == "user":
        return t.gettext("Training was stopped here.")
    size = len(run.vocab)
    return t.ngettext(
        "Training ends here because the vocabulary has {size} token.",
        "Training ends here because the vocabulary has {size} tokens.",
        size,
    ).format(size=number(size))


def _pair_left(run: Run, t: Translation) -> str:
    left = run.leaders(len(run.merges), 1)
    if not left:
        return t.gettext("No pair is left.")
    return t.gettext("The most frequent pair left is {pair} with {count}.").format(
        pair=format_pair(left[0]), count=number(left[0].count)
    )
