"""What the engine says is to be seen."""

from itertools import pairwise

import bpe
from pages.address import query_of
from pages.settings import OWN_TEXT, Settings
from pages.view.tokens import visible
from tests.support.tab import Tab, Words


class Expected:
    """What the engine says is to be seen at each step of a training."""

    def __init__(self, run: bpe.Run) -> None:
        self.run, self.last = run, len(run.merges)

    def words(self, k: int) -> Words:
        words, merge = [], self.run.merges[k - 1] if k else None
        for i, (tokens, _) in enumerate(self.run.at(k).words):
            before = self.ends(self.run.at(k - 1).words[i][0]) if k else set()
            ends = [0, *sorted(self.ends(tokens))]
            fresh = [any(a < cut < b for cut in before) for a, b in pairwise(ends)]
            assert all(
                token == merge.token for token, new in zip(tokens, fresh, strict=True) if new
            )
            words.append([(visible(t), new) for t, new in zip(tokens, fresh, strict=True)])
        return words

    def pairs(self, k: int) -> list[tuple[tuple[str, ...], int]]:
        """The pairs that merge k was chosen from, the most frequent first."""
        pairs = self.run.at(k).pairs.items()
        written = [((visible(left), visible(right)), count) for (left, right), count in pairs]
        return sorted(written, key=lambda pair: -pair[1])

    @staticmethod
    def ends(tokens) -> set[int]:
        ends, place = set(), 0
        for token in tokens:
            place += len(token)
            ends.add(place)
        return ends

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
    settings = Settings(corpus=OWN_TEXT, own=text, split=split, vocab=vocab, special="")
    corpus = bpe.Corpus.from_texts(text.split("\n"), split)
    return query_of(settings), bpe.train(corpus, vocab)
