"""New text through learned merges: in each word the lowest rank first, leftmost first.

Source: Hugging Face tokenizers and tiktoken encode by rank. An unknown character is never
dropped: it becomes the unknown token, and nothing merges across it.
But: special tokens in the text are read as plain text.
"""

import heapq
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bpe.splitting import pre_tokenize

if TYPE_CHECKING:
    from bpe.history import Run


@dataclass(frozen=True, slots=True)
class Fired:
    """A merge rule that fired: its rank, and where in the word the new token starts.

    middle: where its right half started. Both count the word's characters.
    """

    rank: int
    place: int
    middle: int


@dataclass(frozen=True, slots=True)
class Encoding:
    """A text as tokens. All four tuples but the trace run in parallel.

    ids: places in the run's vocabulary; None for an unknown token that it does not hold.
    offsets: (start, end) in the text as given, in characters.
    words: the words of the text, in order; trace: for each word the rules that fired, in order.
    """

    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[str, ...]
    trace: tuple[tuple[Fired, ...], ...]


def merge_word(word: str, run: "Run") -> tuple[list[int], tuple[Fired, ...]]:
    """Where the tokens of a word start, and the rules that fired; time n log n in its length.

    A queue holds the neighbours that can merge, by (rank, place). An entry is stale, and is
    passed over, once one of its two tokens has become part of another.
    """
    ranks = run.ranks
    end = {i: i + 1 for i in range(len(word))}  # token start -> token end
    start = {i + 1: i for i in range(len(word))}  # token end -> token start
    queue: list[tuple[int, int, int]] = []

    def offer(left: int, right: int) -> None:
        rank = ranks.get((word[left:right], word[right : end[right]]))
        if rank is not None:
            heapq.heappush(queue, (rank, left, right))

    for left, right in pairwise(end):
        offer(left, right)
    fired = []
    while queue:
        rank, left, right = heapq.heappop(queue)
        if (
            end.get(left) != right
            or ranks.get((word[left:right], word[right : end[right]])) != rank
        ):
            continue
        fired.append(Fired(rank, left, right))
        end[left] = end.pop(right)
        start[end[left]] = left
        del start[right]
        if left in start:
            offer(start[left], left)
        if end[left] in end:
            offer(left, end[left])
    return list(end), tuple(fired)


def encode(run: "Run", text: str, unk: str = "[UNK]") -> Encoding:
    """The tokens of a text, as the run's merges make them.

    unk: the token that stands for a character outside the run's alphabet.
    Raises InputError for a text that is not valid Unicode.
    """
    alphabet = set(run.corpus.alphabet)
    tokens: list[str] = []
    offsets: list[tuple[int, int]] = []
    words: list[str] = []
    trace = []
    for piece in pre_tokenize(text, run.corpus.split, run.corpus.normalization):
        starts, fired = merge_word(piece.word, run)
        for a, b in pairwise([*starts, len(piece.word)]):
            token = piece.word[a:b]
            tokens.append(token if b - a > 1 or token in alphabet else unk)
            offsets.append((piece.spans[a][0], piece.spans[b - 1][1]))
        words.append(piece.word)
        trace.append(fired)
    ids = tuple(run.ids.get(token) for token in tokens)
    return Encoding(tuple(tokens), ids, tuple(offsets), tuple(words), tuple(trace))
