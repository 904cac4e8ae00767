"""Count the words of texts, faster than pre-tokenizing each text in full.

A text is first split into stretches that no word crosses. Most stretches repeat, and each distinct
one is split into words only once. ASCII stretches use `re`, which is faster than `regex`.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from bpe.added_tokens import AddedToken, AddedTokenFinder
from bpe.errors import InputError, check_choice, check_text
from bpe.normalization import NORMALIZATIONS, normalize
from bpe.pre_tokenization import (
    GPT2,
    PATTERN_SPLITS,
    STRETCH,
    own_deadline,
    pattern_and_mapping,
    word_spans,
)
from bpe.split_patterns import OWN

DOCUMENTS = ("lines", "whole", "token")

GPT2_ASCII = re.compile(GPT2.replace("{L}", "A-Za-z").replace("{N}", "0-9"), re.ASCII)


def count_words(
    texts: Iterable[str],
    split: str = "gpt2",
    normalization: str = "none",
    special_tokens: Iterable[str] = (),
) -> dict[str, int]:
    """The count of each word as it is spelled in the texts, in first-met order.

    special_tokens: split the texts before normalization, and are not counted. Words are not yet
    mapped to GPT-2's visible characters. Raises InputError for an unknown split or normalization,
    or a text that is not valid Unicode.

    >>> count_words(["so, so it is"])
    {'so': 1, ',': 1, ' so': 1, ' it': 1, ' is': 1}
    """
    check_choice("The normalization", normalization, NORMALIZATIONS)
    pattern, _ = pattern_and_mapping(split)
    texts = map(check_text, texts)
    if specials := check_special_tokens(special_tokens):
        texts = chain.from_iterable(split_at(text, specials) for text in texts)
    if normalization != "none":
        texts = (normalize(text, normalization) for text in texts)
    if split != "none" and split not in PATTERN_SPLITS and not split.startswith(OWN):
        texts = chain.from_iterable(map(STRETCH.findall, texts))
    counts: dict[str, int] = {}
    stretches = Counter(texts)
    deadline = own_deadline(sum(map(len, stretches))) if split.startswith(OWN) else None
    for stretch, count in stretches.items():
        if deadline is not None:
            spans = word_spans(stretch, split, deadline)
            words: Iterable[str] = (stretch[start:end] for start, end in spans)
        else:
            use_re = split == "gpt2" and stretch.isascii()
            words = (GPT2_ASCII if use_re else pattern).findall(stretch)
        for word in words:
            counts[word] = counts.get(word, 0) + count
    return counts


def check_special_tokens(special_tokens: Iterable[str]) -> tuple[str, ...]:
    """The special tokens without repetitions. Raises InputError unless they are texts, not empty.

    >>> check_special_tokens(["<s>", "<s>"])
    ('<s>',)
    """
    tokens = (special_tokens,) if isinstance(special_tokens, str) else tuple(special_tokens)
    if isinstance(special_tokens, str) or not all(map(check_text, tokens)):
        raise InputError("The special tokens must be a list of texts. No text in it may be empty.")
    return tuple(dict.fromkeys(tokens))


def split_at(text: str, special_tokens: Iterable[str]) -> list[str]:
    """The parts of a text between special tokens; where several start, the longest is taken.

    >>> split_at("hug<s>pug<s>", ["<s>"])
    ['hug', 'pug']
    """
    finder = AddedTokenFinder.of([AddedToken(token, 0) for token in special_tokens])
    return [text[a:b] for a, b, token in finder.find(text) if not token]


def split_documents(text: str, documents: str = "lines", token: str = "<|endoftext|>") -> list[str]:
    r"""The documents of a text, for `Corpus.from_texts`. No word crosses their ends.

    documents: "lines": each line, without its line end; "whole": the text as one document, so that
    line ends are learned too; "token": the parts between occurrences of the token. Raises
    InputError for another value.

    >>> split_documents("hug\npug"), split_documents("hug\npug<s>bun", "token", "<s>")
    (['hug', 'pug'], ['hug\npug', 'bun'])
    """
    check_choice("What a document is", documents, DOCUMENTS)
    if documents == "token":
        return split_at(check_text(text), check_special_tokens([token]))
    return check_text(text).split("\n") if documents == "lines" else [check_text(text)]
