"""The merges, the pairs, the curves and the alphabet of a training as tables."""

from collections.abc import Iterable
from typing import Any

from bpe import Run, token_bytes
from bpe.byte_characters import CHARACTER_BYTES
from bpe.split_patterns import is_byte_level
from pages.stage.tables import Table, as_csv
from pages.stage.tokens import number, visible
from pages.training import explanations, training_charts
from pages.training.records import TrainingRecords
from pages.translations.language import Translation

ROWS = 300


class TrainingTables(TrainingRecords):
    """The tables of a training. What differs for WordPiece, `WordPieceTraining` overrides."""

    @property
    def option(self) -> str:
        """What tells the tables of this training from others: the tie rule or the algorithm."""
        return self.history.ties

    def heads_of_merges(self, t: Translation) -> list[str]:
        """Return the column heads of the merges."""
        return [
            t.gettext("Rank"),
            t.gettext("Left"),
            t.gettext("Right"),
            t.gettext("Token"),
            t.gettext("Count"),
            t.gettext("Tied"),
        ]

    def row_of_merge(self, merge: Any) -> tuple[object, ...]:
        """Return a merge as a row."""
        return merge.rank, merge.left, merge.right, merge.token, merge.count, merge.tied

    def heads_of_pairs(self, t: Translation) -> list[str]:
        """Return the column heads of the pairs."""
        return [t.gettext("Left"), t.gettext("Right"), t.gettext("Count")]

    def pairs(self, j: int) -> Iterable[tuple[str, str, *tuple[float, ...]]]:
        """Return every pair after j merges with its count, the most frequent first."""
        pairs = sorted(self.history.pairs(j).items(), key=lambda item: -item[1])
        return ((left, right, count) for (left, right), count in pairs)

    def table(self, name: str, k: int | None, t: Translation) -> tuple[str, bytes] | None:
        """See `Kind`. Told from others by the tie rule or the algorithm.

        >>> from bpe import Corpus, train
        >>> from pages.runs.kinds import kind_of
        >>> kind = kind_of(train(Corpus.from_counts({"hug": 10, "pug": 5}), 6))
        >>> option, data = kind.table("pairs", 1, Translation())
        >>> option, data.decode("utf-8-sig").splitlines()[1]
        ('first', 'u,g,15')
        >>> kind.table("merges", None, Translation())[1].decode("utf-8-sig").splitlines()[1]
        '1,u,g,ug,15,1'
        """
        if name == "merges" and k is None:
            rows = list(map(self.row_of_merge, self.run.merges))
            return self.option, as_csv(self.heads_of_merges(t), rows)
        if name == "pairs" and k is not None and k <= self.last:
            return self.option, as_csv(self.heads_of_pairs(t), self.pairs(max(k - 1, 0)))
        return None

    def pairs_before(self, k: int, t: Translation) -> Table:
        """Return all pairs that step k counts.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind_of(defaults("hug").train()).pairs_before(1, Translation())[1][0]
        ('u', 'g', 20)
        """
        pairs = self.pairs(max(k - 1, 0))
        rows = [(visible(left), visible(right), *numbers) for left, right, *numbers in pairs]
        return self.heads_of_pairs(t), rows

    def alphabet(self, t: Translation) -> Table:
        """Return the initial vocabulary by id; at byte level, characters with their bytes.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind_of(defaults("course").train()).alphabet(Translation())[1][-1]
        [30, 'Ġ', 'U+0120', '20']
        """
        run = self.history
        titles = [t.gettext("Id"), t.gettext("Token"), t.gettext("Code point")]
        rows = [
            [token_id, visible(token), " ".join(f"U+{ord(c):04X}" for c in token[:20])]
            for token_id, token in enumerate(run.vocab[: run.vocab_sizes[0]])
        ]
        if is_byte_level(run.corpus.split):
            titles.append(t.gettext("Byte (hexadecimal)"))
            for row, token in zip(rows, run.vocab, strict=False):
                is_byte = token in run.alphabet and token in CHARACTER_BYTES
                row.append(token_bytes(token, "gpt2").hex() if is_byte else "")
        return titles, rows

    def about_alphabet(self, t: Translation) -> str:
        """Return what the training starts with, and why other characters are unknown.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind_of(defaults("course").train()).about_alphabet(Translation()).partition(". ")[0]
        'Training starts with only the 30 bytes that occur in the corpus'
        """
        run = self.history
        bytes_met = len(CHARACTER_BYTES.keys() & set(run.corpus.alphabet))
        count = bytes_met if is_byte_level(run.corpus.split) else len(run.first_tokens)
        if run.has_all_bytes:
            about = t.ngettext(
                "Training starts with all 256 bytes, and {count} of them occurs in the corpus. "
                "Every text consists of bytes, so nothing is unknown.",
                "Training starts with all 256 bytes, and {count} of them occur in the corpus. "
                "Every text consists of bytes, so nothing is unknown.",
                count,
            )
        elif is_byte_level(run.corpus.split):
            about = t.ngettext(
                "Training starts with only the {count} byte that occurs in the corpus. All other "
                "bytes are unknown. That keeps a small example small. GPT-2 itself starts with all "
                "256 bytes, so nothing is unknown: choose this alphabet under More settings.",
                "Training starts with only the {count} bytes that occur in the corpus. All other "
                "bytes are unknown. That keeps a small example small. GPT-2 itself starts with all "
                "256 bytes, so nothing is unknown: choose this alphabet under More settings.",
                count,
            )
        else:
            about = t.ngettext(
                "Training starts with the {count} different character of the corpus. All other "
                "characters are unknown. Byte-level BPE, as in GPT-2, can start with all 256 bytes "
                "instead, so nothing is unknown.",
                "Training starts with the {count} different characters of the corpus. All other "
                "characters are unknown. Byte-level BPE, as in GPT-2, can start with all 256 bytes "
                "instead, so nothing is unknown.",
                count,
            )
        return about.format(count=number(count))

    def remaining_pairs(self, t: Translation) -> Table:
        """Return the pairs that are left after the last merge.

        >>> from pages.runs.kinds import kind_of
        >>> from pages.state.defaults import defaults
        >>> kind = kind_of(defaults("hug").replace(vocab=8).train())
        >>> [count for _, count in kind.remaining_pairs(Translation())[1]]
        [16, 15, 12, 5, 5, 4]
        """
        leaders = self.history.leaders(self.last, ROWS)
        rows = [(explanations.format_pair(leader), leader.count) for leader in leaders]
        return [t.gettext("Pair"), t.gettext("Count")], rows

    def ended(self, t: Translation) -> str:
        """Return why training ended, and the first pair that is left."""
        return explanations.ended(self.history, t)


def curves_csv(run: Run, t: Translation) -> bytes:
    """The values of the charts at every step of a run.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> curves_csv(run, Translation()).decode().splitlines()[1][:6]
    '0,3.13'
    """
    heads = [t.gettext("Step"), *training_charts.titles(run, t)]
    values = zip(
        training_charts.tokens_per_word(run), training_charts.compression(run), strict=True
    )
    return as_csv(heads, [(k, per_word, size) for k, (per_word, size) in enumerate(values)])
