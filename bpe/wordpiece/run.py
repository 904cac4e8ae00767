"""A finished WordPiece training: its settings, its history, and the encoder for new text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from bpe.added_tokens import AddedToken, AddedTokenFinder
from bpe.decoding import Decoder, Step, bytes_from_characters, join_pieces, remove_marks
from bpe.encoding import Encoding
from bpe.notebook import table, title
from bpe.pre_tokenization import CorpusPreTokenizer
from bpe.short_repr import short_repr
from bpe.split_patterns import is_byte_level
from bpe.text_encoder import UNKNOWN
from bpe.wordpiece import score_tables
from bpe.wordpiece.encoder import PREFIX, Encoder
from bpe.wordpiece.history import NamedHistory
from bpe.wordpiece.records import ScoreTable


@short_repr
@dataclass(frozen=True, eq=False)
class Run(NamedHistory):
    """A finished training, made by `wordpiece.train`. `NamedHistory` has the queries on its steps.

    rule: one of `training.RULES`. prefix: starts each token inside a word.
    """

    prefix: ClassVar[str] = PREFIX

    special_tokens: tuple[str, ...]
    rule: str

    @property
    def stopped(self) -> str:
        """Why training ended: see `bpe.Run`.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).stopped
        'no_pairs'
        """
        return self.history.stopped

    def tables(self, a: int, b: int, limit: int) -> Iterator[ScoreTable]:
        """The tops of the pair tables of the steps a .. b - 1. See `score_tables.tables`.

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10}))
        >>> [len(table.leaders) for table in run.tables(1, 3, limit=9)]
        [2, 1]
        """
        return score_tables.tables(self, a, b, limit)

    def _repr_html_(self) -> str:
        """The first merges, for a notebook."""
        rows = ((m.rank, m.left, m.right, m.token, m.count) for m in self.merges)
        heading = f"WordPiece: {len(self.vocab):,} tokens, stopped: {self.stopped}"
        headers = ("merge", "left", "right", "token", "count")
        return title(heading) + table(headers, rows, len(self.merges))

    def encoder(self, unk: str = UNKNOWN) -> Encoder:
        """The encoder of the vocabulary: longest match first, not merge by merge.

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10, "hugs": 1}, split="whitespace"))
        >>> run.encoder().encode("hug mug").tokens
        ('hug', '[UNK]')
        """
        added = tuple(AddedToken(token, self.ids[token]) for token in self.special_tokens)
        finder = AddedTokenFinder.of(added)
        splitter = CorpusPreTokenizer(self.corpus.split, self.corpus.normalization, finder)
        decoder = Decoder(decoder_steps(self.corpus.split))
        unk_id = self.ids.get(unk)
        return Encoder(self.ids, splitter, decoder, added, unk, unk_id)

    def encode(self, text: str) -> Encoding:
        """Encode new text. See `encoder` for the options.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10}), vocab_size=4).encode("hug").tokens
        ('hu', '##g')
        """
        return self.encoder().encode(text)

    def decode(self, ids: Iterable[int | None]) -> str:
        """Decode ids to text. None stands for an unknown token.

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10}), vocab_size=4)
        >>> run.decode(run.encode("hug").ids)
        'hug'
        """
        return self.encoder().decode(ids)


def decoder_steps(split: str) -> tuple[Step, ...]:
    """The decoding steps for a split. White space that the split dropped becomes one space.

    >>> Decoder(decoder_steps("whitespace")).text(["hug", "##s", "pug"], frozenset())
    'hugs pug'
    """
    if split in ("whitespace", "punctuation"):
        return (join_pieces(PREFIX, cleanup=False),)
    if is_byte_level(split):
        return (remove_prefixes, bytes_from_characters)
    return (remove_prefixes, *[remove_marks("▁", True)] * (split == "metaspace"))


def remove_prefixes(tokens: list[str]) -> list[str]:
    """Step: remove the ## of each token that does not start a word.

    >>> remove_prefixes(["hug", "##s"])
    ['hug', 's']
    """
    return [token if i == 0 else token.removeprefix(PREFIX) for i, token in enumerate(tokens)]
