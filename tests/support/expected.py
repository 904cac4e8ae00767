"""The steps of a training as the page must show them, computed slowly and plainly."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import bpe
from pages.stage.tokens import visible
from pages.state.corpus import OWN_TEXT
from pages.state.settings import Settings
from pages.state.url import query_of
from tests.support.tab import Tab, Words

CountedWords = list[tuple[tuple[str, ...], int]]


def merged(tokens, left, right):
    """Tokens (texts or bytes) with a pair merged, from left to right."""
    result, i = [], 0
    while i < len(tokens):
        together = tokens[i : i + 2] == (left, right)
        result.append(left + right if together else tokens[i])
        i += 1 + together
    return tuple(result)


def replay(run: bpe.Run) -> Iterator[CountedWords]:
    """The words after 0, 1, .. n merges. Each merge is applied again in every word."""
    words = [(tuple(word), count) for word, count in run.corpus.counts.items()]
    yield words
    for merge in run.merges:
        words = [(merged(tokens, merge.left, merge.right), count) for tokens, count in words]
        yield words


def recount(words: CountedWords) -> dict[tuple[str, str], int]:
    """The count of each pair, in corpus order."""
    counts: dict[tuple[str, str], int] = {}
    for tokens, count in words:
        for pair in pairwise(tokens):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def spans(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The start and the end of each token of a word, in characters."""
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return list(pairwise(ends))


def new_token_indices(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The indices of the tokens of a word that a merge has just made."""
    kept = set(spans(before))
    return [i for i, span in enumerate(spans(after)) if span not in kept]


class Expected:
    """What the page must show at each step of a training."""

    def __init__(self, run: bpe.Run) -> None:
        self.run, self.last = run, len(run.merges)

    @cached_property
    def steps(self) -> list[list[tuple[str, ...]]]:
        """The tokens of every word at every step."""
        return [[tokens for tokens, _ in words] for words in replay(self.run)]

    def words(self, k: int) -> Words:
        """The tokens of every word at a step, and whether merge k made them."""
        if not k:
            return [[(visible(token), False) for token in tokens] for tokens in self.steps[0]]
        words = []
        for before, after in zip(self.steps[k - 1], self.steps[k], strict=True):
            new = new_token_indices(before, after)
            words.append([(visible(token), i in new) for i, token in enumerate(after)])
        return words

    def pairs(self, k: int) -> list[tuple[tuple[str, ...], int]]:
        """The pairs that merge k was chosen from, most frequent first."""
        pairs = self.run.at(k).pairs.items()
        written = [((visible(left), visible(right)), count) for (left, right), count in pairs]
        return sorted(written, key=lambda pair: -pair[1])

    def shown(self, tab: Tab, k: int) -> None:
        """Wait until a step is shown, and compare its words."""
        tab.at(k)
        assert tab.words() == self.words(k)

    def becomes(self, tab: Tab, k: int) -> None:
        """Wait until this training, at this step, replaces another one."""
        words = self.words(k)
        tab.until(lambda: tab.words() == words and tab.step == k)
        self.shown(tab, k)


def course(vocab: int = 50, ties: str = "first") -> bpe.Run:
    """A training on the course's four sentences."""
    sample = bpe.SAMPLES["course"]
    corpus = bpe.Corpus.from_texts(sample.texts, "gpt2")
    return bpe.train(corpus, vocab, ties, sample.special_tokens)


def long_text(letters: str = "abcdeghk", words: int = 170) -> str:
    """A text of invented words, the same each time."""
    state, text = 1, []
    for i in range(words):
        word = ""
        for _ in range(4 + i % 4):
            state = state * 48271 % (2**31 - 1)
            word += letters[state * len(letters) // (2**31 - 1)]
        text += [word] * (1 + i % 3)
    return " ".join(text)


def own(text: str, vocab: int, split: str = "whitespace") -> tuple[str, bpe.Run]:
    """The URL query of a training on a text, and the training."""
    settings = Settings().replace(corpus=OWN_TEXT, own=text, split=split, vocab=vocab, special="")
    corpus = bpe.Corpus.from_texts(text.split("\n"), split)
    return query_of(settings), bpe.train(corpus, vocab)
