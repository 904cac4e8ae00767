"""What a WordPiece training recorded: the history of BPE with the names of the tokens."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bpe import run as bpe_run
from bpe.corpus import Corpus
from bpe.records import Pair
from bpe.short_repr import short_repr
from bpe.wordpiece.encoder import PREFIX
from bpe.wordpiece.marking import Marking
from bpe.wordpiece.records import Merge, ScoredPair


@short_repr
@dataclass(frozen=True, eq=False)
class NamedHistory:
    """What a training recorded, with the names of its tokens, and queries on it.

    corpus: as given. history: the same training with marked words, with all queries on its steps;
    `name` spells its tokens.
    """

    corpus: Corpus
    marking: Marking
    history: bpe_run.Run

    @property
    def step_count(self) -> int:
        """The number of merges.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).step_count
        2
        """
        return self.history.step_count

    def name(self, token: str) -> str:
        """The spelling of a token of `history`.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).name("ug")
        '##ug'
        """
        return self.marking.name(token)

    @cached_property
    def vocab(self) -> tuple[str, ...]:
        """The tokens in id order: special tokens, alphabet, merges.

        A word that starts with ## can have a token that is spelled like one inside a word; such a
        token is listed twice.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).vocab
        ('##g', '##u', 'h', 'hu', 'hug')
        """
        return tuple(map(self.name, self.history.vocab))

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """token -> id.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).ids["hug"]
        4
        """
        ids: dict[str, int] = {}
        for id_, token in enumerate(self.vocab):
            ids.setdefault(token, id_)
        return ids

    @cached_property
    def merges(self) -> tuple[Merge, ...]:
        """The merges in rank order.

        >>> from bpe import Corpus, wordpiece
        >>> merge = wordpiece.train(Corpus.from_counts({"hug": 10})).merges[0]
        >>> merge.left, merge.right, merge.token, merge.score
        ('h', '##u', 'hu', 0.1)
        """
        found = []
        counts = dict(self._first_counts)
        for merge in self.history.merges:
            left, right = merge.left, merge.right
            found.append(
                Merge(
                    rank=merge.rank,
                    left=self.name(left),
                    right=self.name(right),
                    token=self.name(merge.token),
                    count=merge.count,
                    left_count=counts[left],
                    right_count=counts[right],
                    score=merge.count / (counts[left] * counts[right]),
                    tied=merge.tied,
                )
            )
            self.move_counts(counts, merge.rank)
        return tuple(found)

    @cached_property
    def _first_counts(self) -> dict[str, int]:
        """marked character -> its count in the corpus."""
        counts: dict[str, int] = {}
        for word, count in self.history.corpus.counts.items():
            for character in word:
                counts[character] = counts.get(character, 0) + count
        return counts

    def marked_token_counts(self, j: int) -> dict[str, int]:
        """token of `history` -> its count after j merges, 0 for a token that is gone.

        Raises InputError for another j.

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10}))
        >>> sorted(run.marked_token_counts(1).values())
        [0, 0, 10, 10]
        """
        self.history.check_step(j)
        counts = dict(self._first_counts)
        for rank in range(1, j + 1):
            self.move_counts(counts, rank)
        return counts

    def move_counts(self, counts: dict[str, int], rank: int) -> None:
        """Update the counts of the tokens of `history` for the merge with a rank.

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10}))
        >>> counts = run.marked_token_counts(0)
        >>> run.move_counts(counts, 1)
        >>> counts == run.marked_token_counts(1)
        True
        """
        merge, saved = self.history.merges[rank - 1], self.history.tokens_saved[rank - 1]
        counts[merge.left] -= saved
        counts[merge.right] -= saved
        counts[merge.token] = counts.get(merge.token, 0) + saved

    def token_counts(self, j: int) -> dict[str, int]:
        """token -> its count in the corpus after j merges. Raises InputError for another j.

        If two tokens have one spelling (see `vocab`), this is the count of both together.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).token_counts(1)
        {'hu': 10, '##g': 10}
        """
        named: dict[str, int] = {}
        for token, count in self.marked_token_counts(j).items():
            if count:
                named[self.name(token)] = named.get(self.name(token), 0) + count
        return dict(sorted(named.items(), key=lambda item: (item[0].startswith(PREFIX), item[0])))

    def pairs(self, j: int) -> dict[Pair, tuple[int, float]]:
        """pair -> (count, score) after j merges, the highest score first.

        Of two pairs that are spelled alike (see `vocab`), it has the one with the higher score.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).pairs(1)
        {('hu', '##g'): (10, 0.1)}
        """
        tokens = self.marked_token_counts(j)
        scored = [
            (count / (tokens[left] * tokens[right]), count, left, right)
            for (left, right), count in self.history.pairs(j).items()
        ]
        found: dict[Pair, tuple[int, float]] = {}
        for score, count, left, right in sorted(scored, key=lambda each: -each[0]):
            found.setdefault((self.name(left), self.name(right)), (count, score))
        return found

    def scored_pair(
        self, pair: Pair, count: int, token_counts: Mapping[str, int], word: str = ""
    ) -> ScoredPair:
        """A pair of `history` with its counts. token_counts: see `marked_token_counts`.

        word: a word of `history`, or "".

        >>> from bpe import Corpus, wordpiece
        >>> run = wordpiece.train(Corpus.from_counts({"hug": 10}))
        >>> found = run.scored_pair(("u", "g"), 10, run.marked_token_counts(0))
        >>> found.left, found.right, found.score
        ('##u', '##g', 0.1)
        """
        left, right = pair
        return ScoredPair(
            self.name(left),
            self.name(right),
            self.history.ids[left],
            self.history.ids[right],
            count,
            token_counts[left],
            token_counts[right],
            self.name(word) if word else "",
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The distinct words of the corpus, in first-met order.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).words
        ('hug',)
        """
        return tuple(self.corpus.counts)

    def token_ids(self, word: int, k: int) -> list[int]:
        """The ids of the tokens of a word after merge k. word: its index in `words`.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).token_ids(0, 1)
        [3, 0]
        """
        return self.history.token_ids(word, k)

    def token_lengths(self, word: int, k: int) -> list[int]:
        """The numbers of characters of the tokens of a word after merge k, without ##.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).token_lengths(0, 1)
        [2, 1]
        """
        return self.history.token_lengths(word, k)

    def new_token_indices(self, word: int, k: int) -> list[int]:
        """The indices of the tokens of a word that merge k made.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).new_token_indices(0, 1)
        [0]
        """
        return self.history.new_token_indices(word, k)

    def merge_ranks(self, word: int) -> list[int]:
        """The ranks of the merges that changed a word, in ascending order.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).merge_ranks(0)
        [1, 2]
        """
        return self.history.merge_ranks(word)

    def changed_words(self, k: int) -> dict[int, int]:
        """The words that merge k changed: word index -> how often it was applied there.

        >>> from bpe import Corpus, wordpiece
        >>> wordpiece.train(Corpus.from_counts({"hug": 10})).changed_words(1)
        {0: 1}
        """
        return self.history.changed_words(k)

    def words_at(self, k: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The tokens and the count of each word after k merges, in first-met order.

        >>> from bpe import Corpus, wordpiece
        >>> list(wordpiece.train(Corpus.from_counts({"hug": 10})).words_at(1))
        [(('hu', '##g'), 10)]
        """
        for tokens, count in self.history.at(k).words:
            yield tuple(map(self.name, tokens)), count
