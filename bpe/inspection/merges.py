"""The merges of a tokenizer, and how they make a token."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from bpe.byte_characters import byte_level
from bpe.encoder import Encoder
from bpe.errors import InputError
from bpe.inspection.vocabulary import MARK, MAX_QUERY, MAX_SHOWN, Token, maker
from bpe.text_encoder import TextEncoder

MAX_NODES = 600  # of a tree


@dataclass(frozen=True, slots=True)
class Rule:
    """A merge: its rank, the pair, and the id of the token that it makes."""

    rank: int
    left: str
    right: str
    id: int | None


@dataclass(frozen=True, slots=True)
class FoundMerges:
    """Some merges that match, and how many match in all."""

    merges: tuple[Rule, ...]
    all: int


@dataclass(frozen=True, slots=True)
class FindMerges:
    """A question for the merges with `query` in their token or, as in merges.txt, their pair.

    Spaces also find the signs with which tokens spell them. start, most: as in `FindTokens`.
    """

    query: str = ""
    start: int = 0
    most: int = 50

    def answer(self, encoder: TextEncoder) -> FoundMerges:
        """The merges; none if the tokenizer has none.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> FindMerges().answer(encoder).merges[0]
        Rule(rank=1, left='u', right='g', id=4)
        """
        if not isinstance(encoder, Encoder):
            return FoundMerges((), 0)
        merges, query = encoder.merges, self.query[:MAX_QUERY]
        numbers = list(_matching(merges, query)) if query else range(len(merges))
        shown = numbers[self.start : self.start + self.most]
        rules = ((i + 1, *merges[i]) for i in shown)
        ids, most = encoder.ids, MAX_SHOWN
        found = tuple(Rule(rank, a[:most], b[:most], ids.get(a + b)) for rank, a, b in rules)
        return FoundMerges(found, len(numbers))


def _matching(merges: Sequence[tuple[str, str]], query: str) -> Iterator[int]:
    spelled = {query, byte_level(query), query.replace(" ", MARK)}
    joined = query.replace(" ", "") if " " in query.strip() else ""  # of a pair
    # A sequence that computes each pair has the tokens.
    tokens = getattr(merges, "tokens", None) or map("".join, merges)
    for i, token in enumerate(tokens):
        is_pair = joined and joined in token and query in " ".join(merges[i])
        if is_pair or any(each in token for each in spelled):
            yield i


@dataclass(frozen=True, slots=True)
class Node:
    """A token in a tree. depth: 0 for the root. rank: of the merge that makes it, or 0."""

    depth: int
    token: str
    id: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class TokenTree:
    """A token with the merges that make it: each node, then its left and its right branch."""

    token: Token
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class FindTree:
    """A question for the token with an id, and how merges make it."""

    id: int

    def answer(self, encoder: TextEncoder) -> TokenTree:
        """The token and its tree. Raises InputError for an id that no token has.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> [(n.depth, n.token) for n in FindTree(5).answer(encoder).nodes]
        [(0, 'hug'), (1, 'h'), (1, 'ug'), (2, 'u'), (2, 'g')]
        """
        if self.id not in encoder.names:
            raise InputError("No token has the id {id!r}.", id=self.id)
        found = maker(encoder)(self.id)
        nodes = _nodes(encoder, found.token) if isinstance(encoder, Encoder) else ()
        return TokenTree(found.shortened(), tuple(islice(nodes, MAX_NODES)))


def _nodes(encoder: Encoder, root: str) -> Iterator[Node]:
    waiting = [(0, root)]
    while waiting:
        depth, token = waiting.pop()
        rank = encoder.first_ranks.get(token, 0)
        yield Node(depth, token[:MAX_SHOWN], encoder.ids.get(token), rank)
        if rank:
            left, right = encoder.merges[rank - 1]
            waiting += [(depth + 1, right), (depth + 1, left)]
