"""Counts written out as the sums that they are: 10 hug + 5 pug + 5 hugs = 20."""

from pages.view.tokens import number, quoted, shortened

TERMS = 8  # words named in a sum
WORD = 24  # characters of one that are shown

Term = tuple[str, int, int]  # a word, how often something stands in it, the word's count


def term(word: str, times: int, count: int) -> str:
    r"""A word in a sum.

    >>> term("hug", 1, 10), term("aaa", 2, 5)
    ('10 \u2068hug\u2069', '2×5 \u2068aaa\u2069')
    """
    shown = f"{number(count)} {quoted(shortened(word, WORD))}"
    return f"{times}×{shown}" if times > 1 else shown


def written_out(found: list[Term]) -> str:
    r"""The whole sum.

    >>> written_out([("hug", 1, 10), ("aaa", 2, 5)])
    '10 \u2068hug\u2069 + 2×5 \u2068aaa\u2069 = 20'
    """
    terms = [term(*each) for each in found[:TERMS]] + ["…"] * (len(found) > TERMS)
    return f"{' + '.join(terms)} = {number(sum(times * count for _, times, count in found))}"
