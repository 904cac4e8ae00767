"""A fast training of BPE, merge by merge: the steps of `bpe.complete.fast_training`.

Its steps say what each merge changed; the states between them follow from that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import bpe
from bpe.byte_characters import BYTE_CHARACTERS, token_bytes
from bpe.complete.fast_training import Entry, Pair, Step, merge, steps
from bpe.split_patterns import is_byte_level
from pages.state.settings import BpeSettings

MAX_WORDS = 40
MAX_CHARACTERS = 400  # of all words
MERGE_BYTES, WORD_BYTES = 3_000, 1_000  # of memory, about


@dataclass(frozen=True, slots=True)
class State:
    """What the training knows between two merges.

    tokens: those of each word. counts: of each pair. heap: its entries, the next one first.
    """

    tokens: tuple[list[str], ...]
    counts: Mapping[Pair, int]
    heap: tuple[Entry, ...]


@dataclass(frozen=True, eq=False)
class FastTraining:
    """A fast training. words: word -> how often it occurs. hidden: how many words are left out.

    signs: how each character is shown, if it stands for a byte.
    """

    words: Mapping[str, int]
    steps: tuple[Step, ...]
    hidden: int
    signs: Mapping[str, str]

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes.

        >>> train(bpe.Corpus.from_counts({"hug": 10}), BpeSettings()).size
        10000
        """
        return 2_000 + MERGE_BYTES * len(self.steps) + WORD_BYTES * (len(self.words) + 1)

    def text(self, token: str) -> str:
        """A token as the app writes it."""
        return "".join(self.signs.get(each, each) for each in token)

    def states(self) -> Iterator[State]:
        """The state before the first merge, and that after each.

        >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
        >>> [state.heap[0] for state in training.states() if state.heap]
        [(15, ('u', 'g')), (10, ('h', 'ug')), (10, ('h', 'u')), (5, ('p', 'u'))]
        """
        tokens = [list(word) for word in self.words]
        counts: Counter[Pair] = Counter()
        for word, times in self.words.items():
            for pair in pairwise(word):
                counts[pair] += times
        heap = Counter((count, pair) for pair, count in counts.items())
        yield state_of(tokens, counts, heap)
        for step in self.steps:
            heap.subtract([*step.stale, (step.count, step.pair)])
            for i in step.words:
                tokens[i] = merge(tokens[i], step.pair)
            for pair, change in step.changes.items():
                counts[pair] += change
                if counts[pair]:
                    heap[counts[pair], pair] += 1
            yield state_of(tokens, counts, heap)


def state_of(tokens: list[list[str]], counts: Counter[Pair], heap: Counter[Entry]) -> State:
    """A copy of a state.

    >>> state_of([], Counter(), Counter([(1, ("a", "b")), (2, ("c", "d"))])).heap[0]
    (2, ('c', 'd'))
    """
    return State(tuple(tokens), +counts, tuple(sorted(heap.elements(), reverse=True)))


def train(corpus: bpe.Corpus, settings: BpeSettings) -> FastTraining:
    """Train on the most frequent words of a corpus, with the tie rule "greatest".

    Raises bpe.InputError if even the most frequent word is too long.

    >>> training = train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), BpeSettings())
    >>> [step.pair for step in training.steps]
    [('u', 'g'), ('h', 'ug'), ('p', 'ug')]
    """
    kept = kept_words(corpus.counts)
    if corpus.counts and not kept:
        raise bpe.InputError(
            "The first word is longer than {most} characters. That is too long for this page.",
            most=MAX_CHARACTERS,
        )
    words = {in_byte_order(word, corpus.split): corpus.counts[word] for word in kept}
    vocab = {*settings.special_tokens}
    vocab |= {in_byte_order(each, corpus.split) for each in corpus.first_tokens(settings.alphabet)}
    found: list[Step] = []
    for step in steps(words):
        if len(vocab) >= settings.vocab or step.count < settings.min_count:
            break
        found.append(step)
        vocab.add("".join(step.pair))
    is_bytes = is_byte_level(corpus.split)
    signs = {chr(byte): sign for byte, sign in BYTE_CHARACTERS.items()} if is_bytes else {}
    return FastTraining(words, tuple(found), len(corpus.counts) - len(kept), signs)


def kept_words(counts: Mapping[str, int]) -> list[str]:
    """The most frequent words, in the order of the corpus, as long as they are not too many.

    >>> kept_words({"hug": 10, "pug": 5})
    ['hug', 'pug']
    """
    kept: set[str] = set()
    room = MAX_CHARACTERS
    for word in sorted(counts, key=lambda each: -counts[each])[:MAX_WORDS]:
        room -= len(word)
        if room < 0:
            break
        kept.add(word)
    return [word for word in counts if word in kept]


def in_byte_order(token: str, split: str) -> str:
    r"""A token whose characters are ordered like its bytes, as the tie rule "greatest" needs.

    >>> in_byte_order("Ġt", "gpt2"), in_byte_order("é", "none")
    (' t', 'é')
    """
    return token_bytes(token, split).decode("latin-1") if is_byte_level(split) else token
