"""The encoder: encodes new text with learned merges, and decodes ids.

An `Encoder` has a vocabulary, merges and a pre-tokenizer. It comes from a training (`Run.encoder`)
or from a file (`formats`). Unknown characters are never dropped: each becomes the unknown token or
the tokens of its bytes, and no merge crosses it. See `merging` for the order of merges.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from sys import getsizeof
from typing import Any, ClassVar

from bpe.added_tokens import AddedToken
from bpe.decoding import Decoder, byte_token
from bpe.encoding import EncodedWord, Encoding, Trim
from bpe.errors import InputError, check_choice, check_text
from bpe.merging import ORDERS, Coin, MergeRules, WordState, adjacent_pairs, merge, walk
from bpe.records import Pair
from bpe.short_repr import short_repr
from bpe.text_encoder import UNKNOWN, PreTokenizer, TextEncoder, no_words

SHORT_WORD = 100  # characters; the time for a word grows with the square of its length up to here

__all__ = ["UNKNOWN", "Encoder", "dropout_coin", "first_ranks", "no_words"]


@short_repr
@dataclass(frozen=True, eq=False)
class Encoder(TextEncoder):
    """A vocabulary, its merges, and all settings of encoding.

    ids: token -> id. characters: the characters that are tokens; all others are unknown.
    merges: the merged pairs in rank order. ranks: pair -> rank, from 1. last: merges above this
        rank are not applied.
    first_ranks: token -> rank of the first merge that makes it, 0 if it needs none.
    pre_tokenizer: splits a text into pre-tokens. added: tokens to find in a text before that.
    decoder: turns tokens into text.
    unk: the token for an unknown character or, with fuse_unk, for a run of them. unk_id: its id.
    byte_fallback: whether an unknown character becomes tokens like <0xE9>, one for each byte, if
        the vocabulary has all of them.
    ignore_merges: whether a word that is a token becomes this token, without any merges.
    before, after: tokens to put around a text, like <s>, if `encode` is asked to.
    trim: removes white space from the offsets of a token.
    suffix: ends each token at the end of a word, as </w> in CLIP; "" for none.
    """

    kind: ClassVar[str] = "bpe"

    ids: Mapping[str, int]
    characters: frozenset[str]
    merges: Sequence[Pair]
    ranks: Mapping[Pair, int]
    last: int
    first_ranks: Mapping[str, int]
    pre_tokenizer: PreTokenizer
    decoder: Decoder
    added: tuple[AddedToken, ...] = ()
    unk: str = UNKNOWN
    unk_id: int | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None
    suffix: str = ""

    @classmethod
    def of(cls, ids: Mapping[str, int], merges: Sequence[Pair], **rest: Any) -> "Encoder":
        """The encoder of a vocabulary and its merges. rest: the fields these do not determine.

        >>> from bpe.pre_tokenization import AddedTokenFinder, CorpusPreTokenizer
        >>> pre_tokenizer = CorpusPreTokenizer("whitespace", "none", AddedTokenFinder(()))
        >>> encoder = Encoder.of(
        ...     {"u": 0, "g": 1, "ug": 2}, [("u", "g")],
        ...     pre_tokenizer=pre_tokenizer, decoder=Decoder())
        >>> encoder.encode("ug ugh").tokens
        ('ug', 'ug', '[UNK]')
        """
        ranks = {pair: rank for rank, pair in enumerate(merges, 1)}
        suffix = rest.get("suffix", "")
        at_end = {token for token in ids if suffix and token[1:] == suffix}
        return cls(
            ids=ids,
            characters=frozenset(token for token in ids if len(token) == 1) | at_end,
            merges=merges,
            ranks=ranks,
            last=len(merges),
            first_ranks=dict.fromkeys(ids, 0) | first_ranks(merges),
            **rest,
        )

    def at(self, k: int) -> "Encoder":
        """The encoder that applies only the first k merges; ids stay the same.

        Raises InputError unless k is in 0 .. number of merges.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().at(1).encode("hug").tokens
        ('h', 'ug')
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
        max_symbols: int | None = None,
    ) -> Encoding:
        """Encode a text.

        order: one of `merging.ORDERS`. specials: whether to find special tokens in the text;
        otherwise they are encoded like other text. dropout: the probability of dropping a
        candidate merge, from 0 to 1. seed: the same seed gives the same tokens. frame: whether to
        put `before` and `after` around the text. max_symbols: limit for the total length of all
        words after normalization and pre-tokenization, in characters; None: no limit.
        Raises InputError for a text that is not valid Unicode or too long, or invalid settings.
        Source: Hugging Face tokenizers (tokens, ids, offsets), except for unknown characters, and
        for offsets where `normalization` joins characters.

        >>> from bpe import Corpus, train
        >>> encoding = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().encode("hug mug")
        >>> encoding.tokens, encoding.ids, encoding.offsets
        (('hug', '[UNK]', 'ug'), (5, None, 4), ((0, 3), (4, 5), (5, 7)))
        """
        self.check(order, dropout)
        return self.encode_words(
            text,
            lambda word, number: self.encode_word(word, order, dropout, seed, number),
            specials,
            frame,
            max_symbols,
            repeat=not dropout,
        )

    @property
    def merge_count(self) -> int:
        """See `TextEncoder`."""
        return len(self.merges)

    def with_merges(self, last: int, ignore_merges: bool = False) -> "Encoder":
        """See `TextEncoder`. ignore_merges: whether to set it, as well as `last`."""
        return replace(self.at(last), ignore_merges=ignore_merges or self.ignore_merges)

    def encode_with(
        self,
        text: str,
        order: str = "rank",
        specials: bool = False,
        dropout: float = 0.0,
        seed: int = 0,
        max_symbols: int | None = None,
    ) -> Encoding:
        """See `TextEncoder`."""
        return self.encode(text, order, specials, dropout, seed, max_symbols=max_symbols)

    def encode_word(
        self, word: str, order: str = "rank", dropout: float = 0.0, seed: int = 0, number: int = 0
    ) -> EncodedWord:
        """Encode one word. number: its index in the text, which dropout adds to the seed.

        >>> from bpe import Corpus, train
        >>> word = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().encode_word("hugs")
        >>> word.tokens, word.kinds
        (('hug', '[UNK]'), ('token', 'unknown'))
        """
        self.check(order, dropout)
        if self.skips_merges(word):
            return EncodedWord((word,), (self.ids[word],), ((0, len(word)),), ("token",), ())
        rules = MergeRules(self.ranks, self.last, order)
        starts, trace = merge(self.symbols(word), rules, dropout_coin(dropout, seed, number))
        found = list(self.tokens_between(word, [*starts, len(word)]))
        tokens, ids, spans, kinds = zip(*found, strict=True) if found else ((), (), (), ())
        return EncodedWord(tokens, ids, spans, kinds, trace)

    def word_ids(self, word: str) -> Sequence[int | None]:
        """The ids of one word, faster than `encode_word` if the word is short.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().word_ids("hug")
        [5]
        """
        if self.skips_merges(word):
            return [self.ids[word]]
        if len(word) > SHORT_WORD or self.suffix or not self.characters.issuperset(word):
            return self.encode_word(word).ids
        tokens, rank_of, last = list(word), self.ranks.get, self.last
        never = last + 1
        ranks = [rank_of(pair, never) for pair in pairwise(tokens)]
        while ranks and (rank := min(ranks)) <= last:
            i = ranks.index(rank)
            tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
            del ranks[i]
            if i:
                ranks[i - 1] = rank_of((tokens[i - 1], tokens[i]), never)
            if i < len(ranks):
                ranks[i] = rank_of((tokens[i], tokens[i + 1]), never)
        return [self.ids[token] for token in tokens]

    def walk(
        self,
        word: str,
        order: str = "rank",
        dropout: float = 0.0,
        seed: int = 0,
        number: int = 0,
        first: int = 0,
    ) -> Iterator[WordState]:
        """The states of one word between merges, with all candidates.

        first: the number of the first state. Other arguments as in `encode_word`.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> [state.tokens for state in encoder.walk("hug")]
        [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]
        """
        self.check(order, dropout)
        if self.skips_merges(check_text(word)):
            whole = WordState(0, (0,), (word,), (), None, "whole")
            return iter((whole,)[first:])
        rules = MergeRules(self.ranks, self.last, order)
        return walk(word, self.symbols(word), rules, dropout_coin(dropout, seed, number), first)

    def restricted(self, encoding: Encoding) -> "Encoder":
        """An encoder with only the tokens and merges that one of its encodings uses.

        It walks and encodes the words of the encoding like this one, with the same order, dropout
        and seed, but it cannot split a text into words. It stays small if this one is large.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> small = encoder.restricted(encoder.encode("hug"))
        >>> dict(small.ranks), small.encode_word("hug").ids
        ({('u', 'g'): 1, ('h', 'ug'): 2}, (5,))
        """
        tokens, pairs = set(encoding.tokens), dict[Pair, None]()
        for word, trace in dict.fromkeys(zip(encoding.words, encoding.trace, strict=True)):
            symbols = self.symbols(word)
            tokens.update(symbols)
            tokens.add(word)
            pairs |= dict.fromkeys(adjacent_pairs(symbols, trace))
        ranks = {pair: self.ranks[pair] for pair in pairs if pair in self.ranks}
        tokens.update(left + right for left, right in ranks)
        ids = {token: self.ids[token] for token in tokens if token in self.ids}
        first_ranks = {t: self.first_ranks[t] for t in tokens if t in self.first_ranks}
        return replace(
            self,
            ids=ids,
            characters=self.characters & tokens,
            merges=(),
            ranks=ranks,
            first_ranks=first_ranks,
            pre_tokenizer=no_words,
            added=tuple(token for token in self.added if token.token in tokens),
        )

    def check(self, order: str, dropout: float) -> None:
        """Raise InputError for an unknown order or an invalid dropout.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().check("random", 0.0)
        Traceback (most recent call last):
            ...
        bpe.errors.InputError: The order of the merges must be one of rank, rules, not 'random'.
        """
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

    def skips_merges(self, word: str) -> bool:
        """Whether a word becomes one token without merges, because of `ignore_merges`.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10})).encoder()
        >>> encoder.skips_merges("hug"), replace(encoder, ignore_merges=True).skips_merges("hug")
        (False, True)
        """
        return self.ignore_merges and self.first_ranks.get(word, inf) <= self.last

    def symbols(self, word: str) -> Sequence[str]:
        """The characters of a word, the last one with the suffix; "" for each unknown one.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder().symbols("mug")
        ['', 'u', 'g']
        """
        if not self.suffix and self.characters.issuperset(word):
            return word
        found = [*word[:-1], word[-1:] + self.suffix] if word else []
        return [c if c in self.characters else "" for c in found]

    def tokens_between(
        self, word: str, bounds: list[int]
    ) -> Iterator[tuple[str, int | None, tuple[int, int], str]]:
        """The tokens of a word split at the bounds: (token, id, span, kind).

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
        >>> [(token, span) for token, _, span, _ in encoder.tokens_between("mug", [0, 1, 3])]
        [('[UNK]', (0, 1)), ('ug', (1, 3))]
        """
        unknown: tuple[int, int] | None = None  # span of unknown characters not yet yielded
        for a, b in pairwise(bounds):
            token = word[a:b] + self.suffix if b == len(word) else word[a:b]
            is_unknown = b - a == 1 and token not in self.characters
            tokens = self.byte_tokens(word[a]) if is_unknown else (token,)
            if unknown and (tokens or not self.fuse_unk):
                yield self.unk, self.unk_id, unknown, "unknown"
                unknown = None
            if not tokens:
                unknown = (unknown[0] if unknown else a, b)
            for token in tokens:
                yield token, self.ids[token], (a, b), "byte" if is_unknown else "token"
        if unknown:
            yield self.unk, self.unk_id, unknown, "unknown"

    def byte_tokens(self, character: str) -> tuple[str, ...]:
        """The tokens of a character's bytes; empty unless the vocabulary has all of them.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_counts({"hug": 10})).encoder()
        >>> with_bytes = replace(encoder, byte_fallback=True, ids={"<0xC3>": 0, "<0xA9>": 1})
        >>> with_bytes.byte_tokens("é"), encoder.byte_tokens("é")
        (('<0xC3>', '<0xA9>'), ())
        """
        if not self.byte_fallback:
            return ()
        tokens = tuple(map(byte_token, character.encode()))
        return tokens if all(token in self.ids for token in tokens) else ()

    @property
    def size(self) -> int:
        """About how many bytes of memory the vocabulary, merges and added tokens take.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"ug": 10})).encoder().size < 5_000
        True
        """
        tables = getsizeof(self.ranks) + getsizeof(self.first_ranks)
        return self.base_size + tables + 32 * len(self.ranks) + 80 * len(self.merges)


def first_ranks(merges: Sequence[Pair]) -> dict[str, int]:
    """token -> rank of the first merge that makes it.

    >>> first_ranks([("u", "g"), ("h", "ug")])
    {'ug': 1, 'hug': 2}
    """
    ranks: dict[str, int] = {}
    for rank, (left, right) in enumerate(merges, 1):
        ranks.setdefault(left + right, rank)
    return ranks


def dropout_coin(dropout: float, seed: int, number: int) -> Coin | None:
    """A function that decides at random whether to drop a candidate; None without dropout.

    number: the index of the word in its text, so that equal words get different tokens.

    >>> always, never = dropout_coin(1.0, seed=0, number=0), dropout_coin(0.0, seed=0, number=0)
    >>> always(), never
    (True, None)
    """
    if not dropout:
        return None
    draw = random.Random(f"{seed} {number}").random
    return lambda: draw() < dropout
