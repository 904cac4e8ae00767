"""Sentences on one word under both methods: each step, BPE's rank, and why the results differ."""

from math import exp

from bpe import unigram
from pages.stage.counts import piece_count, token_count
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, pair_name, probability, quoted
from pages.translations.language import Translation
from pages.unigram import viterbi_explanations
from pages.unigram.both import MAX_RANK, Both
from pages.unigram.comparison_reasons import describe_rare


def why_step(shown: Both, k: int, t: Translation) -> str:
    """The explanation of step k.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> why_step(shown, 0, Translation()).split(". ")[0]
    'BPE starts with the characters, and applies its merges in the order of training'
    """
    if k == shown.last:
        return compare_values(shown, t)
    if k > shown.joins:
        position = shown.lattice.positions[k - shown.joins - 1]
        return viterbi_explanations.why_here(shown.word, position, t)
    if k:
        return why_merge(shown, k, t)
    sizes = t.gettext(
        "Both have learned from the same words: BPE has {tokens}, and Unigram has {pieces}."
    ).format(
        tokens=token_count(shown.tokens, t), pieces=piece_count(len(shown.word.model.pieces), t)
    )
    start = t.gettext(
        "BPE starts with the characters, and applies its merges in the order of training. Unigram "
        "searches the most probable path of all."
    )
    return sentences(start, sizes, t)


def before_comparison(shown: Both, t: Translation) -> str:
    """What stands in the place of the comparison before the last step, and what ▁ means.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> before_comparison(shown, Translation()).partition(". ")[0]
    '▁ marks the start of a word'
    """
    later = t.gettext("The last step compares the two results.")
    best, choice = shown.lattice.best, shown.choice
    if best and choice and not unigram.equal(best.log_probability, choice.log_probability):
        example = t.gettext(
            "This word is a good example, because they differ for a reason and not through a tie."
        )
        later = sentences(later, example, t)
    if "▁" in shown.word.text:
        later = sentences(t.gettext("▁ marks the start of a word."), later, t)
    return later


def why_merge(shown: Both, k: int, t: Translation) -> str:
    r"""Why BPE applies the merge of step k.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> why_merge(shown, 1, Translation()).replace("\u2068", "").replace("\u2069", "")[:32]
    'u+g was merge 1 of the training:'
    """
    chosen = shown.states[k - 1].chosen
    assert chosen
    count = shown.merges[chosen.rank].count
    return t.ngettext(
        "{pair} was merge {rank} of the training: the pair occurred {count} time. So BPE merges it "
        "in this word too.",
        "{pair} was merge {rank} of the training: the pair occurred {count} times. So BPE merges "
        "it in this word too.",
        count,
    ).format(
        pair=pair_name(chosen.left, chosen.right), rank=number(chosen.rank), count=number(count)
    )


def rank(shown: Both, t: Translation) -> str:
    """BPE's choice in numbers: its probability and its rank.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> rank(Both.of(hug.train(), hug.train_unigram(), "bun", {}), Translation())
    "BPE's tokens have the probability 0.001451 in Unigram: place 1 of 3"
    """
    if shown.choice is None:
        return t.gettext("Unigram cannot choose BPE's tokens")
    count = shown.lattice.count
    values = {
        "value": probability(shown.choice.probability),
        "rank": number(shown.rank or MAX_RANK),
        "all": number(count) if count < 10**15 else f"{count:.1e}",
    }
    if shown.rank is None:
        return t.gettext(
            "BPE's tokens have the probability {value} in Unigram: below place {rank} of {all}"
        ).format(**values)
    return t.gettext(
        "BPE's tokens have the probability {value} in Unigram: place {rank} of {all}"
    ).format(**values)


def compare_values(shown: Both, t: Translation) -> str:
    """The explanation of the last step: how much more probable Unigram's path is than BPE's.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> compare_values(shown, Translation())[-54:]
    "Unigram's path is 6.1 times as probable as BPE's path."
    """
    start = t.gettext("On the left are the tokens of BPE, on the right those of Unigram.")
    best, choice = shown.lattice.best, shown.choice
    if best is None or choice is None or choice.tokens == best.tokens:
        return start
    times = exp(best.log_probability - choice.log_probability)
    if unigram.equal(best.log_probability, choice.log_probability):
        end = t.gettext("Both paths have the same probability.")
    else:
        end = t.gettext("Unigram's path is {times} times as probable as BPE's path.").format(
            times=f"{times:,.1f}" if times < 10_000 else f"{times:.1e}"
        )
    return sentences(start, end, t)


def why(shown: Both, t: Translation) -> str:
    """Why the two results differ, or that they agree.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> why(Both.of(hug.train(), hug.train_unigram(), "hug", {}), Translation())
    'Both choose the same tokens. No other segmentation is more probable.'
    """
    best, choice = shown.lattice.best, shown.choice
    if best is None:
        return t.gettext(
            "Unigram has no segmentation of this word, because no piece covers one of its "
            "characters."
        )
    if choice is None:
        no_path = why_no_path(shown, t)
        if set(best.tokens) <= set(shown.ours):
            return no_path
        return sentences(no_path, why_different(shown, t), t)
    if choice.tokens == best.tokens:
        return t.gettext("Both choose the same tokens. No other segmentation is more probable.")
    if unigram.equal(choice.log_probability, best.log_probability):
        return t.gettext("Both paths are equally probable. Viterbi keeps only one of them.")
    return sentences(why_different(shown, t), compare_sizes(shown, t), t)


def why_no_path(shown: Both, t: Translation) -> str:
    r"""Why BPE's tokens are not a path of the lattice.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.replace(unigram_vocab=8).train_unigram(), "bun", {})
    >>> why_no_path(shown, Translation())[:42]
    'This token of BPE is not a piece of Unigra'
    """
    missing = dict.fromkeys(each for each in shown.ours if each not in shown.word.model.ids)
    sentence = t.ngettext(
        "This token of BPE is not a piece of Unigram: {tokens}.",
        "These tokens of BPE are not pieces of Unigram: {tokens}.",
        len(missing),
    ).format(tokens=listing([quoted(each) for each in missing], t))
    pruned = [
        t.gettext("{piece} in step {step}").format(
            piece=quoted(each), step=number(shown.removed[each])
        )
        for each in missing
        if each in shown.removed
    ]
    if not pruned:
        return sentence
    when = t.gettext("Its training removed {list}.").format(list=listing(pruned, t))
    return sentences(sentence, when, t)


def why_different(shown: Both, t: Translation) -> str:
    r"""The merge that took Unigram's segmentation from BPE, or the piece that BPE cannot make.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> why_different(shown, Translation()).replace("\u2068", "").replace("\u2069", "")[:61]
    'BPE learned n+d as merge 6, because the pair occurred 30 time'
    """
    crossing, best, choice = shown.crossing, shown.lattice.best, shown.choice
    if best and choice and (rare := describe_rare(choice, best, shown.word.model, t)):
        return t.gettext("Unigram could use the tokens of BPE, too. But {reason}.").format(
            reason=rare
        )
    if crossing:
        return t.ngettext(
            "BPE learned {pair} as merge {rank}, because the pair occurred {count} time, and it "
            "never undoes a merge. Unigram cuts between the two.",
            "BPE learned {pair} as merge {rank}, because the pair occurred {count} times, and it "
            "never undoes a merge. Unigram cuts between the two.",
            crossing.count,
        ).format(
            pair=pair_name(crossing.left, crossing.right),
            rank=number(crossing.rank),
            count=number(crossing.count),
        )
    split = next(each for each in best.tokens if each not in shown.ours) if best else ""
    if split in shown.known:
        return t.gettext(
            "BPE has the token {piece}, too, but its merges in this word lead to other tokens."
        ).format(piece=quoted(split))
    return t.gettext("No merge of BPE makes {piece}, which is a piece of Unigram.").format(
        piece=quoted(split)
    )


def compare_sizes(shown: Both, t: Translation) -> str:
    """How many tokens both have, and what this does to the probability.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> compare_sizes(shown, Translation()).partition(". ")[0]
    'Unigram needs 3 tokens, and BPE needs 4'
    """
    best = shown.lattice.best
    theirs, ours = len(best.tokens) if best else 0, len(shown.ours)
    values = {"theirs": token_count(theirs, t), "ours": number(ours)}
    if theirs == ours:
        return t.gettext("Both need {theirs}, but the product of Unigram's is larger.").format(
            **values
        )
    return t.gettext(
        "Unigram needs {theirs}, and BPE needs {ours}. Unigram compares only the products, and its "
        "own is larger."
    ).format(**values)
