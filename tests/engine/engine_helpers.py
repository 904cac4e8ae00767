"""Helpers for the engine's tests: random trainings and an oracle."""

import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers
from tokenizers.pre_tokenizers import PreTokenizer

import bpe

every_rule = pytest.mark.parametrize("ties", bpe.TIES)

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
# Hugging Face's, by our names.
PRE_TOKENIZERS = {
    "gpt2": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "metaspace": pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    ),
    "whitespace": pre_tokenizers.WhitespaceSplit(),
    "punctuation": pre_tokenizers.BertPreTokenizer(),
}
NORMALIZERS = {
    "nfc": normalizers.NFC(),
    "nfkc": normalizers.NFKC(),
    "lower": normalizers.Lowercase(),
}
# Few letters, so that almost every count is shared; the last three hold what can go wrong.
ALPHABETS = ("a", "ab", "abc", "aéb日", "\0a \u0301", "ĠaÃ©😀")

# Characters that this Python knows; half surrogates are no text.
characters = st.characters(exclude_categories=("Cs", "Cn"))


def texts(min_size: int = 0, max_size: int = 25) -> st.SearchStrategy[str]:
    few = st.sampled_from("ab é日\u0301 '\ns1😀")
    tied = st.text(st.sampled_from("ab "), min_size=min_size, max_size=max_size)
    return tied | st.text(few | characters, min_size=min_size, max_size=max_size)


def known_to_both(text):
    """Hugging Face tokenizers uses an old Unicode version, and ▁ may not occur in the text."""
    return "▁" not in text and all(unicodedata.ucd_3_2_0.category(c) != "Cn" for c in text)


@st.composite
def word_counts(draw: st.DrawFn) -> dict[str, int]:
    letters = draw(st.sampled_from(ALPHABETS))
    words = st.lists(st.text(letters, min_size=1, max_size=12), min_size=2, max_size=8)
    return {word: draw(st.integers(1, 4)) for word in draw(words)}


def corpora() -> st.SearchStrategy[bpe.Corpus]:
    split, normalization = st.sampled_from(bpe.SPLITS), st.sampled_from(bpe.NORMALIZATIONS)
    several = st.lists(texts(min_size=5), min_size=1, max_size=4)
    read = st.builds(bpe.Corpus.from_texts, several, split, normalization)
    return st.builds(bpe.Corpus.from_counts, word_counts(), split) | read


def trainings() -> st.SearchStrategy[dict]:
    """The arguments of a training without the tie rule."""
    special = st.sampled_from(["<s>", "a", "é", "ab", "aa", "bab"])
    return st.fixed_dictionaries(
        {
            "corpus": corpora(),
            "vocab_size": st.none() | st.integers(1, 40),
            "special_tokens": st.lists(special, max_size=3).map(tuple),
            "min_count": st.sampled_from([0, 1, 1, 1, 2, 3]),
        }
    )


@st.composite
def any_rules(draw):
    """Random merges in any order. Their parts are characters or tokens of other merges."""
    parts, rules = list("abc"), []
    for _ in range(draw(st.integers(0, 10))):
        pair = draw(st.tuples(st.sampled_from(parts), st.sampled_from(parts)))
        if pair not in rules:
            rules.append(pair)
            parts.append("".join(pair))
    return draw(st.permutations(rules))


def format_merges(merges: tuple[bpe.Merge, ...]) -> str:
    """Merges as the course's figures give them: "u+g 20, u+n 16"."""
    return ", ".join(f"{merge.left}+{merge.right} {merge.count}" for merge in merges)


def pairs_of(merges: tuple[bpe.Merge, ...]) -> list[tuple[str, str]]:
    return [(merge.left, merge.right) for merge in merges]


def hugging_face(
    sequences: Iterator[str] | list[str], pre_tokenizer: PreTokenizer | None = None, **options
) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """The merges and the vocabulary learned by Hugging Face tokenizers."""
    tokenizer = Tokenizer(models.BPE())
    if pre_tokenizer:
        tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.BpeTrainer(show_progress=False, **options)
    tokenizer.train_from_iterator(sequences, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return [tuple(pair) for pair in model["merges"]], model["vocab"]


def repeated(counts: dict[str, int]) -> Iterator[str]:
    """Each word repeated as often as its count."""
    return (word for word, count in counts.items() for _ in range(count))
