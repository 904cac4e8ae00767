"""What the engine says is to be seen."""

from functools import cached_property

import bpe
from pages.state.corpus import OWN_TEXT
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.view.tokens import visible
from tests.support.expectations import fresh, replay
from tests.support.tab import Tab, Words


class Expected:
    """What the engine says is to be seen at each step of a training."""

    def __init__(self, run: bpe.Run) -> None:
        self.run, self.last = run, len(run.merges)

    @cached_property
    def steps(self) -> list[list[tuple[str, ...]]]:
        """The tokens of every word at every step, each merge applied by hand."""
        return [[tokens for tokens, _ in words] for words in replay(self.run)]

    def words(self, k: int) -> Words:
        """The tokens of every word at a step, and which of them merge k has made."""
        if not k:
            return [[(visible(token), False) for token in tokens] for tokens in self.steps[0]]
        words = []
        for before, after in zip(self.steps[k - 1], self.steps[k], strict=True):
            new = fresh(before, after)
            words.append([(visible(token), i in new) for i, token in enumerate(after)])
        return words

    def pairs(self, k: int) -> list[tuple[tuple[str, ...], int]]:
        """The pairs that merge k was chosen from, the most frequent first."""
        pairs = self.run.at(k).pairs.items()
        written = [((visible(left), visible(right)), count) for (left, right), count in pairs]
        return sorted(written, key=lambda pair: -pair[1])

    def shown(self, tab: Tab, k: int) -> None:
        """Wait until a step is shown, and compare."""
        tab.at(k)
        assert tab.words() == self.words(k)

    def becomes(self, tab: Tab, k: int) -> None:
        """Wait until this training, at this step, takes the place of another."""
        words = self.words(k)
        tab.until(lambda: tab.words() == words and tab.step == k)
        self.shown(tab, k)


def course(vocab: int = 50, ties: str = "first") -> bpe.Run:
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
    """A link to a training on a text, and the training."""
    settings = Settings().replace(corpus=OWN_TEXT, own=text, split=split, vocab=vocab, special="")
    corpus = bpe.Corpus.from_texts(text.split("\n"), split)
    return query_of(settings), bpe.train(corpus, vocab)
