"""What a tokenizer makes of a large text, line by line: sums, counts of tokens, the worst lines.

Lines are encoded alone, without their line breaks. A word is what stands between white space.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from bpe.added_tokens import AddedTokenFinder
from bpe.pre_tokenization import CorpusPreTokenizer
from bpe.text_encoder import Known, TextEncoder
from bpe.unigram.run import Run as UnigramRun

MAX_LINE = 10_000  # characters: a longer line is encoded in parts
WORST = 10  # lines that are remembered
MIN_WORST = 20  # characters of a line that can be one of them
SHOWN = 60  # characters of such a line that are remembered

Ids = Iterable[int | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that takes many tokens: its number from 1, its bytes, its tokens, and its start."""

    number: int
    bytes: int
    tokens: int
    start: str


@dataclass(slots=True)
class Tally:
    """What a tokenizer made of some lines. counts: token -> count. worst: by tokens per byte.

    unknown: unknown tokens, which are also counted in `tokens`, and in `counts` if the vocabulary
    has the unknown token.
    """

    lines: int = 0
    characters: int = 0
    bytes: int = 0
    words: int = 0
    tokens: int = 0
    unknown: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    worst: list[Line] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what the tokenizer made of the next lines.

        >>> tally = Tally(tokens=2, counts=Counter(hug=2))
        >>> tally.add(Tally(tokens=1, counts=Counter(hug=1)))
        >>> tally.tokens, tally.counts
        (3, Counter({'hug': 3}))
        """
        self.lines += other.lines
        self.characters += other.characters
        self.bytes += other.bytes
        self.words += other.words
        self.tokens += other.tokens
        self.unknown += other.unknown
        self.counts.update(other.counts)
        self.worst = worst([*self.worst, *other.worst])


def worst(lines: Iterable[Line]) -> list[Line]:
    """The lines with the most tokens per byte, the worst first; the earliest among equals.

    Of lines that look the same, only the first is listed.

    >>> [line.number for line in worst([Line(1, 9, 3, "a hug"), Line(2, 9, 9, "mug")])]
    [2, 1]
    """
    different: dict[tuple[str, int, int], Line] = {}
    for line in lines:
        different.setdefault((line.start, line.bytes, line.tokens), line)
    return nlargest(
        WORST, different.values(), key=lambda line: (line.tokens / line.bytes, -line.number)
    )


class Meter:
    """Measures lines with a tokenizer, and knows the words of all lines before.

    tokenizer: an encoder, or a Unigram training. specials: whether an encoder finds special tokens
    in the lines.

    >>> from bpe import Corpus, train
    >>> meter = Meter(train(Corpus.from_counts({"hug": 10})).encoder())
    >>> meter.measure(["hug hug", "mug"]).counts
    Counter({'hug': 2, 'u': 1, 'g': 1})
    """

    def __init__(self, tokenizer: TextEncoder | UnigramRun, specials: bool = False) -> None:
        if isinstance(tokenizer, UnigramRun):
            self.name_of: Callable[[int], str] = tokenizer.model.pieces.__getitem__
            self.ids_of = unigram_ids(tokenizer)
            self.unk_id = None
        else:
            self.unk_id = tokenizer.unk_id
            self.name_of = tokenizer.names.__getitem__
            self.ids_of = ids_of_encoder(tokenizer, specials)

    def measure(self, lines: Iterable[str], first: int = 1) -> Tally:
        """Measure lines. first: the number of the first one. Raises the errors of `encode`."""
        tally, found = Tally(), Counter[int | None]()
        long: list[Line] = []
        for number, line in enumerate(lines, first):
            before = tally.tokens
            for start in range(0, len(line), MAX_LINE):
                ids = list(self.ids_of(line[start : start + MAX_LINE]))
                tally.tokens += len(ids)
                found.update(ids)
            size = len(line.encode())
            tally.lines += 1
            tally.characters += len(line)
            tally.bytes += size
            tally.words += len(line.split())
            if len(line) >= MIN_WORST:
                long.append(Line(number, size, tally.tokens - before, line[:SHOWN]))
        tally.unknown = sum(found[id_] for id_ in {None, self.unk_id})
        for id_, count in found.items():
            if id_ is not None:
                tally.counts[self.name_of(id_)] += count
        tally.worst = worst(long)
        return tally


def ids_of_encoder(encoder: TextEncoder, specials: bool = False) -> Callable[[str], Ids]:
    """text -> its ids, by one encoder that remembers words from text to text.

    >>> from bpe import Corpus, train
    >>> ids_of = ids_of_encoder(train(Corpus.from_counts({"hug": 10})).encoder())
    >>> ids_of("hug"), ids_of("hug u")
    ([4], [4, 2])
    """
    texts: deque[str] = deque()

    def given() -> Iterator[str]:
        while True:
            yield texts.popleft()

    found = encoder.iterate_ids(given(), specials=specials)

    def ids_of(text: str) -> Ids:
        texts.append(text)
        return next(found)

    return ids_of


def unigram_ids(run: UnigramRun) -> Callable[[str], Ids]:
    """text -> the ids of `run.encode`, with equal words encoded only once.

    >>> from bpe import Corpus, unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
    >>> unigram_ids(unigram.train(corpus, vocab_size=7))("hugs mug")
    [5, 4, None]
    """
    plain = CorpusPreTokenizer(
        run.corpus.split, run.corpus.normalization, AddedTokenFinder(())
    ).plain(False)
    ids = run.model.ids

    def of_word(word: str) -> list[int | None]:
        best = run.model.encode_word(word)
        if best is None:
            return [None]
        return [ids[token] if known else None for token, known in best.fused()]

    known = Known(of_word)

    def ids_of(text: str) -> list[int | None]:
        parts = [part for part, _ in plain.parts(text)]
        for step in plain.steps:
            parts = [smaller for part in parts for smaller in step(part)]
        return [id_ for word in parts for id_ in known[word]]

    return ids_of
