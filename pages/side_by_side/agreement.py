"""Sentences on where tokenizers agree."""

from pages.side_by_side.boundaries import Agreement
from pages.side_by_side.compared import Compared
from pages.stage.counts import token_count
from pages.stage.record import sentences
from pages.stage.tokens import number
from pages.translations.language import Translation


def summary(compared: Compared, t: Translation) -> str:
    """Where the tokenizers agree, in all texts together.

    >>> summary(Compared((), (), ()), Translation())
    'Add a second tokenizer to see where they agree.'
    """
    every = single = some = 0
    for each in compared.agreements:
        every, single = every + len(each.every), single + len(each.single)
        some += len(each.some)
    return sentence(every, single, some, len(compared.columns), t)


def describe_sizes(compared: Compared, t: Translation) -> str:
    """The sizes of the vocabularies, which decide much of a comparison; empty for one tokenizer.

    >>> from pages.side_by_side.column import Column
    >>> columns = Column("A", "bpe", "", 200), Column("B", "unigram", "", 200)
    >>> describe_sizes(Compared(columns, (), ()), Translation())
    'Each vocabulary has 200 tokens.'
    """
    if len(compared.columns) < 2:
        return ""
    sizes = {each.tokens for each in compared.columns}
    if len(sizes) == 1:
        return t.gettext("Each vocabulary has {tokens}.").format(tokens=token_count(sizes.pop(), t))
    listed = t.gettext(", ").join(
        f"{each.letter} {number(each.tokens)}" for each in compared.columns
    )
    return t.gettext(
        "The vocabularies have different sizes ({list}). With a larger one, a text usually needs "
        "fewer tokens."
    ).format(list=listed)


def describe_agreement(agreement: Agreement, tokenizers: int, t: Translation) -> str:
    """Where the tokenizers agree in a text.

    >>> agreement = Agreement.of([frozenset({3, 4}), frozenset({3, 4})])
    >>> describe_agreement(agreement, 2, Translation())
    'Both tokenizers have the same 2 token boundaries.'
    """
    counts = (len(agreement.every), len(agreement.single), len(agreement.some))
    return sentence(*counts, tokenizers, t)


def sentence(every: int, single: int, some: int, tokenizers: int, t: Translation) -> str:
    """Where tokenizers agree, from the numbers of boundaries: see `Agreement`.

    >>> sentence(5, 2, 9, 3, Translation())
    'All 3 tokenizers share 5 of 9 token boundaries. 2 boundaries are in only one of them.'
    >>> sentence(9, 0, 9, 2, Translation())
    'Both tokenizers have the same 9 token boundaries.'
    """
    if tokenizers < 2:
        return t.gettext("Add a second tokenizer to see where they agree.")
    if not some:
        return t.gettext("No tokenizer has a token boundary inside this text.")
    values = {"all": number(tokenizers), "every": number(every), "some": number(some)}
    if every == some:
        same = (
            t.ngettext(
                "Both tokenizers have the same token boundary.",
                "Both tokenizers have the same {some} token boundaries.",
                some,
            )
            if tokenizers == 2
            else t.ngettext(
                "All {all} tokenizers have the same token boundary.",
                "All {all} tokenizers have the same {some} token boundaries.",
                some,
            )
        )
        return same.format(**values)
    shared = (
        t.ngettext(
            "Both tokenizers share {every} of {some} token boundary.",
            "Both tokenizers share {every} of {some} token boundaries.",
            some,
        )
        if tokenizers == 2
        else t.ngettext(
            "All {all} tokenizers share {every} of {some} token boundary.",
            "All {all} tokenizers share {every} of {some} token boundaries.",
            some,
        )
    )
    lone = t.ngettext(
        "{single} boundary is in only one of them.",
        "{single} boundaries are in only one of them.",
        single,
    )
    end = lone.format(single=number(single)) if single else ""
    return sentences(shared.format(**values), end, t)
