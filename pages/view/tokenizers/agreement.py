"""Sentences on where tokenizers agree."""

from pages.i18n.language import Translation
from pages.view.stage import sentences
from pages.view.tokenizers.compared import Compared
from pages.view.tokenizers.cuts import Agreement
from pages.view.tokens import number


def summary(compared: Compared, t: Translation) -> str:
    """Where the tokenizers agree, in all texts together."""
    every = single = some = 0
    for each in compared.agreements:
        every, single = every + len(each.every), single + len(each.single)
        some += len(each.some)
    return sentence(every, single, some, len(compared.columns), t)


def describe_agreement(agreement: Agreement, tokenizers: int, t: Translation) -> str:
    """Where the tokenizers agree in a text."""
    counts = (len(agreement.every), len(agreement.single), len(agreement.some))
    return sentence(*counts, tokenizers, t)


def sentence(every: int, single: int, some: int, tokenizers: int, t: Translation) -> str:
    """Where tokenizers agree. The numbers of cuts that all, one, and at least one of them have.

    >>> sentence(5, 2, 9, 3, Translation())
    'All 3 tokenizers cut at 5 of 9 places. At 2 places, only one of them cuts.'
    >>> sentence(9, 0, 9, 2, Translation())
    'Both tokenizers cut at the same 9 places.'
    """
    if tokenizers < 2:
        return t.gettext("Add a second tokenizer to see where they agree.")
    if not some:
        return t.gettext("None of the tokenizers cuts here.")
    values = {
        "all": number(tokenizers),
        "every": number(every),
        "some": number(some),
        "single": number(single),
    }
    if every == some:
        same = (
            t.ngettext(
                "Both tokenizers cut at the same place.",
                "Both tokenizers cut at the same {every} places.",
                every,
            )
            if tokenizers == 2
            else t.ngettext(
                "All {all} tokenizers cut at the same place.",
                "All {all} tokenizers cut at the same {every} places.",
                every,
            )
        )
        return same.format(**values)
    agreed = (
        t.ngettext(
            "Both tokenizers cut at {every} of {some} place.",
            "Both tokenizers cut at {every} of {some} places.",
            some,
        )
        if tokenizers == 2
        else t.ngettext(
            "All {all} tokenizers cut at {every} of {some} place.",
            "All {all} tokenizers cut at {every} of {some} places.",
            some,
        )
    )
    alone = t.ngettext(
        "At {single} place, only one of them cuts.",
        "At {single} places, only one of them cuts.",
        single,
    )
    return sentences(agreed.format(**values), alone.format(**values) if single else "", t)
