"""Count the words of texts, faster than pre-tokenizing each text in full.

A text is first split into stretches that no word crosses. Most stretches repeat, and each distinct
one is split into words only once. ASCII stretches use `re`, which is faster than `regex`.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from bpe.errors import check_choice, check_text
from bpe.normalization import NORMALIZATIONS, normalize
from bpe.pre_tokenization import GPT2, pattern_and_mapping

GPT2_ASCII = re.compile(GPT2.replace("{L}", "A-Za-z").replace("{N}", "0-9"), re.ASCII)
# Stretches of text that no match of GPT-2's pattern crosses, and no word between white space.
# Unlike Unicode, `re` counts U+001C to U+001F as white space.
STRETCH = re.compile(r" ?[\S\x1c-\x1f]+|[^\S\x1c-\x1f]+(?![\S\x1c-\x1f])|[^\S\x1c-\x1f]")


def count_words(
    texts: Iterable[str], split: str = "gpt2", normalization: str = "none"
) -> dict[str, int]:
    """The count of each word as it is spelled in the texts, in first-met order.

    Words are not yet mapped to GPT-2's visible characters. Raises InputError for an unknown split
    or normalization, or a text that is not valid Unicode.

    >>> count_words(["so, so it is"])
    {'so': 1, ',': 1, ' so': 1, ' it': 1, ' is': 1}
    """
    check_choice("The normalization", normalization, NORMALIZATIONS)
    pattern, _ = pattern_and_mapping(split)
    texts = map(check_text, texts)
    if normalization != "none":
        texts = (normalize(text, normalization) for text in texts)
    if split != "none":
        texts = chain.from_iterable(map(STRETCH.findall, texts))
    counts: dict[str, int] = {}
    for stretch, count in Counter(texts).items():
        use_re = split == "gpt2" and stretch.isascii()
        for word in (GPT2_ASCII if use_re else pattern).findall(stretch):
            counts[word] = counts.get(word, 0) + count
    return counts
