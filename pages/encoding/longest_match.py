"""The steps of WordPiece on a text: word by word, attempt by attempt.

Each step tries whether a part of the word is a token, the longest part first. A vocabulary of whole
words (WordLevel) has one step for each word.

>>> import bpe
>>> from pages.encoding.encoded_text import encode_text
>>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=8)
>>> text = encode_text(run.encoder(), "hugs")
>>> [(attempt.token, attempt.found) for attempt in text.attempts(0)]
[('hugs', False), ('hug', True), ('##s', False)]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from bpe import wordpiece
from bpe.encoding import Encoding
from pages.encoding.encoders import numbers_by_id
from pages.encoding.stepped_text import SteppedText

SYMBOL_BYTES = 250  # of memory for each character of the text and of its words
TOKEN_BYTES = 300  # of memory for each token of the restricted encoder, without its characters
MAX_ATTEMPTED = 30  # characters of a word that is stepped through attempt by attempt
MAX_VOCABULARY = 2_000  # tokens that are listed


@dataclass(frozen=True, slots=True)
class AttemptStep:
    """A step: whether word[start:end] is a token.

    token: its spelling in the vocabulary. found: whether it is there. tried: how many attempts
    were made at `start` up to this one; 0 if the word is too long to be tried. is_last: whether
    the word ends with this step.
    """

    start: int
    end: int
    token: str
    found: bool
    tried: int
    is_last: bool


@dataclass(frozen=True, eq=False)
class LongestMatch(SteppedText):
    """A text with its tokens. encoder: restricted to the text. vocabulary: tokens of the whole one.

    Step 0 is the text, split into words. Each later step is an attempt at one word. A word that
    occurs several times is stepped through once.
    """

    encoder: wordpiece.Encoder | wordpiece.WordLevelEncoder
    text: str
    encoding: Encoding
    decoded: str
    vocabulary: int
    ranks: Mapping[str, int] | None = None  # for the colors, if the tokens are from a training

    @property
    def prefix(self) -> str:
        """What a token inside a word starts with; empty if only whole words are tokens."""
        return self.encoder.prefix

    @property
    def is_word_level(self) -> bool:
        """Whether only whole words are tokens."""
        return self.encoder.kind == "wordlevel"

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """token -> the number of its color.

        >>> from bpe.wordpiece.encoder import plain
        >>> from pages.encoding.encoded_text import encode_text
        >>> encode_text(plain("h", "hug"), "hug").numbers
        {'hug': 2}
        """
        if self.ranks is not None:
            return self.ranks
        return numbers_by_id(self.encoder.ids, self.prefix)

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the vocabulary that occur in the words of the text, in order.

        Tokens that start a word come first.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
        >>> encode_text(run.encoder(), "hug").tokens
        ('h', 'hu', '##g', '##u')
        """
        ids, prefix = self.encoder.ids, self.prefix
        found = (token for token in ids if token != self.unk or token in self.encoding.words)
        inside = (lambda token: token.startswith(prefix)) if prefix else (lambda token: False)
        return tuple(sorted(found, key=lambda token: (inside(token), token))[:MAX_VOCABULARY])

    def count_steps(self, occurrence: int) -> int:
        """How many steps a word has, by its place in `encoding.words`.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
        >>> encode_text(run.encoder(), "hug").count_steps(0)
        3
        """
        return sum(1 for _ in attempts(self.encoder, self.encoding.words[occurrence]))

    def attempts(self, which: int, a: int = 0, b: int | None = None) -> tuple[AttemptStep, ...]:
        """The steps a .. b - 1 of a distinct word, by its index in `occurrences`.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
        >>> [attempt.token for attempt in encode_text(run.encoder(), "hug").attempts(0, 1)]
        ['hu', '##g']
        """
        return tuple(islice(attempts(self.encoder, self.word(which)), a, b))

    def moments(self, which: int, a: int, b: int) -> list[tuple[AttemptStep, ...]]:
        """See `SteppedText`: the attempts at the word up to each step."""
        attempts = self.attempts(which, 0, b)
        return [attempts[: i + 1] for i in range(a, b)]

    @property
    def size(self) -> int:
        """About how many bytes of memory the text takes.

        >>> import bpe
        >>> from pages.encoding.encoded_text import encode_text
        >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
        >>> encode_text(run.encoder(), "hug").size < 15_000
        True
        """
        texts = SYMBOL_BYTES * (len(self.text) + self.symbols)
        tokens = TOKEN_BYTES * len(self.encoder.ids) + 4 * sum(map(len, self.encoder.ids))
        return 10_000 + texts + tokens


def attempts(
    encoder: wordpiece.Encoder | wordpiece.WordLevelEncoder, word: str
) -> Iterator[AttemptStep]:
    """The steps of a word. A long word has one for each token, and not one for each attempt.

    >>> encoder = wordpiece.encoder.plain("hug", "##s")
    >>> [(attempt.token, attempt.tried) for attempt in attempts(encoder, "hugs")]
    [('hugs', 1), ('hug', 2), ('##s', 1)]
    """
    if isinstance(encoder, wordpiece.WordLevelEncoder):
        yield AttemptStep(0, len(word), word, word in encoder.ids, 1, is_last=True)
    elif len(word) > encoder.max_word:
        yield AttemptStep(0, len(word), word, found=False, tried=0, is_last=True)
    elif len(word) > MAX_ATTEMPTED:
        yield from long_attempts(encoder, word)
    else:
        start, tried = -1, 0
        for each in encoder.attempts(word):
            tried = tried + 1 if each.start == start else 1
            start = each.start
            is_last = each.end == (len(word) if each.found else start + 1)
            yield AttemptStep(start, each.end, each.token, each.found, tried, is_last)


def long_attempts(encoder: wordpiece.Encoder, word: str) -> Iterator[AttemptStep]:
    """The steps of a long word: one for each token, and one where no token matches.

    >>> encoder = wordpiece.encoder.plain("a", "##a")
    >>> sum(attempt.found for attempt in long_attempts(encoder, "a" * 40))
    40
    """
    start = 0
    while start < len(word):
        prefix = encoder.prefix if start else ""
        longest = min(len(word), start + encoder.longest)
        ends = range(longest, start, -1)
        end = next((end for end in ends if prefix + word[start:end] in encoder.ids), 0)
        found, end = bool(end), end or start + 1
        tried = len(word) - end + 1
        is_last = not found or end == len(word)
        yield AttemptStep(start, end, prefix + word[start:end], found, tried, is_last)
        if not found:
            return
        start = end
