"""Pre-tokenization: split a text into words, with offsets into the text.

    "gpt2"        GPT-2's pattern, then each byte as one visible character (a space is Ġ)
    "metaspace"   split at white space, then put ▁ (U+2581) before each word (XLNet)
    "whitespace"  split at white space, which is dropped
    "punctuation" the same, and each punctuation mark is a word of its own (BERT): the words of a
                  language that is written without spaces are its clauses
    "none"        the whole text is one word

Has no rules for particular languages.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from bpe.added_tokens import AddedTokenFinder
from bpe.byte_characters import byte_level
from bpe.errors import check_choice, check_text
from bpe.normalization import align, normalize

SPLITS = ("gpt2", "metaspace", "whitespace", "punctuation", "none")

# Source: GPT-2's encoder.py, as released by OpenAI. {L} and {N} are the letters and the numbers.
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?[{L}]+| ?[{N}]+| ?[^\s{L}{N}]+|\s+(?!\S)|\s+"
GPT2_PATTERN = regex.compile(GPT2.replace("{L}", r"\p{L}").replace("{N}", r"\p{N}"))
WORD_PATTERN = regex.compile(r"\P{White_Space}+")
# Source: Hugging Face tokenizers' is_bert_punc, which adds nine symbols of ASCII.
PUNCTUATION = r"\p{P}$+<=>^`|~"
CLAUSE_PATTERN = regex.compile(rf"[{PUNCTUATION}]|[^{PUNCTUATION}\p{{White_Space}}]+")
WHOLE_PATTERN = regex.compile(r"(?s:.+)")


@dataclass(frozen=True, slots=True)
class PreToken:
    """A word as the tokenizer sees it, and its position in the text.

    word: the text after normalization and, with "gpt2", in GPT-2's visible characters.
    start, end: the word was made from text[start:end]; in characters. spans: the same for each
    character of the word. Both bytes of é have the span of é; an inserted ▁ has the span of the
    character after it. added: True for an added token found in the text, which is never split.
    """

    word: str
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]
    added: bool = False


@dataclass(frozen=True, slots=True)
class CorpusPreTokenizer:
    """Splits new text like the texts of a corpus, and finds special tokens in it if asked.

    >>> pre_tokenizer = CorpusPreTokenizer("gpt2", "none", AddedTokenFinder(()))
    >>> [pre_token.word for pre_token in pre_tokenizer("This is", False)]
    ['This', 'Ġis']
    """

    split: str
    normalization: str
    finder: AddedTokenFinder

    def __call__(self, text: str, specials: bool) -> Iterator[PreToken]:
        """The pre-tokens of a text. specials: whether to find the special tokens in it."""
        if not specials:
            yield from iterate_pre_tokens(text, self.split, self.normalization)
            return
        for start, end, token in self.finder.find(text):
            if token:
                yield PreToken(token.token, start, end, ((start, end),), added=True)
            else:
                part = text[start:end]
                yield from iterate_pre_tokens(part, self.split, self.normalization, start)


def pattern_and_mapping(split: str) -> tuple[regex.Pattern[str], Callable[[str], str]]:
    """The pattern that matches the words of a text, and the function that maps a match to a word.

    >>> pattern, to_word = pattern_and_mapping("metaspace")
    >>> [to_word(match) for match in pattern.findall("This is")]
    ['▁This', '▁is']
    """
    check_choice("The pre-tokenizer", split, SPLITS)
    if split == "gpt2":
        return GPT2_PATTERN, byte_level
    if split == "metaspace":
        return WORD_PATTERN, "▁".__add__
    patterns = {"whitespace": WORD_PATTERN, "punctuation": CLAUSE_PATTERN, "none": WHOLE_PATTERN}
    return patterns[split], str


def pre_tokenize(text: str, split: str = "gpt2", normalization: str = "none") -> list[PreToken]:
    """The pre-tokens of a text in order, with offsets into the text as given.

    split: one of SPLITS. normalization: one of `normalization.NORMALIZATIONS`. Raises InputError
    for other names or a text that is not valid Unicode.

    >>> [(p.word, p.start, p.end) for p in pre_tokenize("This is", "gpt2")]
    [('This', 0, 4), ('Ġis', 4, 7)]
    """
    return list(iterate_pre_tokens(check_text(text), split, normalization))


def iterate_pre_tokens(
    text: str, split: str, normalization: str, shift: int = 0
) -> Iterator[PreToken]:
    """The pre-tokens of a valid text, one by one. shift: added to all offsets, in characters.

    >>> [(p.word, p.start, p.end) for p in iterate_pre_tokens("a b", "gpt2", "none", 10)]
    [('a', 10, 11), ('Ġb', 11, 13)]
    """
    normalized, origin = text, None
    if normalize(text, normalization) != text:
        normalized, origin = align(text, normalization)
    pattern, to_word = pattern_and_mapping(split)
    for match in pattern.finditer(normalized):
        start, end = match.span()
        if origin is None:
            start, end = start + shift, end + shift
            spans = list(zip(range(start, end), range(start + 1, end + 1), strict=True))
        else:
            spans = [(a + shift, b + shift) for a, b in origin[start:end]]
        word = match[0]
        if split == "gpt2" and not word.isascii():
            spans = [s for c, s in zip(word, spans, strict=True) for _ in c.encode()]
        elif split == "metaspace":
            spans = [spans[0], *spans]
        yield PreToken(to_word(word), spans[0][0], spans[-1][1], tuple(spans))
