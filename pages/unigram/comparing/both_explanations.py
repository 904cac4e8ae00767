"""Sentences on one word under both methods: each step, BPE's rank, and why the results differ."""

from math import exp

from bpe import unigram
from pages.stage.counts import piece_count, token_count
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, pair_name, power_of_ten, probability, quoted
from pages.translations.language import Translation
from pages.unigram import viterbi_explanations
from pages.unigram.comparing.both import MAX_RANK, Both
from pages.unigram.comparing.comparison_reasons import (
    explanations,
    how_unknown,
    reason,
    unknown_to_bpe,
    unknown_to_unigram,
)

MAX_LISTED = 20  # characters that are named


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
        "searches for the most probable path of all."
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
            "This word is a good example: BPE and Unigram split it differently, and no tie decides."
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
    "BPE's tokens have the probability 0.001451 in Unigram: place 1 of 3 segmentations"
    """
    unknown = unknown_to_bpe(shown.compared), unknown_to_unigram(shown.compared)
    if count := len({*unknown[0], *unknown[1]}):
        text = t.ngettext(
            "This word has {count} unknown character",
            "This word has {count} unknown characters",
            count,
        )
        return text.format(count=number(count))
    if shown.choice is None:
        listed = listing([quoted(each) for each in shown.missing], t)
        text = t.gettext("Unigram cannot choose BPE's tokens: it has no piece {list}")
        return text.format(list=listed)
    count = shown.lattice.count
    values = {
        "value": probability(shown.choice.probability),
        "rank": number(shown.rank or MAX_RANK),
        "all": number(count),
    }
    if shown.rank is None:
        return t.gettext(
            "BPE's tokens have the probability {value} in Unigram: below place {rank} of {all} "
            "segmentations"
        ).format(**values)
    return t.ngettext(
        "BPE's tokens have the probability {value} in Unigram: place {rank} of {all} segmentation",
        "BPE's tokens have the probability {value} in Unigram: place {rank} of {all} segmentations",
        count,
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
    best, choice = shown.lattice.best, shown.choice
    start = t.gettext(
        "Before the sign {sign} are the tokens of BPE, and after it those of Unigram."
    ).format(sign=sign(shown))
    if best is None or choice is None or choice.tokens == best.tokens:
        return start
    times = exp(best.log_probability - choice.log_probability)
    if unigram.equal(best.log_probability, choice.log_probability):
        end = t.gettext("Both paths have the same probability.")
    else:
        end = t.gettext("Unigram's path is {times} times as probable as BPE's path.").format(
            times=f"{times:,.1f}" if times < 10_000 else power_of_ten(times)
        )
    return sentences(start, end, t)


def sign(shown: Both) -> str:
    """Whether both give the same tokens, as a sign between them.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> sign(Both.of(hug.train(), hug.train_unigram(), "hug", {}))
    '='
    """
    return "=" if reason(shown.compared, Translation()).kind == "same" else "≠"


def why(shown: Both, t: Translation) -> str:
    """Why the two results differ, or that they agree.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> why(Both.of(hug.train(), hug.train_unigram(), "hug", {}), Translation())
    'BPE’s merges lead to the most probable segmentation.'
    """
    kind, text = reason(shown.compared, t)
    if kind == "unknown":
        how = how_unknown(shown.lattice.best is None, t)
        return sentences(sentences(text, known_characters(shown, t), t), how, t)
    if kind == "removed":
        return text  # the title of the box says that Unigram cannot choose these tokens
    about = "" if kind == "missing" else explanations(t)[kind][1]
    if kind == "same" and not shown.joins and shown.lattice.count == 1:
        about = t.gettext(
            "No merge of BPE fits here, and Unigram has only this segmentation: there is nothing "
            "to choose."
        )
    result = sentences(text, about, t)
    if shown.missing:
        listed = listing([quoted(each) for each in shown.missing], t)
        unused = t.gettext("It would not use {list} in this word.").format(list=listed)
        result = sentences(result, unused, t)
    is_worse = shown.choice is not None and kind in ("order", "rare", "missing")
    return sentences(result, compare_products(shown, t) if is_worse else "", t)


def known_characters(shown: Both, t: Translation) -> str:
    """The characters that a word may have; empty if there are many.

    >>> from pages.state.defaults import defaults
    >>> from pages.stage.tokens import without_isolates
    >>> hug = defaults("hug")
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "dog", {})
    >>> without_isolates(known_characters(shown, Translation()))
    'The corpus has only the characters b, g, h, n, p, s and u.'
    """
    found = sorted(each for each in shown.word.model.pieces if len(each) == 1)
    if len(found) > MAX_LISTED:
        return ""
    listed = listing([quoted(each) for each in found], t)
    return t.gettext("The corpus has only the characters {list}.").format(list=listed)


def why_different(shown: Both, t: Translation) -> str:
    r"""Why the two results of this word differ; empty if they do not.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> why_different(shown, Translation()).replace("\u2068", "").replace("\u2069", "")
    'Merge 6 joins n+d (count 30), and Unigram splits there.'
    """
    return reason(shown.compared, t).text


def compare_products(shown: Both, t: Translation) -> str:
    """By what Unigram chooses, and what it is not about.

    >>> from pages.state.defaults import defaults
    >>> english = defaults("english")
    >>> run = english.replace(split="metaspace", vocab=98).train()
    >>> shown = Both.of(run, english.train_unigram(), "▁under", {})
    >>> compare_products(shown, Translation()).partition(",")[0]
    'Unigram takes the larger product'
    """
    best = shown.lattice.best
    return t.gettext(
        "Unigram takes the larger product, {product}, however many tokens it has."
    ).format(product=probability(best.probability) if best else "")
