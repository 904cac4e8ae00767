"""The list of merges next to an encoded text. A merge's place in the list is its rank."""

from bpe.merging import WordState
from pages.encoding.record_types import MergeList, MergeMarks, MergeRule
from pages.encoding.walk import Text
from pages.stage.tokens import chip, number
from pages.translations.language import Translation


def merge_list(shown: Text, t: Translation) -> MergeList:
    """The list of merges, and a note about it.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(vocab=8).train()
    >>> merge_list(encode_text(run.encoder(), "hug"), Translation())["merges"][0].token
    Chip(text='ug', number=1)
    """
    listed, last = shown.listed_merges, shown.encoder.last
    numbers = {left + right: rank for rank, (left, right) in reversed(listed)}
    numbers.update(shown.encoder.first_ranks)
    if not last:
        note = t.gettext("There are no merges, so every character is a token.")
    elif len(listed) < last:
        note = t.gettext("Only merges that this text can use: {shown} of {all}.").format(
            shown=number(len(listed)), all=number(last)
        )
    else:
        note = t.gettext("The rank is the place in this list.")
    return {
        "merges": [
            MergeRule(rank, *(chip(token, numbers) for token in (left, right, left + right)))
            for rank, (left, right) in listed
        ],
        "merges_note": note,
    }


def marks(state: WordState, is_next_shown: bool = True) -> MergeMarks:
    """The ranks that a step marks in the list: of the merge that it applies, and of the others.

    is_next_shown: whether the merge that is applied next is marked as such.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "unhug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> marks(state)
    {'rank': 1, 'waiting': [2]}
    """
    applied = state.chosen.rank if state.chosen and is_next_shown else 0
    ranks = {each.rank for each in state.candidates if each.state == "open"}
    return {"rank": applied, "waiting": sorted(ranks - {applied})}
