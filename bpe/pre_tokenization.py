"""Pre-tokenization: split a text into words, with offsets into the text.

    "gpt2"        GPT-2's pattern, then each byte as one visible character (a space is Ġ)
    "metaspace"   split at white space, then put ▁ (U+2581) before each word (XLNet)
    "whitespace"  split at white space, which is dropped
    "punctuation" the same, and each punctuation mark is a word of its own (BERT): the words of a
                  language that is written without spaces are its clauses
    "none"        the whole text is one word

The other splits at the byte level are in `split_patterns`: "cl100k", "o200k", "llama3", "digits",
"digits3", and "pattern:" followed by an own regular expression.

Has no rules for particular languages.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

import regex

from bpe.added_tokens import AddedTokenFinder
from bpe.byte_characters import byte_level
from bpe.errors import InputError, check_choice, check_text
from bpe.normalization import align, normalize
from bpe.short_repr import short_repr
from bpe.split_patterns import (
    OWN,
    OWN_SECONDS,
    PATTERNS,
    compiled,
    is_byte_level,
    own_timeout,
)

SPLITS = ("gpt2", "metaspace", "whitespace", "punctuation", "none")
PATTERN_SPLITS = tuple(name for name in PATTERNS if name != "gpt2")
OWN_CHARACTERS_PER_SECOND = 200_000

# Source: GPT-2's encoder.py, as released by OpenAI. {L} and {N} are the letters and the numbers.
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?[{L}]+| ?[{N}]+| ?[^\s{L}{N}]+|\s+(?!\S)|\s+"
GPT2_PATTERN = regex.compile(GPT2.replace("{L}", r"\p{L}").replace("{N}", r"\p{N}"))
WORD_PATTERN = regex.compile(r"\P{White_Space}+")
# Source: Hugging Face tokenizers' is_bert_punc, which adds nine symbols of ASCII.
PUNCTUATION = r"\p{P}$+<=>^`|~"
CLAUSE_PATTERN = regex.compile(rf"[{PUNCTUATION}]|[^{PUNCTUATION}\p{{White_Space}}]+")
# Stretches of text that no match of GPT-2's pattern crosses, and no word between white space.
# Unlike Unicode, `re` counts U+001C to U+001F as white space.
STRETCH = re.compile(r" ?[\S\x1c-\x1f]+|[^\S\x1c-\x1f]+(?![\S\x1c-\x1f])|[^\S\x1c-\x1f]")
WHOLE_PATTERN = regex.compile(r"(?s:.+)")


@short_repr
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
class PlainSplit:
    """How a text is split into words, without offsets.

    parts: text -> (part, whether it is an added token). steps: each splits a part further; the last
    one gives the words. A step depends on nothing but the part, so results can be kept.
    """

    parts: Callable[[str], Iterable[tuple[str, bool]]]
    steps: tuple[Callable[[str], Iterable[str]], ...]


@short_repr
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

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """The normalizer and the pre-tokenizer by name.

        >>> CorpusPreTokenizer("gpt2", "none", AddedTokenFinder(())).names
        ([], ['gpt2'])
        """
        return [self.normalization] * (self.normalization != "none"), [self.split]

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

    def plain(self, specials: bool) -> PlainSplit:
        """The same without offsets, for `TextEncoder.encode_ids`.

        >>> plain = CorpusPreTokenizer("gpt2", "none", AddedTokenFinder(())).plain(False)
        >>> list(plain.parts("This is")), plain.steps[0]("This is")
        ([('This is', False)], ['This', ' is'])
        """
        pattern, to_word = pattern_and_mapping(self.split)

        def parts(text: str) -> Iterator[tuple[str, bool]]:
            found = self.finder.find(text) if specials else ((0, len(text), None),)
            for start, end, token in found:
                if token:
                    yield token.token, True
                else:
                    yield normalize(text[start:end], self.normalization), False

        def own_words(text: str) -> list[str]:
            return [text[start:end] for start, end in word_spans(text, self.split)]

        find = own_words if self.split.startswith(OWN) else pattern.findall
        steps = [STRETCH.findall] if self.split in SPLITS and self.split != "none" else []
        return PlainSplit(parts, (*steps, find, lambda word: [to_word(word)]))


def check_split(split: str) -> None:
    """Raise InputError unless this is one of SPLITS or PATTERN_SPLITS, or a valid own pattern.

    >>> check_split("pattern:[")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The regular expression is not valid: ...
    """
    if isinstance(split, str) and split.startswith(OWN):
        compiled(split)
    else:
        check_choice("The pre-tokenizer", split, (*SPLITS, *PATTERN_SPLITS, f"{OWN}REGEX"))


def pattern_and_mapping(split: str) -> tuple[regex.Pattern[str], Callable[[str], str]]:
    """The pattern that matches the words of a text, and the function that maps a match to a word.

    >>> pattern, to_word = pattern_and_mapping("metaspace")
    >>> [to_word(match) for match in pattern.findall("This is")]
    ['▁This', '▁is']
    """
    check_split(split)
    if is_byte_level(split):
        return GPT2_PATTERN if split == "gpt2" else compiled(split), byte_level
    if split == "metaspace":
        return WORD_PATTERN, "▁".__add__
    patterns = {"whitespace": WORD_PATTERN, "punctuation": CLAUSE_PATTERN, "none": WHOLE_PATTERN}
    return patterns[split], str


def own_deadline(characters: int) -> float:
    """When matching an own pattern on so many characters must end, by `time.monotonic`.

    >>> own_deadline(1_000_000) - monotonic() > OWN_SECONDS
    True
    """
    return monotonic() + OWN_SECONDS + characters / OWN_CHARACTERS_PER_SECOND


def word_spans(text: str, split: str, deadline: float | None = None) -> Iterator[tuple[int, int]]:
    """The (start, end) of each word in a valid text, before it is mapped.

    With an own pattern, this is also the text between matches. deadline: for an own pattern; by
    default `own_deadline`. Raises InputError after it.

    >>> list(word_spans("a1b2", "pattern:[a-z]")), list(word_spans("a b", "whitespace"))
    ([(0, 1), (1, 2), (2, 3), (3, 4)], [(0, 1), (2, 3)])
    """
    pattern, _ = pattern_and_mapping(split)
    if not split.startswith(OWN):
        for match in pattern.finditer(text):
            yield match.span()
        return
    deadline = own_deadline(len(text)) if deadline is None else deadline
    seconds, done = max(0.001, deadline - monotonic()), 0
    try:
        for match in pattern.finditer(text, concurrent=True, timeout=seconds):
            start, end = match.span()
            if done < start:
                yield done, start
            if start < end:
                yield start, end
            done = end
            if monotonic() > deadline:
                raise TimeoutError
    except TimeoutError:
        raise own_timeout() from None
    except (MemoryError, RecursionError):
        raise InputError(
            "The regular expression is too complex for this text. Use a simpler one."
        ) from None
    if done < len(text):
        yield done, len(text)


def pre_tokenize(text: str, split: str = "gpt2", normalization: str = "none") -> list[PreToken]:
    """The pre-tokens of a text in order, with offsets into the text as given.

    split: one of SPLITS or PATTERN_SPLITS, or an own pattern. normalization: one of
    `normalization.NORMALIZATIONS`. Raises InputError for other names, an invalid pattern, or a text
    that is not valid Unicode.

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
    _, to_word = pattern_and_mapping(split)
    byte_words = is_byte_level(split)
    for start, end in word_spans(normalized, split):
        word = normalized[start:end]
        if origin is None:
            start, end = start + shift, end + shift
            spans = list(zip(range(start, end), range(start + 1, end + 1), strict=True))
        else:
            spans = [(a + shift, b + shift) for a, b in origin[start:end]]
        if byte_words and not word.isascii():
            spans = [s for c, s in zip(word, spans, strict=True) for _ in c.encode()]
        elif split == "metaspace":
            spans = [spans[0], *spans]
        yield PreToken(to_word(word), spans[0][0], spans[-1][1], tuple(spans))
