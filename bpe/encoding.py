"""New text through learned merges: tokens, ids, offsets, and every rule that fired.

An `Encoder` is a vocabulary, merges, and a way to cut a text into words; a training has one
(`Run.encoder`), a loaded file has one (`formats`). An unknown character is never dropped: it
becomes the unknown token, or the tokens of its bytes, and nothing merges across it.
But: how merges fire is told in `merging`, how tokens become text again in `decoding`.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any

from bpe.added import Added
from bpe.decoding import Decoder, byte_token
from bpe.encoded import Builder, Encoding, Trim, Word
from bpe.errors import InputError
from bpe.merging import ORDERS, Coin, Pair, Rules, State, merge, walk
from bpe.splitting import Piece, check_choice, check_text

UNKNOWN = "[UNK]"  # the unknown token where nobody names another
NOWHERE = ((0, 0),)  # the offsets of a token that does not stand in the text

Cut = Callable[[str, bool], Iterable[Piece]]


@dataclass(frozen=True, eq=False)
class Encoder:
    """All that encoding depends on.

    ids: token -> id. characters: those that are tokens; all others are unknown. merges: in rank
    order; ranks: pair -> rank, from 1; last: merges beyond this rank are not used. whole: token ->
    rank of the first merge that makes it, 0 for one that needs none.
    cut: cuts a text into words, special tokens recognised or not. added: the tokens to find in a
    text. decoder: tokens to text.
    unk: stands for an unknown character, or with fuse_unk for several in a row; unk_id: its id.
    byte_fallback: an unknown character becomes tokens like <0xE9>, one for each of its bytes,
    where the vocabulary has them all. ignore_merges: a word that is a token is taken whole.
    before, after: tokens that a finished text is framed with, like <s>; see `encode`.
    trim: offsets leave out the white space at both ends of a token; see `encode`.
    """

    ids: Mapping[str, int]
    characters: frozenset[str]
    merges: Sequence[Pair]
    ranks: Mapping[Pair, int]
    last: int
    whole: Mapping[str, int]
    cut: Cut
    decoder: Decoder
    added: tuple[Added, ...] = ()
    unk: str = UNKNOWN
    unk_id: int | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None

    @classmethod
    def of(cls, ids: Mapping[str, int], merges: Sequence[Pair], **rest: Any) -> "Encoder":
        """The encoder of a vocabulary and its merges. rest: the fields that do not follow."""
        ranks = {pair: rank for rank, pair in enumerate(merges, 1)}
        return cls(
            ids=ids,
            characters=frozenset(token for token in ids if len(token) == 1),
            merges=merges,
            ranks=ranks,
            last=len(merges),
            whole=dict.fromkeys(ids, 0) | first_ranks(merges),
            **rest,
        )

    def at(self, k: int) -> "Encoder":
        """The encoder with the first k merges only. Raises InputError for any other k.

        The ids stay; tokens that only later merges make do not come up.
        """
        if type(k) is not int or not 0 <= k <= len(self.merges):
            raise InputError(
                "Merge {merge} does not exist. Choose a number from 0 to {last}.",
                merge=k,
                last=len(self.merges),
            )
        return replace(self, last=k)

    def encode(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        frame: bool = False,
    ) -> Encoding:
        """The tokens of a text.

        order: one of merging.ORDERS. specials: recognise special tokens in the text; else they
        are text like any other. dropout: the probability that a candidate is dropped, with a
        seed: the same seed, the same tokens. frame: put `before` and `after` around it.
        Raises InputError for a text that is not valid Unicode, or such settings as make no sense.
        Source: Hugging Face tokenizers (tokens, ids, offsets), but for unknown characters.
        """
        self.check(order, dropout)
        known: dict[str, Word] = {}
        builder = Builder(self.trim)
        for token in self.before if frame else ():
            builder.add(Piece(token, 0, 0, NOWHERE, added=True), self.added_word(token))
        for number, piece in enumerate(self.cut(check_text(text), specials)):
            if piece.added:
                builder.add(piece, self.added_word(piece.word))
                continue
            word = known.get(piece.word)
            if word is None:
                word = self.word(piece.word, order, dropout, seed, number)
                if not dropout:
                    known[piece.word] = word
            builder.add(piece, word)
        for token in self.after if frame else ():
            builder.add(Piece(token, 0, 0, NOWHERE, added=True), self.added_word(token))
        return builder.finish()

    def word(
        self, word: str, order: str = "rank", dropout: float = 0.0, seed: int = 0, number: int = 0
    ) -> Word:
        """One word as tokens. number: its place among the words of its text, for dropout."""
        self.check(order, dropout)
        if self.taken_whole(word):
            return Word((word,), (self.ids[word],), ((0, len(word)),), ("token",), ())
        rules = Rules(self.ranks, self.last, order)
        starts, fired = merge(self.symbols(word), rules, coin(dropout, seed, number))
        found = list(self.spell(word, [*starts, len(word)]))
        tokens, ids, spans, kinds = zip(*found, strict=True) if found else ((), (), (), ())
        return Word(tokens, ids, spans, kinds, fired)

    def walk(
        self, word: str, order: str = "rank", dropout: float = 0.0, seed: int = 0, number: int = 0
    ) -> Iterator[State]:
        """The encoding of one word, state by state with all candidates; arguments as in `word`."""
        self.check(order, dropout)
        if self.taken_whole(check_text(word)):
            return iter((State(0, (0,), (word,), (), None, "whole"),))
        rules = Rules(self.ranks, self.last, order)
        return walk(word, self.symbols(word), rules, coin(dropout, seed, number))

    def decode(self, ids: Iterable[int | None], specials: bool = True) -> str:
        """The text that ids stand for; None is the unknown token, and shows as such.

        specials: special tokens show too. Raises InputError for an id that no token has.
        Bytes that are no UTF-8 show as U+FFFD.
        """
        names = self.names
        hidden = set() if specials else {token.id for token in self.added if token.special}
        tokens = []
        for id_ in ids:
            if id_ is not None and id_ not in names:
                raise InputError("No token has the id {id!r}.", id=id_)
            if id_ not in hidden:
                tokens.append(self.unk if id_ is None else names[id_])
        return self.decode_tokens(tokens)

    def decode_tokens(self, tokens: Iterable[str]) -> str:
        """The text that tokens stand for."""
        literal = {self.unk, *(token.token for token in self.added)}
        return self.decoder.text(list(tokens), frozenset(literal))

    def check(self, order: str, dropout: float) -> None:
        """Raise InputError for settings that cannot be used."""
        check_choice("The order of the merges", order, ORDERS)
        if type(dropout) not in (int, float) or not 0 <= dropout <= 1:
            raise InputError(
                "Dropout must be a probability from 0 to 1, not {dropout!r}.", dropout=dropout
            )
        if dropout and order != "rank":
            raise InputError(
                "Dropout works only when merges are applied by rank. Choose that order, or set "
                "dropout to 0."
            )

    def taken_whole(self, word: str) -> bool:
        """Whether a word is not merged at all, for it is in the vocabulary."""
        return self.ignore_merges and self.whole.get(word, inf) <= self.last

    def symbols(self, word: str) -> Sequence[str]:
        """A word's characters, "" for an unknown one."""
        if self.characters.issuperset(word):
            return word
        return [c if c in self.characters else "" for c in word]

    def spell(
        self, word: str, cuts: list[int]
    ) -> Iterator[tuple[str, int | None, tuple[int, int], str]]:
        """The tokens between the cuts: (token, id, span, kind)."""
        unknown: tuple[int, int] | None = None  # unknown characters that are not told of yet
        for a, b in pairwise(cuts):
            lone = b - a == 1 and word[a] not in self.characters
            tokens = self.bytes_of(word[a]) if lone else (word[a:b],)
            if unknown and (tokens or not self.fuse_unk):
                yield self.unk, self.unk_id, unknown, "unknown"
                unknown = None
            if not tokens:
                unknown = (unknown[0] if unknown else a, b)
            for token in tokens:
                yield token, self.ids[token], (a, b), "byte" if lone else "token"
        if unknown:
            yield self.unk, self.unk_id, unknown, "unknown"

    def bytes_of(self, character: str) -> tuple[str, ...]:
        """The tokens of a character's bytes; none unless all are in the vocabulary."""
        if not self.byte_fallback:
            return ()
        tokens = tuple(map(byte_token, character.encode()))
        return tokens if all(token in self.ids for token in tokens) else ()

    def added_word(self, token: str) -> Word:
        """An added token as a word of its own; its span is the whole of its piece."""
        return Word((token,), (self.added_ids[token],), ((0, 1),), ("added",), ())

    @cached_property
    def names(self) -> Mapping[int, str]:
        """id -> token."""
        names = {id_: token for token, id_ in self.ids.items()}
        return names | {token.id: token.token for token in self.added}

    @cached_property
    def added_ids(self) -> Mapping[str, int]:
        """Added token -> id."""
        return {**self.ids, **{token.token: token.id for token in self.added}}


def first_ranks(merges: Sequence[Pair]) -> dict[str, int]:
    """Token -> rank of the first merge that makes it."""
    ranks: dict[str, int] = {}
    for rank, (left, right) in enumerate(merges, 1):
        ranks.setdefault(left + right, rank)
    return ranks


def coin(dropout: float, seed: int, number: int) -> Coin | None:
    """The coin that is thrown for each candidate of the word in this place of a text."""
    if not dropout:
        return None
    throw = random.Random(f"{seed} {number}").random
    return lambda: throw() < dropout
