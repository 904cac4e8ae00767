"""A finished BPE training: its settings, its history, and the encoder for new text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar

from bpe import pair_tables
from bpe.added_tokens import AddedToken, AddedTokenFinder
from bpe.byte_characters import CHARACTER_BYTES
from bpe.decoding import decoder_of
from bpe.encoder import UNKNOWN, Encoder, first_ranks
from bpe.encoding import Encoding
from bpe.history import History
from bpe.notebook import table, title
from bpe.pair_tables import Leader, PairTable
from bpe.pre_tokenization import CorpusPreTokenizer
from bpe.records import Merge, Pair
from bpe.short_repr import short_repr
from bpe.split_patterns import is_byte_level


@short_repr
@dataclass(frozen=True, eq=False)
class Run(History):
    """A finished training, made by `train`. `History` has the queries on its steps.

    vocab_size: the requested size in tokens; None if there was no limit. vocab: the tokens in id
    order: special tokens, alphabet, merges. stopped: why training ended: "vocabulary" (the size
    is reached), "no_pairs", "min_count" (all counts are lower) or "user". first_tokens: the
    alphabet in id order, see `Corpus.first_tokens`. prefix: starts each token inside a word;
    empty, but not in `wordpiece.Run`.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=5)
    >>> run.vocab, run.stopped
    (('g', 'h', 'p', 'u', 'ug'), 'vocabulary')
    """

    prefix: ClassVar[str] = ""

    special_tokens: tuple[str, ...]
    vocab_size: int | None
    min_count: int
    first_tokens: tuple[str, ...]
    stopped: str

    @property
    def history(self) -> "Run":
        """The run itself. A `wordpiece.Run` has the same for its training with marked words.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_counts({"hug": 10}))
        >>> run.history is run
        True
        """
        return self

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """The characters with which the training started: of the corpus, or of all bytes.

        >>> from bpe import Corpus, train
        >>> sorted(train(Corpus.from_counts({"hug": 10, "pug": 5})).alphabet)
        ['g', 'h', 'p', 'u']
        """
        return frozenset(self.first_tokens)

    @property
    def has_all_bytes(self) -> bool:
        """Whether each of the 256 bytes is a token, so that no text has an unknown token.

        >>> from bpe import Corpus, train
        >>> corpus = Corpus.from_texts(["hug"])
        >>> train(corpus, alphabet="bytes").has_all_bytes, train(corpus).has_all_bytes
        (True, False)
        """
        return is_byte_level(self.corpus.split) and self.alphabet >= CHARACTER_BYTES.keys()

    @cached_property
    def rules(self) -> tuple[Pair, ...]:
        """The merged pairs, in rank order.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).rules
        (('u', 'g'), ('h', 'ug'), ('p', 'ug'))
        """
        return tuple((m.left, m.right) for m in self.merges)

    @cached_property
    def ranks(self) -> Mapping[Pair, int]:
        """(left, right) -> rank of the merge.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).ranks["h", "ug"]
        2
        """
        return MappingProxyType({pair: rank for rank, pair in enumerate(self.rules, 1)})

    @cached_property
    def made_by(self) -> Mapping[str, Merge]:
        """token -> the first merge that made it; not for characters and special tokens.

        >>> from bpe import Corpus, train
        >>> merge = train(Corpus.from_counts({"hug": 10, "pug": 5})).made_by["pug"]
        >>> merge.left, merge.right
        ('p', 'ug')
        """
        return MappingProxyType({m.token: m for m in reversed(self.merges)})

    @cached_property
    def first_ranks(self) -> Mapping[str, int]:
        """token -> rank of the first merge that makes it, 0 for a character of the alphabet.

        >>> from bpe import Corpus, train
        >>> ranks = train(Corpus.from_counts({"hug": 10, "pug": 5})).first_ranks
        >>> ranks["pug"], ranks["p"]
        (3, 0)
        """
        made = first_ranks(self.rules)
        return MappingProxyType(made | dict.fromkeys(self.alphabet, 0))

    @cached_property
    def vocab_sizes(self) -> tuple[int, ...]:
        """The vocabulary size in tokens after 0, 1, .. n merges.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).vocab_sizes
        (4, 5, 6, 7)
        """
        sizes = [len(dict.fromkeys([*self.special_tokens, *self.first_tokens]))]
        known = set(self.vocab[: sizes[0]])
        for merge in self.merges:
            known.add(merge.token)
            sizes.append(len(known))
        return tuple(sizes)

    @cached_property
    def word_total(self) -> int:
        """The number of words in the corpus, repetitions included.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).word_total
        15
        """
        return sum(self.corpus.counts.values())

    def first_difference(self, other: "Run") -> int | None:
        """The rank of the first merge that differs from another run's; None if all are equal.

        If one run ends earlier without a difference, the rank of the first merge it lacks.

        >>> from bpe import Corpus, train
        >>> corpus = Corpus.from_counts({"ab": 1, "cd": 1})
        >>> train(corpus, ties="first").first_difference(train(corpus, ties="greatest"))
        1
        """
        for mine, theirs in zip(self.merges, other.merges, strict=False):
            if (mine.left, mine.right) != (theirs.left, theirs.right):
                return mine.rank
        shorter, longer = sorted((len(self.merges), len(other.merges)))
        return shorter + 1 if shorter < longer else None

    def leaders(self, j: int, limit: int) -> list[Leader]:
        """The most frequent pairs after j merges. See `pair_tables.leaders`.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).leaders(0, limit=1)
        [Leader(left='u', right='g', count=15, word='hug')]
        """
        return pair_tables.leaders(self, j, limit)

    def tables(self, a: int, b: int, limit: int) -> Iterator[PairTable]:
        """The tops of the pair tables of the steps a .. b - 1. See `pair_tables.tables`.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> [(table.k, table.size) for table in run.tables(1, 4, limit=1)]
        [(1, 3), (2, 2), (3, 1)]
        """
        return pair_tables.tables(self, a, b, limit)

    def _repr_html_(self) -> str:
        """The first merges, for a notebook."""
        rows = ((m.rank, m.left, m.right, m.token, m.count, m.tied) for m in self.merges)
        size, merges = len(self.vocab), len(self.merges)
        heading = f"BPE: {size:,} tokens, {merges:,} merges, stopped: {self.stopped}"
        headers = ("merge", "left", "right", "token", "count", "tied")
        return title(heading) + table(headers, rows, merges)

    def encoder(
        self,
        unk: str = UNKNOWN,
        fuse_unk: bool = False,
        byte_fallback: bool = False,
        ignore_merges: bool = False,
    ) -> Encoder:
        """The encoder with all merges. The arguments are fields of `Encoder`.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> run.encoder(unk="?").encode("mug").tokens
        ('?', 'ug')
        """
        corpus, ids = self.corpus, self.ids
        added = tuple(AddedToken(token, ids[token]) for token in self.special_tokens)
        finder = AddedTokenFinder.of(added)
        return Encoder(
            ids=ids,
            characters=self.alphabet,
            merges=self.rules,
            ranks=self.ranks,
            last=len(self.merges),
            first_ranks=self.first_ranks,
            pre_tokenizer=CorpusPreTokenizer(corpus.split, corpus.normalization, finder),
            decoder=decoder_of(corpus.split),
            added=added,
            unk=unk,
            unk_id=ids.get(unk),
            fuse_unk=fuse_unk,
            byte_fallback=byte_fallback,
            ignore_merges=ignore_merges,
        )

    def encode(self, text: str, unk: str = UNKNOWN, *, specials: bool = False) -> Encoding:
        """Encode new text with all merges. See `Encoder.encode` for other options.

        unk: the token for a character outside the run's alphabet. specials: whether to find special
        tokens in the text; otherwise they are encoded like other text.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encode("hug mug").tokens
        ('hug', '[UNK]', 'ug')
        """
        return self.encoder(unk=unk).encode(text, specials=specials)

    def encode_ids(self, text: str, *, specials: bool = False) -> list[int | None]:
        """The ids of new text, faster than `encode`. See `TextEncoder.encode_ids`.

        specials: whether to find special tokens in the text; otherwise they are encoded like other
        text.

        >>> from bpe import Corpus, train
        >>> train(Corpus.from_counts({"hug": 10, "pug": 5})).encode_ids("hug mug")
        [5, None, 4]
        """
        return self.encoder().encode_ids(text, specials=specials)

    def decode(self, ids: Iterable[int | None]) -> str:
        """Decode ids to text. See `Encoder.decode`.

        None stands for an unknown token. Raises InputError for an id that no token has.

        >>> from bpe import Corpus, train
        >>> run = train(Corpus.from_texts(["a hug"]))
        >>> run.decode(run.encode("a hug").ids)
        'a hug'
        """
        return self.encoder().decode(ids)
