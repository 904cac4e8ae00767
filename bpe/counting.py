"""How often each word occurs in some texts: the words of `splitting`, sooner than one by one.

A text is first cut into stretches that no word crosses. Most stretches occur again and again, and
each is cut into words only once; those of ASCII alone by `re`, which is faster than `regex`.

But: it does not say where the words stand; `splitting.pre_tokenize` does.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from bpe.splitting import GPT2, NORMALIZATIONS, check_choice, check_text, normalize, word_finder

GPT2_ASCII = re.compile(GPT2.replace("{L}", "A-Za-z").replace("{N}", "0-9"), re.ASCII)
# Stretches of text that no word of GPT-2's pattern crosses, nor one between white space. To `re`,
# unlike Unicode, U+001C to U+001F are white space.
STRETCH = re.compile(r" ?[\S\x1c-\x1f]+|[^\S\x1c-\x1f]+(?![\S\x1c-\x1f])|[^\S\x1c-\x1f]")


def count_pieces(
    texts: Iterable[str], split: str = "gpt2", normalization: str = "none"
) -> dict[str, int]:
    """How often each word occurs in some texts, as it is written there, in first-met order.

    Raises InputError as `pre_tokenize` does, and for an unknown normalization.

    >>> count_pieces(["so, so it is"])
    {'so': 1, ',': 1, ' so': 1, ' it': 1, ' is': 1}
    """
    check_choice("The normalization", normalization, NORMALIZATIONS)
    pattern, _ = word_finder(split)
    texts = map(check_text, texts)
    if normalization != "none":
        texts = (normalize(text, normalization) for text in texts)
    if split != "none":
        texts = chain.from_iterable(map(STRETCH.findall, texts))
    found: dict[str, int] = {}
    for stretch, count in Counter(texts).items():
        plain = split == "gpt2" and stretch.isascii()
        for piece in (GPT2_ASCII if plain else pattern).findall(stretch):
            found[piece] = found.get(piece, 0) + count
    return found
